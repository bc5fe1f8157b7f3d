/** Filters of maps: each item that a caller gives names a key and what is asked of its value, as in `region=eu`. */
import type { Expr, ParamExpr } from '../../core/expr.ts';
import { FILTER_OPERATORS, type FilterOperator } from '../../core/filters.ts';
import type { FunctionName } from '../../core/functions.ts';
import { listOf, mapValueOf, type Scalar } from '../../core/scalar.ts';
import { call, literal, maybe } from '../../params/expressions.ts';

interface Asked {
  /** A condition on the value of a key and on what is asked of it. */
  readonly holds: (value: Expr, given: Expr) => Expr;
  /** Of several items with one key, whether one is enough. */
  readonly any: boolean;
}

const every = (fn: 'ne' | 'lt' | 'le' | 'gt' | 'ge'): Asked => ({ holds: called(fn), any: false });
const any = (fn: 'eq' | 'contains' | 'starts_with' | 'ends_with'): Asked => {
  return { holds: called(fn), any: true };
};
function called(fn: FunctionName): Asked['holds'] {
  return (value, given) => call<Expr>(fn, 'bool', [value, given]);
}

const OPERATORS: Readonly<Partial<Record<FilterOperator, Asked>>> = {
  eq: any('eq'),
  in: any('eq'),
  ne: every('ne'),
  not_in: every('ne'),
  lt: every('lt'),
  lte: every('le'),
  gt: every('gt'),
  gte: every('ge'),
  contains: any('contains'),
  not_contains: {
    holds: (value, given) => call<Expr>('not', 'bool', [called('contains')(value, given)]),
    any: false,
  },
  starts_with: any('starts_with'),
  ends_with: any('ends_with'),
};
const TEXTUAL: readonly FilterOperator[] = ['contains', 'not_contains', 'starts_with', 'ends_with'];

/** The values of maps that callers can write, each with the pattern of an item. */
const ITEMS: Readonly<Partial<Record<Scalar, string>>> = {
  string: '[^=]+=(?s:.*)',
  int64: '[^=]+=-?[0-9]{1,18}',
  float64: '[^=]+=-?[0-9]+(?:\\.[0-9]+)?',
};

/** How many keys, or values of keys, a request may ask of a map in one way: each is compared with each in every row. */
export const MOST_KEYS = 20;

/** The pattern that items have; `null` for values that callers cannot write. */
export function itemPattern({ scalar }: Expr): string | null {
  const value = mapValueOf(scalar);
  return value === null ? null : (ITEMS[value] ?? null);
}

/** The operators of a map by its keys, in the order of documents. */
export function operatorsOfMap(of: Expr): readonly FilterOperator[] {
  if (itemPattern(of) === null) return [];
  const isText = mapValueOf(of.scalar) === 'string';
  return FILTER_OPERATORS.filter(
    operator => OPERATORS[operator] !== undefined && (isText || !TEXTUAL.includes(operator)),
  );
}

/** Whether the values of all keys that `given` names match it. A key that the map lacks never does. */
export function mapCondition(
  operator: FilterOperator,
  of: Expr,
  given: ParamExpr,
  ignoreCase: boolean,
): Expr {
  const asked = OPERATORS[operator];
  if (asked === undefined) throw new Error(`a map has no ${operator}`);
  const scalar = mapValueOf(of.scalar) ?? 'string';
  const folded = (text: Expr) => (ignoreCase ? call<Expr>('lower', 'string', [text]) : text);
  const value = folded(maybe<Expr>('map_value', scalar, [of, KEY]));
  const known = call<Expr>('coalesce', 'bool', [
    asked.holds(value, folded(typed(scalar))),
    literal('bool', false),
  ]);
  const isAs: Expr = { ...known, nullable: false };
  if (!asked.any) return forAll(given, isAs);
  const keys: Expr = {
    kind: 'each',
    as: 'list',
    of: given,
    body: call<Expr>('if', 'string', [isAs, KEY, literal('string', '')]),
    scalar: listOf('string'),
    nullable: false,
  };
  return forAll(given, call<Expr>('in_list', 'bool', [KEY, keys]));
}

const ITEM: Expr = { kind: 'item', scalar: 'string', nullable: false };
const SIGN = literal('string', '=');
const PLACE = call<Expr>('strpos', 'int64', [ITEM, SIGN]);
const ONE = literal('int64', 1n);
/** Before and behind the first sign. */
const KEY = call<Expr>('split_part', 'string', [ITEM, SIGN, ONE]);
const VALUE = call<Expr>('substr', 'string', [ITEM, call<Expr>('add', 'int64', [PLACE, ONE])]);

function typed(scalar: Scalar): Expr {
  if (scalar === 'int64') return maybe<Expr>('int64_from_string', scalar, [VALUE]);
  return scalar === 'float64' ? maybe<Expr>('float64_from_string', scalar, [VALUE]) : VALUE;
}

function forAll(of: Expr, body: Expr): Expr {
  return { kind: 'each', as: 'all', of, body, scalar: 'bool', nullable: false };
}
