/** The range of an `int64`, as far as it is known, so that conditions that are always true are not printed. */

import type { Expr } from '../../core/expr/expr.ts';
import type { Param } from '../../core/plan/param.ts';
import type { Scope } from '../scope.ts';

export type IntegerRange = readonly [low: bigint, high: bigint];

const ANY: IntegerRange = [-(2n ** 63n), 2n ** 63n - 1n];
/** No engine supports a longer text. */
const LENGTHS: IntegerRange = [0n, 2n ** 31n];

/** The least and the greatest possible value of `expr`; the bounds of its type if nothing is known. */
export function findRange(expr: Expr, params: Scope['params']): IntegerRange {
  if (expr.kind === 'literal' && typeof expr.value === 'bigint') return [expr.value, expr.value];
  if (expr.kind === 'param') return declared(params.get(expr.name));
  if (expr.kind !== 'call') return ANY;
  const [a, b] = expr.args.slice(0, 2).map(arg => findRange(arg, params));
  switch (expr.fn) {
    case 'length':
    case 'strpos':
      return LENGTHS;
    case 'add':
      return a === undefined || b === undefined ? ANY : kept([a[0] + b[0], a[1] + b[1]]);
    case 'subtract':
      return a === undefined || b === undefined ? ANY : kept([a[0] - b[1], a[1] - b[0]]);
    default:
      return ANY;
  }
}

/** The range from a parameter's `min` and `max`. */
function declared(param: Param | undefined): IntegerRange {
  const { min, max } = param?.constraints ?? {};
  return [typeof min === 'bigint' ? min : ANY[0], typeof max === 'bigint' ? max : ANY[1]];
}

/** Returns the full range for a sum that may overflow. */
function kept(range: IntegerRange): IntegerRange {
  return range[0] < ANY[0] || range[1] > ANY[1] ? ANY : range;
}
