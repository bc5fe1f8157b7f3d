/** Walking and rebuilding bodies. */
import type { Expr, Predicate, RecordExpr } from '../expr/expr.ts';
import { mapList, visitExpr, withMembers } from '../expr/walk.ts';
import type { Buckets, Compare, Query, Retention } from './query.ts';
import { guardedIn, mapPredicate } from './walk-plan.ts';

/**
 * `query` with `change` applied to the whole expressions of its clauses, and `record` to each record that is an output; returns the same
 * query if nothing changed. The ends and the
 * zone of a window, the conditions of a union and the values of `filters` are unchanged.
 */
export function mapQuery(
  query: Query,
  change: (expr: Expr) => Expr,
  record: (of: RecordExpr) => RecordExpr = of => of,
): Query {
  return withMembers(query, {
    joins: mapList(query.joins, join => {
      const { input, on } = join;
      return withMembers(join, {
        input: input.kind === 'items' ? withMembers(input, { list: change(input.list) }) : input,
        on: on === null ? null : change(on),
      });
    }),
    where: mapList(query.where, predicate => mapPredicate(predicate, change)),
    having: mapList(query.having, predicate => mapPredicate(predicate, change)),
    buckets: changedOf(query.buckets, change),
    compare: query.compare === null ? null : changedCompare(query.compare, change),
    retention: changedOf(query.retention, change),
    outputs: mapList(query.outputs, output => {
      const { expr } = output;
      return withMembers(output, { expr: expr.kind === 'record' ? record(expr) : change(expr) });
    }),
  });
}

function changedCompare(compare: Compare, change: (expr: Expr) => Expr): Compare {
  const { isPrevious, rows, bucket, moved } = compare;
  return withMembers(compare, {
    isPrevious: change(isPrevious),
    rows: mapList(rows, predicate => mapPredicate(predicate, change)),
    bucket: bucket === null ? null : change(bucket),
    moved: moved === null ? null : change(moved),
  });
}

function changedOf<T extends Buckets | Retention>(
  clause: T | null,
  change: (expr: Expr) => Expr,
): T | null {
  if (clause === null) return null;
  const of = change(clause.of);
  return of === clause.of ? clause : { ...clause, of };
}

/** Calls `visit` on every expression that `mapQuery` changes, and on every expression inside one. */
export function visitQuery(query: Query, visit: (expr: Expr) => void): void {
  const { joins, where, having, buckets, compare, retention, outputs } = query;
  const all: readonly (Expr | RecordExpr)[] = [
    ...joins.flatMap(({ input, on }) => [
      ...(input.kind === 'items' ? [input.list] : []),
      ...(on === null ? [] : [on]),
    ]),
    ...[...where, ...having].flatMap(exprsOf),
    ...(buckets === null ? [] : [buckets.of]),
    ...(compare === null ? [] : comparedExprs(compare)),
    ...(retention === null ? [] : [retention.of]),
    ...outputs.map(({ expr }) => expr),
  ];
  for (const expr of all) visitExpr<Expr>(expr, visit);
}

function comparedExprs({ isPrevious, rows, bucket, moved }: Compare): readonly Expr[] {
  const others = [bucket, moved].filter(expr => expr !== null);
  return [isPrevious, ...rows.flatMap(exprsOf), ...others];
}

function exprsOf(predicate: Predicate): readonly Expr[] {
  return guardedIn(predicate).map(({ expr }) => expr);
}
