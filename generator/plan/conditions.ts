/** Which rows of a data set an endpoint speaks of: its conditions, its window of time, and its retention. */
import type { Buckets, ByChoice, Interval, PortableEndpoint, Reading } from '../core/endpoint.ts';
import type { PlanExpr, Predicate } from '../core/expr.ts';
import type { Relation, TableRelation } from '../core/relation.ts';
import { mapPredicate } from '../core/walk-plan.ts';
import { call, literal } from '../params/expressions.ts';
import { rowExpr } from './row-expr.ts';

const NOW: PlanExpr = { kind: 'now', scalar: 'timestamp', nullable: false };

/** The rows of one data set that the endpoint speaks of: `where` in its order, then the window, then the retention. */
export function readingPlan(reading: Reading, endpoint: PortableEndpoint): Relation {
  const { source } = reading;
  const table: TableRelation = { node: 'table', name: source.name, source };
  const isAnswered = reading === endpoint.from;
  const predicates = [
    ...reading.where.map(predicate => mapPredicate(predicate, rowExpr)),
    ...(isAnswered && endpoint.buckets !== null ? windowOf(endpoint.buckets) : []),
    ...(endpoint.retention !== null && reading.retentionOf !== null
      ? [retained(rowExpr(reading.retentionOf), endpoint.retention.windows)]
      : []),
  ];
  return predicates.length === 0 ? table : { node: 'filter', input: table, predicates };
}

function windowOf({ of, window, intervals }: Buckets): readonly Predicate<PlanExpr>[] {
  const instant = rowExpr(of);
  if (window === 'sliding')
    return [
      always(
        'ge',
        instant,
        byChoice(intervals, ({ last }) => ago(last)),
      ),
    ];
  return [
    always('ge', instant, byChoice(intervals, firstBucket)),
    always(
      'lt',
      instant,
      byChoice(intervals, interval => shift(lastBucket(interval), interval.step.micros)),
    ),
  ];
}

function retained(of: PlanExpr, windows: ByChoice<bigint>): Predicate<PlanExpr> {
  return always('gt', of, byChoice(windows, ago));
}

function always(fn: 'ge' | 'gt' | 'lt', left: PlanExpr, right: PlanExpr): Predicate<PlanExpr> {
  return { when: null, expr: call(fn, 'bool', [left, right]) };
}

export function firstBucket({ last, step }: Interval): PlanExpr {
  return { kind: 'trunc', of: ago(last), step, scalar: 'timestamp', nullable: false };
}

export function lastBucket({ step }: Interval): PlanExpr {
  return { kind: 'trunc', of: NOW, step, scalar: 'timestamp', nullable: false };
}

/** Length of a bucket in microseconds. */
export function bucketLength({ step }: Interval): PlanExpr {
  return literal('int64', step.micros);
}

function ago(micros: bigint): PlanExpr {
  return shift(NOW, -micros);
}

function shift(of: PlanExpr, micros: bigint): PlanExpr {
  return { kind: 'shift', of, micros, scalar: 'timestamp', nullable: of.nullable };
}

/** The one expression, or a choice among those of an enum's values. */
export function byChoice<T>(choice: ByChoice<T>, expr: (value: T) => PlanExpr): PlanExpr {
  if (choice.by === null) return expr(choice.value);
  const cases = choice.cases.map(({ value, result }) => ({ value, result: expr(result) }));
  const first = cases[0]?.result;
  if (first === undefined) throw new Error(`a choice by ${choice.by} without cases`);
  const nullable = cases.some(({ result }) => result.nullable);
  return { kind: 'choice', param: choice.by, cases, scalar: first.scalar, nullable };
}
