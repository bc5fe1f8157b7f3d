/**
 * lower: `Plan<SqlExpr>` × `Dialect` → `Lowered`. Rewrites the plan for one engine, and finds what the text of a part depends on
 * elsewhere in the plan.
 */
import type { SqlExpr } from '../core/expr/expr.ts';
import { joinsRecords, withoutFlat } from '../core/expr/flat.ts';
import type { LimitRelation, Plan, Relation } from '../core/plan/relation.ts';
import { selectsOf } from '../core/plan/walk-plan.ts';
import type { Source } from '../core/spec/source.ts';
import type { Dialect } from '../sql/dialect.ts';
import { cutAndJoined } from './cut.ts';
import { entriesIn } from './entries.ts';
import { withoutFilters } from './filtered.ts';
import { withFloatKeys, withKeys } from './float-keys.ts';
import { withHeldKeys } from './held-keys.ts';
import { lateKeyOf } from './late.ts';
import { withLeaves } from './leaves.ts';
import type { Lowered, Select } from './lowered.ts';
import { namedIn } from './named.ts';
import { unusedName } from './names.ts';
import { withWholeBounds } from './numbered/bounds.ts';
import { comparedIn, type Subqueries, subqueriesOf } from './semi-joins.ts';
import { type Shapes, shapesOf } from './shape.ts';
import { withUntyped } from './untyped.ts';

export function lower(plan: Plan<SqlExpr>, dialect: Dialect): Lowered {
  return lowering(plan)(dialect);
}

/** The same for several engines. The work that does not depend on an engine is done once. */
export function lowering(plan: Plan<SqlExpr>): (dialect: Dialect) => Lowered {
  const [held, entries, facts] = [once(withHeldKeys), once(entriesIn), once(factsOf)];
  const [unfiltered, floatKeys] = [once(withoutFilters), once(withFloatKeys)];
  const hasRecords = joinsRecords(plan);
  return dialect => {
    const isFlat = ({ tables }: Source) => tables[dialect.name]?.records !== 'repeated';
    const filtered = dialect.filters ? plan : unfiltered(plan);
    const flat = hasRecords ? withoutFlat(filtered, isFlat) : filtered;
    const exact = dialect.keysByBits ? floatKeys(flat) : flat;
    const leaves = withLeaves(withUntyped(exact, dialect), dialect);
    const protectedKeys = held(dialect.joinsBounds ? withWholeBounds(leaves) : leaves);
    const found = entries(protectedKeys);
    const ready = found !== null && shapesFew(found.limit, dialect) ? found.shown : protectedKeys;
    return lowered(ready, facts(ready), dialect);
  };
}

/** `of`, called once for each plan. */
function once<T>(of: (plan: Plan<SqlExpr>) => T): (plan: Plan<SqlExpr>) => T {
  const known = new Map<Plan<SqlExpr>, { readonly made: T }>();
  return plan => {
    const { made } = known.get(plan) ?? { made: of(plan) };
    known.set(plan, { made });
    return made;
  };
}

/** The facts that are the same for every engine. */
interface Facts {
  readonly subqueries: Subqueries;
  readonly cut: ReadonlySet<string>;
  readonly shapes: Shapes;
}

function factsOf(plan: Plan<SqlExpr>): Facts {
  const compared = comparedIn(plan);
  return {
    subqueries: subqueriesOf(plan, compared),
    cut: cutAndJoined(plan, compared),
    shapes: shapesOf(plan),
  };
}

function lowered(
  plan: Plan<SqlExpr>,
  { subqueries, cut, shapes }: Facts,
  dialect: Dialect,
): Lowered {
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
    subqueries: new Map(
      [...subqueries].map(([name, query]) => [
        name,
        selectOf(dialect.keysByBits ? withKeys(query) : query),
      ]),
    ),
    shapes,
    clock: dialect.clock.named ? unusedName('now_time', plan) : null,
  };
}

/** Whether the engine computes the columns of a SELECT for few rows other than those that `limit` keeps. */
function shapesFew({ readsLate }: LimitRelation<SqlExpr>, dialect: Dialect): boolean {
  return dialect.cutsFirst || (readsLate === true && !dialect.readsLate);
}
