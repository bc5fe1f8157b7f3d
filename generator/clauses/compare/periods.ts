/** The periods that `compare` compares: the current one, and the one before. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr, Predicate } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { exprKey } from '../../core/expr/walk.ts';
import {
  type ByChoice,
  type Compare,
  type Interval,
  OWN_BUCKET,
  type WindowBuckets,
} from '../../core/plan/query.ts';
import { joinConditions } from '../../language/context.ts';
import { bucketStart, bucketsBefore, type PreviousPeriod } from '../../language/time/buckets.ts';
import { bucketsOf } from '../buckets/buckets.ts';
import { chosen } from '../buckets/chosen.ts';
import { type Body, oncePerBody } from '../clause.ts';
import { spansOf } from '../retention.ts';
import { type Range, rangeOf } from '../window.ts';

const OWN: Expr = { kind: 'column', ...OWN_BUCKET, scalar: 'timestamp', nullable: false };
const NOW: Expr = { kind: 'now', scalar: 'timestamp', nullable: false };

export interface CompareDraft extends Compare {
  /** The start of the previous period. */
  readonly start: Expr;
  /** The retention's limit: only rows after this instant are kept; `null` without retention. */
  readonly edge: Expr | null;
}

/** `null` without `compare`, and if there is no period to compare with. */
export const periodsOf = oncePerBody(resolvePeriods);

/** Reports a `compare` without a period, or with two. */
function resolvePeriods(body: Body): CompareDraft | null {
  const { spec, report } = body.context;
  const { compare } = spec;
  if (compare === null) return null;
  const refuse = (message: string, hint: string) => {
    report('clause-conflict', compare.place, message, hint);
    return null;
  };
  if (spec.window === null && spec.buckets === null)
    return refuse(
      '`compare` needs `buckets` or `window`, which say how long a period is',
      'Add `window: { of: …, from: …, to: … }`.',
    );
  if (spec.window !== null && spec.buckets !== null)
    return refuse(
      '`compare` needs one period, but `buckets` and `window` give two',
      'Remove `window`, or write its start and end as conditions in `where`.',
    );
  const [range, windows] = [rangeOf(body), spansOf(body)];
  const edge = windows === null ? null : chosen(windows, window => shift(NOW, -window));
  if (range !== null) return { ...ofRange(range), edge };
  const clause = bucketsOf(body)?.clause ?? null;
  if (clause === null) return null;
  if (clause.gaps === 'empty' || clause.gaps === 'previous')
    return refuse(
      `\`compare\` and \`gaps: ${clause.gaps}\` exclude each other`,
      'Use `gaps: zero`, or remove `compare`.',
    );
  const periods =
    clause.kind === 'window'
      ? ofWindow(clause)
      : ofBuckets(clause.of, clause.intervals, clause.window);
  return { ...periods, edge };
}

/** The length of a window that begins an interval before its end. Returns `null` for any other window. */
function spanBefore(from: Expr, to: Expr): Expr | null {
  if (from.kind !== 'call' || from.fn !== 'subtract_micros') return null;
  const [end, span] = from.args;
  return end !== undefined && exprKey(end) === exprKey(to) ? (span ?? null) : null;
}

/** The previous period is as long as the window, and ends where the window begins. */
function ofRange({ of, from, to }: Range): Omit<CompareDraft, 'edge'> {
  const start =
    from.scalar === 'date'
      ? makeCall('add_days', 'date', [
          from,
          makeCall('date_diff', 'int64', [makeLiteral('string', 'day'), from, to]),
        ])
      : makeCall('subtract_micros', 'timestamp', [from, spanBefore(from, to) ?? micros(to, from)]);
  const rows = [compareBounds('ge', of, start), compareBounds('lt', of, to)].map(always);
  return { start, rows, isPrevious: compareBounds('lt', of, from), bucket: null, moved: null };
}

