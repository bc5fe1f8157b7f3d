/** Walking and rebuilding bodies. */
import type { Expr, RecordExpr } from './expr.ts';
import type { Buckets, Compare, Query, Retention } from './query.ts';
import { visitExpr } from './walk.ts';
import { mapPredicate } from './walk-plan.ts';

/**
 * `query` with `change` applied to the whole expressions of its clauses, and `record` to each record that is an output. The ends and the
 * zone of a window, the conditions of a union and the values of `filters` are unchanged.
 */
export function mapQuery(
  query: Query,
  change: (expr: Expr) => Expr,
  record: (of: RecordExpr) => RecordExpr = of => of,
): Query {
  return {
    ...query,
    joins: query.joins.map(join => ({
      ...join,
      input:
        join.input.kind === 'items' ? { ...join.input, list: change(join.input.list) } : join.input,
      on: join.on === null ? null : change(join.on),
    })),
    where: query.where.map(predicate => mapPredicate(predicate, change)),
    having: query.having.map(predicate => mapPredicate(predicate, change)),
    buckets: changedOf(query.buckets, change),
    compare: query.compare === null ? null : changedCompare(query.compare, change),
    retention: changedOf(query.retention, change),
    outputs: query.outputs.map(output => {
      const { expr } = output;
      return { ...output, expr: expr.kind === 'record' ? record(expr) : change(expr) };
    }),
  };
}

function changedCompare(
  { isPrevious, rows, bucket, moved }: Compare,
  change: (expr: Expr) => Expr,
): Compare {
  return {
    isPrevious: change(isPrevious),
    rows: rows.map(predicate => mapPredicate(predicate, change)),
    bucket: bucket === null ? null : change(bucket),
    moved: moved === null ? null : change(moved),
  };
}

function changedOf<T extends Buckets | Retention>(
  clause: T | null,
  change: (expr: Expr) => Expr,
): T | null {
  return clause === null ? null : { ...clause, of: change(clause.of) };
}

/** Calls `visit` on every expression that `mapQuery` changes, and on every expression inside one. */
export function visitQuery(query: Query, visit: (expr: Expr) => void): void {
  const each = (expr: Expr) => {
    visitExpr<Expr>(expr, visit);
    return expr;
  };
  mapQuery(query, each, record => {
    visitExpr<Expr>(record, visit);
    return record;
  });
}
