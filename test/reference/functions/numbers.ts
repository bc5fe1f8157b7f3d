/** Functions of numbers. */
import { Decimal, decimalOf } from '../decimal.ts';
import type { Value } from '../values.ts';
import { arithmetic, onFloats, onNumbers, type Rule, rounding, rule, strict } from './rule.ts';

/** Halves go away from zero. */
export function round(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

/** Halves go away from zero, after the number was multiplied by the power of ten as a float. */
function rounded(value: number, digits: Value | undefined): number {
  if (digits === undefined) return round(value);
  const power = 10 ** Math.abs(Number(digits));
  return Number(digits) < 0 ? round(value / power) * power : round(value * power) / power;
}

function signOf(value: Value): Value {
  if (value instanceof Decimal)
    return decimalOf(value.units > 0n ? 1n : value.units < 0n ? -1n : 0n);
  if (typeof value === 'bigint') return value > 0n ? 1n : value < 0n ? -1n : 0n;
  return Math.sign(Number(value));
}

/** With so many decimal places, of the exact value of the float; a half goes to the even digit. */
function fixed(value: number, digits: number): string {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xf_ffff_ffff_ffffn;
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const power = Math.max(exponent, 1) - 1_075;
  const scaled = mantissa * 10n ** BigInt(digits) * 2n ** BigInt(Math.max(power, 0));
  const by = 2n ** BigInt(Math.max(-power, 0));
  const twice = (scaled % by) * 2n;
  const isUp = twice > by || (twice === by && (scaled / by) % 2n === 1n);
  const units = (scaled / by + (isUp ? 1n : 0n)).toString().padStart(digits + 1, '0');
  const whole = units.slice(0, units.length - digits);
  const sign = word >> 63n === 1n ? '-' : '';
  return digits === 0 ? sign + whole : `${sign}${whole}.${units.slice(-digits)}`;
}

/** NULL where JavaScript has no finite number. */
function partial(apply: (x: number, y: number) => number): Rule {
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return rule(
    'float64',
    'float64',
    onFloats((x, y) => finite(apply(x, y))),
  );
}

function sizeText(bytes: number): string | null {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
  const found = units.findIndex((_, i) => Math.abs(bytes) < 1024 ** (i + 1));
  const unit = found === -1 ? units.length - 1 : found;
  const amount = bytes / 1024 ** unit;
  return Math.abs(amount) < 1e15 ? `${fixed(amount, unit === 0 ? 0 : 2)} ${units[unit]}` : null;
}

export default {
  abs: arithmetic(
    a => (a < 0n ? -a : a),
    a => Math.abs(a),
  ),
  sign: rule(
    'any',
    'argument',
    strict(([a]) => signOf(a ?? null)),
  ),
  round: rule(
    'any',
    'float64',
    strict(([a, digits]) =>
      a instanceof Decimal
        ? a.roundedTo(Number(digits))
        : rounded(typeof a === 'number' ? a : Number(String(a)), digits),
    ),
  ),
  format_number: rule(
    'any',
    'string',
    strict(([of, digits]) =>
      Math.abs(Number(of)) < 1e15 ? fixed(Number(of), Number(digits)) : null,
    ),
  ),
  format_bytes: rule(
    'any',
    'string',
    strict(([of]) => sizeText(Number(of))),
  ),
  trunc_number: rounding(Math.trunc),
  floor: rounding(Math.floor),
  ceil: rounding(Math.ceil),
  mod: rule(
    'int64',
    'int64',
    strict(([x, y]) => (y === 0n ? null : BigInt(String(x)) % BigInt(String(y)))),
  ),
  pow: partial((x, y) => x ** y),
  sqrt: partial(Math.sqrt),
  exp: partial(Math.exp),
  ln: partial(Math.log),
  log10: partial(Math.log10),
  sin: partial(Math.sin),
  cos: partial(Math.cos),
  tan: partial(Math.tan),
  asin: partial(Math.asin),
  acos: partial(Math.acos),
  atan: partial(Math.atan),
  atan2: partial(Math.atan2),
  bit_and: rule(
    'int64',
    'int64',
    onNumbers((a, b) => a & b, Math.min),
  ),
  bit_or: rule(
    'int64',
    'int64',
    onNumbers((a, b) => a | b, Math.min),
  ),
  bit_count: rule(
    'int64',
    'int64',
    strict(([x]) =>
      BigInt(
        [...BigInt.asUintN(64, BigInt(String(x))).toString(2)].filter(bit => bit === '1').length,
      ),
    ),
  ),
} as const satisfies Record<string, Rule>;
