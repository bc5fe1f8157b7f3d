/** Hints about values that cannot be answered. */
import type { DecodeFailure } from '../server/answers/cells/cells.ts';

export const DECODE_HINTS = {
  stored_value: 'Correct the value in the table, or declare a type that has it.',
  unsafe_integer: 'Set `encode: string`.',
  engine_error: 'Fix `columns`, or let `quern check --update` write them.',
  internal: null,
} as const satisfies Readonly<Record<DecodeFailure['code'], string | null>>;
