/** Hints about values that cannot be answered. */
import type { DecodeFailure } from '../server/answers/cells/cells.ts';

const HINTS: Readonly<Record<DecodeFailure['code'], string | null>> = {
  stored_value: 'Correct the value in the table, or declare a type that has it.',
  unsafe_integer: 'Set `encode: string`.',
  engine_error: 'Fix `columns`, or let `quern check --update` write them.',
  internal: null,
};

export function decodeHint(code: DecodeFailure['code']): string | null {
  return HINTS[code];
}
