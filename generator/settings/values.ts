/** Reads texts of the configuration whose form the schema cannot express. Messages never contain values of the environment. */
import type { Place, Report } from '../core/report/diagnostics.ts';
import type { Located } from '../core/spec/located.ts';
import { scalar } from '../shape/kinds/scalar.ts';
import { located } from '../shape/kinds/texts.ts';
import { as, type Shape } from '../shape/shape.ts';
import { parseDuration } from '../shape/time.ts';

/** The key of a text, and its place. */
interface Spot {
  readonly name: string;
  readonly place: Place;
  readonly report: Report;
}
/** Reports an error in the text; its result must then be ignored. */
type Parse<T> = (text: string, spot: Spot) => T;

/** The text of the key `name`, parsed. */
export function parsed<T>(name: string, shape: Shape<Located<string>>, parse: Parse<T>): Shape<T> {
  return as(shape, ({ value, place }, _node, _key, report) =>
    parse(value, { name, place, report }),
  );
}

const SIZE_HINT = 'Use a whole number and `KiB`, `MiB`, `GiB` or `TiB`, such as `256MiB`.';

/** A size in bytes: a whole number and a unit. */
export function size(name: string, description: string): Shape<number> {
  const misfit = {
    code: 'invalid-value',
    what: 'not a size',
    hint: SIZE_HINT,
    isNo: 'number',
  } as const;
  const text = scalar(['string'], { title: 'Size', minLength: 1, description }, misfit);
  return parsed(name, as(text, located), parseSize);
}

const PER_DAY = /\/day$/;

/** A size in bytes, with `/day` after it. */
export function bytesPerDay(name: string, description: string): Shape<number> {
  const hint = 'Use a size and `/day`, such as `50GiB/day`.';
  const misfit = { code: 'invalid-value', what: 'not a size a day', hint, isNo: 'number' } as const;
  const text = scalar(['string'], { title: 'Size a day', minLength: 1, description }, misfit);
  return parsed(name, as(text, located), (value, spot) => {
    if (PER_DAY.test(value)) return parseSize(value.replace(PER_DAY, ''), spot);
    const message = `\`${name}\` is not a size a day`;
    spot.report('invalid-value', spot.place, message, hint);
    return 0;
  });
}

const UNITS: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
};
/** Far below the largest integer that a JavaScript number represents exactly. */
const MAX_SIZE = 1024 ** 5;

/** The size in bytes. */
const parseSize: Parse<number> = (text, { name, place, report }) => {
  const [, count, unit = ''] = /^([1-9][0-9]{0,5}) ?([KMGT]iB)$/.exec(text) ?? [];
  const bytes = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (bytes <= MAX_SIZE) return bytes;
  const message =
    count === undefined ? `\`${name}\` is not a size` : `\`${name}\` is larger than \`1024TiB\``;
  report('invalid-value', place, message, count === undefined ? SIZE_HINT : 'Use a smaller size.');
  return 0;
};

/** The address of a server: scheme, host and port. */
export const parseAddress: Parse<string> = (text, { name, place, report }) => {
  const origin = originOf(text.replace(/\/$/, ''));
  if (origin !== null) return origin;
  const hint =
    'Write `http://` or `https://`, the host and the port, such as `http://127.0.0.1:8123`.';
  report('invalid-value', place, `\`${name}\` is not the address of a server`, hint);
  return '';
};

/**
 * Without a path and without credentials. `*` in a host is rejected, because it looks like a pattern but would not work
 * as one.
 */
const ORIGIN = /^https?:\/\/[^\p{Cc}\s/?#@\\*]+$/iu;

/** Scheme, host and port in the form that browsers use; `null` for any other text. */
function originOf(text: string): string | null {
  return ORIGIN.test(text) && URL.canParse(text) ? new URL(text).origin : null;
}

const MAX_TIMEOUT_MS = 3_600_000;

/** A duration of at most an hour, in milliseconds. */
export const timeout: Parse<number> = (text, { name, place, report }) => {
  const milliseconds = Number((parseDuration(text) ?? 0n) / 1_000n);
  if (milliseconds > MAX_TIMEOUT_MS) {
    const message = `\`${name}\` is longer than an hour`;
    report('invalid-duration', place, message, 'Use a shorter duration.');
  }
  return milliseconds;
};

/** The address of a Redis or Valkey server. It may have a password, so no message repeats it. */
export const store: Parse<string> = (text, { name, place, report }) => {
  if (/^rediss?:\/\/[^\s/]/.test(text) && isAddressOfStore(text)) return text;
  const hint =
    'Write `redis://` or `rediss://`, the host and the port, such as `redis://127.0.0.1:6379`. Write `%` in a password as `%25`.';
  report('invalid-value', place, `\`${name}\` is not the address of a store`, hint);
  return '';
};

/** Whether the client can read it. */
function isAddressOfStore(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null &&
    /^(?:\/\d*)?$/.test(url.pathname) &&
    [url.username, url.password].every(isEncoded)
  );
}

/** Whether each `%` begins a character. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** An origin in the form that browsers send, or `*`. */
export const origin: Parse<string> = (text, { name, place, report }) => {
  const found = text === '*' ? text : originOf(text);
  if (found !== null) return found;
  const hint =
    'Write `http://` or `https://`, the host, and the port unless it is the default, without a path; or `*` for all origins.';
  report('invalid-value', place, `An item of \`${name}\` is not an origin`, hint);
  return '';
};

/** The minimum length of a secret, in characters. */
const SHORTEST_SECRET = 32;

/** A secret that is long enough not to be guessed. */
export const secret: Parse<string> = (text, { name, place, report }) => {
  if (text.length >= SHORTEST_SECRET) return text;
  const message = `\`${name}\` is shorter than ${SHORTEST_SECRET} characters`;
  report(
    'invalid-value',
    place,
    message,
    'Use random characters, such as those that `openssl rand -hex 32` prints.',
  );
  return text;
};

const API = /^(https?:\/\/[^/{}]+)?((?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+)*)\/?$/i;

/** The address of an API, with or without a path, or only a path. The result does not end in a slash, except for the path `/`. */
export const server: Parse<string> = (text, { name, place, report }) => {
  const [, start, path = ''] = API.exec(text) ?? [];
  const origin = start === undefined ? '' : originOf(start);
  if (API.test(text) && origin !== null) return origin + path || '/';
  const hint = 'Write an address such as `https://logs.example.com`, or a path such as `/logs`.';
  report('invalid-value', place, `\`${name}\` is not the address of an API`, hint);
  return '';
};

/** The rules for the name of a client in the package registry of its language. */
export interface NameRules {
  readonly isName: (text: string) => boolean;
  readonly fault: string;
  readonly hint: string;
  readonly named: (project: string) => string;
}

export function clientName({ isName, fault, hint, named }: NameRules): Parse<string> {
  return (text, { name, place, report }) => {
    const said = `${hint}, such as \`${named('shop')}\`.`;
    if (!isName(text)) report('invalid-name', place, `\`${name}\` is ${fault}`, said);
    return text;
  };
}
