/** Converts resolved expressions to those that a plan computes for each row. */
import { makeCall } from '../core/expr/calls.ts';
import type { Expr, PlanExpr, Predicate, RecordExpr } from '../core/expr/expr.ts';
import { mapChoice, mapNode, mapRecord } from '../core/expr/walk.ts';
import { mapPredicate } from '../core/plan/walk-plan.ts';

/** Converts `expr`. Resolving guarantees that it contains no aggregate and no window. */
export function rowExpr(expr: Expr): PlanExpr {
  return withParts(expr, rowExpr);
}

/** Converts `expr`, replacing each part for which `replace` returns a result. The rest must contain no aggregate and no window. */
export function replacing(expr: Expr, replace: (part: Expr) => PlanExpr | null): PlanExpr {
  const below = (part: Expr): PlanExpr => replace(part) ?? withParts(part, below);
  return below(expr);
}

function withParts(expr: Expr, below: (part: Expr) => PlanExpr): PlanExpr {
  if (expr.kind === 'aggregate' || expr.kind === 'window')
    throw new Error(`${expr.fn} stands where a row is computed`);
  return expr.kind === 'choice' ? mapChoice(expr, below) : mapNode(expr, below);
}

/** Converts the conditions of a predicate. */
export function rowPredicate(predicate: Predicate): Predicate<PlanExpr> {
  return mapPredicate(predicate, rowExpr);
}

/** The predicate that compares two values. */
export function compareValues(
  fn: 'ge' | 'gt' | 'lt',
  left: PlanExpr,
  right: PlanExpr,
): Predicate<PlanExpr> {
  return { when: null, expr: makeCall(fn, 'bool', [left, right]) };
}

/** Reads a record from a relation that passes on all columns in scope below it. */
export function recordFrom(relation: string, record: RecordExpr): RecordExpr {
  return mapRecord(
    record,
    leaf => ({ ...leaf, relation }),
    () => relation,
  );
}
