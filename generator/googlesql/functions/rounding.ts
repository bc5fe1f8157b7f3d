/** ROUND and TRUNC. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { makeLiteral, textLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import { literalCount, type Translator } from '../calls.ts';
import { sizeOf } from '../rows.ts';
import { computedOnce, LARGEST, orFail } from './failing.ts';

/** With more digits, GoogleSQL itself treats some numbers as halves although they are not, and cuts others above or below their digits. */
const MOST_DIGITS = 4n;
const DECIMAL_DIGITS = 9n;

/** The number of digits behind the point: 0 where none is given. Returns `null` for any but a literal from 0 on. */
function digitsIn(args: readonly PlanExpr[]): bigint | null {
  const [digits = wholeLiteral(0n), ...more] = args;
  const count = literalCount(digits);
  return count !== null && count >= 0n && more.length === 0 ? count : null;
}

/** `ofFloat` has at least one digit. */
function toDigits(
  whole: 'round' | 'trunc_number',
  ofFloat: (of: PlanExpr, digits: bigint) => PlanExpr,
  ofDecimal: (of: PlanExpr, digits: bigint) => PlanExpr | null,
): Translator {
  return ([of, ...more]) => {
    const digits = digitsIn(more);
    if (of === undefined || digits === null) return null;
    if (of.scalar === 'decimal') return digits >= DECIMAL_DIGITS ? of : ofDecimal(of, digits);
    if (of.scalar !== 'float64' || digits > MOST_DIGITS) return null;
    if (digits === 0n) return makeCall(whole, 'float64', [of]);
    return computedOnce(of, one => ofFloat(one, digits));
  };
}

function roundedFloat(of: PlanExpr, digits: bigint): PlanExpr {
  return makeCall('round_exact', 'float64', [of, wholeLiteral(digits)], of.nullable);
}

function roundedDecimal(of: PlanExpr, digits: bigint): PlanExpr | null {
  return orFail(makeCall('decimal_round', 'decimal', [of, wholeLiteral(digits)], true), [of]);
}

/** With this many digits behind the point, any float differs from one with four. */
const TELLING = 25n;

/** Cuts the digits of the exact value. */
function cutFloat(of: PlanExpr, digits: bigint): PlanExpr {
  const { nullable } = of;
  const text = makeCall('fixed_text', 'string', [of, wholeLiteral(TELLING)], nullable);
  const rest = textLiteral(`[0-9]{${TELLING - digits}}$`);
  const cut = makeCall('regexp_replace', 'string', [text, rest, textLiteral('')], nullable);
  const value = makeCall('parsed_float64', 'float64', [cut], true);
  const whole = makeCall('trunc_number', 'float64', [of], nullable);
  const isWhole = makeCall('eq', 'bool', [of, whole], nullable);
  return makeCall('if', 'float64', [isWhole, of, value], true);
}

/** A half of the last digit less is rounded to the digits before it. */
function cutDecimal(of: PlanExpr, digits: bigint): PlanExpr | null {
  if (sizeOf(of) > LARGEST) return null;
  const half = makeLiteral('decimal', `0.${'0'.repeat(Number(digits))}5`);
  const zero = makeLiteral('decimal', '0');
  const moved = (fn: 'add' | 'subtract') => makeCall(fn, 'decimal', [of, half], of.nullable);
  const is = (fn: 'lt' | 'gt') => makeCall(fn, 'bool', [of, zero], of.nullable);
  const branches = [is('lt'), moved('add'), is('gt'), moved('subtract'), of];
  const nearer = makeCall('case', 'decimal', branches, of.nullable);
  return makeCall('decimal_round', 'decimal', [nearer, wholeLiteral(digits)], of.nullable);
}

export const ROUNDING: Readonly<Record<string, Translator>> = {
  round: toDigits('round', roundedFloat, roundedDecimal),
  trunc: toDigits('trunc_number', cutFloat, cutDecimal),
};
