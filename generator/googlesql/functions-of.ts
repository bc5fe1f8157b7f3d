/** The functions that a plan calls, and whether it has expressions over items of lists. */
import type { PlanExpr, SqlExpr } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf, visitPlan } from '../core/plan/walk-plan.ts';
import { isRecords } from '../core/types/scalar.ts';
import type { Ability } from '../functions/names.ts';

export function findAbilities<E extends PlanExpr | SqlExpr>(plan: Plan<E>): ReadonlySet<Ability> {
  const found = new Set<Ability>();
  visitPlan(plan, expr =>
    visitExpr<PlanExpr | SqlExpr>(expr, part => {
      if (part.kind === 'call') found.add(part.fn);
      if (part.kind === 'each') found.add('each');
    }),
  );
  const visit = (relation: Relation<E>): void => {
    if (relation.node === 'aggregate')
      for (const { expr } of relation.measures) {
        if (expr.fn !== 'stored') found.add(expr.fn);
        if (isRecords(expr.scalar)) found.add('records');
      }
    inputsOf(relation).forEach(visit);
  };
  for (const { relation } of plan.steps) visit(relation);
  visit(plan.answer);
  return found;
}
