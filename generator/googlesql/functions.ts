/**
 * The scalar functions that are translated, by the analyser's names. An entry stands here only where its spelling answers what
 * GoogleSQL does for every value that it takes; anything else is refused.
 */
import type { CallExpr, PlanExpr } from '../core/expr.ts';
import type { FunctionName } from '../core/functions.ts';
import { STEP_UNITS, type StepUnit, type Type, UNIT_MICROS } from '../core/scalar.ts';
import { sizeOf } from './rows.ts';

/** `units`: the words among the arguments, such as HOUR. `null` where these arguments are not translated. */
export type Translator = (
  args: readonly PlanExpr[],
  units: readonly string[],
  type: Type,
) => PlanExpr | null;

const bool = { scalar: 'bool' } as const;

function anyNullable(args: readonly PlanExpr[]): boolean {
  return args.some(arg => arg.nullable);
}

function call(
  fn: FunctionName,
  args: readonly PlanExpr[],
  type: Type,
  nullable: boolean,
): CallExpr<PlanExpr> {
  return { kind: 'call', fn, args, scalar: type, nullable };
}

/** NULL where an argument is, and only there. */
function strict(fn: FunctionName, takes: readonly Type[]): Translator {
  return (args, _, type) =>
    args.every(arg => takes.includes(arg.scalar)) ? call(fn, args, type, anyNullable(args)) : null;
}

export const COMPARED: ReadonlyArray<Type> = [
  'string',
  'int64',
  'float64',
  'decimal',
  'bool',
  'timestamp',
  'date',
];

function literalText(arg: PlanExpr | undefined): string | null {
  return arg?.kind === 'literal' && typeof arg.value === 'string' ? arg.value : null;
}

function literalCount(arg: PlanExpr | undefined): bigint | null {
  return arg?.kind === 'literal' && typeof arg.value === 'bigint' ? arg.value : null;
}

export function eq(left: PlanExpr, right: PlanExpr): PlanExpr {
  return call('eq', [left, right], 'bool', left.nullable || right.nullable);
}

/** An expression of more nodes is not written twice. */
const LARGEST = 24;

function isCompared({ scalar }: PlanExpr): boolean {
  return COMPARED.includes(scalar);
}

/** In three values: NULL where nothing is equal and a comparison is NULL. */
function among([of, ...items]: readonly PlanExpr[]): PlanExpr | null {
  if (of === undefined || !isCompared(of)) return null;
  const isKnown = items.every(item => item.kind === 'literal' && item.value !== null);
  if (isKnown) return call('in', [of, ...items], 'bool', of.nullable);
  const [first, ...more] = items.map(item => eq(of, item));
  if (first === undefined || sizeOf(of) > LARGEST) return null;
  return more.length === 0
    ? first
    : call('or', [first, ...more], 'bool', anyNullable([of, ...items]));
}

function cased(branches: readonly PlanExpr[], otherwise: PlanExpr, type: Type): PlanExpr {
  const results = [...branches.filter((_, i) => i % 2 === 1), otherwise];
  return call('case', [...branches, otherwise], type, anyNullable(results));
}

function nothing(type: Type): PlanExpr {
  return { kind: 'literal', value: null, scalar: type, nullable: true };
}

const TRUE: PlanExpr = { kind: 'literal', value: true, ...bool, nullable: false };
const FALSE: PlanExpr = { kind: 'literal', value: false, ...bool, nullable: false };

/** Patterns of LIKE that ask for a beginning, an end, a part or the whole. */
function like([of, pattern]: readonly PlanExpr[]): PlanExpr | null {
  const text = literalText(pattern);
  if (of === undefined || of.scalar !== 'string' || text === null) return null;
  const found = /^(%?)([^%_\\]+)(%?)$/.exec(text);
  if (found === null) return null;
  const [, before, part = '', after] = found;
  const literal: PlanExpr = { kind: 'literal', value: part, scalar: 'string', nullable: false };
  if (before === '' && after === '') return eq(of, literal);
  const fn = before === '' ? 'starts_with' : after === '' ? 'ends_with' : 'contains';
  return call(fn, [of, literal], 'bool', of.nullable);
}

