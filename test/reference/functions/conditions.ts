/** Functions that choose among values. */

import { compare } from '../values.ts';
import { eq } from './operators.ts';
import { type Apply, type Rule, rule, strict } from './rule.ts';

/** The value that is on one side of all others: 1 above them, -1 below. */
function extreme(side: 1 | -1): Apply {
  return values => values.reduce((best, value) => (compare(value, best) * side > 0 ? value : best));
}

export default {
  if: rule('alike', 'argument', ([condition, then = null, otherwise = null]) =>
    condition === true ? then : otherwise,
  ),
  coalesce: rule('alike', 'argument', args => args.find(arg => arg !== null) ?? null),
  nullif: rule('alike', 'argument', ([x = null, y = null]) => (eq([x, y]) === true ? null : x)),
  greatest: rule('alike', 'argument', strict(extreme(1))),
  least: rule('alike', 'argument', strict(extreme(-1))),
} as const satisfies Record<string, Rule>;
