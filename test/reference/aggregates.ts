/** What each aggregate gives for the values of a group's rows. */
import type { AggregateExpr, Rank } from '../../generator/core/expr.ts';
import { compare, groupKey, type Value } from './values.ts';

/** The value of an aggregate: `rows` is how many rows there are, `values` its argument in each of them. */
export function aggregateValue(expr: AggregateExpr, rows: number, values: readonly Value[]): Value {
  const known = values.filter(value => value !== null);
  switch (expr.fn) {
    case 'count_rows':
      return BigInt(rows);
    case 'count':
      return BigInt(known.length);
    case 'count_if':
      return BigInt(known.filter(value => value === true).length);
    case 'count_distinct':
    case 'approx_count_distinct':
      return BigInt(new Set(known.map(value => groupKey([value]))).size);
    case 'sum_int64':
      return known.length === 0 ? null : known.reduce((sum: bigint, v) => sum + BigInt(v), 0n);
    case 'sum_float64':
      return known.length === 0 ? null : sumOf(known);
    case 'avg':
      return known.length === 0 ? null : sumOf(known) / known.length;
    case 'min':
      return sorted(known)[0] ?? null;
    case 'max':
      return sorted(known).at(-1) ?? null;
    case 'quantile':
    case 'approx_quantile':
      if (expr.rank === null) throw new Error('a quantile has a rank');
      return nearestRank(sorted(known), expr.rank);
    case 'any_value':
      return known[0] ?? null;
  }
}

function sorted(values: readonly Value[]): readonly Value[] {
  return [...values].sort(compare);
}

/** Small ones first, so that the order of the rows does not matter. */
function sumOf(values: readonly Value[]): number {
  const numbers = values.map(Number).sort((a, b) => Math.abs(a) - Math.abs(b));
  return numbers.reduce((sum, value) => sum + value, 0);
}

/** The least of the sorted values whose cumulative share reaches the rank. */
export function nearestRank(values: readonly Value[], rank: Rank): Value {
  const count = BigInt(values.length);
  const needed = (rank.numerator * count + rank.denominator - 1n) / rank.denominator;
  return values[Number(needed === 0n ? 0n : needed - 1n)] ?? null;
}

/**
 * Whether an engine may answer `value` for `approx_quantile` of the values: one that occurs, and some place of it among the
 * sorted values covers ranks [(i-1)/n, i/n] that lie within 0.01 of the rank.
 */
export function isApproxQuantile(values: readonly Value[], rank: Rank, value: Value): boolean {
  const known = sorted(values.filter(v => v !== null));
  if (known.length === 0) return value === null;
  const first = known.indexOf(value);
  if (first === -1) return false;
  const from = first / known.length;
  const to = (known.lastIndexOf(value) + 1) / known.length;
  const p = Number(rank.numerator) / Number(rank.denominator);
  return from <= p + 0.01 + 1e-12 && to >= p - 0.01 - 1e-12;
}
