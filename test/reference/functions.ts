/** What each portable scalar function gives for values, by GoogleSQL's meaning. */
import { RE2JS } from 're2js';
import type { FunctionName } from '../../generator/core/functions.ts';
import { compare, parseDate, parseTimestamp, type Value } from './values.ts';

type Apply = (args: readonly Value[]) => Value;

/** A function that is NULL where an argument is. */
function strict(apply: Apply): Apply {
  return args => (args.includes(null) ? null : apply(args));
}

function ordering(holds: (order: number) => boolean): Apply {
  return strict(([a, b]) => holds(compare(a ?? null, b ?? null)));
}

function onTexts(apply: (a: string, b: string) => Value): Apply {
  return strict(([a, b = '']) => apply(asText(a), asText(b)));
}

function onFloats(apply: (a: number, b: number) => Value): Apply {
  return strict(([a, b = 0]) => apply(Number(a), Number(b)));
}

function onNumbers(
  ints: (a: bigint, b: bigint) => bigint,
  floats: (a: number, b: number) => number,
): Apply {
  return strict(([a, b = a]) =>
    typeof a === 'bigint' && typeof b === 'bigint'
      ? int64(ints(a, b))
      : floats(Number(a), Number(b)),
  );
}

function asText(value: Value | undefined): string {
  if (typeof value !== 'string') throw new Error(`a text is expected, not ${String(value)}`);
  return value;
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

function fits(value: bigint): boolean {
  return value >= MIN_INT64 && value <= MAX_INT64;
}

function int64(value: bigint): bigint {
  if (fits(value)) return value;
  throw new Error('an integer overflows, of which nothing is promised');
}

/** True, false or NULL of all conditions together: `decides` decides alone, NULL otherwise stays. */
function threeValued(args: readonly Value[], decides: boolean): Value {
  if (args.includes(decides)) return decides;
  return args.includes(null) ? null : !decides;
}

const and: Apply = args => threeValued(args, false);
const or: Apply = args => threeValued(args, true);
const eq = ordering(order => order === 0);
const le = ordering(order => order <= 0);

/** Halves go away from zero. */
function round(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

function toInt64(value: number): Value {
  if (!Number.isFinite(value)) return null;
  const whole = BigInt(round(value));
  return fits(whole) ? whole : null;
}

function parseInt64(text: string): Value {
  if (!/^[+-]?[0-9]+$/.test(text)) return null;
  const value = BigInt(text.replace(/^\+/, ''));
  return fits(value) ? value : null;
}

function parseFloat64(text: string): Value {
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)) return null;
  return Number.isFinite(Number(text)) ? Number(text) : null;
}

const patterns = new Map<string, RE2JS>();

function search(text: string, pattern: string): boolean {
  const compiled = patterns.get(pattern) ?? RE2JS.compile(pattern);
  patterns.set(pattern, compiled);
  return compiled.matcher(text).find();
}

function ascii(text: string, change: (letter: string) => string): string {
  return text.replace(/[A-Za-z]/g, change);
}

export const FUNCTION_VALUES: Readonly<Record<FunctionName, Apply>> = {
  or,
  and,
  not: strict(([a]) => a !== true),
  eq,
  ne: ordering(order => order !== 0),
  lt: ordering(order => order < 0),
  le,
  gt: ordering(order => order > 0),
  ge: ordering(order => order >= 0),
  between: ([x = null, low = null, high = null]) => and([le([low, x]), le([x, high])]),
  in: ([x = null, ...items]) => or(items.map(item => eq([x, item]))),
  is_null: ([a]) => a === null,
  is_not_null: ([a]) => a !== null,
  add: onNumbers(
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  subtract: onNumbers(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  multiply: onNumbers(
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  divide: onFloats((a, b) => (b === 0 ? null : a / b)),
  negate: onNumbers(
    a => -a,
    a => -a,
  ),
  if: ([condition, then = null, otherwise = null]) => (condition === true ? then : otherwise),
  contains: onTexts((text, part) => text.includes(part)),
  starts_with: onTexts((text, part) => text.startsWith(part)),
  ends_with: onTexts((text, part) => text.endsWith(part)),
  matches: onTexts(search),
  fits: onTexts(search),
  lower: onTexts(text => ascii(text, letter => letter.toLowerCase())),
  upper: onTexts(text => ascii(text, letter => letter.toUpperCase())),
  length: onTexts(text => BigInt([...text].length)),
  concat: strict(args => args.map(asText).join('')),
  coalesce: args => args.find(arg => arg !== null) ?? null,
  nullif: ([x = null, y = null]) => (eq([x, y]) === true ? null : x),
  abs: onNumbers(
    a => (a < 0n ? -a : a),
    a => Math.abs(a),
  ),
  round: onFloats(round),
  floor: onFloats(a => Math.floor(a)),
  ceil: onFloats(a => Math.ceil(a)),
  string_from_int64: strict(([a]) => String(a)),
  string_from_bool: strict(([a]) => String(a)),
  string_from_date: strict(([a]) => asText(a)),
  int64_from_string: onTexts(parseInt64),
  int64_from_float64: onFloats(toInt64),
  int64_from_bool: strict(([a]) => (a === true ? 1n : 0n)),
  float64_from_string: onTexts(parseFloat64),
  float64_from_int64: onFloats(a => a),
  timestamp_from_string: onTexts(parseTimestamp),
  date_from_string: onTexts(parseDate),
};
