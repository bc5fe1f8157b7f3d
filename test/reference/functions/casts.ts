/** Casts. */

import { Decimal, decimalOf, parseDecimal } from '../decimal.ts';
import { parseTimestamp, type Value } from '../values.ts';
import { round } from './numbers.ts';
import { fits, type Rule, rule, strict } from './rule.ts';

function wholeOf(value: number): Value {
  if (!Number.isFinite(value)) return null;
  const whole = BigInt(round(value));
  return fits(whole) ? whole : null;
}

function parseInt64(text: string): Value {
  if (!/^[+-]?[0-9]+$/.test(text)) return null;
  const value = BigInt(text.replace(/^\+/, ''));
  return fits(value) ? value : null;
}

/** Without the whitespace around it, and hexadecimal too, before which only spaces are ignored. */
function parseWritten(written: string): Value {
  const text = written.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, '');
  const [, sign, digits] = /^ *([+-]?)0[xX]([0-9A-Fa-f]+)[ \t\n\v\f\r]*$/.exec(written) ?? [];
  if (digits === undefined) return parseInt64(text);
  const value = BigInt(`0x${digits}`) * (sign === '-' ? -1n : 1n);
  return fits(value) ? value : null;
}

function parseFloat64(text: string): Value {
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)) return null;
  return Number.isFinite(Number(text)) ? Number(text) : null;
}

/** One value of every type that has an `int64`: a text, a `float64`, a `bool`. */
function toInt64([value = null]: readonly Value[]): Value {
  if (typeof value === 'string') return parseInt64(value);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Decimal) return fits(value.rounded()) ? value.rounded() : null;
  return typeof value === 'number' ? wholeOf(value) : value;
}

function toFloat64([value = null]: readonly Value[]): Value {
  if (typeof value === 'string') return parseFloat64(value);
  return value === null ? null : Number(String(value));
}

function toDecimal([value = null]: readonly Value[]): Value {
  if (typeof value === 'string') return parseDecimal(value);
  return typeof value === 'bigint' ? decimalOf(value) : value;
}

function toTimestamp([value = null]: readonly Value[]): Value {
  return typeof value === 'string' ? parseTimestamp(value) : value;
}

export default {
  cast_string: rule(
    'any',
    'string',
    strict(([a]) => String(a)),
  ),
  cast_int64: rule('any', 'int64', toInt64),
  parse_int64: rule('any', 'int64', ([text = null]) =>
    text === null ? null : parseWritten(String(text)),
  ),
  cast_float64: rule('any', 'float64', toFloat64),
  cast_decimal: rule('any', 'decimal', toDecimal),
  cast_timestamp: rule('any', 'timestamp', toTimestamp),
} as const satisfies Record<string, Rule>;
