/** Further texts for the values of an enum: what a caller means by one, here and inside a saved query. */

import type { PlainExpr } from '../core/expr.ts';
import type { Param } from '../core/param.ts';
import { call, literal } from './expressions.ts';

type Aliased = Pick<Param, 'aliases'>;

/** The value's text where `text` is an alias of one, else `text` itself. */
export function meantBy({ aliases = {} }: Aliased, text: string): string {
  return Object.hasOwn(aliases, text) ? (aliases[text] ?? text) : text;
}

/** The same of a text inside SQL, NULL where that is. */
export function meantIn({ aliases = {} }: Aliased, raw: PlainExpr): PlainExpr {
  const text = (value: string) => literal('string', value);
  const branches = Object.entries(aliases).flatMap(([alias, value]) => [
    call<PlainExpr>('eq', 'bool', [raw, text(alias)]),
    text(value),
  ]);
  if (branches.length === 0) return raw;
  return { ...call('case', 'string', [...branches, raw]), nullable: raw.nullable };
}
