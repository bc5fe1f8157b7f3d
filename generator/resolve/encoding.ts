/** How JSON represents the values of a column. */

import { nearest, type Report } from '../core/report/diagnostics.ts';
import type { Located } from '../core/spec/located.ts';
import { type Compat, compatEncoding } from '../core/types/compat.ts';
import { type Encoding, type Type, typeWords } from '../core/types/scalar.ts';
import { suggest } from './names.ts';

const ENCODINGS_OF: Readonly<Record<string, readonly [Encoding, ...Encoding[]]>> = {
  timestamp: ['rfc3339', 'epoch_micros', 'epoch_millis'],
  int64: ['plain', 'string'],
  decimal: ['plain', 'number'],
};
const PLAIN: readonly [Encoding] = ['plain'];

/**
 * The encoding of the column `name`: the declared one, or the default of its type. Reports an encoding that the type does not have, and
 * returns `null`.
 */
export function resolveEncoding(
  name: string,
  type: Type | 'record',
  asked: Located<string> | null,
  { compat = null, report }: { readonly compat?: Compat | null; readonly report: Report },
): Encoding | null {
  const possible = ENCODINGS_OF[type] ?? PLAIN;
  if (asked === null) return compatEncoding(compat, type) ?? possible[0];
  const { value, place } = asked;
  const encoding = possible.find(candidate => candidate === value);
  if (encoding !== undefined) return encoding;
  const message = `\`${name}\` is of type \`${typeWords(type)}\`, which does not support \`encode: ${value}\``;
  report('invalid-value', place, message, encodingHint(value, possible));
  return null;
}

function encodingHint(value: string, possible: readonly Encoding[]): string | null {
  return nearest(value, possible) === null && possible.length === 1
    ? 'Remove `encode`.'
    : suggest(value, possible);
}
