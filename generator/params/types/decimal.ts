import { maybe } from '../../core/expr/calls.ts';
import { FRACTION_DIGITS, parseDecimal, WHOLE_DIGITS } from '../../core/types/decimal.ts';
import { fitsWhole } from '../expressions.ts';
import type { Parsed } from '../param-type.ts';
import { listable } from './listed.ts';

const PATTERN = `-?[0-9]{1,${WHOLE_DIGITS}}(?:\\.[0-9]{1,${FRACTION_DIGITS}})?`;
const GRAMMAR = new RegExp(`^${PATTERN}$`);

/** An exact number. Its value is a text without redundant zeros. */
export default listable({
  name: 'decimal',
  scalar: 'decimal',
  written: `Digits, with an optional minus sign and fraction: at most ${WHOLE_DIGITS} digits before the point and ${FRACTION_DIGITS} after it. No exponent.`,
  note: 'An exact decimal number as text.',
  sample: () => '0.5',
  constraints: ['min', 'max'],
  parse,
  format: String,
  decode: raw => maybe('decimal_from_string', 'decimal', [raw]),
  accepts: raw => [fitsWhole(raw, PATTERN)],
  schema: () => ({ type: 'string', pattern: GRAMMAR.source }),
});

function parse(text: string): Parsed {
  const value = GRAMMAR.test(text) ? parseDecimal(text) : null;
  return value === null
    ? {
        ok: false,
        expected: `a decimal number such as \`12.50\`, with at most ${WHOLE_DIGITS} digits before the point and ${FRACTION_DIGITS} after it`,
      }
    : { ok: true, value };
}
