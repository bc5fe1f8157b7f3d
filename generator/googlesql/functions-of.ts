/** The needs of a plan from an engine: the functions that it calls, expressions over items of lists, and the patterns that it searches for. */
import type { PlanExpr, SqlExpr } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf, visitPlan } from '../core/plan/walk-plan.ts';
import { isRecords } from '../core/types/scalar.ts';
import type { Ability } from '../functions/names.ts';
import { type Searched, searchedBy } from '../functions/searched.ts';

export interface Needs {
  readonly abilities: ReadonlySet<Ability>;
  readonly searched: readonly Searched[];
}

export function findNeeds<E extends PlanExpr | SqlExpr>(plan: Plan<E>): Needs {
  const found = new Set<Ability>();
  const searched: Searched[] = [];
  visitPlan(plan, expr =>
    visitExpr<PlanExpr | SqlExpr>(expr, part => {
      if (part.kind === 'call') found.add(part.fn);
      const pattern = part.kind === 'call' ? searchedBy(part) : null;
      if (pattern !== null) searched.push(pattern);
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
  return { abilities: found, searched };
}
