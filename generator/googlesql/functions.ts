/**
 * The scalar functions that are translated, by the analyser's names. An entry stands here only where its spelling answers what
 * GoogleSQL does for every value that it takes; anything else is refused.
 */
import type { PlanExpr } from '../core/expr.ts';
import type { Type } from '../core/scalar.ts';
import { ARITHMETIC } from './arithmetic.ts';
import { CALENDAR } from './calendar.ts';
import {
  anyNullable,
  COMPARED,
  call,
  literalCount,
  literalText,
  nothing,
  strict,
  type Translator,
} from './calls.ts';
import { LARGEST } from './failing.ts';
import { sizeOf } from './rows.ts';

const bool = { scalar: 'bool' } as const;

export function eq(left: PlanExpr, right: PlanExpr): PlanExpr {
  return call('eq', [left, right], 'bool', left.nullable || right.nullable);
}

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

/** The first or last `count` code points. */
function end(fn: 'left' | 'right'): Translator {
  return (args, _, type) => {
    const [of, count] = args;
    const known = literalCount(count);
    if (of?.scalar !== 'string' || known === null || known < 0n) return null;
    return call(fn, args, type, of.nullable);
  };
}

/** Code points from one on, which is counted from the beginning. */
const part: Translator = (args, _, type) => {
  const [of, start, length] = args;
  const from = literalCount(start);
  const known = length === undefined ? 0n : literalCount(length);
  if (of?.scalar !== 'string' || from === null || from < 1n || known === null || known < 0n)
    return null;
  return call('substr', args, type, of.nullable);
};

/** Without characters GoogleSQL takes more spaces away than quern. */
function trimmed(fn: 'trim' | 'ltrim' | 'rtrim'): Translator {
  return (args, _, type) => {
    const [of, characters] = args;
    const isPlain = /^[\x20-\x7e]+$/.test(literalText(characters) ?? '');
    return of?.scalar === 'string' && isPlain ? call(fn, args, type, of.nullable) : null;
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
  reverse: strict('reverse', ['string']),
  substr: part,
  substring: part,
  trim: trimmed('trim'),
  ltrim: trimmed('ltrim'),
  rtrim: trimmed('rtrim'),
  ...ARITHMETIC,
  ...CALENDAR,
};

export const FUNCTIONS: ReadonlyMap<string, Translator> = new Map(Object.entries(LIST));
