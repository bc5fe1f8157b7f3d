/** Arithmetic that fails for the same values as in GoogleSQL. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { makeLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import type { FunctionName } from '../../functions/names.ts';
import { literalCount, strictFunction, type Translator } from '../calls.ts';
import { checkedCall, orFail, safely } from './failing.ts';
import { moved } from './moves.ts';
import { ROUNDING } from './rounding.ts';

type Operator = 'add' | 'subtract' | 'multiply';

/** Computes on literal whole numbers; a result may exceed INT64. */
const FOLDED: Readonly<Record<Operator, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
};

function whole(value: bigint): PlanExpr | null {
  if (BigInt.asIntN(64, value) !== value) return null;
  return wholeLiteral(value);
}

function combined(operator: Operator): Translator {
  return (args, _, type, params) => {
    if (type === 'date') {
      const ofDay = args[0]?.scalar === 'date' ? args : args.toReversed();
      return moved(operator === 'add' ? 1n : -1n)(ofDay, ['DAY'], type, params);
    }
    const [one, two] = args.map(arg => literalCount(arg));
    if (type === 'int64') {
      const folded =
        typeof one === 'bigint' && typeof two === 'bigint'
          ? whole(FOLDED[operator](one, two))
          : null;
      return folded ?? checkedCall(`checked_${operator}`, args, 'int64');
    }
    if (type !== 'float64' && type !== 'decimal') return null;
    if (type === 'float64' && isBounded(operator, args)) return makeCall(operator, type, args);
    return orFail({ ...makeCall(`checked_${operator}`, type, args, true), orNull: true }, args);
  };
}

/** The largest power of ten that a float can represent. */
const LAST_POWER = 308;
const INT64_POWER = 19;

/** An upper bound of the absolute value, as a power of ten. */
function powerOf(expr: PlanExpr): number {
  if (expr.kind === 'literal' && typeof expr.value === 'number')
    return Math.max(0, Math.log10(Math.abs(expr.value)));
  if (expr.kind !== 'call') return LAST_POWER;
  const [one = LAST_POWER, two = 0] = expr.args.map(powerOf);
  switch (expr.fn) {
    case 'float64_from_int64':
      return INT64_POWER;
    case 'multiply':
      return one + two;
    case 'add':
    case 'subtract':
      return Math.max(one, two) + 1;
    case 'or_fail':
      return one;
    case 'divide':
      return expr.args[1] !== undefined && isWhole(expr.args[1]) ? one : LAST_POWER;
    case 'if':
      return Math.max(...expr.args.slice(1).map(powerOf));
    default:
      return LAST_POWER;
  }
}

function isBounded(operator: Operator, args: readonly PlanExpr[]): boolean {
  const [one = LAST_POWER, two = LAST_POWER] = args.map(powerOf);
  return (operator === 'multiply' ? one + two : Math.max(one, two) + 1) < LAST_POWER;
}

/** Whether dividing by this float never gives a larger number: it is a converted whole number, or a literal of at least 1 or at most -1. */
function isWhole(expr: PlanExpr): boolean {
  if (expr.kind === 'literal') return typeof expr.value === 'number' && Math.abs(expr.value) >= 1;
  return expr.kind === 'call' && expr.fn === 'float64_from_int64';
}

/** Divides floats or decimals; NULL for a divisor of 0. */
function quotient(args: readonly PlanExpr[]): PlanExpr | null {
  const [of, by] = args;
  if (of?.scalar === 'decimal' && by?.scalar === 'decimal')
    return { ...makeCall('checked_divide', 'decimal', args, true), orNull: true };
  if (of?.scalar !== 'float64' || by?.scalar !== 'float64') return null;
  const plain = isWhole(by) && by.kind !== 'literal' && powerOf(of) < LAST_POWER;
  const nullable = !isLarge(by) || of.nullable;
  if (plain) return makeCall('divide', 'float64', args, nullable);
  return { ...makeCall('checked_divide', 'float64', args, nullable), orNull: true };
}