function matches([of, pattern]: readonly PlanExpr[]): PlanExpr | null {
  const text = literalText(pattern);
  if (of?.scalar !== 'string' || pattern === undefined || text === null) return null;
  // engines read flags and bytes each in its own way
  if (/\(\?(?!:)|\\[CpPQEzAb]|[^\x20-\x7e]/.test(text) || text === '') return null;
  return call('matches', [of, pattern], 'bool', of.nullable);
}

function stepUnit(word: string | undefined): StepUnit | null {
  // a week of GoogleSQL begins on Sunday, one of quern on Monday
  if (word === 'ISOWEEK') return 'week';
  return STEP_UNITS.find(unit => unit !== 'week' && unit.toUpperCase() === word) ?? null;
}

function truncated([of, zone]: readonly PlanExpr[], [word]: readonly string[]): PlanExpr | null {
  const unit = stepUnit(word);
  if (of?.scalar !== 'timestamp' || unit === null || zone !== undefined) return null;
  const step = { micros: UNIT_MICROS[unit], unit };
  return { kind: 'trunc', of, step, scalar: 'timestamp', nullable: of.nullable };
}

const SHIFTS: Readonly<Record<string, bigint>> = {
  MICROSECOND: 1n,
  MILLISECOND: 1000n,
  SECOND: UNIT_MICROS.second,
  MINUTE: UNIT_MICROS.minute,
  HOUR: UNIT_MICROS.hour,
  DAY: UNIT_MICROS.day,
};
/** Beyond it an instant may leave the calendar, and engines fail where GoogleSQL does not. */
const FARTHEST = 100n * 366n * UNIT_MICROS.day;

function shifted(sign: bigint): Translator {
  return ([of, count], [word = '']) => {
    const [by, unit] = [literalCount(count), SHIFTS[word]];
    if (of?.scalar !== 'timestamp' || by === null || unit === undefined) return null;
    const micros = sign * by * unit;
    if (micros > FARTHEST || micros < -FARTHEST) return null;
    return { kind: 'shift', of, micros, scalar: 'timestamp', nullable: of.nullable };
  };
}

/** The first or last `count` code points. */
function end(fn: 'left' | 'right'): Translator {
  return (args, _, type) => {
    const [of, count] = args;
    const known = literalCount(count);
    if (of?.scalar !== 'string' || known === null || known < 0n) return null;
    return call(fn, args, type, of.nullable);
  };
}

const replaced: Translator = (args, _, type) => {
  const [of, part] = args;
  if (of?.scalar !== 'string' || !literalText(part)) return null;
  return call('replace', args, type, anyNullable(args));
};

const LIST: Readonly<Record<string, Translator>> = {
  $equal: strict('eq', COMPARED),
  $not_equal: strict('ne', COMPARED),
  $less: strict('lt', COMPARED),
  $less_or_equal: strict('le', COMPARED),
  $greater: strict('gt', COMPARED),
  $greater_or_equal: strict('ge', COMPARED),
  $between: strict('between', COMPARED),
  $and: strict('and', ['bool']),
  $or: strict('or', ['bool']),
  $not: strict('not', ['bool']),
  $in: args => among(args),
  $is_null: args => call('is_null', args, 'bool', false),
  $is_true: args => call('coalesce', [...args, FALSE], 'bool', false),
  $is_false: ([of]) =>
    of === undefined
      ? null
      : call('not', [call('coalesce', [of, TRUE], 'bool', false)], 'bool', false),
  $like: args => like(args),
  $case_no_value: (args, _, type) =>
    args.length % 2 === 1
      ? cased(args.slice(0, -1), args.at(-1) ?? nothing(type), type)
      : cased(args, nothing(type), type),
  $case_with_value: ([of, ...args], _, type) => {
    if (of === undefined || !isCompared(of) || sizeOf(of) > LARGEST) return null;
    const isWhole = args.length % 2 === 0;
    const branches = (isWhole ? args : args.slice(0, -1)).map((arg, i) =>
      i % 2 === 0 ? eq(of, arg) : arg,
    );
    return cased(branches, isWhole ? nothing(type) : (args.at(-1) ?? nothing(type)), type);
  },
  if: (args, _, type) => call('if', args, type, anyNullable(args.slice(1))),
  coalesce: (args, _, type) =>
    call(
      'coalesce',
      args,
      type,
      args.every(arg => arg.nullable),
    ),
  ifnull: (args, _, type) =>
    call(
      'coalesce',
      args,
      type,
      args.every(arg => arg.nullable),
    ),
  nullif: (args, _, type) =>
    args.every(arg => isCompared(arg)) ? call('nullif', args, type, true) : null,
  greatest: strict('greatest', ['string', 'int64', 'timestamp', 'date']),
  least: strict('least', ['string', 'int64', 'timestamp', 'date']),
  concat: strict('concat', ['string']),
  $concat_op: strict('concat', ['string']),
  length: strict('length', ['string']),
  char_length: strict('length', ['string']),
  starts_with: strict('starts_with', ['string']),
  ends_with: strict('ends_with', ['string']),
  strpos: (args, _, type) =>
    args[0]?.scalar === 'string' && literalText(args[1])
      ? call('strpos', args, type, anyNullable(args))
      : null,
  left: end('left'),
  right: end('right'),
  replace: replaced,
  regexp_contains: args => matches(args),
  timestamp_trunc: truncated,
  timestamp_add: shifted(1n),
  timestamp_sub: shifted(-1n),
  current_timestamp: args =>
    args.length === 0 ? { kind: 'now', scalar: 'timestamp', nullable: false } : null,
};

export const FUNCTIONS: ReadonlyMap<string, Translator> = new Map(Object.entries(LIST));

/** Casts that give the same value on every engine, by the types from and to. */
export const CASTS: ReadonlyMap<string, FunctionName> = new Map([
  ['int64 float64', 'float64_from_int64'],
  ['int64 string', 'string_from_int64'],
  ['int64 decimal', 'decimal_from_int64'],
  ['bool string', 'string_from_bool'],
  ['date string', 'string_from_date'],
  ['bool int64', 'int64_from_bool'],
]);
