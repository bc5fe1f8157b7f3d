/** The start of a bucket, and the steps from one bucket to the next. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import {
  type BucketStep,
  type CalendarUnit,
  UNIT_MICROS,
  UNIT_MONTHS,
} from '../../core/types/scalar.ts';

/** A step, and the time zone for steps of a day or longer; `null` means UTC. */
export interface Grid {
  readonly step: BucketStep;
  readonly zone: Expr | null;
}

/** How buckets follow each other: a fixed number of microseconds apart, or by days or months of a calendar. */
type Counting =
  | { readonly by: 'micros'; readonly every: Expr }
  | { readonly by: 'days'; readonly every: bigint; readonly unit: 'day' | 'week' | null }
  | { readonly by: 'months'; readonly every: bigint; readonly unit: CalendarUnit };

function countingOf({ step, zone }: Grid, of: Expr): Counting {
  if ('param' in step) {
    const { param: name } = step;
    const every = { kind: 'param', name, form: 'value', scalar: 'int64', nullable: false } as const;
    return { by: 'micros', every };
  }
  if (step.micros === null) return { by: 'months', every: UNIT_MONTHS[step.unit], unit: step.unit };
  const { micros, unit } = step;
  const isOfDays = (zone !== null || of.scalar === 'date') && micros >= UNIT_MICROS.day;
  if (!isOfDays) return { by: 'micros', every: makeLiteral('int64', micros) };
  const named = unit === 'day' || unit === 'week' ? unit : null;
  return { by: 'days', every: micros / UNIT_MICROS.day, unit: named };
}

/** The start of the bucket that contains `of`, an instant or a day. */
export function bucketStart(of: Expr, grid: Grid): Expr {
  const { step, zone } = grid;
  const counting = countingOf(grid, of);
  if (counting.by === 'micros')
    return step.micros !== null && isUnitOrPart(step)
      ? { kind: 'trunc', of, step, scalar: 'timestamp', nullable: of.nullable }
      : makeCall('floor_micros', 'timestamp', [of, counting.every]);
  if (counting.unit === null) return fromDay(firstDay(of, grid), of, grid);
  if (of.scalar === 'date') return firstDay(of, grid);
  return makeCall('start_of', 'timestamp', [
    makeLiteral('string', counting.unit),
    of,
    ...zones(zone),
  ]);
}

/** Whether `trunc` supports the step; other steps are counted from 1970-01-01. */
function isUnitOrPart({ micros, unit }: { readonly micros: bigint; readonly unit: string | null }) {
  return unit !== null || micros < UNIT_MICROS.day;
}

function zones(zone: Expr | null): readonly Expr[] {
  return zone === null ? [] : [zone];
}

function dayOf(of: Expr, { zone }: Grid): Expr {
  return of.scalar === 'date' ? of : makeCall('date_from_timestamp', 'date', [of, ...zones(zone)]);
}

/** The day in the type of `of`: the day itself, or its first instant. */
function fromDay(day: Expr, of: Expr, { zone }: Grid): Expr {
  return of.scalar === 'date'
    ? day
    : makeCall('timestamp_from_date', 'timestamp', [day, ...zones(zone)]);
}

/** The first day of the bucket of days or months that contains `of`. */
function firstDay(of: Expr, grid: Grid): Expr {
  const counting = countingOf(grid, of);
  if (counting.by === 'micros') throw new Error('a step of less than a day has no first day');
  const day = dayOf(of, grid);
  if (counting.unit === 'day') return day;
  if (counting.unit !== null)
    return makeCall('start_of', 'date', [makeLiteral('string', counting.unit), day]);
  const length = makeLiteral('int64', counting.every * UNIT_MICROS.day);
  const midnight = makeCall('timestamp_from_date', 'timestamp', [day]);
  return makeCall('date_from_timestamp', 'date', [
    makeCall('floor_micros', 'timestamp', [midnight, length]),
  ]);
}

/** The buckets of `[from, to)`, numbered from 0 to `span` in steps of `every`; empty unless `from` is before `to`. */
export interface Moves {
  readonly span: Expr;
  readonly every: Expr;
  /** The bucket with the number `at`. */
  readonly bucket: (at: Expr) => Expr;
}

export function movesOf(from: Expr, to: Expr, grid: Grid): Moves {
  const counting = countingOf(grid, from);
  if (counting.by === 'micros') {
    const first = bucketStart(from, grid);
    const length = makeCall('timestamp_diff', 'int64', [
      makeLiteral('string', 'microsecond'),
      to,
      first,
    ]);
    return {
      span: makeCall('subtract', 'int64', [length, makeLiteral('int64', 1n)]),
      every: counting.every,
      bucket: at => makeCall('add_micros', 'timestamp', [first, at]),
    };
  }
  const first = firstDay(from, grid);
  const unit = counting.by === 'days' ? 'day' : 'month';
  const move = counting.by === 'days' ? 'add_days' : 'add_months';
  const last = dayOf(before(to), grid);
  return {
    span: makeCall('date_diff', 'int64', [makeLiteral('string', unit), last, first]),
    every: makeLiteral('int64', counting.every),
    bucket: at => fromDay(makeCall(move, 'date', [first, at]), from, grid),
  };
}

/** The previous period: as many buckets as `[from, to)` has, directly before the first of them. */
export interface PreviousPeriod {
  /** The start of the period. */
  readonly start: Expr;
  /** The end of the period: the first bucket of the window. */
  readonly end: Expr;
  /** The bucket of the window at the same position as the bucket of the previous period that contains `of`. */
  readonly moved: (of: Expr) => Expr;
  /** The same from the start of a bucket, for buckets that are not days of a time zone. */
  readonly movedBucket: (bucket: Expr) => Expr;
}

export function bucketsBefore(from: Expr, to: Expr, grid: Grid): PreviousPeriod {
  const counting = countingOf(grid, from);
  const end = bucketStart(from, grid);
  if (counting.by === 'micros') {
    const last = bucketStart(before(to), grid);
    const length = makeCall('add', 'int64', [
      makeCall('timestamp_diff', 'int64', [makeLiteral('string', 'microsecond'), last, end]),
      counting.every,
    ]);
    return {
      start: makeCall('subtract_micros', 'timestamp', [end, length]),
      end,
      moved: of => makeCall('add_micros', 'timestamp', [bucketStart(of, grid), length]),
      movedBucket: bucket => makeCall('add_micros', 'timestamp', [bucket, length]),
    };
  }
  const unit = counting.by === 'days' ? 'day' : 'month';
  const move = counting.by === 'days' ? 'add_days' : 'add_months';
  const first = firstDay(from, grid);
  const length = makeCall('add', 'int64', [
    makeCall('date_diff', 'int64', [
      makeLiteral('string', unit),
      firstDay(before(to), grid),
      first,
    ]),
    makeLiteral('int64', counting.every),
  ]);
  const back = makeCall('negate', 'int64', [length]);
  return {
    start: fromDay(makeCall(move, 'date', [first, back]), from, grid),
    end,
    moved: of => fromDay(makeCall(move, 'date', [firstDay(of, grid), length]), of, grid),
    movedBucket: bucket =>
      fromDay(makeCall(move, 'date', [dayOf(bucket, grid), length]), bucket, grid),
  };
}

/** The last instant or day before `to`. */
function before(to: Expr): Expr {
  if (to.scalar === 'date') return makeCall('add_days', 'date', [to, makeLiteral('int64', -1n)]);
  return { kind: 'shift', of: to, micros: -1n, scalar: 'timestamp', nullable: to.nullable };
}
