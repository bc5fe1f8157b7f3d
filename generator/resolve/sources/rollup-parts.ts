/** The parts of an aggregate: aggregates that merge, from which it is computed. */
import { makeAggregate } from '../../core/expr/aggregates.ts';
import type { AggregateExpr, Typed } from '../../core/expr/expr.ts';

/** The number of entries, which every rollup keeps. */
export const ENTRIES: AggregateExpr<never> = makeAggregate('count_rows', 'int64', [], false);

/** `null` if it has no such parts. A mean has a sum and a count. */
export function partsOfMeasure<E extends Typed>(
  of: AggregateExpr<E>,
): readonly AggregateExpr<E>[] | null {
  if (MERGING.has(of.fn)) return [asPart(of)];
  return isMean(of) ? [asPart(sumOf(of)), countOf(of)] : null;
}

/** The same aggregate of a part of a group, which may have no rows; counts are 0 there. */
export function asPart<E extends Typed>(of: AggregateExpr<E>): AggregateExpr<E> {
  return of.fn.startsWith('count') ? of : { ...of, nullable: true };
}

/** Whether it is the mean of floats or of decimals; that of saved GoogleSQL's decimals is rounded in a way of each engine. */
export function isMean({ fn, args }: AggregateExpr<Typed>): boolean {
  const isOfFloats = args.every(({ scalar }) => scalar === 'float64');
  return fn === 'avg_decimal' || (fn === 'avg' && isOfFloats);
}

/** The sum of the values of a mean. */
export function sumOf<E extends Typed>(mean: AggregateExpr<E>): AggregateExpr<E> {
  return mean.fn === 'avg_decimal'
    ? { ...mean, fn: 'sum_decimal', scalar: 'decimal' }
    : { ...mean, fn: 'sum_float64', scalar: 'float64' };
}

export function countOf<E extends Typed>(mean: AggregateExpr<E>): AggregateExpr<E> {
  return { ...mean, fn: 'count', scalar: 'int64', nullable: false };
}

const MERGING: ReadonlySet<string> = new Set<AggregateExpr['fn']>([
  'count_rows',
  'count',
  'count_if',
  'sum_int64',
  'sum_float64',
  'sum_decimal',
  'min',
  'max',
  'bit_or_agg',
]);
