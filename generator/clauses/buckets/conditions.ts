/** The conditions of buckets on the rows that are read: only rows of the window are in a bucket. */
import type { PlanExpr, Predicate } from '../../core/expr/expr.ts';
import type { Buckets, Query } from '../../core/plan/query.ts';
import { ago, byChoice, firstBucket, lastBucket, shift } from '../../plan/intervals.ts';
import { compareValues, rowExpr } from '../../plan/row-expr.ts';

/** Empty with `compare`, whose conditions cover both periods. */
export function bucketConditions({ buckets, compare }: Query): readonly Predicate<PlanExpr>[] {
  return buckets === null || compare !== null ? [] : windowOf(buckets);
}

function windowOf(buckets: Buckets): readonly Predicate<PlanExpr>[] {
  const instant = rowExpr(buckets.of);
  if (buckets.kind === 'window')
    return [
      compareValues('ge', instant, rowExpr(buckets.from)),
      compareValues('lt', instant, rowExpr(buckets.to)),
    ];
  const { window, intervals } = buckets;
  if (window === 'sliding')
    return [
      compareValues(
        'ge',
        instant,
        byChoice(intervals, ({ last }) => ago(last)),
      ),
    ];
  return [
    compareValues('ge', instant, byChoice(intervals, firstBucket)),
    compareValues(
      'lt',
      instant,
      byChoice(intervals, interval => shift(lastBucket(interval), interval.step.micros)),
    ),
  ];
}
