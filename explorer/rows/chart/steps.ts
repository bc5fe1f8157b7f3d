/** The step between times, and the buckets that are missing. In seconds. */
import type { Column } from '../data/row.ts';

const DAY = 86_400;
const MONTH = 30.44 * DAY;
/** Relative to a step: a month has 28 to 31 days, and a day 23 to 25 hours. */
const TOLERANCE = 0.12;

/** The step that times follow; 0 if they follow none. `times` must ascend. `bucket` is the bucket of their column. */
export function inferStep(times: readonly number[], bucket: Column['bucket']): number {
  return bucket?.seconds ?? stepAmong(times, bucket !== undefined);
}

function stepAmong(times: readonly number[], isBucketed: boolean): number {
  const steps = times.slice(1).map((time, at) => time - times[at]!);
  const least = steps.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(least)) return 0;
  const unit = least >= 28 * DAY && least <= 31 * DAY ? MONTH : least;
  const even = steps.filter(step => {
    return Math.abs(step - Math.round(step / unit) * unit) <= TOLERANCE * unit;
  });
  const isRegular = least >= 1 && even.length >= 0.9 * steps.length;
  return isBucketed || isRegular ? least : 0;
}

/** The times, with one more wherever buckets are missing, so that a line breaks there. */
export function withGaps(times: readonly number[], step: number): readonly number[] {
  if (step === 0) return times;
  return times.flatMap((time, at) => {
    const next = times[at + 1];
    return next !== undefined && next - time > 1.75 * step ? [time, time + step] : [time];
  });
}

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The window that the user has drawn between two places of the axis. A bar is centred on the beginning of its bucket, so the window
 * contains the whole bucket of every bar that it touches.
 */
export function windowOf(times: readonly number[], step: number, a: number, b: number): TimeSpan {
  const [left, right] = a < b ? [a, b] : [b, a];
  if (step === 0) return { from: left, to: right };
  const touched = times.filter(time => time + step / 2 > left && time - step / 2 < right);
  const [first = left] = touched;
  return { from: first, to: (touched.at(-1) ?? right) + step };
}
