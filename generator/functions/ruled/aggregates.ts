/** Aggregates. */
import { SCALARS } from '../../core/types/scalar.ts';
import { countOverloads, inFloats, keeping, type LibraryFunction, ORDERED } from '../rule.ts';

export default [
  {
    name: 'count',
    group: 'aggregates',
    signature: 'count() or count(x)',
    meaning: 'The number of rows, or of rows where `x` is not NULL.',
    example: 'count()',
    rule: {
      kind: 'aggregate',
      overloads: [
        { takes: [], gives: 'int64', fn: 'count_rows', nullable: 'never' },
        ...countOverloads('count', ORDERED),
      ],
    },
  },
  {
    name: 'count_if',
    group: 'aggregates',
    signature: 'count_if(condition)',
    meaning: 'The number of rows where the condition is true.',
    example: 'count_if(status >= 400)',
    rule: { kind: 'aggregate', overloads: countOverloads('count_if', ['bool']) },
  },
  {
    name: 'count_distinct',
    group: 'aggregates',
    signature: 'count_distinct(x)',
    meaning: 'The exact number of different values that are not NULL.',
    example: 'count_distinct(user)',
    rule: { kind: 'aggregate', overloads: countOverloads('count_distinct', ORDERED) },
  },
  {
    name: 'approx_count_distinct',
    group: 'aggregates',
    signature: 'approx_count_distinct(x)',
    meaning: 'The approximate number of different values, computed as cheaply as the engine can.',
    example: 'approx_count_distinct(user)',
    rule: { kind: 'aggregate', overloads: countOverloads('approx_count_distinct', ORDERED) },
  },
  {
    name: 'sum',
    group: 'aggregates',
    signature: 'sum(number)',
    meaning: 'The sum of the values that are not NULL; NULL if there are none.',
    example: 'sum(bytes)',
    rule: {
      kind: 'aggregate',
      overloads: [
        ...keeping('sum_int64', ['int64']),
        ...keeping('sum_float64', ['float64']),
        ...keeping('sum_decimal', ['decimal']),
      ],
    },
  },
  {
    name: 'avg',
    group: 'aggregates',
    signature: 'avg(number)',
    meaning: 'The mean of the values that are not NULL, a `float64`; NULL if there are none.',
    example: 'avg(duration)',
    rule: {
      kind: 'aggregate',
      overloads: [
        { takes: ['float64'], gives: 'float64', fn: 'avg', nullable: 'always' },
        { takes: ['decimal'], gives: 'float64', fn: 'avg_decimal', nullable: 'always' },
      ],
    },
  },
  {
    name: 'min',
    group: 'aggregates',
    signature: 'min(x)',
    meaning: 'The smallest value that is not NULL; NULL if there is none.',
    example: 'min(duration)',
    rule: { kind: 'aggregate', overloads: keeping('min', ORDERED) },
  },
  {
    name: 'max',
    group: 'aggregates',
    signature: 'max(x)',
    meaning: 'The greatest value that is not NULL; NULL if there is none.',
    example: 'max(duration)',
    rule: { kind: 'aggregate', overloads: keeping('max', ORDERED) },
  },
  {
    name: 'quantile',
    group: 'aggregates',
    signature: 'quantile(x, rank)',
    meaning:
      'The exact quantile: the smallest value for which at least a share of `rank` of all values is equal or smaller.',
    example: 'quantile(duration, 0.999)',
    rule: { kind: 'quantile', fn: 'quantile', decimals: 6 },
  },
  {
    name: 'quantile_cont',
    group: 'aggregates',
    signature: 'quantile_cont(number, rank)',
    meaning:
      'The quantile between two values, a `float64`: of `n` sorted values, the one at `rank * (n - 1)`, counted from 0; between two values, the share of each.',
    example: 'quantile_cont(duration, 0.5)',
    rule: { kind: 'quantile', fn: 'quantile_cont', decimals: 6 },
  },
  {
    name: 'approx_quantile',
    group: 'aggregates',
    signature: 'approx_quantile(x, rank)',
    meaning:
      'One of the values, with a rank within 0.01 of `rank`; computed as cheaply as the engine can.',
    example: 'approx_quantile(duration, 0.95)',
    rule: { kind: 'quantile', fn: 'approx_quantile', decimals: 2 },
  },
  {
    name: 'any_value',
    group: 'aggregates',
    signature: 'any_value(x)',
    meaning: 'The value of one of the rows; the engine chooses which.',
    example: 'any_value(message)',
    rule: { kind: 'aggregate', overloads: keeping('any_value', SCALARS) },
  },
  {
    name: 'stddev',
    group: 'aggregates',
    signature: 'stddev(number)',
    meaning:
      'The standard deviation of a sample, a `float64`; NULL if there are fewer than two values.',
    example: 'stddev(duration)',
    rule: { kind: 'aggregate', overloads: inFloats('stddev') },
  },
  {
    name: 'variance',
    group: 'aggregates',
    signature: 'variance(number)',
    meaning: 'The variance of a sample, a `float64`; NULL if there are fewer than two values.',
    example: 'variance(duration)',
    rule: { kind: 'aggregate', overloads: inFloats('variance') },
  },
  {
    name: 'stddev_pop',
    group: 'aggregates',
    signature: 'stddev_pop(number)',
    meaning: 'The standard deviation of all values, a `float64`; NULL if there are none.',
    example: 'stddev_pop(duration)',
    rule: { kind: 'aggregate', overloads: inFloats('stddev_pop') },
  },
  {
    name: 'var_pop',
    group: 'aggregates',
    signature: 'var_pop(number)',
    meaning: 'The variance of all values, a `float64`; NULL if there are none.',
    example: 'var_pop(duration)',
    rule: { kind: 'aggregate', overloads: inFloats('var_pop') },
  },
  {
    name: 'bit_or_agg',
    group: 'aggregates',
    signature: 'bit_or_agg(x)',
    meaning: 'The bits that are set in at least one value; NULL if there are no values.',
    example: 'bit_or_agg(status)',
    rule: { kind: 'aggregate', overloads: keeping('bit_or_agg', ['int64']) },
  },
  {
    name: 'arg_min',
    group: 'aggregates',
    signature: 'arg_min(x, by)',
    meaning:
      'The value of `x` in the row with the smallest `by`; if several rows have it, the smallest `x`. Rows in which either is NULL are ignored.',
    example: 'arg_min(path, timestamp)',
    rule: { kind: 'extreme', fn: 'arg_min' },
  },
  {
    name: 'arg_max',
    group: 'aggregates',
    signature: 'arg_max(x, by)',
    meaning:
      'The value of `x` in the row with the greatest `by`; if several rows have it, the smallest `x`. Rows in which either is NULL are ignored.',
    example: 'arg_max(status, timestamp)',
    rule: { kind: 'extreme', fn: 'arg_max' },
  },
  {
    name: 'string_agg',
    group: 'aggregates',
    signature: "string_agg(text, separator) or string_agg(distinct text, ', ' order by x desc)",
    meaning:
      'The texts that are not NULL, joined. They are sorted by `order by`, and then by the text itself.',
    example: "string_agg(distinct path, ', ')",
    rule: { kind: 'listing', fn: 'string_agg' },
  },
  {
    name: 'list_agg',
    group: 'aggregates',
    signature: 'list_agg(x) or list_agg(distinct x order by y desc limit 10)',
    meaning:
      'A list of the values that are not NULL, sorted by `order by`, and then by the value itself. With `limit`, only the first ones; without values, an empty list.',
    example: 'list_agg(distinct path)',
    rule: { kind: 'listing', fn: 'list_agg' },
  },
] satisfies readonly LibraryFunction[];
