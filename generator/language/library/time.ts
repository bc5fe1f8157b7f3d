/** Functions of time. */
import type { LibraryFunction } from './rule.ts';

export default [
  {
    name: 'trunc',
    group: 'time',
    signature: 'trunc(timestamp, unit)',
    meaning:
      'The start of the second, minute, hour, day or week (from Monday) in UTC; or of a step: `interval 5 minute`.',
    example: 'trunc(at, hour)',
    rule: { kind: 'trunc' },
  },
  {
    name: 'now',
    group: 'time',
    signature: 'now()',
    meaning: 'The instant of the request.',
    example: 'now() - interval 1 hour',
    rule: { kind: 'now' },
  },
] satisfies readonly LibraryFunction[];
