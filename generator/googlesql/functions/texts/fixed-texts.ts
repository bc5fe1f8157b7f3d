/** Numbers as texts with as many digits after the point as a format says. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import {
  makeLiteral,
  nullLiteral,
  textLiteral,
  wholeLiteral,
} from '../../../core/expr/literals.ts';
import type { Type } from '../../../core/types/scalar.ts';

/** The text of a number with digits after the point; NULL if engines write it in different ways. */
type Fixed = (of: PlanExpr, digits: bigint) => PlanExpr;

/** By type: the most digits before the point. */
export const DIGITS: Readonly<Partial<Record<Type, number>>> = {
  int64: 19,
  float64: 15,
  decimal: 30,
};

/** Some engine writes other digits from here on. */
const TOO_LARGE: PlanExpr = makeLiteral('float64', 1e15);

/** NULL for a large float and for one that is not finite. */
const fixedFloat: Fixed = (of, digits) => {
  // GoogleSQL writes a negative zero without its sign
  const unsigned = makeCall('float_key', 'float64', [of]);
  const text = makeCall('fixed_text', 'string', [unsigned, wholeLiteral(digits)], of.nullable);
  const size = makeCall('abs', 'float64', [of]);
  const isWritten = makeCall('lt', 'bool', [size, TOO_LARGE], of.nullable);
  return makeCall('if', 'string', [isWritten, text, nullLiteral('string')], true);
};

/** A negative decimal keeps its sign where it is rounded to 0. */
const fixedDecimal: Fixed = (of, digits) => {
  const size = makeCall('abs', 'decimal', [of]);
  const rounded = makeCall('decimal_round', 'decimal', [size, wholeLiteral(digits)], true);
  const text = withDigits(makeCall('string_from_decimal', 'string', [rounded]), digits);
  const isNegative = makeCall('lt', 'bool', [of, makeLiteral('decimal', '0')]);
  const signed = makeCall('concat', 'string', [textLiteral('-'), text]);
  return makeCall('if', 'string', [isNegative, signed, text], true);
};

/** The text of a decimal with at most as many digits, filled with zeros. */
function withDigits(text: PlanExpr, digits: bigint): PlanExpr {
  if (digits === 0n) return text;
  const pointed = replaced(text, '^([0-9]+)$', '\\1.');
  const long = makeCall('concat', 'string', [pointed, textLiteral('0'.repeat(Number(digits)))]);
  return replaced(long, `([.][0-9]{${digits}})0*$`, '\\1');
}

export const FIXED: Readonly<Partial<Record<Type, Fixed>>> = {
  float64: fixedFloat,
  decimal: fixedDecimal,
};

/** The text of a number with commas between groups of three digits. `most`: how many digits it has at most before the point. */
export function withCommas(text: PlanExpr, most: number): PlanExpr {
  return Array.from({ length: Math.floor((most - 1) / 3) }).reduce<PlanExpr>(
    // the digits before the first comma are at the beginning
    written => replaced(written, '^(-?[0-9]+)([0-9]{3})', '\\1,\\2'),
    text,
  );
}

function replaced(text: PlanExpr, pattern: string, by: string): PlanExpr {
  return makeCall('regexp_replace', 'string', [text, textLiteral(pattern), textLiteral(by)]);
}
