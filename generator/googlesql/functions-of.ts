/** The functions that a plan calls, and whether it has expressions over items of lists. */
import type { PlanExpr } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf, visitPlan } from '../core/plan/walk-plan.ts';
import type { Ability } from '../functions/names.ts';

export function findAbilities(plan: Plan): ReadonlySet<Ability> {
  const found = new Set<Ability>();
  visitPlan(plan, expr =>
    visitExpr<PlanExpr>(expr, part => {
      if (part.kind === 'call') found.add(part.fn);
      if (part.kind === 'each') found.add('each');
    }),
  );
  const visit = (relation: Relation): void => {
    if (relation.node === 'aggregate')
      for (const { expr } of relation.measures) if (expr.fn !== 'stored') found.add(expr.fn);
    inputsOf(relation).forEach(visit);
  };
  for (const { relation } of plan.steps) visit(relation);
  visit(plan.answer);
  return found;
}
