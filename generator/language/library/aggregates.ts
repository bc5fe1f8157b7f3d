/** Aggregates. */
import { SCALARS } from '../../core/scalar.ts';
import { counting, keeping, type LibraryFunction, ORDERED } from './rule.ts';

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
        ...counting('count', ORDERED),
      ],
    },
  },
  {
    name: 'count_if',
    group: 'aggregates',
    signature: 'count_if(condition)',
    meaning: 'The number of rows where the condition is true.',
    example: 'count_if(status >= 400)',
    rule: { kind: 'aggregate', overloads: counting('count_if', ['bool']) },
  },
  {
    name: 'count_distinct',
    group: 'aggregates',
    signature: 'count_distinct(x)',
    meaning: 'The exact number of different values that are not NULL.',
    example: 'count_distinct(user)',
    rule: { kind: 'aggregate', overloads: counting('count_distinct', ORDERED) },
  },
  {
    name: 'approx_count_distinct',
    group: 'aggregates',
    signature: 'approx_count_distinct(x)',
    meaning: 'About the number of different values, as cheaply as the engine can compute it.',
    example: 'approx_count_distinct(user)',
    rule: { kind: 'aggregate', overloads: counting('approx_count_distinct', ORDERED) },
  },
  {
    name: 'sum',
    group: 'aggregates',
    signature: 'sum(number)',
    meaning: 'The sum of the values that are not NULL; NULL where there is none.',
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
    meaning: 'The mean of the values that are not NULL, a `float64`; NULL where there is none.',
    example: 'avg(duration)',
    rule: {
      kind: 'aggregate',
      overloads: [
        ...keeping('avg', ['float64']),
        { takes: ['decimal'], gives: 'float64', fn: 'avg', nullable: 'always' },
      ],
    },
  },
  {
    name: 'min',
    group: 'aggregates',
    signature: 'min(x)',
    meaning: 'The least value that is not NULL; NULL where there is none.',
    example: 'min(duration)',
    rule: { kind: 'aggregate', overloads: keeping('min', ORDERED) },
  },
  {
    name: 'max',
    group: 'aggregates',
    signature: 'max(x)',
    meaning: 'The greatest value that is not NULL; NULL where there is none.',
    example: 'max(duration)',
    rule: { kind: 'aggregate', overloads: keeping('max', ORDERED) },
  },
  {
    name: 'quantile',
    group: 'aggregates',
    signature: 'quantile(x, rank)',
    meaning: 'The least value that a share of `rank` of the values does not exceed; exact.',
    example: 'quantile(duration, 0.999)',
    rule: { kind: 'quantile', fn: 'quantile', decimals: 6 },
  },
  {
    name: 'approx_quantile',
    group: 'aggregates',
    signature: 'approx_quantile(x, rank)',
    meaning: 'A value that occurs, whose rank lies within 0.01 of `rank`; as cheap as possible.',
    example: 'approx_quantile(duration, 0.95)',
    rule: { kind: 'quantile', fn: 'approx_quantile', decimals: 2 },
  },
  {
    name: 'any_value',
    group: 'aggregates',
    signature: 'any_value(x)',
    meaning: 'The value of some row, whichever the engine reads first.',
    example: 'any_value(message)',
    rule: { kind: 'aggregate', overloads: keeping('any_value', SCALARS) },
  },
] satisfies readonly LibraryFunction[];
