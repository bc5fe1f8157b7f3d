/** The meaning of each filter operator: a condition on a value and on the parameter of the pair. */
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { Expr, ParamExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { FILTER_OPERATORS, type FilterOperator } from '../../core/plan/filters.ts';
import { isScalar, itemOf, listOf, type Scalar, type Type } from '../../core/types/scalar.ts';
import { MOST_PATTERN_CHARACTERS } from '../../params/patterns/pattern.ts';

/** An operator for one value, or for several that a caller repeats: any of them must match, or none if the operator is negated. */
export interface OperatorMeaning {
  readonly takes: 'one' | 'several' | 'flag' | 'patterns';
  /** The RE2 pattern of each value, and the most characters. */
  readonly form?: { readonly pattern: string; readonly maxLength: number };
  /** The rest of "Rows whose `name` …" in descriptions. */
  readonly words: string;
  readonly condition: (of: Expr, given: ParamExpr, ignoreCase: boolean) => Expr;
}

/** A backslash elsewhere, also a lone one at the end, means something else on each engine, or makes the statement fail. */
const LIKE_FORM = {
  pattern: '[^\\\\]*(?:\\\\[\\\\%_][^\\\\]*)*',
  maxLength: MOST_PATTERN_CHARACTERS,
};
const LIKE_WORDS =
  '`%` is any text, `_` any character; a backslash before either, or before another backslash, makes it plain';

export const MEANINGS: Readonly<Record<FilterOperator, OperatorMeaning>> = {
  eq: { takes: 'several', words: 'is one of the values', condition: isAmong },
  ne: { takes: 'several', words: 'differs from all values', condition: negated(isAmong) },
  differs: {
    takes: 'several',
    words: 'differs from all values, or is absent',
    condition: (...given) => orAbsent(negated(isAmong)(...given)),
  },
  in: { takes: 'several', words: 'is one of the values', condition: isAmong },
  not_in: { takes: 'several', words: 'differs from all values', condition: negated(isAmong) },
  lt: { takes: 'one', words: 'is less than the value', condition: compared('lt') },
  lte: { takes: 'one', words: 'is the value or less', condition: compared('le') },
  gt: { takes: 'one', words: 'is greater than the value', condition: compared('gt') },
  gte: { takes: 'one', words: 'is the value or greater', condition: compared('ge') },
  contains: {
    takes: 'several',
    words: 'contains one of the texts',
    condition: searched('contains_any'),
  },
  not_contains: {
    takes: 'several',
    words: 'contains none of the texts',
    condition: negated(searched('contains_any')),
  },
  starts_with: {
    takes: 'several',
    words: 'starts with one of the texts',
    condition: searched('starts_with_any'),
  },
  ends_with: {
    takes: 'several',
    words: 'ends with one of the texts',
    condition: searched('ends_with_any'),
  },
  like: {
    takes: 'several',
    form: LIKE_FORM,
    words: `has the form of one of the patterns: ${LIKE_WORDS}`,
    condition: searched('like_any'),
  },
  not_like: {
    takes: 'several',
    form: LIKE_FORM,
    words: `has the form of none of the patterns: ${LIKE_WORDS}`,
    condition: negated(searched('like_any')),
  },
  matches: { takes: 'patterns', words: 'matches one of the RE2 patterns', condition: matched },
  not_matches: {
    takes: 'patterns',
    words: 'matches none of the RE2 patterns',
    condition: negated(matched),
  },
  has: {
    takes: 'several',
    words: 'has one of the values',
    condition: (of, given) => makeCall<Expr>('overlaps', 'bool', [of, given]),
  },
  has_all: { takes: 'several', words: 'has all of the values', condition: hasAll },
  is_null: {
    takes: 'flag',
    words: 'has no value (`true`) or has one (`false`)',
    condition: (of, given) => makeCall<Expr>('eq', 'bool', [testNull(of), given]),
  },
};

const ORDERED: readonly FilterOperator[] = ['lt', 'lte', 'gt', 'gte'];
const TEXTUAL: readonly FilterOperator[] = [
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'like',
  'not_like',
  'matches',
  'not_matches',
];
/** The operators of values that may be NULL. */
export const OF_NULLABLE: readonly FilterOperator[] = ['is_null', 'differs'];
const ALWAYS: readonly FilterOperator[] = ['eq', 'ne', 'in', 'not_in'];

const OF_SCALAR: Readonly<Record<Scalar, readonly FilterOperator[]>> = {
  string: [...ALWAYS, ...ORDERED, ...TEXTUAL],
  int64: [...ALWAYS, ...ORDERED],
  float64: [...ALWAYS, ...ORDERED],
  bool: ALWAYS,
  timestamp: [...ALWAYS, ...ORDERED],
  datetime: [],
  date: [...ALWAYS, ...ORDERED],
  decimal: [...ALWAYS, ...ORDERED],
  json: [],
};

/** The operators that a value supports, in the order of the documentation; empty if it cannot be filtered. */
export function operatorsOf({ scalar, nullable }: Expr): readonly FilterOperator[] {
  const known = isScalar(scalar) ? OF_SCALAR[scalar] : operatorsOfList(scalar);
  return FILTER_OPERATORS.filter(
    operator =>
      known.includes(operator) ||
      (OF_NULLABLE.includes(operator) && nullable && known.length > 0 && isScalar(scalar)),
  );
}

function operatorsOfList(list: Type): readonly FilterOperator[] {
  if (itemOf(list) === null) return [];
  const always = ['has', 'has_all'] as const;
  return itemOf(list) === 'string' ? [...always, ...TEXTUAL] : always;
}

// ---- conditions -----------------------------------------------------------------------------------------------------

type Condition = OperatorMeaning['condition'];

function negated(condition: Condition): Condition {
  return (...given) => makeCall<Expr>('not', 'bool', [condition(...given)]);
}

/** The condition, which an absent value satisfies. */
function orAbsent(condition: Expr): Expr {
  const either = makeCall<Expr>('coalesce', 'bool', [condition, makeLiteral('bool', true)]);
  return { ...either, nullable: false };
}

function hasAll(of: Expr, given: ParamExpr): Expr {
  const scalar = itemOf(of.scalar);
  if (scalar === null) throw new Error('only a list has values');
  const item: Expr = { kind: 'item', scalar, nullable: false };
  const isItem = makeCall<Expr>('in_list', 'bool', [item, of]);
  const known = makeCall<Expr>('coalesce', 'bool', [isItem, makeLiteral('bool', false)]);
  const body: Expr = isItem.nullable ? { ...known, nullable: false } : isItem;
  return { kind: 'each', as: 'all', of: given, body, scalar: 'bool', nullable: false };
}

function compared(fn: 'lt' | 'le' | 'gt' | 'ge'): Condition {
  return (of, given) => makeCall<Expr>(fn, 'bool', [of, given]);
}

function isAmong(of: Expr, given: ParamExpr, ignoreCase: boolean): Expr {
  return makeCall<Expr>('in_list', 'bool', [folded(of, ignoreCase), allFolded(given, ignoreCase)]);
}

function searched(
  fn: 'contains_any' | 'starts_with_any' | 'ends_with_any' | 'like_any',
): Condition {
  return (of, given, ignoreCase) =>
    ofAnyItem(of, text =>
      makeCall<Expr>(fn, 'bool', [folded(text, ignoreCase), allFolded(given, ignoreCase)]),
    );
}

function matched(of: Expr, given: ParamExpr, ignoreCase: boolean): Expr {
  return matchPatterns('matches', of, joinPatterns(given), ignoreCase);
}

/** All patterns as one, each but for the outer ends in its own group, because `matches` accepts no list. */
export function joinPatterns(given: ParamExpr): Expr {
  return makeCall<Expr>('list_join', 'string', [given, makeLiteral('string', ')|(?:')]);
}

export function isPatternOperator(operator: FilterOperator): boolean {
  return MEANINGS[operator].takes === 'patterns';
}

/** `any`: all patterns, as `joined` writes them. */
export function matchPatterns(
  operator: FilterOperator,
  of: Expr,
  any: Expr,
  ignoreCase: boolean,
): Expr {
  const first = makeLiteral('string', ignoreCase ? '(?i)(?:' : '(?:');
  const pattern = makeCall<Expr>('concat', 'string', [first, any, makeLiteral('string', ')')]);
  const found = ofAnyItem(of, text => makeCall<Expr>('matches', 'bool', [text, pattern]));
  return operator === 'not_matches' ? makeCall<Expr>('not', 'bool', [found]) : found;
}

/** The condition on a text; for a list, the condition that it is true for at least one item. */
function ofAnyItem(of: Expr, condition: (text: Expr) => Expr): Expr {
  if (isScalar(of.scalar)) return condition(of);
  const item: Expr = { kind: 'item', scalar: 'string', nullable: true };
  return {
    kind: 'each',
    as: 'any',
    of,
    body: condition(item),
    scalar: 'bool',
    nullable: of.nullable,
  };
}

function folded(of: Expr, ignoreCase: boolean): Expr {
  return ignoreCase ? makeCall<Expr>('lower', 'string', [of]) : of;
}

function allFolded(given: ParamExpr, ignoreCase: boolean): Expr {
  if (!ignoreCase) return given;
  const item: Expr = { kind: 'item', scalar: 'string', nullable: false };
  const scalar = listOf('string');
  return {
    kind: 'each',
    as: 'list',
    of: given,
    body: folded(item, true),
    scalar,
    nullable: false,
  };
}
