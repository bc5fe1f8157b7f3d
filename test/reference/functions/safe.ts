/** Arithmetic that is NULL where its result is out of range, and rounding of the exact value of a float. */
import { Decimal } from '../decimal.ts';
import type { Value } from '../values.ts';
import { fits, type Rule, rule, strict } from './rule.ts';

const UNIT = 1_000_000_000n;

interface Operation {
  readonly ints: (a: bigint, b: bigint) => bigint;
  readonly floats: (a: number, b: number) => number;
  /** Of billionths; the same as of whole numbers, but for products. */
  readonly units?: (a: bigint, b: bigint) => bigint;
}

function safe({ ints, floats, units = ints }: Operation): Rule {
  return rule(
    'alike',
    'argument',
    strict(([a = null, b = a]) => {
      if (a instanceof Decimal && b instanceof Decimal) return decimal(units(a.units, b.units));
      if (typeof a === 'bigint' && typeof b === 'bigint')
        return fits(ints(a, b)) ? ints(a, b) : null;
      const value = floats(Number(a), Number(b));
      return Number.isFinite(value) ? value : null;
    }),
  );
}

function decimal(units: bigint): Value {
  return units < 10n ** 38n && units > -(10n ** 38n) ? new Decimal(units) : null;
}

/** The nearest whole number to a fraction, halves away from zero. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const whole = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -whole : whole;
}

/** A float as an exact fraction, whose denominator is a power of two. */
function fraction(value: number): readonly [numerator: bigint, denominator: bigint] {
  let [scaled, denominator] = [value, 1n];
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    denominator *= 2n;
  }
  return [BigInt(scaled), denominator];
}

function roundedExactly([value = null, digits = null]: readonly Value[]): Value {
  if (value === null || Number.isInteger(value)) return value;
  const [numerator, denominator] = fraction(Number(value));
  const power = 10n ** BigInt(String(digits));
  return Number(`${nearest(numerator * power, denominator)}e-${digits}`);
}

const MIN_INT64 = -(2n ** 63n);

export default {
  safe_add: safe({ ints: (a, b) => a + b, floats: (a, b) => a + b }),
  safe_subtract: safe({ ints: (a, b) => a - b, floats: (a, b) => a - b }),
  safe_multiply: safe({
    ints: (a, b) => a * b,
    floats: (a, b) => a * b,
    units: (a, b) => nearest(a * b, UNIT),
  }),
  safe_negate: safe({ ints: a => -a, floats: a => -a }),
  safe_abs: safe({ ints: a => (a < 0n ? -a : a), floats: a => Math.abs(a) }),
  round_exact: rule('any', 'float64', strict(roundedExactly)),
  div: rule(
    'int64',
    'int64',
    strict(([x, y]) => {
      const [a, b] = [BigInt(String(x)), BigInt(String(y))];
      return b === 0n || (a === MIN_INT64 && b === -1n) ? null : a / b;
    }),
  ),
} as const satisfies Record<string, Rule>;
