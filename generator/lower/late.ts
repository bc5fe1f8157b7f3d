/** Limited rows that are found by their first sort key before any other column is read. */
import type { SortKey, SqlExpr } from '../core/expr/expr.ts';
import type { LimitRelation, ProjectRelation, Relation } from '../core/plan/relation.ts';
import { inputsOf } from '../core/plan/walk-plan.ts';

export interface LateKey {
  readonly key: SortKey<SqlExpr>;
  readonly name: string;
  /** The SELECT of this key for the limited rows, as the column `name`. */
  readonly query: ProjectRelation<SqlExpr>;
}

/** The first sort key of the limit in `select`, if the plan marks it; else `null`. */
export function lateKeyOf(select: Relation<SqlExpr>): LateKey | null {
  if (select.node === 'limit') return lateKey(select);
  for (const input of inputsOf(select)) {
    const found = lateKeyOf(input);
    if (found !== null) return found;
  }
  return null;
}

function lateKey(limit: LimitRelation<SqlExpr>): LateKey | null {
  const { input, readsLate, isCap, count, skip } = limit;
  if (readsLate !== true) return null;
  const [key] = input.node === 'sort' ? input.keys : [];
  if (input.node !== 'sort' || key?.expr.kind !== 'column')
    throw new Error('rows that are read late are in the order of a column');
  const [name = ''] = key.expr.path;
  const sorted = { ...input, keys: [key] };
  const query: ProjectRelation<SqlExpr> = {
    node: 'project',
    name: '',
    input: { node: 'limit', input: sorted, count, skip, isCap },
    columns: [{ name, expr: key.expr }],
  };
  return { key, name, query };
}
