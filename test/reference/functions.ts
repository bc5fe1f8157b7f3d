/** What each operator and scalar function takes, and gives for values, by GoogleSQL's meaning. */
import { RE2JS } from 're2js';
import type { Scalar } from '../../generator/core/scalar.ts';
import { Decimal, decimalOf, parseDecimal } from './decimal.ts';
import { compare, parseTimestamp, type Value } from './values.ts';

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
  return strict(([a, b = a]) => {
    if (a instanceof Decimal && b instanceof Decimal) return new Decimal(ints(a.units, b.units));
    return typeof a === 'bigint' && typeof b === 'bigint'
      ? int64(ints(a, b))
      : floats(Number(a), Number(b));
  });
}

/** Of two whole numbers, of two floats, or of a decimal and a whole number in either order. */
const multiply: Apply = args => {
  const [decimal, factor] = args[0] instanceof Decimal ? args : [args[1], args[0]];
  if (!(decimal instanceof Decimal)) return multiplyNumbers(args);
  return factor === null ? null : new Decimal(decimal.units * BigInt(String(factor)));
};
const multiplyNumbers = onNumbers(
  (a, b) => a * b,
  (a, b) => a * b,
);

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

/**
 * `alike`: arguments of one type, which the result has too where it is `argument`. `factors` too, but that a decimal has a whole
 * number beside it.
 */
interface Rule {
  readonly takes: 'any' | 'alike' | 'factors' | Scalar;
  readonly gives: 'argument' | Scalar;
  readonly apply: Apply;
}

function rule(takes: Rule['takes'], gives: Rule['gives'], apply: Apply): Rule {
  return { takes, gives, apply };
}

function comparison(holds: (order: number) => boolean): Rule {
  return rule('alike', 'bool', ordering(holds));
}

function rounding(change: (value: number) => number): Rule {
  return rule('float64', 'float64', onFloats(change));
}

const arithmetic = (
  ints: (a: bigint, b: bigint) => bigint,
  floats: (a: number, b: number) => number,
): Rule => rule('alike', 'argument', onNumbers(ints, floats));

const RULES = {
  or: rule('any', 'bool', or),
  and: rule('any', 'bool', and),
  not: rule(
    'any',
    'bool',
    strict(([a]) => a !== true),
  ),
  '=': rule('alike', 'bool', eq),
  '!=': comparison(order => order !== 0),
  '<': comparison(order => order < 0),
  '<=': rule('alike', 'bool', le),
  '>': comparison(order => order > 0),
  '>=': comparison(order => order >= 0),
  between: rule('alike', 'bool', ([x = null, low = null, high = null]) =>
    and([le([low, x]), le([x, high])]),
  ),
  in: rule('alike', 'bool', ([x = null, ...items]) => or(items.map(item => eq([x, item])))),
  'is null': rule('any', 'bool', ([a]) => a === null),
  '+': arithmetic(
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  '-': arithmetic(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  '*': rule('factors', 'argument', multiply),
  '/': rule(
    'float64',
    'float64',
    onFloats((a, b) => (b === 0 ? null : a / b)),
  ),
  negate: arithmetic(
    a => -a,
    a => -a,
  ),
  if: rule('alike', 'argument', ([condition, then = null, otherwise = null]) =>
    condition === true ? then : otherwise,
  ),
  coalesce: rule('alike', 'argument', args => args.find(arg => arg !== null) ?? null),
  nullif: rule('alike', 'argument', ([x = null, y = null]) => (eq([x, y]) === true ? null : x)),
  contains: rule(
    'any',
    'bool',
    onTexts((text, part) => text.includes(part)),
  ),
  starts_with: rule(
    'any',
    'bool',
    onTexts((text, part) => text.startsWith(part)),
  ),
  ends_with: rule(
    'any',
    'bool',
    onTexts((text, part) => text.endsWith(part)),
  ),
  matches: rule('any', 'bool', onTexts(search)),
  lower: rule(
    'any',
    'string',
    onTexts(text => ascii(text, letter => letter.toLowerCase())),
  ),
  upper: rule(
    'any',
    'string',
    onTexts(text => ascii(text, letter => letter.toUpperCase())),
  ),
  length: rule(
    'any',
    'int64',
    onTexts(text => BigInt([...text].length)),
  ),
  concat: rule(
    'any',
    'string',
    strict(args => args.map(asText).join('')),
  ),
  abs: arithmetic(
    a => (a < 0n ? -a : a),
    a => Math.abs(a),
  ),
  round: rounding(round),
  floor: rounding(Math.floor),
  ceil: rounding(Math.ceil),
  cast_string: rule(
    'any',
    'string',
    strict(([a]) => String(a)),
  ),
  cast_int64: rule('any', 'int64', toInt64),
  cast_float64: rule('any', 'float64', toFloat64),
  cast_decimal: rule('any', 'decimal', toDecimal),
  cast_timestamp: rule('any', 'timestamp', toTimestamp),
} as const satisfies Record<string, Rule>;

export type FunctionName = keyof typeof RULES;
export const FUNCTIONS: Readonly<Record<FunctionName, Rule>> = RULES;
