/** Series of buckets, and choices by the length of a window that are made inside a statement. */

import { makeCall } from '../../core/expr/calls.ts';
import { COUNTING, makeColumn } from '../../core/expr/columns.ts';
import type { ChoiceExpr, Expr, PlanExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import type { Buckets, Lengths, RecentBuckets, TimeWindow } from '../../core/plan/query.ts';
import type { Series } from '../../core/plan/relation.ts';
import { UNIT_MICROS } from '../../core/types/scalar.ts';
import { type Moves, movesOf } from '../../language/time/buckets.ts';
import { bucketLength, byChoice, firstBucket, lastBucket } from '../intervals.ts';
import { rowExpr } from '../row-expr.ts';

export function seriesOf(buckets: Buckets, start: string): Series {
  return buckets.kind === 'recent' ? instants(buckets) : moves(buckets, start);
}

function instants({ intervals }: RecentBuckets): Series {
  return {
    kind: 'instants',
    first: byChoice(intervals, firstBucket),
    last: byChoice(intervals, lastBucket),
    every: byChoice(intervals, bucketLength),
  };
}

/** `start` is the name of the column of numbers, and of its relation. */
export function moves(
  { from, to, step, zone, most }: TimeWindow,
  start: string,
): Extract<Series, { kind: 'moves' }> {
  const at: Expr = makeColumn(start, start, COUNTING);
  const part = (of: (moves: Moves) => Expr) =>
    byChoice(step, one => rowExpr(of(movesOf(from, to, { step: one, zone }))));
  return {
    kind: 'moves',
    span: part(({ span }) => span),
    every: part(({ every }) => every),
    bucket: part(({ bucket }) => bucket(at)),
    isWindow: makeCall('lt', 'bool', [rowExpr(from), rowExpr(to)]),
    most,
  };
}

/** Returns the case of the first step that allows windows of this length. */
export function byLength(
  { cases, scalar, nullable }: ChoiceExpr<PlanExpr>,
  { from, to, steps }: Lengths,
): PlanExpr {
  const length = lengthOf(from, to);
  const args = steps.flatMap(({ value, upTo }): readonly PlanExpr[] => {
    const found = cases.find(one => one.value === value);
    if (found === undefined) throw new Error(`no case for the step ${value}`);
    if (upTo === null) return [found.result];
    const most = makeLiteral('int64', from.scalar === 'date' ? upTo / UNIT_MICROS.day : upTo);
    return [makeCall<PlanExpr>('le', 'bool', [length, most]), found.result];
  });
  return { ...makeCall<PlanExpr>('case', scalar, args), nullable };
}

/** Returns the length in microseconds, or in days for dates. */
function lengthOf(from: Expr, to: Expr): PlanExpr {
  const ends = [rowExpr(to), rowExpr(from)];
  return from.scalar === 'date'
    ? makeCall('date_diff', 'int64', [makeLiteral('string', 'day'), ...ends])
    : makeCall('timestamp_diff', 'int64', [makeLiteral('string', 'microsecond'), ...ends]);
}
