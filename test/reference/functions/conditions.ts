/** Functions that choose among values. */

import { eq } from './operators.ts';
import { type Rule, rule } from './rule.ts';

export default {
  if: rule('alike', 'argument', ([condition, then = null, otherwise = null]) =>
    condition === true ? then : otherwise,
  ),
  coalesce: rule('alike', 'argument', args => args.find(arg => arg !== null) ?? null),
  nullif: rule('alike', 'argument', ([x = null, y = null]) => (eq([x, y]) === true ? null : x)),
} as const satisfies Record<string, Rule>;
