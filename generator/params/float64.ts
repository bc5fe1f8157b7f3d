import type { Expr } from '../ir.ts';
import { all, call, literal, matchesWhole, maybe, only } from './expressions.ts';
import type { ParamType, Parsed } from './param-type.ts';
import { numberSchema } from './schema.ts';

const PATTERN = String.raw`-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`;
const GRAMMAR = new RegExp(`^${PATTERN}$`);

/** A finite number in decimal digits with an optional fraction and exponent. */
export default {
  name: 'float64',
  scalar: 'float64',
  constraints: ['min', 'max'],
  parse,
  // `+` would have to be encoded in a query string.
  format: value => String(value).replace('e+', 'e'),
  decode,
  schema: ({ constraints }) => numberSchema({ type: 'number', format: 'double' }, constraints),
} as const satisfies ParamType;

function parse(text: string): Parsed {
  // Adding 0 turns -0 into 0: two texts of one value share a cache entry.
  const value = GRAMMAR.test(text) ? Number(text) + 0 : Number.NaN;
  return Number.isFinite(value)
    ? { ok: true, value }
    : { ok: false, expected: 'a finite decimal number such as `0.25` or `1e6`' };
}

/** Every engine reads `1e999` as infinity. */
function decode(raw: Expr): Expr {
  const number = maybe('float64_from_string', 'float64', [raw]);
  const limit = literal('float64', Number.MAX_VALUE);
  const finite = call('le', 'bool', [call('abs', 'float64', [number]), limit]);
  return only(all([matchesWhole(raw, PATTERN), finite]), number);
}
