/**
 * lower: `Plan<SqlExpr>` × `Dialect` → `Lowered`. Rewrites the plan for one engine, and finds what the text of a part depends on
 * elsewhere in the plan.
 */
import type { SqlExpr } from '../core/expr.ts';
import { withoutFlat } from '../core/flat.ts';
import type { LimitRelation, Plan, Relation } from '../core/relation.ts';
import type { Source } from '../core/source.ts';
import { selectsOf } from '../core/walk-plan.ts';
import type { Dialect } from '../sql/dialect.ts';
import { cutAndJoined } from './cut.ts';
import { withEntriesShown } from './entries.ts';
import { withHeldKeys } from './held-keys.ts';
import { lateKeyOf } from './late.ts';
import type { Lowered, Select } from './lowered.ts';
import { namedIn } from './named.ts';
import { unusedName } from './names.ts';
import { subqueriesOf } from './semi-joins.ts';
import { shapesOf } from './shape.ts';

export function lower(whole: Plan<SqlExpr>, dialect: Dialect): Lowered {
  const plan = rewritten(whole, dialect);
  const subqueries = subqueriesOf(plan);
  const cut = cutAndJoined(plan);
  const selectOf = (relation: Relation<SqlExpr>): Select => ({
    relation,
    named: namedIn(relation),
    late: dialect.readsLate ? null : lateKeyOf(relation),
  });
  const queries = [...plan.views, ...plan.steps].filter(({ name }) => !subqueries.has(name));
  return {
    steps: queries.map(({ name, relation }) => ({
      name,
      selects: selectsOf(relation).map(selectOf),
      isCut: cut.has(name),
    })),
    answer: selectOf(plan.answer),
    subqueries: new Map([...subqueries].map(([name, query]) => [name, selectOf(query)])),
    shapes: shapesOf(plan),
    clock: dialect.clock.named ? unusedName('now_time', plan) : null,
  };
}

function rewritten(plan: Plan<SqlExpr>, dialect: Dialect): Plan<SqlExpr> {
  const isFlat = ({ tables }: Source) => tables[dialect.name]?.records !== 'repeated';
  return withEntriesShown(withHeldKeys(withoutFlat(plan, isFlat)), limit =>
    shapesFew(limit, dialect),
  );
}

/** Whether the engine computes the columns of a SELECT for few rows other than those that `limit` keeps. */
function shapesFew({ readsLate }: LimitRelation<SqlExpr>, dialect: Dialect): boolean {
  return dialect.cutsFirst || (readsLate === true && !dialect.readsLate);
}