/** Whether the divisor is a literal of at least 1, so that the division cannot fail. */
function isLarge(by: PlanExpr): boolean {
  return by.kind === 'literal' && typeof by.value === 'number' && by.value >= 1;
}

const divided: Translator = args => {
  const value = quotient(args);
  const [, by] = args;
  return value === null || (by !== undefined && isLarge(by)) ? value : orFail(value, args);
};

/** DIV and MOD of whole numbers; fails for a divisor of 0. */
function ofWhole(fn: 'whole_divide' | 'mod'): Translator {
  return (args, _, type) => {
    const [of, divisor] = args;
    if (type !== 'int64' || of === undefined) return null;
    const by = literalCount(divisor);
    if (by !== null && by > 0n) return makeCall(fn, 'int64', args, of.nullable);
    return orFail(makeCall(fn, 'int64', args, true), args);
  };
}

const negated: Translator = ([of], _, type) => {
  if (of === undefined) return null;
  const folded = of.kind === 'literal' && typeof of.value === 'bigint' ? whole(-of.value) : null;
  if (folded !== null) return folded;
  if (of.kind === 'literal' && typeof of.value === 'number') return { ...of, value: -of.value };
  if (type === 'float64' || type === 'decimal') return makeCall('negate', type, [of]);
  return type === 'int64' ? checkedCall('checked_negate', [of], type) : null;
};

/** Returns NULL where the function itself would fail. */
function safe(translator: Translator): Translator {
  return (...call) => {
    const expr = translator(...call);
    return expr === null ? null : safely(expr);
  };
}

/** A function of floats that fails where it has no value. */
function partial(fn: FunctionName): Translator {
  return (args, _, type) =>
    args.every(arg => arg.scalar === 'float64') && type === 'float64'
      ? orFail(makeCall(fn, 'float64', args, true), args)
      : null;
}

const absolute: Translator = ([of], _, type) => {
  if (of === undefined) return null;
  if (type === 'int64') return checkedCall('checked_abs', [of], type);
  return type === 'float64' || type === 'decimal' ? makeCall('abs', type, [of]) : null;
};

const signed: Translator = ([of], _, type) =>
  of !== undefined && of.scalar === type && (type === 'int64' || type === 'float64')
    ? makeCall('sign', type, [of])
    : null;

/** Functions of angles that fail for some numbers. */
const ANGLES = ['sin', 'cos', 'tan', 'asin', 'acos'] as const;

/** The natural logarithm, or one to a base, which has no value for the base 1. */
const logarithm: Translator = (args, _, type) => {
  if (type !== 'float64' || args.some(({ scalar }) => scalar !== type)) return null;
  const logarithms = args.map(arg => makeCall('ln', type, [arg], true));
  const found = args.length === 1 ? logarithms[0] : quotient(logarithms);
  return found == null ? null : orFail(found, args);
};

export const ARITHMETIC_TRANSLATORS: Readonly<Record<string, Translator>> = {
  $add: combined('add'),
  $subtract: combined('subtract'),
  $multiply: combined('multiply'),
  $divide: divided,
  $unary_minus: negated,
  safe_add: safe(combined('add')),
  safe_subtract: safe(combined('subtract')),
  safe_multiply: safe(combined('multiply')),
  safe_divide: args => quotient(args),
  safe_negate: safe(negated),
  div: ofWhole('whole_divide'),
  mod: ofWhole('mod'),
  abs: absolute,
  sign: signed,
  ...ROUNDING,
  is_nan: strictFunction('is_nan', ['float64']),
  is_inf: strictFunction('is_infinite', ['float64']),
  sqrt: partial('sqrt'),
  pow: partial('pow'),
  exp: partial('exp'),
  ln: partial('ln'),
  log10: partial('log10'),
  log: logarithm,
  ...Object.fromEntries(ANGLES.map(fn => [fn, partial(fn)])),
  atan: strictFunction('atan', ['float64']),
  atan2: strictFunction('atan2', ['float64']),
  pi: () => makeLiteral('float64', Math.PI),
};
