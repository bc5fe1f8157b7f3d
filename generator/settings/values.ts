/**
 * Reads texts of the configuration whose meaning the schema cannot express. Values of the environment are never quoted.
 */
import type { Report } from '../core/diagnostics.ts';
import type { ScalarNode } from '../core/document.ts';
import { SIZE_HINT } from '../schema/size.ts';

/** Where a text stands, and under which key. */
export interface Spot {
  readonly name: string;
  readonly node: ScalarNode;
  readonly report: Report;
}
/** Reports what is wrong with the text; what is returned then is not used. */
export type Parse<T> = (text: string, spot: Spot) => T;

const UNITS: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
};
/** Far below the integers that a number cannot hold. */
const MAX_SIZE = 1024 ** 5;

/** In bytes. */
export const parseSize: Parse<number> = (text, { name, node, report }) => {
  const [, count, unit = ''] = /^([1-9][0-9]{0,5}) ?([KMGT]iB)$/.exec(text) ?? [];
  const bytes = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (bytes <= MAX_SIZE) return bytes;
  const message =
    count === undefined ? `\`${name}\` is not a size` : `\`${name}\` is larger than \`1024TiB\``;
  report(
    'invalid-value',
    node.place,
    message,
    count === undefined ? SIZE_HINT : 'Use a smaller one.',
  );
  return 0;
};

/** The address of a server: scheme, host and port. */
export const parseAddress: Parse<string> = (text, { name, node, report }) => {
  const origin = originOf(text.replace(/\/$/, ''));
  if (origin !== null) return origin;
  const hint =
    'Write `http://` or `https://`, the host and the port, such as `http://127.0.0.1:8123`.';
  report('invalid-value', node.place, `\`${name}\` is not the address of a server`, hint);
  return '';
};

/** Neither a path nor credentials; a star in a host would look like a pattern and be none. */
const ORIGIN = /^https?:\/\/[^\p{Cc}\s/?#@\\*]+$/iu;

/** Scheme, host and port as browsers write them; `null` where the text is anything else. */
export function originOf(text: string): string | null {
  return ORIGIN.test(text) && URL.canParse(text) ? new URL(text).origin : null;
}
