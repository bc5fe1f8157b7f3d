/** Aggregates of entries as aggregates of what a rollup keeps of them. */
import { makeCall } from '../../core/expr/calls.ts';
import type { AggregateExpr, ColumnExpr, SqlExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { exprKey, mapAggregate } from '../../core/expr/walk.ts';
import { asPart, countOf, isMean, sumOf } from '../../resolve/sources/rollup-parts.ts';
import { type Dependence, type Meaning, noDependence, rollupExpr } from './rewrite.ts';
import type { Rolled } from './rolled.ts';

/** An aggregate over rows of parts: other aggregates, and its value from their columns. */
export interface MergedMeasure {
  readonly aggregates: readonly AggregateExpr<SqlExpr>[];
  readonly value: (columns: readonly ColumnExpr[]) => SqlExpr;
}

/** The relation of the parts, as aggregates over it read it. */
export interface PartRows extends Pick<Meaning, 'dimension'> {
  readonly part: (name: string, expr: AggregateExpr<SqlExpr>) => ColumnExpr;
}

/** `null` if the rollup does not keep what the aggregate needs; the reason is added to `found`. */
export function mergedMeasure(
  of: AggregateExpr<SqlExpr>,
  rolled: Rolled,
  rows: PartRows,
  found: Dependence,
): MergedMeasure | null {
  const merged = isMean(of)
    ? mergedMean(of, rolled, rows)
    : (mergedPart(of, rolled, rows) ?? ofDimensions(of, rolled, rows));
  if (merged === null) found.reasons.add(whyNot(of, rolled));
  return merged;
}

function mergedMean(
  of: AggregateExpr<SqlExpr>,
  rolled: Rolled,
  rows: PartRows,
): MergedMeasure | null {
  const sum = mergedPart(sumOf(of), rolled, rows);
  const count = mergedPart(countOf(of), rolled, rows);
  const [ofSum] = sum?.aggregates ?? [];
  const [ofCount] = count?.aggregates ?? [];
  if (ofSum === undefined || ofCount === undefined) return null;
  return {
    aggregates: [ofSum, ofCount],
    value: ([total, number]) => {
      if (total === undefined || number === undefined) throw new Error('a mean has two parts');
      const { scalar, nullable } = of;
      const counted = makeCall<SqlExpr>('float64_from_int64', 'float64', [number]);
      const sum =
        total.scalar === 'decimal'
          ? makeCall<SqlExpr>('float64_from_decimal', 'float64', [total])
          : total;
      return makeCall('divide', scalar, [sum, counted], nullable);
    },
  };
}

/** An aggregate that is a part itself, or a part of fewer rows by a condition on dimensions. */
function mergedPart(
  of: AggregateExpr<SqlExpr>,
  rolled: Rolled,
  rows: PartRows,
): MergedMeasure | null {
  const found = noDependence();
  const over = (expr: SqlExpr) => overDimensions(expr, rolled, rows, found);
  const same = partLike(of, rolled);
  if (same !== null) return merging(rows.part(same.name, same.expr), of, null);
  const bare = partLike({ ...of, filter: null }, rolled);
  if (bare !== null && of.filter !== null) {
    const filter = over(of.filter);
    return isEmpty(found) ? merging(rows.part(bare.name, bare.expr), of, filter) : null;
  }
  const counted = countedRows(of);
  const [entries] = rolled.parts;
  if (counted === null || entries === undefined) return null;
  const filter = counted.map(over);
  if (!isEmpty(found)) return null;
  const [first, ...more] = filter;
  const all = first === undefined || more.length === 0 ? first : makeCall('and', 'bool', filter);
  return merging(rows.part(entries.name, entries.expr), of, all ?? null);
}

function partLike(of: AggregateExpr<SqlExpr>, { parts }: Rolled) {
  const key = exprKey(asPart(of));
  return parts.find(({ expr }) => exprKey(expr) === key) ?? null;
}

/** The conditions on rows that an aggregate counts; `null` if it does not count rows. */
function countedRows({ fn, args, filter }: AggregateExpr<SqlExpr>): readonly SqlExpr[] | null {
  const filters = filter === null ? [] : [filter];
  if (fn === 'count_rows') return filters;
  if (fn === 'count_if') return [...args, ...filters];
  if (fn !== 'count') return null;
  const known = makeCall('is_not_null', 'bool', args, false);
  return [known, ...filters];
}

function merging(
  part: ColumnExpr,
  of: AggregateExpr<SqlExpr>,
  filter: SqlExpr | null,
): MergedMeasure {
  const isCount = of.fn.startsWith('count');
  const fn = isCount ? 'sum_int64' : of.fn;
  const aggregate = { ...of, fn, args: [part], filter, nullable: true };
  return {
    aggregates: [aggregate],
    value: ([column]) => {
      if (column === undefined) throw new Error('a part has a column');
      // a group without entries has no row to count
      if (!isCount) return column;
      const zero = makeLiteral('int64', 0n);
      return { ...makeCall<SqlExpr>('coalesce', 'int64', [column, zero]), nullable: false };
    },
  };
}

/** An aggregate that does not depend on how often a row occurs. */
function ofDimensions(
  of: AggregateExpr<SqlExpr>,
  rolled: Rolled,
  rows: PartRows,
): MergedMeasure | null {
  const isSet = SETS.has(of.fn) || (LISTS.has(of.fn) && of.listing?.distinct === true);
  if (!isSet) return null;
  const found = noDependence();
  const aggregate = mapAggregate(of, expr => overDimensions(expr, rolled, rows, found));
  if (!isEmpty(found)) return null;
  return {
    aggregates: [aggregate],
    value: ([column]) => {
      if (column === undefined) throw new Error('an aggregate has a column');
      return column;
    },
  };
}

const SETS: ReadonlySet<string> = new Set<AggregateExpr['fn']>([
  'count_distinct',
  'min',
  'max',
  'any_value',
]);
const LISTS: ReadonlySet<string> = new Set<AggregateExpr['fn']>(['list_agg', 'string_agg']);

/** A measure may not depend on the step: rows of parts have only keys, dimensions and parts. */
function overDimensions(
  expr: SqlExpr,
  rolled: Rolled,
  { dimension }: PartRows,
  found: Dependence,
): SqlExpr {
  return rollupExpr(expr, rolled, { dimension, instant: null }, found);
}

function isEmpty({ reasons }: Dependence): boolean {
  return reasons.size === 0;
}

function whyNot(of: AggregateExpr<SqlExpr>, { rollup }: Rolled): string {
  const { fn } = of;
  const isKept = isMean(of) || fn.startsWith('count') || fn.startsWith('sum') || MERGES.has(fn);
  const name = SHOWN[fn] ?? fn;
  return isKept
    ? `\`${rollup.name}\` does not keep what \`${name}\` needs`
    : `\`${name}\` does not merge`;
}

const MERGES: ReadonlySet<string> = new Set(['min', 'max', 'bit_or_agg', ...SETS]);
/** The functions that authors write, where the names differ. */
const SHOWN: Readonly<Record<string, string | undefined>> = {
  count_rows: 'count',
  sum_int64: 'sum',
  sum_float64: 'sum',
  sum_decimal: 'sum',
};
