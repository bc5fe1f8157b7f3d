/** Lengths of time, in microseconds. */
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { Located } from '../../core/spec/located.ts';
import { UNIT_MICROS } from '../../core/types/scalar.ts';
import { inlined, type PartName, part } from '../parts.ts';
import { as, type Of, type Shape } from '../shape.ts';
import { MAX_DURATION, parseBucketStep, parseDuration, parseStep } from '../time.ts';

export function duration(description?: string) {
  return as(part('duration', description), exact);
}

/** A duration whose definition is not shared. */
export function inlinedDuration() {
  return as(inlined('duration'), exact);
}

/** Reports a duration that is too long. */
function exact(
  { value: text, place }: Located<string>,
  _node: unknown,
  _key: Place,
  report: Report,
): Located<bigint> {
  const value = parseDuration(text);
  if (value === null) throw new Error('The check accepted a text that is not a duration.');
  if (value > MAX_DURATION) {
    const message = `\`${text}\` is longer than 36,500 days`;
    report('invalid-duration', place, message, 'Use a shorter duration.');
  }
  return { value, place };
}

export type DurationSpec = Of<ReturnType<typeof duration>>;

/** A step of time: its length in microseconds, and its unit if it is exactly one unit long. */
export function step(description?: string) {
  return stepOf('step', parseStep, description);
}

/** A step of buckets over a window, which may also be a calendar unit. */
export function bucketStep(description?: string) {
  return stepOf('bucketStep', parseBucketStep, description);
}

export type BucketStepSpec = Of<ReturnType<typeof bucketStep>>;

function stepOf<T>(
  name: PartName,
  parse: (text: string) => T | null,
  description?: string,
): Shape<Located<T | typeof WEEK>> {
  return as(part(name, description), (written, _node, _key, report) =>
    exactStep(written, parse, report),
  );
}

export function exactStep<T>(
  { value: text, place }: Located<string>,
  parse: (text: string) => T | null,
  report: Report,
): Located<T | typeof WEEK> {
  const step = parse(text);
  if (step === null) {
    const message = `\`${text}\` does not divide a day into equal parts`;
    const hint = 'Use a step that does, such as `5 minutes`, `30 minutes` or `6 hours`.';
    report('invalid-step', place, message, hint);
  }
  // the longest step avoids a follow-on `too-many-buckets`
  return { value: step ?? WEEK, place };
}

const WEEK = { micros: UNIT_MICROS.week, unit: 'week' } as const;
