/** Functions that choose among values. */
import type { LibraryFunction } from '../rule.ts';

export default [
  {
    name: 'if',
    group: 'conditions',
    signature: 'if(condition, then, else)',
    meaning: '`then` if the condition is true; `else` if it is false or NULL.',
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
    meaning: 'NULL if the two are equal, otherwise `x`.',
    example: "nullif(user, '')",
    rule: { kind: 'alike', fn: 'nullif', least: 2, most: 2 },
  },
  {
    name: 'greatest',
    group: 'conditions',
    signature: 'greatest(x, y, …)',
    meaning: 'The greatest of the values; NULL if one is NULL.',
    example: 'greatest(bytes, 1)',
    rule: { kind: 'alike', fn: 'greatest', least: 2, most: Number.POSITIVE_INFINITY },
  },
  {
    name: 'least',
    group: 'conditions',
    signature: 'least(x, y, …)',
    meaning: 'The smallest of the values; NULL if one is NULL.',
    example: 'least(bytes, 1000)',
    rule: { kind: 'alike', fn: 'least', least: 2, most: Number.POSITIVE_INFINITY },
  },
] satisfies readonly LibraryFunction[];
