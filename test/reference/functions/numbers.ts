/** Functions of numbers. */
import { arithmetic, type Rule, rounding } from './rule.ts';

/** Halves go away from zero. */
export function round(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

export default {
  abs: arithmetic(
    a => (a < 0n ? -a : a),
    a => Math.abs(a),
  ),
  round: rounding(round),
  floor: rounding(Math.floor),
  ceil: rounding(Math.ceil),
} as const satisfies Record<string, Rule>;
