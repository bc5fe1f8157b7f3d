/** Instants of intervals, as the rows of a plan compute them. */
import type { PlanExpr } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import type { ByChoice, Interval } from '../core/plan/query.ts';

const NOW: PlanExpr = { kind: 'now', scalar: 'timestamp', nullable: false };
/** The retention window ends at the arrival of the request, so paging never moves it. */
export const ARRIVAL: PlanExpr = { ...NOW, of: 'request' };

export function firstBucket({ last, step }: Interval): PlanExpr {
  return { kind: 'trunc', of: ago(last), step, scalar: 'timestamp', nullable: false };
}

export function lastBucket({ step }: Interval): PlanExpr {
  return { kind: 'trunc', of: NOW, step, scalar: 'timestamp', nullable: false };
}

/** Returns the length of a bucket in microseconds. */
export function bucketLength({ step }: Interval): PlanExpr {
  return makeLiteral('int64', step.micros);
}

export function ago(micros: bigint): PlanExpr {
  return shift(NOW, -micros);
}

export function shift(of: PlanExpr, micros: bigint): PlanExpr {
  return { kind: 'shift', of, micros, scalar: 'timestamp', nullable: of.nullable };
}

/** Returns the only expression, or a choice among the expressions for an enum's values. */
export function byChoice<T>(choice: ByChoice<T>, expr: (value: T) => PlanExpr): PlanExpr {
  if (choice.by === null) return expr(choice.value);
  const cases = choice.cases.map(({ value, result }) => ({ value, result: expr(result) }));
  const first = cases[0]?.result;
  if (first === undefined) throw new Error(`a choice by ${choice.by} without cases`);
  const nullable = cases.some(({ result }) => result.nullable);
  return { kind: 'choice', by: choice.by, cases, scalar: first.scalar, nullable };
}
