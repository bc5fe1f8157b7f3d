/** Converts resolved expressions to those that a plan computes for each row. */
import type { Expr, PlanExpr } from '../core/expr/expr.ts';
import { mapChoice, mapNode } from '../core/expr/walk.ts';

/** Converts `expr`. Resolving guarantees that it contains no aggregate and no window. */
export function rowExpr(expr: Expr): PlanExpr {
  return replacing(expr, () => null);
}

/** Converts `expr`, replacing each part for which `replace` returns a result. The rest must contain no aggregate and no window. */
export function replacing(expr: Expr, replace: (part: Expr) => PlanExpr | null): PlanExpr {
  const known = replace(expr);
  if (known !== null) return known;
  const below = (part: Expr) => replacing(part, replace);
  if (expr.kind === 'aggregate' || expr.kind === 'window')
    throw new Error(`${expr.fn} stands where a row is computed`);
  return expr.kind === 'choice' ? mapChoice(expr, below) : mapNode(expr, below);
}
