/** Exact durations and steps of time, in microseconds. */
import {
  type BucketStep,
  CALENDAR_UNITS,
  type CallerStep,
  STEP_UNITS,
  type StepUnit,
  UNIT_MICROS,
} from '../core/types/scalar.ts';

/** The longest duration: longer than any window of logs, but short enough that no engine's clock overflows. */
export const MAX_DURATION = 36_500n * UNIT_MICROS.day;

/** A text such as `900s` or `5 minutes` in microseconds. Returns `null` for any other text. */
export function parseDuration(text: string): bigint | null {
  const [, count, unit] = /^([0-9]{1,9}) ?([a-z]+)$/.exec(text) ?? [];
  const name = STEP_UNITS.find(u => unit === u.charAt(0) || unit === u || unit === `${u}s`);
  return count === undefined || name === undefined ? null : BigInt(count) * UNIT_MICROS[name];
}

/** A text such as `hour` or `5 minutes`. Returns `null` unless it is a week, a day, or a step that divides a day. */
export function parseStep(
  text: string,
): { readonly micros: bigint; readonly unit: StepUnit | null } | null {
  const named = STEP_UNITS.find(unit => unit === text);
  const micros = named === undefined ? parseDuration(text) : UNIT_MICROS[named];
  if (micros === null || micros === 0n) return null;
  const unit = STEP_UNITS.find(name => UNIT_MICROS[name] === micros) ?? null;
  return unit !== null || UNIT_MICROS.day % micros === 0n ? { micros, unit } : null;
}

/** A step of buckets over a window: a step of `parseStep`, a calendar unit, or whole days or weeks. */
export function parseBucketStep(text: string): Exclude<BucketStep, CallerStep> | null {
  const [, calendar] = /^(?:1 )?([a-z]+?)s?$/.exec(text) ?? [];
  const unit = CALENDAR_UNITS.find(name => name === calendar);
  if (unit !== undefined) return { micros: null, unit };
  const micros = parseDuration(text);
  const isDays = micros !== null && micros > 0n && micros % UNIT_MICROS.day === 0n;
  // seven days count as a week only if written as a week
  if (isDays && micros > UNIT_MICROS.day) {
    const isWeek = /^1 ?w/.test(text);
    return { micros, unit: isWeek ? 'week' : null };
  }
  return parseStep(text);
}
