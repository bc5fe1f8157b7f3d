/** Instants moved and truncated by lengths of time that are computed. */
import type { Value } from '../values.ts';
import { type Rule, rule, strict } from './rule.ts';

function micros(value: Value | undefined): bigint {
  if (typeof value !== 'bigint') throw new Error(`microseconds are expected, not ${String(value)}`);
  return value;
}

export default {
  move: rule(
    'any',
    'timestamp',
    strict(([of, by]) => micros(of) + micros(by)),
  ),
  'move back': rule(
    'any',
    'timestamp',
    strict(([of, by]) => micros(of) - micros(by)),
  ),
  /** Counted from 1970, also before it. */
  'floor to': rule(
    'any',
    'timestamp',
    strict(([of, by]) => {
      const rest = micros(of) % micros(by);
      return micros(of) - (rest < 0n ? rest + micros(by) : rest);
    }),
  ),
} as const satisfies Record<string, Rule>;
