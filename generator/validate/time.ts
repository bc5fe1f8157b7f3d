/** Durations and steps of time, exactly, in microseconds. */
import { STEP_UNITS, type StepUnit, UNIT_MICROS } from '../core/scalar.ts';

/** Longer than any window of logs, and short enough that no engine's clock runs out. */
export const MAX_DURATION = 36_500n * UNIT_MICROS.day;

/** A text such as `900s` or `5 minutes` in microseconds; `null` where it is none. */
export function parseDuration(text: string): bigint | null {
  const [, count, unit] = /^([0-9]{1,9}) ?([a-z]+)$/.exec(text) ?? [];
  const name = STEP_UNITS.find(u => unit === u.charAt(0) || unit === u || unit === `${u}s`);
  return count === undefined || name === undefined ? null : BigInt(count) * UNIT_MICROS[name];
}

/** A text such as `hour` or `5 minutes`; `null` where it is no step that fits into a day, and neither a day nor a week. */
export function parseStep(
  text: string,
): { readonly micros: bigint; readonly unit: StepUnit | null } | null {
  const named = STEP_UNITS.find(unit => unit === text);
  const micros = named === undefined ? parseDuration(text) : UNIT_MICROS[named];
  if (micros === null || micros === 0n) return null;
  const unit = STEP_UNITS.find(name => UNIT_MICROS[name] === micros) ?? null;
  return unit !== null || UNIT_MICROS.day % micros === 0n ? { micros, unit } : null;
}
