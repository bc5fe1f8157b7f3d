/** Reads texts of the configuration whose form the schema cannot express. Messages never contain values of the environment. */
import type { Report } from '../core/report/diagnostics.ts';
import type { ScalarNode } from '../core/spec/document.ts';
import { SIZE_HINT } from '../schema/size.ts';

/** The key of a text, and its node, which has its place. */
interface Spot {
  readonly name: string;
  readonly node: ScalarNode;
  readonly report: Report;
}
/** Reports an error in the text; its result must then be ignored. */
export type Parse<T> = (text: string, spot: Spot) => T;

const UNITS: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
};
/** Far below the largest integer that a JavaScript number represents exactly. */
const MAX_SIZE = 1024 ** 5;

/** The size in bytes. */
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
    count === undefined ? SIZE_HINT : 'Use a smaller size.',
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

/**
 * Without a path and without credentials. `*` in a host is rejected, because it looks like a pattern but would not work
 * as one.
 */
const ORIGIN = /^https?:\/\/[^\p{Cc}\s/?#@\\*]+$/iu;

/** Scheme, host and port in the form that browsers use; `null` for any other text. */
export function originOf(text: string): string | null {
  return ORIGIN.test(text) && URL.canParse(text) ? new URL(text).origin : null;
}
