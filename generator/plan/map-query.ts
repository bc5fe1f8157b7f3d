/** Rebuilds the expressions of a body. */
import type { Expr, RecordExpr } from '../core/expr.ts';
import type { Buckets, Query, Retention } from '../core/query.ts';
import { mapPredicate } from '../core/walk-plan.ts';

/** `query` with `change` applied to each of its whole expressions, and `changeRecord` to those that are records. */
export function mapQuery(
  query: Query,
  change: (expr: Expr) => Expr,
  changeRecord: (record: RecordExpr) => RecordExpr = of => of,
): Query {
  return {
    ...query,
    joins: query.joins.map(join => ({ ...join, on: join.on === null ? null : change(join.on) })),
    where: query.where.map(predicate => mapPredicate(predicate, change)),
    having: query.having.map(predicate => mapPredicate(predicate, change)),
    buckets: changedOf(query.buckets, change),
    retention: changedOf(query.retention, change),
    outputs: query.outputs.map(({ expr, ...output }) => ({
      ...output,
      expr: expr.kind === 'record' ? changeRecord(expr) : change(expr),
    })),
  };
}

function changedOf<T extends Buckets | Retention>(
  clause: T | null,
  change: (expr: Expr) => Expr,
): T | null {
  return clause === null ? null : { ...clause, of: change(clause.of) };
}
