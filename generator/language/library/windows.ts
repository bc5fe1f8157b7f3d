/** Window functions. Aggregates with `over` are window functions, too. */
import type { LibraryFunction } from './rule.ts';

export default [
  {
    name: 'row_number',
    group: 'windows',
    signature: 'row_number() over (order by …)',
    meaning: 'The place of the row in the order, from 1.',
    example: 'row_number() over (partition by user order by timestamp desc)',
    rule: { kind: 'window', fn: 'row_number' },
  },
  {
    name: 'rank',
    group: 'windows',
    signature: 'rank() over (order by …)',
    meaning:
      'One more than there are rows before it in the order; rows that it leaves equal have one rank.',
    example: 'rank() over (order by bytes desc)',
    rule: { kind: 'window', fn: 'rank' },
  },
  {
    name: 'dense_rank',
    group: 'windows',
    signature: 'dense_rank() over (order by …)',
    meaning: 'The same without gaps: one more than there are different ranks before it.',
    example: 'dense_rank() over (order by bytes desc)',
    rule: { kind: 'window', fn: 'dense_rank' },
  },
  {
    name: 'lag',
    group: 'windows',
    signature: 'lag(x) or lag(x, n)',
    meaning: 'The value of `x` in the row before it, or `n` rows before it; NULL if absent.',
    example: 'lag(bytes) over (order by timestamp)',
    rule: { kind: 'neighbour', fn: 'lag' },
  },
  {
    name: 'lead',
    group: 'windows',
    signature: 'lead(x) or lead(x, n)',
    meaning: 'The value of `x` in the row after it, or `n` rows after it; NULL if absent.',
    example: 'lead(bytes) over (order by timestamp)',
    rule: { kind: 'neighbour', fn: 'lead' },
  },
  {
    name: 'first_value',
    group: 'windows',
    signature: 'first_value(x)',
    meaning: 'The value of `x` in the first row of the frame, NULL if it is.',
    example: 'first_value(path) over (partition by user order by timestamp)',
    rule: { kind: 'neighbour', fn: 'first_value' },
  },
  {
    name: 'last_value',
    group: 'windows',
    signature: 'last_value(x)',
    meaning: 'The value of `x` in the last row of the frame, NULL if it is.',
    example: 'last_value(path) over (partition by user order by timestamp)',
    rule: { kind: 'neighbour', fn: 'last_value' },
  },
] satisfies readonly LibraryFunction[];
