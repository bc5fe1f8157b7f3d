/** Functions that choose among values. */
import type { LibraryFunction } from './rule.ts';

export default [
  {
    name: 'if',
    group: 'conditions',
    signature: 'if(condition, then, else)',
    meaning: '`then` where the condition is true, otherwise `else`, for NULL too.',
    example: "if(status < 400, 'good', 'bad')",
    rule: { kind: 'alike', fn: 'if', least: 3, most: 3 },
  },
  {
    name: 'coalesce',
    group: 'conditions',
    signature: 'coalesce(x, …)',
    meaning: 'The first value that is not NULL.',
    example: "coalesce(user, 'nobody')",
    rule: { kind: 'alike', fn: 'coalesce', least: 1, most: Number.POSITIVE_INFINITY },
  },
  {
    name: 'nullif',
    group: 'conditions',
    signature: 'nullif(x, y)',
    meaning: 'NULL where the two are equal, otherwise `x`.',
    example: "nullif(user, '')",
    rule: { kind: 'alike', fn: 'nullif', least: 2, most: 2 },
  },
] satisfies readonly LibraryFunction[];
