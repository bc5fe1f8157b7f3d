/**
 * Constant expressions of windows of time, over parameters and the clock only: the service computes them for a request before any
 * statement runs. Plain JSON: the manifest contains them in this form.
 */
import { dayOf, dayText, firstDay, monthsOf, moveMonths } from '../time/calendar.ts';
import { firstInstant, localDay } from '../time/zone.ts';
import { isScalar, type Value } from '../types/scalar.ts';
import type { Expr } from './expr.ts';

export type Constant =
  | { readonly now: true }
  | { readonly param: string }
  | { readonly literal: string; readonly type: 'string' | 'int64' | 'timestamp' | 'date' }
  | { readonly fn: ConstantFunction; readonly args: readonly Constant[] };

export const CONSTANT_FUNCTIONS = [
  'add',
  'subtract',
  'multiply',
  'least',
  'greatest',
  'add_micros',
  'subtract_micros',
  'floor_micros',
  'add_days',
  'add_months',
  'start_of',
  'date_from_timestamp',
  'timestamp_from_date',
  'timestamp_diff',
  'date_diff',
] as const;
export type ConstantFunction = (typeof CONSTANT_FUNCTIONS)[number];

/** `expr` as a constant; `null` for any other expression. */
export function constantOf(expr: Expr): Constant | null {
  switch (expr.kind) {
    case 'now':
      return { now: true };
    case 'param':
      return { param: expr.name };
    case 'literal':
      return literalOf(expr.value, expr.scalar);
    case 'shift':
      return callOf('add_micros', [expr.of], [micros(expr.micros)]);
    case 'trunc':
      return expr.step.unit === 'week'
        ? callOf('start_of', [expr.of], [], [{ literal: 'week', type: 'string' }])
        : callOf('floor_micros', [expr.of], [micros(expr.step.micros)]);
    case 'call': {
      const fn = CONSTANT_FUNCTIONS.find(name => name === expr.fn);
      return fn === undefined ? null : callOf(fn, expr.args);
    }
    default:
      return null;
  }
}

function micros(value: bigint): Constant {
  return { literal: String(value), type: 'int64' };
}

function literalOf(value: Value | null, type: Expr['scalar']): Constant | null {
  if (value === null || !isScalar(type)) return null;
  if (type !== 'string' && type !== 'int64' && type !== 'timestamp' && type !== 'date') return null;
  return { literal: String(value), type };
}

function callOf(
  fn: ConstantFunction,
  args: readonly Expr[],
  after: readonly Constant[] = [],
  before: readonly Constant[] = [],
): Constant | null {
  const known = args.map(constantOf);
  const good = known.filter(arg => arg !== null);
  return good.length === known.length ? { fn, args: [...before, ...good, ...after] } : null;
}

/** The names of its parameters, each once. */
export function paramsIn(constant: Constant): readonly string[] {
  if ('param' in constant) return [constant.param];
  return 'fn' in constant ? [...new Set(constant.args.flatMap(paramsIn))] : [];
}

/** The values of one request. */
export interface RequestValues {
  readonly value: (param: string) => Value;
  /** Microseconds since 1970 UTC. */
  readonly now: bigint;
}
/** An instant in microseconds since 1970 UTC, a whole number, a day as the number of days since 1970, or a text. */
type Result = bigint | number | string;

/** The value of a constant: an instant or a whole number unchanged, a day as the microseconds of its midnight UTC. */
export function constantValue(constant: Constant, known: RequestValues): bigint {
  const result = evaluate(constant, known);
  if (typeof result === 'bigint') return result;
  return BigInt(dayNumber(result)) * DAY;
}

/** The value of a constant in the form of parameter values: a day is its text. */
export function valueOfConstant(constant: Constant, known: RequestValues): Value {
  const result = evaluate(constant, known);
  return typeof result === 'number' ? dayText(result) : result;
}

const DAY = 86_400_000_000n;

function evaluate(constant: Constant, known: RequestValues): Result {
  if ('now' in constant) return known.now;
  if ('param' in constant) return resultOf(known.value(constant.param));
  if ('literal' in constant) {
    const { literal, type } = constant;
    return type === 'int64' || type === 'timestamp' ? BigInt(literal) : literal;
  }
  return apply(
    constant.fn,
    constant.args.map(arg => evaluate(arg, known)),
  );
}

function resultOf(value: Value): Result {
  if (typeof value === 'boolean' || typeof value === 'number')
    throw new Error(`a window is made of ${String(value)}`);
  return value;
}

/** The number of a day. Parameters and literals contain days as texts. */
function dayNumber(value: Result | undefined): number {
  if (typeof value === 'bigint' || value === undefined) throw new Error(`${value} is not a day`);
  return typeof value === 'number' ? value : dayOf(value);
}

function whole(value: Result | undefined): bigint {
  if (typeof value !== 'bigint') throw new Error(`${value} is not a whole number`);
  return value;
}

function zoneOf(value: Result | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value !== 'string') throw new Error(`${value} is not a zone`);
  return value;
}

function apply(fn: ConstantFunction, args: readonly Result[]): Result {
  const [first, second, third] = args;
  switch (fn) {
    case 'add':
      return args.map(whole).reduce((sum, one) => sum + one);
    case 'subtract':
    case 'subtract_micros':
      return whole(first) - whole(second);
    case 'add_micros':
      return whole(first) + whole(second);
    case 'multiply':
      return args.map(whole).reduce((product, one) => product * one);
    case 'least':
    case 'greatest':
      return extreme(fn, args);
    case 'floor_micros':
      return floor(whole(first), whole(second));
    case 'add_days':
      return dayNumber(first) + Number(whole(second));
    case 'add_months':
      return movedMonths(first, Number(whole(second)));
    case 'start_of':
      return startOf(String(first), second, zoneOf(third));
    case 'date_from_timestamp':
      return localDay(whole(first), zoneOf(second));
    case 'timestamp_from_date':
      return firstInstant(dayNumber(first), zoneOf(second));
    case 'timestamp_diff':
      // the compiler only accepts microseconds as the unit
      return whole(second) - whole(third);
    case 'date_diff':
      return dateDiff(String(first), dayNumber(second), dayNumber(third));
  }
}

function floor(of: bigint, step: bigint): bigint {
  const over = of % step;
  return of - (over < 0n ? over + step : over);
}

function extreme(fn: 'least' | 'greatest', args: readonly Result[]): Result {
  const comparable = args.map(arg => (typeof arg === 'bigint' ? arg : dayNumber(arg)));
  return comparable.reduce((one, other) =>
    (fn === 'least' ? other < one : other > one) ? other : one,
  );
}

function movedMonths(of: Result | undefined, months: number): Result {
  if (typeof of !== 'bigint') return moveMonths(dayNumber(of), months);
  const day = localDay(of, null);
  return BigInt(moveMonths(day, months)) * DAY + (of - BigInt(day) * DAY);
}

function startOf(unit: string, of: Result | undefined, zone: string | null): Result {
  if (typeof of !== 'bigint') return firstDay(unit, dayNumber(of));
  return firstInstant(firstDay(unit, localDay(of, zone)), zone);
}

function dateDiff(unit: string, later: number, earlier: number): bigint {
  return BigInt(unit === 'month' ? monthsOf(later) - monthsOf(earlier) : later - earlier);
}
