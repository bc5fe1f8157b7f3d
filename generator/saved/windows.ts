/** Windows of time in a saved query. A window that the service would refuse has no buckets; in a step, it makes the answer empty. */
import { makeCall } from '../core/expr/calls.ts';
import { allOf } from '../core/expr/condition.ts';
import type { PlanExpr, Predicate, SqlExpr } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import { type Query, type TimeWindow, windowsIn } from '../core/plan/query.ts';
import type { Relation } from '../core/plan/relation.ts';
import { mapInputs } from '../core/plan/walk-plan.ts';
import { rowExpr } from '../plan/row-expr.ts';
import { moves } from '../plan/windows/series.ts';

/** Bounds the length of a series: if it would have too many buckets, it has none. */
export function boundedWindows(relation: Relation<SqlExpr>): Relation<SqlExpr> {
  const of = mapInputs(relation, boundedWindows);
  if (of.node !== 'fill' || of.series.kind === 'instants') return of;
  const { series } = of;
  const { every, fits } = limits(series, series.most);
  const none = makeLiteral('int64', -1n);
  const span = makeCall<SqlExpr>('case', 'int64', [fits, series.span, none]);
  return { ...of, series: { ...series, every, span: { ...span, nullable: false } } };
}

/** Conditions on the windows of a body. */
export function answeredWindow(
  query: Query,
  decode: (expr: PlanExpr) => SqlExpr,
): readonly Predicate<SqlExpr>[] {
  return windowsIn(query).flatMap(window => conditionsOn(window, decode));
}

/** The condition that the ends of a `window` are not reversed, as far as both are given. */
export function orderedEnds({ window }: Query): readonly Predicate<PlanExpr>[] {
  if (window === null) return [];
  const { from, to, needs } = window;
  return [{ when: allOf(needs), expr: makeCall('le', 'bool', [from, to].map(rowExpr)) }];
}

function conditionsOn(
  buckets: TimeWindow,
  decode: (expr: PlanExpr) => SqlExpr,
): readonly Predicate<SqlExpr>[] {
  const ordered = makeCall('le', 'bool', [rowExpr(buckets.from), rowExpr(buckets.to)].map(decode));
  if (buckets.gaps === 'omit') return [{ when: null, expr: ordered }];
  const { span, every } = moves(buckets, 'start');
  const { fits } = limits({ span: decode(span), every: decode(every) }, buckets.most);
  return [ordered, fits].map(expr => ({ when: null, expr }));
}

/** The distance between buckets, and whether a window has at most `buckets` of them. */
function limits(
  of: { readonly span: SqlExpr; readonly every: SqlExpr },
  buckets: number,
): { readonly every: SqlExpr; readonly fits: SqlExpr } {
  const args = [of.every, makeLiteral('int64', 1n)];
  const every: SqlExpr = of.every.nullable
    ? { ...makeCall<SqlExpr>('coalesce', 'int64', args), nullable: false }
    : of.every;
  const most =
    every.kind === 'literal'
      ? makeLiteral('int64', BigInt(String(every.value)) * BigInt(buckets))
      : makeCall<SqlExpr>('multiply', 'int64', [every, makeLiteral('int64', BigInt(buckets))]);
  return { every, fits: makeCall<SqlExpr>('lt', 'bool', [of.span, most]) };
}
