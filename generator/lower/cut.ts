/** Limited steps that are joined: an engine must not filter their rows for the join before it applies the limit. */
import type { SqlExpr } from '../core/expr/expr.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf } from '../core/plan/walk-plan.ts';
import type { Compared } from './semi-joins.ts';

/** Names of the steps with a LIMIT that a join or a semi-join reads, directly or through other steps. */
export function cutAndJoined(
  { views, steps, answer }: Plan<SqlExpr>,
  compared: Compared,
): ReadonlySet<string> {
  const joined = new Set(joinedIn(answer, compared));
  const cut = new Set<string>();
  for (const { name, relation } of [...views, ...steps].reverse()) {
    const isHeld = joined.has(name) && isCut(relation);
    if (isHeld) cut.add(name);
    const passed = joined.has(name) && !isHeld ? readsOf(relation) : [];
    for (const read of [...joinedIn(relation, compared), ...passed]) joined.add(read);
  }
  return cut;
}

function isCut(relation: Relation<SqlExpr>): boolean {
  return relation.node === 'limit' || inputsOf(relation).some(isCut);
}

/** The steps that `relation` joins, or with which it compares its rows. */
function joinedIn(relation: Relation<SqlExpr>, compared: Compared): readonly string[] {
  const columns = compared.get(relation);
  if (columns === undefined) return hasJoin(relation) ? readsOf(relation) : [];
  return [...readsOf(relation), ...columns.map(column => column.relation)];
}

export function hasJoin(relation: Relation<SqlExpr>): boolean {
  return relation.node === 'join' || inputsOf(relation).some(hasJoin);
}

function readsOf(relation: Relation<SqlExpr>): readonly string[] {
  return relation.node === 'read' ? [relation.step] : inputsOf(relation).flatMap(readsOf);
}
