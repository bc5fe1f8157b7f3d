/**
 * `substr` from either end, built from functions that mean the same on all engines. The engines' own `substr` differ for 0 and negative
 * numbers.
 */
import type { Expr } from '../../core/expr.ts';
import { isNull } from '../coerce.ts';
import { call } from '../context.ts';
import { nothing, whole } from './domains.ts';
import type { Range } from './ranges.ts';

/**
 * The parameters are the arguments (the text, the start, and possibly a length), the range of the start, and the range that engines
 * support.
 */
export function substrOf(
  [of, start, length]: readonly Expr[],
  [low, high]: Range,
  [least, most]: Range,
): Expr {
  if (of === undefined || start === undefined) throw new Error('`substr` has two arguments');
  const more = length === undefined ? [] : [length];
  const from = (begin: Expr) => call('substr', 'string', [of, begin, ...more]);
  const tail = (count: Expr) => {
    const end = call('right', 'string', [of, count]);
    return length === undefined ? end : call('left', 'string', [end, length]);
  };
  if (isNull(start) || (low > 0n && high <= most)) return from(start);
  if (start.kind === 'literal') return low === 0n ? from(whole(1n)) : tail(whole(-low));
  const branches: Expr[] = [];
  const isIn = call('between', 'bool', [start, whole(least), whole(most)]);
  if (low < least || high > most) branches.push(call('not', 'bool', [isIn]), nothing('string'));
  if (low < 0n)
    branches.push(call('lt', 'bool', [start, whole(0n)]), tail(call('negate', 'int64', [start])));
  if (low <= 0n) branches.push(call('eq', 'bool', [start, whole(0n)]), from(whole(1n)));
  return call('case', 'string', [...branches, from(start)], true);
}
