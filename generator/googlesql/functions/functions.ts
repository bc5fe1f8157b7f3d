/**
 * The scalar functions that are translated, keyed by the analyser's names. An entry must return what GoogleSQL returns for every value that
 * it accepts; anything else is refused.
 */
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { FALSE, makeLiteral, nullLiteral, TRUE, wholeLiteral } from '../../core/expr/literals.ts';
import { isScalar, type Type } from '../../core/types/scalar.ts';
import { PLAIN } from '../../functions/library.ts';
import type { FunctionName } from '../../functions/names.ts';
import { anyNullable, COMPARED, strictFunction, type Translator } from '../calls.ts';
import { READINGS } from '../readings.ts';
import { sizeOf } from '../rows.ts';
import { ARITHMETIC_TRANSLATORS } from './arithmetic.ts';
import { ARRAYS, isOwnList, listOrEmpty } from './arrays.ts';
import { BIT_TRANSLATORS } from './bits.ts';
import { DOCUMENTS } from './documents/documents.ts';
import { computedOnce, existing, LARGEST, mayFail } from './failing.ts';
import { BYTES } from './texts/digits.ts';
import { formatted } from './texts/format.ts';
import { TEXT_TRANSLATORS } from './texts/texts.ts';
import { BUCKETS } from './times/buckets.ts';
import { CALENDAR } from './times/calendar.ts';
import { DATETIMES, OF_BOTH } from './times/datetimes.ts';
import { DAY_TIMES } from './times/day-times.ts';
import { INSTANTS } from './times/instants.ts';

function eq(left: PlanExpr, right: PlanExpr): PlanExpr {
  return makeCall('eq', 'bool', [left, right], left.nullable || right.nullable);
}

function isCompared({ scalar }: PlanExpr): boolean {
  return COMPARED.includes(scalar);
}

/** Three-valued logic: NULL if nothing is equal and a comparison is NULL. */
function among([of, ...items]: readonly PlanExpr[]): PlanExpr | null {
  if (of === undefined || !isCompared(of)) return null;
  const isKnown = items.every(item => item.kind === 'literal' && item.value !== null);
  if (isKnown) return makeCall('in', 'bool', [of, ...items], of.nullable);
  const [first, ...more] = items.map(item => eq(of, item));
  if (first === undefined || sizeOf(of) > LARGEST) return null;
  return more.length === 0
    ? first
    : makeCall('or', 'bool', [first, ...more], anyNullable([of, ...items]));
}

/** The most nodes of a value and its repetitions, if it has more than `LARGEST`. */
const MOST_REPEATED = 500;

function mayRepeat(value: PlanExpr, times: number): boolean {
  const size = sizeOf(value);
  return size <= LARGEST || size * times <= MOST_REPEATED;
}

/** The results are after their conditions; the last argument is the result of ELSE. */
function resultsOf(args: readonly PlanExpr[]): readonly PlanExpr[] {
  return args.filter((_, i) => i % 2 === 1 || i === args.length - 1);
}

/** Returns `null` for a choice between lists that engines do not store alike. */
function cased(args: readonly PlanExpr[], type: Type): PlanExpr | null {
  if (!isScalar(type) && !resultsOf(args).every(isOwnList)) return null;
  return makeCall('case', type, args, anyNullable(resultsOf(args)));
}

/** Whether two values differ; NULL counts as a value. */
function differs(args: readonly PlanExpr[]): PlanExpr | null {
  const [left, right] = args;
  if (left === undefined || right === undefined || !args.every(isCompared)) return null;
  const values = makeCall('ne', 'bool', [left, right], left.nullable || right.nullable);
  if (!values.nullable) return values;
  if (args.some(arg => sizeOf(arg) > LARGEST)) return null;
  const nulls = args.map(arg => testNull(arg));
  return makeCall('coalesce', 'bool', [values, makeCall('ne', 'bool', nulls, false)], false);
}

/** Functions of the library that mean the same in GoogleSQL for all values. */
const SAME: Readonly<Record<string, Translator>> = Object.fromEntries(
  PLAIN.flatMap(({ name, takes, googlesql }) => googlesql.map(known => [known, same(name, takes)])),
);

function same(fn: FunctionName, takes: readonly Type[]): Translator {
  return (args, _, type) =>
    args.length === takes.length && args.every(({ scalar }, i) => scalar === takes[i])
      ? makeCall(fn, type, args)
      : null;
}

/** The first value that is not NULL. */
function firstKnown(args: readonly PlanExpr[], _: readonly string[], type: Type): PlanExpr | null {
  if (!isScalar(type)) return listOrEmpty(args);
  const nullable = args.every(arg => arg.nullable);
  return makeCall('coalesce', type, args, nullable);
}

const ORDERED: readonly Type[] = ['string', 'int64', 'decimal', 'timestamp', 'datetime', 'date'];

