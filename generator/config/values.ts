/** What a text of the configuration means where the schema cannot say it. What the environment holds is never quoted. */
import type { Report } from '../core/diagnostics.ts';
import type { ScalarNode } from '../core/document.ts';
import type { Setting } from '../emitters/clients/client-language.ts';
import { SIZE_HINT } from '../schema/config-schema.ts';
import { parseDuration } from '../validate/time.ts';

/** Where a text stands, and under which key. */
export interface Spot {
  readonly name: string;
  readonly node: ScalarNode;
  readonly report: Report;
}
/** Reports what is wrong with the text; what is returned then is not used. */
export type Parse<T> = (text: string, spot: Spot) => T;

const MAX_TIMEOUT_MS = 3_600_000;

/** In milliseconds. */
export const timeout: Parse<number> = (text, { name, node, report }) => {
  const milliseconds = Number((parseDuration(text) ?? 0n) / 1_000n);
  if (milliseconds > MAX_TIMEOUT_MS) {
    const message = `\`${name}\` is longer than an hour`;
    report('invalid-duration', node.place, message, 'Use a shorter one.');
  }
  return milliseconds;
};

const UNITS: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
};
/** Far below the integers that a number cannot hold. */
const MAX_SIZE = 1024 ** 5;

/** In bytes. */
export const size: Parse<number> = (text, { name, node, report }) => {
  const [, count, unit = ''] = /^([1-9][0-9]{0,5}) ?([KMGT]iB)$/.exec(text) ?? [];
  const bytes = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (bytes <= MAX_SIZE) return bytes;
  const message =
    count === undefined ? `\`${name}\` is no size` : `\`${name}\` is larger than \`1024TiB\``;
  report(
    'invalid-value',
    node.place,
    message,
    count === undefined ? SIZE_HINT : 'Use a smaller one.',
  );
  return 0;
};

/** The address of a server: scheme, host and port. */
export const address: Parse<string> = (text, { name, node, report }) => {
  const origin = originOf(text.replace(/\/$/, ''));
  if (origin !== null) return origin;
  const hint =
    'Write `http://` or `https://`, the host and the port, such as `http://127.0.0.1:8123`.';
  report('invalid-value', node.place, `\`${name}\` is no address of a server`, hint);
  return '';
};

/** An origin as browsers send it, or `*`. */
export const origin: Parse<string> = (text, { name, node, report }) => {
  const found = text === '*' ? text : originOf(text);
  if (found !== null) return found;
  const hint =
    'Write `http://` or `https://`, the host and the port where it is not the usual one, and no path; or `*` for all origins.';
  report('invalid-value', node.place, `An item of \`${name}\` is no origin`, hint);
  return '';
};

const API = /^(https?:\/\/[^/{}]+)?((?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+)*)\/?$/i;

/** Where an API is served: an address with or without a path, or a path alone. It ends in no slash but the only one. */
export const server: Parse<string> = (text, { name, node, report }) => {
  const [, start, path = ''] = API.exec(text) ?? [];
  const origin = start === undefined ? '' : originOf(start);
  if (API.test(text) && origin !== null) return origin + path || '/';
  const hint = 'Write an address such as `https://logs.example.com`, or a path such as `/logs`.';
  report('invalid-value', node.place, `\`${name}\` is no address of an API`, hint);
  return '';
};

/** What a client goes by in the world of its language. */
export function clientName({ isName, fault, hint, default: example }: Setting): Parse<string> {
  return (text, { name, node, report }) => {
    const said = `${hint}, such as \`${example}\`.`;
    if (!isName(text)) report('invalid-name', node.place, `\`${name}\` is ${fault}`, said);
    return text;
  };
}

/** Neither a path nor credentials; a star in a host would look like a pattern and be none. */
const ORIGIN = /^https?:\/\/[^\p{Cc}\s/?#@\\*]+$/iu;

function originOf(text: string): string | null {
  return ORIGIN.test(text) && URL.canParse(text) ? new URL(text).origin : null;
}
