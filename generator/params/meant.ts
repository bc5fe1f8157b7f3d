/** Further texts for the values of an enum: the value that each means, for requests and inside a saved query. */

import { makeCall } from '../core/expr/calls.ts';
import type { PlainExpr } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import type { Param } from '../core/plan/param.ts';

type Aliased = Pick<Param, 'aliases'>;

/** The text of the value if `text` is an alias of it, else `text` itself. */
export function meantBy({ aliases = {} }: Aliased, text: string): string {
  return Object.hasOwn(aliases, text) ? (aliases[text] ?? text) : text;
}

/** The same for a text inside SQL; NULL if that is NULL. */
export function meantIn({ aliases = {} }: Aliased, raw: PlainExpr): PlainExpr {
  const text = (value: string) => makeLiteral('string', value);
  const branches = Object.entries(aliases).flatMap(([alias, value]) => [
    makeCall<PlainExpr>('eq', 'bool', [raw, text(alias)]),
    text(value),
  ]);
  if (branches.length === 0) return raw;
  return { ...makeCall('case', 'string', [...branches, raw]), nullable: raw.nullable };
}
