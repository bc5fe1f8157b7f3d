import type { Expr } from '../ir.ts';
import { call, literal, only } from './expressions.ts';
import type { ParamType } from './param-type.ts';

/** Exactly `true` or `false`. */
export default {
  name: 'bool',
  scalar: 'bool',
  constraints: [],
  parse: text =>
    text === 'true' || text === 'false'
      ? { ok: true, value: text === 'true' }
      : { ok: false, expected: '`true` or `false`' },
  format: String,
  decode,
  schema: () => ({ type: 'boolean' }),
} as const satisfies ParamType;

function decode(raw: Expr): Expr {
  const yes = literal('string', 'true');
  const known = call('in', 'bool', [raw, yes, literal('string', 'false')]);
  return only(known, call('eq', 'bool', [raw, yes]));
}
