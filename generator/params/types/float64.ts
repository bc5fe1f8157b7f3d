import { maybe, testKnown } from '../../core/expr/calls.ts';
import { fitsWhole } from '../expressions.ts';
import type { Parsed } from '../param-type.ts';
import { numberSchema } from '../schema.ts';
import { listable } from './listed.ts';

const PATTERN = String.raw`-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`;
const GRAMMAR = new RegExp(`^${PATTERN}$`);

/** A finite number in decimal digits with an optional fraction and exponent. */
export default listable({
  name: 'float64',
  scalar: 'float64',
  written:
    'Decimal digits, with an optional minus sign, fraction and exponent; no leading plus sign. Finite.',
  note: null,
  sample: () => '0.5',
  constraints: ['min', 'max'],
  parse,
  // `+` would have to be encoded in a query string.
  format: value => String(value).replace('e+', 'e'),
  decode: raw => maybe('float64_from_string', 'float64', [raw]),
  accepts: (raw, decoded) => [fitsWhole(raw, PATTERN), testKnown(decoded)],
  schema: ({ constraints }) => numberSchema({ type: 'number', format: 'double' }, constraints),
});

function parse(text: string): Parsed {
  // Adding 0 turns -0 into 0, so that both texts share a cache entry.
  const value = GRAMMAR.test(text) ? Number(text) + 0 : Number.NaN;
  return Number.isFinite(value)
    ? { ok: true, value }
    : { ok: false, expected: 'a finite decimal number such as `0.25` or `1e6`' };
}
