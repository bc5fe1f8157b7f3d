/** Window functions. Aggregates with `over` are window functions, too. */
import type { LibraryFunction } from '../rule.ts';

export default [
  {
    name: 'row_number',
    group: 'windows',
    signature: 'row_number() over (order by …)',
    meaning: 'The position of the row in the order, counted from 1.',
    example: 'row_number() over (partition by user order by timestamp desc)',
    rule: { kind: 'window', fn: 'row_number' },
  },
  {
    name: 'rank',
    group: 'windows',
    signature: 'rank() over (order by …)',
    meaning:
      'One more than the number of rows before the row; rows that are equal in the order have the same rank.',
    example: 'rank() over (order by bytes desc)',
    rule: { kind: 'window', fn: 'rank' },
  },
  {
    name: 'dense_rank',
    group: 'windows',
    signature: 'dense_rank() over (order by …)',
    meaning:
      'Like `rank`, without gaps: one more than the number of different ranks before the row.',
    example: 'dense_rank() over (order by bytes desc)',
    rule: { kind: 'window', fn: 'dense_rank' },
  },
  {
    name: 'ntile',
    group: 'windows',
    signature: 'ntile(n) over (order by …)',
    meaning:
      'The number, from 1 to `n`, of the group of the row, if the rows are cut in their order into `n` groups. The sizes differ by at most one, and larger groups come first. `n` must be a literal.',
    example: 'ntile(4) over (order by bytes desc)',
    rule: { kind: 'tile', fn: 'ntile' },
  },
  {
    name: 'lag',
    group: 'windows',
    signature: 'lag(x) or lag(x, n)',
    meaning:
      'The value of `x` in the row before, or `n` rows before; NULL if there is no such row.',
    example: 'lag(bytes) over (order by timestamp)',
    rule: { kind: 'neighbour', fn: 'lag' },
  },
  {
    name: 'lead',
    group: 'windows',
    signature: 'lead(x) or lead(x, n)',
    meaning: 'The value of `x` in the row after, or `n` rows after; NULL if there is no such row.',
    example: 'lead(bytes) over (order by timestamp)',
    rule: { kind: 'neighbour', fn: 'lead' },
  },
  {
    name: 'first_value',
    group: 'windows',
    signature: 'first_value(x) or first_value(x ignore nulls)',
    meaning:
      'The value of `x` in the first row of the frame; NULL if that value is NULL. With `ignore nulls`, the first value that is not NULL; NULL if there is none.',
    example: 'first_value(path) over (partition by user order by timestamp)',
    rule: { kind: 'neighbour', fn: 'first_value' },
  },
  {
    name: 'last_value',
    group: 'windows',
    signature: 'last_value(x) or last_value(x ignore nulls)',
    meaning:
      'The value of `x` in the last row of the frame; NULL if that value is NULL. With `ignore nulls`, the last value that is not NULL; NULL if there is none.',
    example: 'last_value(path) over (partition by user order by timestamp)',
    rule: { kind: 'neighbour', fn: 'last_value' },
  },
] satisfies readonly LibraryFunction[];