/** The previous period has as many buckets as the window, and ends at the window's first bucket. */
function ofBuckets(
  of: Expr,
  intervals: ByChoice<Interval>,
  window: 'aligned' | 'sliding',
): Omit<CompareDraft, 'edge'> {
  const first = chosen(intervals, firstBucket);
  const edge = chosen(intervals, ({ last }) => shift(NOW, -last));
  const start = chosen(intervals, interval =>
    back(window === 'sliding' ? shift(NOW, -interval.last) : firstBucket(interval), interval),
  );
  const end = chosen(intervals, interval => shift(lastBucket(interval), interval.step.micros));
  const isPrevious = compareBounds('lt', of, first);
  const moved = chosen(intervals, interval => forth(OWN, interval));
  const rows =
    window === 'aligned'
      ? [compareBounds('ge', of, start), compareBounds('lt', of, end)]
      : [
          compareBounds('ge', of, start),
          joinConditions('or', [compareBounds('ge', of, edge), isPrevious]),
        ];
  return { start, rows: rows.map(always), isPrevious, bucket: null, moved };
}

/** The previous period has as many steps as the callers' window, counted in its calendar and zone. */
function ofWindow({ of, from, to, step, zone }: WindowBuckets): Omit<CompareDraft, 'edge'> {
  const part = (expr: (before: PreviousPeriod) => Expr) =>
    chosen(step, one => expr(bucketsBefore(from, to, { step: one, zone })));
  const start = part(before => before.start);
  const isPrevious = compareBounds(
    'lt',
    of,
    part(before => before.end),
  );
  // two days of a zone may begin at the same instant, so each row also contains its bucket
  const bucketOf =
    zone === null
      ? null
      : chosen(step, one => {
          const current = bucketStart(of, { step: one, zone });
          const { moved } = bucketsBefore(from, to, { step: one, zone });
          return makeCall('if', current.scalar, [isPrevious, moved(of), current]);
        });
  const rows = [
    compareBounds('ge', of, start),
    compareBounds('lt', of, to),
    // the window may begin in the middle of its first bucket
    joinConditions('or', [compareBounds('ge', of, from), isPrevious]),
  ];
  const own: Expr = of.scalar === 'date' ? { ...OWN, scalar: 'date' } : OWN;
  const moved = zone === null ? part(before => before.movedBucket(own)) : null;
  return { start, rows: rows.map(always), isPrevious, bucket: bucketOf, moved };
}

// ---- steps of time --------------------------------------------------------------------------------------------------

function firstBucket(interval: Interval): Expr {
  return trunc(shift(NOW, -interval.last), interval);
}

function lastBucket(interval: Interval): Expr {
  return trunc(NOW, interval);
}

function back(of: Expr, interval: Interval): Expr {
  const span = fixedSpan(interval);
  return span === null
    ? makeCall('subtract_micros', 'timestamp', [of, spanOf(interval)])
    : shift(of, -span);
}

function forth(of: Expr, interval: Interval): Expr {
  const span = fixedSpan(interval);
  return span === null
    ? makeCall('add_micros', 'timestamp', [of, spanOf(interval)])
    : shift(of, span);
}

/** The total length of all buckets. Returns `null` if it depends on the clock. */
function fixedSpan({ last, step }: Interval): bigint | null {
  return last % step.micros === 0n ? last + step.micros : null;
}

function spanOf(interval: Interval): Expr {
  const length = micros(lastBucket(interval), firstBucket(interval));
  return makeCall('add', 'int64', [length, makeLiteral('int64', interval.step.micros)]);
}

function trunc(of: Expr, { step }: Interval): Expr {
  return { kind: 'trunc', of, step, scalar: 'timestamp', nullable: of.nullable };
}

function shift(of: Expr, by: bigint): Expr {
  return { kind: 'shift', of, micros: by, scalar: 'timestamp', nullable: of.nullable };
}

function micros(later: Expr, earlier: Expr): Expr {
  return makeCall('timestamp_diff', 'int64', [
    makeLiteral('string', 'microsecond'),
    later,
    earlier,
  ]);
}

export function compareBounds(fn: 'ge' | 'lt' | 'gt', left: Expr, right: Expr): Expr {
  return makeCall(fn, 'bool', [left, right]);
}

function always(expr: Expr): Predicate {
  return { when: null, expr };
}
