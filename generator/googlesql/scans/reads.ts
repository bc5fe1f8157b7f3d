/** The relations that expressions and relations read. */
import type { PlanExpr } from '../../core/expr/expr.ts';
import { visitExpr } from '../../core/expr/walk.ts';
import type { Relation } from '../../core/plan/relation.ts';
import { visitExprs } from '../../core/plan/walk-plan.ts';

/** Names of the relations whose columns an expression reads. */
export function relationsIn(expr: PlanExpr): ReadonlySet<string> {
  const found = new Set<string>();
  visitExpr<PlanExpr>(expr, part => {
    if (part.kind === 'column') found.add(part.relation);
  });
  return found;
}

/** Names of the relations whose columns can be read above `relation`. */
export function listReadable(relation: Relation): ReadonlySet<string> {
  switch (relation.node) {
    case 'join':
      return new Set([...listReadable(relation.left), ...listReadable(relation.right)]);
    case 'filter':
    case 'sort':
    case 'limit':
      return listReadable(relation.input);
    default:
      return new Set([relation.name]);
  }
}

/** Whether `fits` is true for some expression inside `relation`. */
export function someExprIn(relation: Relation, fits: (expr: PlanExpr) => boolean): boolean {
  let found = false;
  visitExprs(relation, expr => {
    found ||= expr.kind !== 'record' && fits(expr);
  });
  return found;
}
