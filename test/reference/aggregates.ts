/** What each aggregate gives for the values of a group's rows. */
import type { Scalar } from '../../generator/core/scalar.ts';
import { Decimal } from './decimal.ts';
import type { AggregateTerm } from './term.ts';
import { compare, groupKey, type Rank, type Value } from './values.ts';

/** The type that each gives: its own, or that of its argument. */
const GIVES = {
  count: 'int64',
  count_if: 'int64',
  count_distinct: 'int64',
  approx_count_distinct: 'int64',
  sum: 'argument',
  avg: 'float64',
  min: 'argument',
  max: 'argument',
  quantile: 'argument',
  approx_quantile: 'argument',
  any_value: 'argument',
} as const satisfies Record<string, Scalar | 'argument'>;

export type AggregateName = keyof typeof GIVES;
export const AGGREGATES: Readonly<Record<AggregateName, Scalar | 'argument'>> = GIVES;

/** The value of an aggregate: `rows` is how many rows there are, `values` its argument in each of them. */
export function aggregateValue(
  { fn, of, rank }: AggregateTerm,
  rows: number,
  values: readonly Value[],
): Value {
  const known = values.filter(value => value !== null);
  switch (fn) {
    case 'count':
      return BigInt(of === null ? rows : known.length);
    case 'count_if':
      return BigInt(known.filter(value => value === true).length);
    case 'count_distinct':
    case 'approx_count_distinct':
      return BigInt(new Set(known.map(value => groupKey([value]))).size);
    case 'sum':
      return known.length === 0 ? null : sumOf(known);
    case 'avg':
      return known.length === 0 ? null : sumOfFloats(known) / known.length;
    case 'min':
      return sorted(known)[0] ?? null;
    case 'max':
      return sorted(known).at(-1) ?? null;
    case 'quantile':
    case 'approx_quantile':
      if (rank === null) throw new Error('a quantile has a rank');
      return nearestRank(sorted(known), rank);
    case 'any_value':
      return known[0] ?? null;
  }
}

function sorted(values: readonly Value[]): readonly Value[] {
  return [...values].sort(compare);
}

function sumOf(values: readonly Value[]): Value {
  if (values.some(value => typeof value === 'number')) return sumOfFloats(values);
  const sum = (units: readonly bigint[]) => units.reduce((all, one) => all + one, 0n);
  const decimals = values.filter(value => value instanceof Decimal);
  return decimals.length > 0
    ? new Decimal(sum(decimals.map(({ units }) => units)))
    : sum(values.map(value => BigInt(String(value))));
}

/** Small ones first, so that the order of the rows does not matter. */
function sumOfFloats(values: readonly Value[]): number {
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
  const isIt = (other: Value) => groupKey([other]) === groupKey([value]);
  const first = known.findIndex(isIt);
  if (first === -1) return false;
  const from = first / known.length;
  const to = (known.findLastIndex(isIt) + 1) / known.length;
  const p = Number(rank.numerator) / Number(rank.denominator);
  return from <= p + 0.01 + 1e-12 && to >= p - 0.01 - 1e-12;
}
