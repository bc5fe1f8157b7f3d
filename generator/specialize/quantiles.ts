/** Quantiles of one argument in one SELECT. Engines that sort the values of a group need to sort them only once. */
import type { AggregateExpr, Rank, SqlExpr } from '../core/expr/expr.ts';
import { exprKey } from '../core/expr/walk.ts';
import type { AggregateRelation, Plan, Relation } from '../core/plan/relation.ts';
import { mapInputs, mapRelations } from '../core/plan/walk-plan.ts';

/** `plan`; if there are several such quantiles, each contains the ranks of all. */
export function sharingRanks(plan: Plan<SqlExpr>): Plan<SqlExpr> {
  const shared = (relation: Relation<SqlExpr>): Relation<SqlExpr> => {
    const of = mapInputs(relation, shared);
    return of.node === 'aggregate' ? withRanks(of) : of;
  };
  return mapRelations(plan, shared);
}

function withRanks(relation: AggregateRelation<SqlExpr>): AggregateRelation<SqlExpr> {
  if (relation.measures.every(({ expr }) => expr.rank === null)) return relation;
  const ranks = new Map<string, Rank[]>();
  for (const { expr } of relation.measures) {
    if (expr.rank === null) continue;
    const key = keyOf(expr);
    const known = ranks.get(key) ?? [];
    if (!known.some(rank => difference(rank, expr.rank) === 0n)) known.push(expr.rank);
    ranks.set(key, known);
  }
  const measures = relation.measures.map(measure => {
    const all = measure.expr.rank === null ? [] : (ranks.get(keyOf(measure.expr)) ?? []);
    if (all.length < 2) return measure;
    return { ...measure, expr: { ...measure.expr, ranks: all.sort(ascending) } };
  });
  return { ...relation, measures };
}

/** The identity of a quantile, apart from its rank. */
function keyOf({ fn, args, filter }: AggregateExpr<SqlExpr>): string {
  return [fn, ...args.map(exprKey), filter === null ? '' : exprKey(filter)].join(' | ');
}

function ascending(a: Rank, b: Rank): number {
  return Number(difference(a, b));
}

function difference(a: Rank, b: Rank | null): bigint {
  return a.numerator * (b?.denominator ?? 1n) - (b?.numerator ?? 0n) * a.denominator;
}
