/** Operators. */

import { Decimal } from '../decimal.ts';
import type { Value } from '../values.ts';
import {
  type Apply,
  arithmetic,
  comparison,
  onFloats,
  onNumbers,
  ordering,
  type Rule,
  rule,
  strict,
} from './rule.ts';

/** Of two whole numbers, of two floats, or of a decimal and a whole number in either order. */
const multiply: Apply = args => {
  const [decimal, factor] = args[0] instanceof Decimal ? args : [args[1], args[0]];
  if (!(decimal instanceof Decimal)) return multiplyNumbers(args);
  return factor === null ? null : new Decimal(decimal.units * BigInt(String(factor)));
};
const multiplyNumbers = onNumbers(
  (a, b) => a * b,
  (a, b) => a * b,
);

/** True, false or NULL of all conditions together: `decides` decides alone, NULL otherwise stays. */
function threeValued(args: readonly Value[], decides: boolean): Value {
  if (args.includes(decides)) return decides;
  return args.includes(null) ? null : !decides;
}

const and: Apply = args => threeValued(args, false);
const or: Apply = args => threeValued(args, true);
export const eq = ordering(order => order === 0);
const le = ordering(order => order <= 0);

export default {
  or: rule('any', 'bool', or),
  and: rule('any', 'bool', and),
  not: rule(
    'any',
    'bool',
    strict(([a]) => a !== true),
  ),
  '=': rule('alike', 'bool', eq),
  '!=': comparison(order => order !== 0),
  '<': comparison(order => order < 0),
  '<=': rule('alike', 'bool', le),
  '>': comparison(order => order > 0),
  '>=': comparison(order => order >= 0),
  between: rule('alike', 'bool', ([x = null, low = null, high = null]) =>
    and([le([low, x]), le([x, high])]),
  ),
  in: rule('alike', 'bool', ([x = null, ...items]) => or(items.map(item => eq([x, item])))),
  'is null': rule('any', 'bool', ([a]) => a === null),
  '+': arithmetic(
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  '-': arithmetic(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  '*': rule('factors', 'argument', multiply),
  '/': rule(
    'float64',
    'float64',
    onFloats((a, b) => (b === 0 ? null : a / b)),
  ),
  negate: arithmetic(
    a => -a,
    a => -a,
  ),
} as const satisfies Record<string, Rule>;
