import { maybe, testKnown } from '../../core/expr/calls.ts';
import { fitsWhole } from '../expressions.ts';
import type { ParamShape, Parsed } from '../param-type.ts';
import { numberSchema } from '../schema.ts';
import { listable } from './listed.ts';

const PATTERN = '-?[0-9]+';
const GRAMMAR = new RegExp(`^${PATTERN}$`);
const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

/** A 64-bit integer in decimal digits; leading zeros are accepted, a plus sign is not. */
export default listable({
  name: 'int64',
  scalar: 'int64',
  written: 'Decimal digits, with an optional minus sign; no plus sign.',
  note: null,
  sample: () => '1',
  constraints: ['min', 'max'],
  parse,
  format: String,
  decode: raw => maybe('int64_from_string', 'int64', [raw]),
  accepts: (raw, decoded) => [fitsWhole(raw, PATTERN), testKnown(decoded)],
  schema: ({ constraints }) => numberSchema({ type: 'integer', format: 'int64' }, constraints),
});

function parse(text: string, { constraints: { min, max } }: ParamShape): Parsed {
  const value = GRAMMAR.test(text) ? shortInteger(text) : null;
  if (value !== null && value >= LEAST && value <= GREATEST) return { ok: true, value };
  return { ok: false, expected: `a whole number from ${min ?? LEAST} to ${max ?? GREATEST}` };
}

/** Counts digits first, because parsing a long integer takes quadratic time. */
function shortInteger(text: string): bigint | null {
  const digits = text.replace(/^-?0*/, '');
  const size = digits.length > 19 ? null : BigInt(digits);
  return size !== null && text.startsWith('-') ? -size : size;
}
