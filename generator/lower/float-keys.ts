/** Floats that an engine would group, count and look up by their bits, in which 0 and -0 differ. */
import { makeCall } from '../core/expr/calls.ts';
import type { AggregateExpr, SqlExpr, WindowExpr } from '../core/expr/expr.ts';
import { exprKey, mapList, withMembers } from '../core/expr/walk.ts';
import type { NamedExpr, Plan, ProjectRelation, Relation } from '../core/plan/relation.ts';
import { mapInputs, mapRelations } from '../core/plan/walk-plan.ts';

/** `plan` with one form of each such float. */
export function withFloatKeys(plan: Plan<SqlExpr>): Plan<SqlExpr> {
  return mapRelations(plan, keyed);
}

function keyed(relation: Relation<SqlExpr>): Relation<SqlExpr> {
  const of = mapInputs(relation, keyed);
  switch (of.node) {
    case 'aggregate':
      return withMembers(of, {
        keys: mapList(of.keys, named),
        measures: mapList(of.measures, one => withMembers(one, { expr: ofDistinct(one.expr) })),
      });
    case 'window':
      return withMembers(of, {
        columns: mapList(of.columns, one => withMembers(one, { expr: ofDistinct(one.expr) })),
      });
    default:
      return of;
  }
}

/** `rows` with such columns. */
export function withKeys(rows: ProjectRelation<SqlExpr>): ProjectRelation<SqlExpr> {
  const columns = mapList(rows.columns, one =>
    one.expr.kind === 'record' ? one : named({ name: one.name, expr: one.expr }),
  );
  return withMembers(rows, { columns });
}

function named(of: NamedExpr<SqlExpr>): NamedExpr<SqlExpr> {
  return withMembers(of, { expr: floatKey(of.expr) });
}

/** `of` in one form for all floats that are equal; a value of any other type as it is. */
export function floatKey(of: SqlExpr): SqlExpr {
  const isKey = of.scalar !== 'float64' || (of.kind === 'call' && of.fn === 'float_key');
  return isKey ? of : makeCall('float_key', 'float64', [of]);
}

const DISTINCT: ReadonlySet<string> = new Set(['count_distinct', 'approx_count_distinct']);

function ofDistinct<Of extends AggregateExpr<SqlExpr> | WindowExpr<SqlExpr>>(of: Of): Of {
  const [value] = of.args;
  const listing = of.kind === 'aggregate' && of.listing?.distinct === true ? of.listing : null;
  if (value?.scalar !== 'float64' || (listing === null && !DISTINCT.has(of.fn))) return of;
  const args = [floatKey(value), ...of.args.slice(1)];
  if (listing === null) return { ...of, args };
  // the value may be a key of the order
  const orderBy = listing.orderBy.map(key =>
    exprKey(key.expr) === exprKey(value) ? { ...key, expr: floatKey(value) } : key,
  );
  return { ...of, args, listing: { ...listing, orderBy } };
}
