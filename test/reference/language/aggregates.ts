/** The result of each aggregate over the values of a group's rows. */
import type { Scalar } from '../../../generator/core/types/scalar.ts';
import { Decimal } from '../decimal.ts';
import { compare, groupKey, type Rank, sortOrder, type Value } from '../values.ts';
import { type Environment, evaluate, holds } from './evaluate.ts';
import type { AggregateTerm } from './term.ts';

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
  quantile_cont: 'float64',
  approx_quantile: 'argument',
  any_value: 'argument',
  stddev: 'float64',
  variance: 'float64',
  stddev_pop: 'float64',
  var_pop: 'float64',
  bit_or_agg: 'int64',
  arg_min: 'argument',
  arg_max: 'argument',
  string_agg: 'string',
  list_agg: 'list',
} as const satisfies Record<string, Scalar | 'argument' | 'list'>;

export type AggregateName = keyof typeof GIVES;
export const AGGREGATES: Readonly<Record<AggregateName, Scalar | 'argument' | 'list'>> = GIVES;

/** The values that an aggregate reads of one row. */
export interface Reading {
  /** Its argument; of `count()`, which has none, `true`. */
  readonly of: Value;
  /** The second argument of `arg_min` and `arg_max`. */
  readonly by: Value;
  /** The values that its order compares. */
  readonly keys: readonly Value[];
}

/** The values that the aggregate reads of the rows that its filter keeps. */
export function readings(
  { of, by, filter, orderBy }: AggregateTerm,
  rows: readonly Environment[],
): readonly Reading[] {
  const kept = rows.filter(row => filter === null || holds(filter, row));
  return kept.map(row => ({
    of: of === null ? true : evaluate(of, row),
    by: by === null ? null : evaluate(by, row),
    keys: orderBy.map(key => evaluate(key.term, row)),
  }));
}

/** The result of an aggregate; a test that allows an engine some freedom replaces it. */
export type AggregateValue = typeof aggregateValue;

/** The value of an aggregate over what it reads of a group's rows. */
export function aggregateValue(term: AggregateTerm, rows: readonly Reading[]): Value {
  const { fn, rank } = term;
  const known = rows.map(row => row.of).filter(value => value !== null);
  switch (fn) {
    case 'count':
      return BigInt(known.length);
    case 'count_if':
      return BigInt(known.filter(value => value === true).length);
    case 'count_distinct':
    case 'approx_count_distinct':
      return BigInt(new Set(known.map(value => groupKey([value]))).size);
    case 'sum':
      return known.length === 0 ? null : sumOf(known);
    case 'avg':
      return known.length === 0 ? null : meanOf(known);
    case 'min':
      return sorted(known)[0] ?? null;
    case 'max':
      return sorted(known).at(-1) ?? null;
    case 'quantile':
    case 'approx_quantile':
      if (rank === null) throw new Error('a quantile has a rank');
      return nearestRank(sorted(known), rank);
    case 'quantile_cont':
      if (rank === null) throw new Error('a quantile has a rank');
      return between(
        known.map(Number).sort((a, b) => a - b),
        rank,
      );
    case 'any_value':
      return known[0] ?? null;
    case 'variance':
      return variance(known.map(Number));
    case 'stddev': {
      const square = variance(known.map(Number));
      return square === null ? null : Math.sqrt(square);
    }
    case 'var_pop':
      return spread(known.map(Number), known.length);
    case 'stddev_pop': {
      const square = spread(known.map(Number), known.length);
      return square === null ? null : Math.sqrt(square);
    }
    case 'bit_or_agg':
      return known.length === 0
        ? null
        : known.reduce<bigint>((bits, value) => bits | BigInt(String(value)), 0n);
    case 'arg_min':
      return extreme(rows, order => order < 0);
    case 'arg_max':
      return extreme(rows, order => order > 0);
    case 'string_agg':
      return known.length === 0 ? null : inOrder(term, rows).join(term.separator ?? '');
    case 'list_agg':
      return inOrder(term, rows).slice(0, term.limit ?? rows.length);
  }
}

/** Of decimals, their exact sum by their number. */
function meanOf(values: readonly Value[]): number {
  const areDecimals = values.every(value => value instanceof Decimal);
  return (areDecimals ? Number(String(sumOf(values))) : sumOfFloats(values)) / values.length;
}

/** Of a sample: the squares' sum over one less than there are values. */
function variance(values: readonly number[]): number | null {
  return spread(values, values.length - 1);
}

/** The squares' sum over `count`; NULL if that is 0 or less. */
function spread(values: readonly number[], count: number): number | null {
  if (count < 1) return null;
  const mean = sumOfFloats(values) / values.length;
  return sumOfFloats(values.map(value => (value - mean) ** 2)) / count;
}

function extreme(rows: readonly Reading[], isBetter: (order: number) => boolean): Value {
  let best: Reading | null = null;
  for (const row of rows) {
    if (row.of === null || row.by === null) continue;
    const order = best === null ? 0 : compare(row.by, best.by);
    const isTie = best !== null && order === 0 && compare(row.of, best.of) < 0;
    if (best === null || isBetter(order) || isTie) best = row;
  }
  return best === null ? null : best.of;
}

/** The values that are not NULL by the keys, and by themselves in the direction of the last key where these are equal. */
function inOrder({ orderBy, distinct }: AggregateTerm, rows: readonly Reading[]): readonly Value[] {
  const directions = [...orderBy.map(key => key.descending), orderBy.at(-1)?.descending ?? false];
  const known = rows.filter(row => row.of !== null).map(row => [...row.keys, row.of]);
  known.sort((a, b) => {
    const orders = directions.map((down, i) => sortOrder(a[i] ?? null, b[i] ?? null, down));
    return orders.find(order => order !== 0) ?? 0;
  });
  const values = known.map(row => row.at(-1) ?? null);
  const isFirst = (value: Value, i: number) =>
    i === values.findIndex(other => groupKey([other]) === groupKey([value]));
  return distinct ? values.filter(isFirst) : values;
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

/** The value at the rank's share of the way from the first to the last; NULL without values. */
function between(values: readonly number[], { numerator, denominator }: Rank): number | null {
  const [first] = values;
  if (first === undefined) return null;
  const way = BigInt(values.length - 1) * numerator;
  const at = Number(way / denominator);
  const [one = first, next = one] = values.slice(at, at + 2);
  const share = Number(way % denominator) / Number(denominator);
  return share === 0 ? one : one * (1 - share) + next * share;
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
