/** Limited steps that are joined: an engine must not filter their rows for the join before it applies the limit. */
import type { SqlExpr } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf, visitExprs } from '../core/plan/walk-plan.ts';

/** Names of the steps with a LIMIT that a join or a semi-join reads, directly or through other steps. */
export function cutAndJoined({ views, steps, answer }: Plan<SqlExpr>): ReadonlySet<string> {
  const joined = new Set(joinedIn(answer));
  const cut = new Set<string>();
  for (const { name, relation } of [...views, ...steps].reverse()) {
    const isHeld = joined.has(name) && isCut(relation);
    if (isHeld) cut.add(name);
    const passed = joined.has(name) && !isHeld ? readsOf(relation) : [];
    for (const read of [...joinedIn(relation), ...passed]) joined.add(read);
  }
  return cut;
}

function isCut(relation: Relation<SqlExpr>): boolean {
  return relation.node === 'limit' || inputsOf(relation).some(isCut);
}

/** The steps that `relation` joins, or with which it compares its rows. */
function joinedIn(relation: Relation<SqlExpr>): readonly string[] {
  const compared = new Set<string>();
  visitExprs(relation, expr =>
    visitExpr<SqlExpr>(expr, part => {
      if (part.kind === 'within') compared.add(part.column.relation);
    }),
  );
  return hasJoin(relation) || compared.size > 0 ? [...readsOf(relation), ...compared] : [];
}

export function hasJoin(relation: Relation<SqlExpr>): boolean {
  return relation.node === 'join' || inputsOf(relation).some(hasJoin);
}

function readsOf(relation: Relation<SqlExpr>): readonly string[] {
  return relation.node === 'read' ? [relation.step] : inputsOf(relation).flatMap(readsOf);
}
