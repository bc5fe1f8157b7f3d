/**
 * `substr` from either end, built from functions that mean the same on all engines. The engines' own `substr` differ for 0 and negative
 * numbers.
 */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { nullLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import { isNull } from '../coerce.ts';
import type { IntegerRange } from './ranges.ts';

/**
 * The parameters are the arguments (the text, the start, and possibly a length), the range of the start, and the range that engines
 * support.
 */
export function substrOf(
  [of, start, length]: readonly Expr[],
  [low, high]: IntegerRange,
  [least, most]: IntegerRange,
): Expr {
  if (of === undefined || start === undefined) throw new Error('`substr` has two arguments');
  const more = length === undefined ? [] : [length];
  const from = (begin: Expr) => makeCall('substr', 'string', [of, begin, ...more]);
  const tail = (count: Expr) => {
    const end = makeCall('right', 'string', [of, count]);
    return length === undefined ? end : makeCall('left', 'string', [end, length]);
  };
  if (isNull(start) || (low > 0n && high <= most)) return from(start);
  if (start.kind === 'literal')
    return low === 0n ? from(wholeLiteral(1n)) : tail(wholeLiteral(-low));
  const branches: Expr[] = [];
  const isIn = makeCall('between', 'bool', [start, wholeLiteral(least), wholeLiteral(most)]);
  if (low < least || high > most)
    branches.push(makeCall('not', 'bool', [isIn]), nullLiteral('string'));
  if (low < 0n)
    branches.push(
      makeCall('lt', 'bool', [start, wholeLiteral(0n)]),
      tail(makeCall('negate', 'int64', [start])),
    );
  if (low <= 0n)
    branches.push(makeCall('eq', 'bool', [start, wholeLiteral(0n)]), from(wholeLiteral(1n)));
  return makeCall('case', 'string', [...branches, from(start)], true);
}