/** The greatest or the least value; of floats NaN if one is, which engines order each in its own way. */
function extreme(fn: 'greatest' | 'least'): Translator {
  const ordered = strictFunction(fn, ORDERED);
  return (args, words, type, params) => {
    if (type !== 'float64') return ordered(args, words, type, params);
    // some engine computes a value that several calls share before it tests for NULL
    const [once, ...others] = args.filter(arg => sizeOf(arg) > LARGEST || mayFail(arg));
    if (others.length > 0 || args.some(({ scalar }) => scalar !== type)) return null;
    if (once === undefined) return extremeFloat(fn, args);
    const around = (value: PlanExpr) =>
      extremeFloat(
        fn,
        args.map(arg => (arg === once ? value : arg)),
      );
    return computedOnce(once, around, true);
  };
}

function extremeFloat(fn: 'greatest' | 'least', args: readonly PlanExpr[]): PlanExpr {
  const value = makeCall(fn, 'float64', args);
  const isNan = args
    .filter(({ kind }) => kind !== 'literal')
    .map(arg => makeCall('is_nan', 'bool', [arg]));
  const [first, ...more] = isNan;
  if (first === undefined || args.length === 1) return value;
  const isAny = more.length === 0 ? first : makeCall('or', 'bool', isNan);
  // a sum is NaN if a part of it is
  const sum = args.reduce((all, arg) => makeCall('add', 'float64', [all, arg]));
  return makeCall('if', 'float64', [isAny, sum, value]);
}

const ZEROS: Readonly<Partial<Record<Type, PlanExpr>>> = {
  int64: wholeLiteral(0n),
  float64: makeLiteral('float64', 0),
  decimal: makeLiteral('decimal', '0'),
};

const LIST: Readonly<Record<string, Translator>> = {
  $equal: strictFunction('eq', COMPARED),
  $not_equal: strictFunction('ne', COMPARED),
  $less: strictFunction('lt', COMPARED),
  $less_or_equal: strictFunction('le', COMPARED),
  $greater: strictFunction('gt', COMPARED),
  $greater_or_equal: strictFunction('ge', COMPARED),
  $between: strictFunction('between', COMPARED),
  $and: strictFunction('and', ['bool']),
  $or: strictFunction('or', ['bool']),
  $not: strictFunction('not', ['bool']),
  $in: args => among(args),
  // a list that a caller omits is empty, not NULL; and some engine has no list that is NULL
  $is_null: ([of]) => {
    if (of === undefined || (!isScalar(of.scalar) && (of.kind === 'param' || of.nullable)))
      return null;
    const exists = existing(of);
    return exists === null ? testNull(of) : makeCall('not', 'bool', [exists], false);
  },
  $is_true: args => makeCall('coalesce', 'bool', [...args, FALSE], false),
  $is_false: ([of]) =>
    of === undefined
      ? null
      : makeCall('not', 'bool', [makeCall('coalesce', 'bool', [of, TRUE], false)], false),
  $case_no_value: (args, _, type) =>
    cased(args.length % 2 === 1 ? args : [...args, nullLiteral(type)], type),
  $case_with_value: ([of, ...args], _, type) => {
    if (of === undefined || !isCompared(of) || !mayRepeat(of, Math.floor(args.length / 2)))
      return null;
    const whole = args.length % 2 === 1 ? args : [...args, nullLiteral(type)];
    const last = whole.length - 1;
    return cased(
      whole.map((arg, i) => (i % 2 === 0 && i < last ? eq(of, arg) : arg)),
      type,
    );
  },
  if: (args, _, type) => {
    const results = args.slice(1);
    if (!isScalar(type) && !results.every(isOwnList)) return null;
    return makeCall('if', type, args, anyNullable(results));
  },
  coalesce: firstKnown,
  ifnull: firstKnown,
  nullif: (args, _, type) =>
    args.every(arg => isCompared(arg)) ? makeCall('nullif', type, args, true) : null,
  greatest: extreme('greatest'),
  least: extreme('least'),
  $is_distinct_from: args => differs(args),
  $is_not_distinct_from: args => {
    const differ = differs(args);
    return differ === null ? null : makeCall('not', 'bool', [differ]);
  },
  zeroifnull: ([of], _, type) => {
    const zero = of?.scalar === type ? ZEROS[type] : undefined;
    return of && zero ? makeCall('coalesce', type, [of, zero], false) : null;
  },
  nullifzero: ([of], _, type) => {
    const zero = of?.scalar === type ? ZEROS[type] : undefined;
    return of && zero ? makeCall('nullif', type, [of, zero], true) : null;
  },
  ...SAME,
  ...TEXT_TRANSLATORS,
  ...BYTES,
  ...ARITHMETIC_TRANSLATORS,
  ...BIT_TRANSLATORS,
  ...ARRAYS,
  ...CALENDAR,
  ...INSTANTS,
  ...DATETIMES,
  ...OF_BOTH,
  ...DAY_TIMES,
  ...BUCKETS,
  ...READINGS,
  ...DOCUMENTS,
  format: formatted,
};

export const TRANSLATORS: ReadonlyMap<string, Translator> = new Map(Object.entries(LIST));
