/**
 * Exact decimal numbers. An expression computes with at most 29 digits before the point and 9 after it, however many digits its
 * columns have. This is BigQuery's NUMERIC, and fits the 38 digits of the other engines. A result beyond that is an error.
 *
 * A decimal is represented as text without redundant zeros: `0.5`, `-12`, `0`.
 */

import type { Scalar, Value } from './scalar.ts';

/** How many digits a stored `decimal` has, and how many of them are after the point. */
export interface DecimalDigits {
  readonly precision: number;
  readonly scale: number;
}

export const WHOLE_DIGITS = 29;
export const FRACTION_DIGITS = 9;
/** The most digits that a column may have. */
export const MAX_PRECISION = WHOLE_DIGITS + FRACTION_DIGITS;

/** Whether a column with this precision and scale may be declared. */
export function fitsDecimal({ precision, scale }: DecimalDigits): boolean {
  return scale >= 0 && scale <= FRACTION_DIGITS && precision - scale <= WHOLE_DIGITS;
}

/** A pattern of decimals, in the common part of RE2 and ECMAScript. */
export const DECIMAL_PATTERN = `[+-]?[0-9]{1,${WHOLE_DIGITS}}(?:\\.[0-9]{1,${FRACTION_DIGITS}})?`;

const NUMERAL = /^([+-]?)([0-9]{0,80})(?:\.([0-9]{0,80}))?(?:[eE]([+-]?[0-9]{1,3}))?$/;

/**
 * The exact decimal that a numeral denotes; an exponent is allowed. `null` if the text is not a numeral, or has more digits before or
 * after the point than a decimal may have.
 */
export function parseDecimal(text: string): string | null {
  const found = NUMERAL.exec(text);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found ?? [];
  const digits = whole + fraction;
  if (found === null || digits === '') return null;
  const point = whole.length + Number(exponent);
  const before = padded(digits.slice(0, Math.max(0, point)), point).replace(/^0+/, '');
  const after = ('0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point))).replace(
    /(?<!0)0+$/,
    '',
  );
  if (before.length > WHOLE_DIGITS || after.length > FRACTION_DIGITS) return null;
  const value = `${before === '' ? '0' : before}${after === '' ? '' : `.${after}`}`;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}

function padded(digits: string, length: number): string {
  return digits.padEnd(Math.max(0, length), '0');
}

/** Returns a decimal in units of its last digit. */
export function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(FRACTION_DIGITS, '0'));
}

/** Returns the text of a decimal, without needless zeros. */
export function decimalText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(FRACTION_DIGITS + 1, '0');
  const fraction = digits.slice(-FRACTION_DIGITS).replace(/(?<!0)0+$/, '');
  const whole = `${units < 0n ? '-' : ''}${digits.slice(0, -FRACTION_DIGITS)}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Whether `a` is less than `b`. Decimals are texts, which have the order of their numbers. */
export function isLess(scalar: Scalar, a: Value, b: Value): boolean {
  return scalar === 'decimal' ? unitsOf(String(a)) < unitsOf(String(b)) : a < b;
}
