/**
 * Aggregates with a filter, for engines without a FILTER clause: the argument is NULL in the other rows, and aggregates
 * ignore NULL.
 */
import { makeCall } from '../core/expr/calls.ts';
import type { AggregateExpr, SqlExpr } from '../core/expr/expr.ts';
import { nullLiteral } from '../core/expr/literals.ts';
import { exprKey, mapList, withMembers } from '../core/expr/walk.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import { mapInputs, mapRelations } from '../core/plan/walk-plan.ts';

/** `plan` without filters of aggregates. */
export function withoutFilters(plan: Plan<SqlExpr>): Plan<SqlExpr> {
  return mapRelations(plan, unfiltered);
}

function unfiltered(relation: Relation<SqlExpr>): Relation<SqlExpr> {
  const of = mapInputs(relation, unfiltered);
  if (of.node !== 'aggregate') return of;
  const measures = mapList(of.measures, one => withMembers(one, { expr: withoutFilter(one.expr) }));
  return withMembers(of, { measures });
}

/** `of` without its filter: its first argument is NULL if the filter is not true. */
export function withoutFilter(of: AggregateExpr<SqlExpr>): AggregateExpr<SqlExpr> {
  const { filter, listing } = of;
  const [value, ...rest] = of.args;
  if (filter === null || value === undefined) return of;
  const { scalar } = value;
  const none: SqlExpr = nullLiteral(scalar);
  const args = [filter, value, none];
  const kept: SqlExpr = makeCall('if', scalar, args, true);
  // With DISTINCT, engines need the same expression as argument and as key.
  const orderBy = (listing?.orderBy ?? []).map(key =>
    exprKey(key.expr) === exprKey(value) ? { ...key, expr: kept } : key,
  );
  return {
    ...of,
    args: [kept, ...rest],
    listing: listing === null ? null : { ...listing, orderBy },
    filter: null,
  };
}
