/** Filters of maps: each item of a caller's list contains a key and the value to compare with, as in `region=eu`. */
import { makeCall, maybe } from '../../core/expr/calls.ts';
import type { Expr, ParamExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { FILTER_OPERATORS, type FilterOperator } from '../../core/plan/filters.ts';
import { listOf, mapValueOf, type Scalar } from '../../core/types/scalar.ts';
import type { FunctionName } from '../../functions/names.ts';

interface Asked {
  /** A condition on the value of a key and the caller's value. */
  readonly holds: (value: Expr, given: Expr) => Expr;
  /** Whether one matching item is enough, if several items have the same key. */
  readonly any: boolean;
  /** Whether the condition holds for a key that the map lacks, or whose value is NULL. */
  readonly ofAbsent: boolean;
}

const every = (fn: 'ne' | 'lt' | 'le' | 'gt' | 'ge'): Asked => ({
  holds: called(fn),
  any: false,
  ofAbsent: false,
});
const any = (fn: 'eq' | 'contains' | 'starts_with' | 'ends_with'): Asked => {
  return { holds: called(fn), any: true, ofAbsent: false };
};
function called(fn: FunctionName): Asked['holds'] {
  return (value, given) => makeCall<Expr>(fn, 'bool', [value, given]);
}

const OPERATORS: Readonly<Partial<Record<FilterOperator, Asked>>> = {
  eq: any('eq'),
  in: any('eq'),
  ne: every('ne'),
  differs: { ...every('ne'), ofAbsent: true },
  not_in: every('ne'),
  lt: every('lt'),
  lte: every('le'),
  gt: every('gt'),
  gte: every('ge'),
  contains: any('contains'),
  not_contains: {
    holds: (value, given) => makeCall<Expr>('not', 'bool', [called('contains')(value, given)]),
    any: false,
    ofAbsent: false,
  },
  starts_with: any('starts_with'),
  ends_with: any('ends_with'),
};
const TEXTUAL: readonly FilterOperator[] = ['contains', 'not_contains', 'starts_with', 'ends_with'];

/** The types of map values that callers can write, with the pattern of an item of each. */
const ITEMS: Readonly<Partial<Record<Scalar, string>>> = {
  string: '[^=]+=[\\s\\S]*',
  int64: '[^=]+=-?[0-9]{1,18}',
  float64: '[^=]+=-?[0-9]+(?:\\.[0-9]+)?',
};

/** The most items that a request may send for one operator of a map: for every row, each item is compared with each other. */
export const MOST_KEYS = 20;

/** The pattern of items. Returns `null` for values that callers cannot write. */
export function itemPattern({ scalar }: Expr): string | null {
  const value = mapValueOf(scalar);
  return value === null ? null : (ITEMS[value] ?? null);
}

/** The operators for the keys of a map, in the order of the documentation. */
export function operatorsOfMap(of: Expr): readonly FilterOperator[] {
  if (itemPattern(of) === null) return [];
  const isText = mapValueOf(of.scalar) === 'string';
  return FILTER_OPERATORS.filter(
    operator => OPERATORS[operator] !== undefined && (isText || !TEXTUAL.includes(operator)),
  );
}

/** Whether the map's values match the items for all keys in `given`. A key that the map lacks only matches `differs`. */
export function mapCondition(
  operator: FilterOperator,
  of: Expr,
  given: ParamExpr,
  ignoreCase: boolean,
): Expr {
  const asked = OPERATORS[operator];
  if (asked === undefined) throw new Error(`a map has no ${operator}`);
  const scalar = mapValueOf(of.scalar) ?? 'string';
  const folded = (text: Expr) => (ignoreCase ? makeCall<Expr>('lower', 'string', [text]) : text);
  const value = folded(maybe<Expr>('map_value', scalar, [of, KEY]));
  const known = makeCall<Expr>('coalesce', 'bool', [
    asked.holds(value, folded(typed(scalar))),
    makeLiteral('bool', asked.ofAbsent),
  ]);
  const isAs: Expr = { ...known, nullable: false };
  if (!asked.any) return forAll(given, isAs);
  const keys: Expr = {
    kind: 'each',
    as: 'list',
    of: given,
    body: makeCall<Expr>('if', 'string', [isAs, KEY, makeLiteral('string', '')]),
    scalar: listOf('string'),
    nullable: false,
  };
  return forAll(given, makeCall<Expr>('in_list', 'bool', [KEY, keys]));
}

const ITEM: Expr = { kind: 'item', scalar: 'string', nullable: false };
const SIGN = makeLiteral('string', '=');
const PLACE = makeCall<Expr>('strpos', 'int64', [ITEM, SIGN]);
const ONE = makeLiteral('int64', 1n);
/** The text before and after the first `=`. */
const KEY = makeCall<Expr>('split_part', 'string', [ITEM, SIGN, ONE]);
const VALUE = makeCall<Expr>('substr', 'string', [
  ITEM,
  makeCall<Expr>('add', 'int64', [PLACE, ONE]),
]);

function typed(scalar: Scalar): Expr {
  if (scalar === 'int64') return maybe<Expr>('int64_from_string', scalar, [VALUE]);
  return scalar === 'float64' ? maybe<Expr>('float64_from_string', scalar, [VALUE]) : VALUE;
}

function forAll(of: Expr, body: Expr): Expr {
  return { kind: 'each', as: 'all', of, body, scalar: 'bool', nullable: false };
}
