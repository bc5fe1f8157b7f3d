/** Functions that fail for some values, and their SAFE forms. */
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { CallExpr, EachExpr, PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import { visitExpr } from '../../core/expr/walk.ts';
import type { Type } from '../../core/types/scalar.ts';
import { ITEM_TYPES, listOf, scalarOf } from '../../core/types/scalar.ts';
import type { FunctionName } from '../../functions/names.ts';
import { sizeOf } from '../rows.ts';

/** The most nodes of an expression that may be written twice. */
export const LARGEST = 24;
/** The most nodes of an expression that is tested for NULL. */
const MOST_TESTED = 200;

/**
 * Expects a `value` that is NULL if an argument is NULL or if there is no result, and turns the latter into a failure. Returns `null` if
 * the arguments are too large to be written twice.
 */
export function orFail(value: PlanExpr, args: readonly PlanExpr[]): PlanExpr | null {
  return whereKnown(args, makeCall('or_fail', value.scalar, [value], false));
}

/** `value`, or a failure unless `condition` is true. */
export function provided(condition: PlanExpr, value: PlanExpr): PlanExpr {
  const holds = holding(condition);
  return makeCall('if', value.scalar, [holds, value, nullLiteral(value.scalar)], true);
}

/** `value`, or a failure unless `of` is NULL or a condition is true. */
export function providedFor(
  of: PlanExpr,
  conditions: readonly PlanExpr[],
  value: PlanExpr,
): PlanExpr {
  const isNull = testNull(of);
  return provided(makeCall('or', 'bool', [isNull, ...conditions]), value);
}

/** True, or a failure unless `condition` is true. */
export function holding(condition: PlanExpr): PlanExpr {
  const one = wholeLiteral(1n);
  const known = makeCall('if', 'int64', [condition, one, nullLiteral('int64')], true);
  return makeCall('eq', 'bool', [makeCall('or_fail', 'int64', [known], false), one], false);
}

/** A call of a function that fails by itself. */
export function checkedCall(
  fn: FunctionName & `checked_${string}`,
  args: readonly PlanExpr[],
  type: Type,
): PlanExpr {
  const hiding = args.filter(hides);
  const value = makeCall(fn, type, args);
  if (hiding.length === 0) return value;
  return whereKnown(hiding, value) ?? value;
}

/** Whether the argument hides a value behind NULL: some engine computes with that value and may fail. */
function hides(arg: PlanExpr): boolean {
  return arg.kind === 'call' && arg.nullable && HIDING.has(arg.fn);
}

const HIDING: ReadonlySet<string> = new Set(['if', 'case', 'nullif']);

/**
 * True, or the failure of a value that is never NULL, in place of a test for NULL: some engine knows the result of that without the value.
 * Returns `null` for any other value.
 */
export function existing(of: PlanExpr): PlanExpr | null {
  const isTested = !of.nullable && mayFail(of) && ITEM_TYPES.some(type => type === of.scalar);
  return isTested ? computedOnce(of, value => makeCall('eq', 'bool', [value, value], false)) : null;
}

/** `value`, or NULL if one of `args` is NULL. Returns `null` if the tests are too large. */
function whereKnown(args: readonly PlanExpr[], value: PlanExpr): PlanExpr | null {
  const tests = new Map(args.flatMap(nullTests).map(test => [JSON.stringify(test, shown), test]));
  const [first, ...more] = tests.values();
  if (first === undefined) return value;
  const size = [...tests.values()].reduce((sum, test) => sum + sizeOf(test), 0);
  if (size > MOST_TESTED) return null;
  const isNull = more.length === 0 ? first : makeCall('or', 'bool', [first, ...more], false);
  return makeCall('if', value.scalar, [isNull, nullLiteral(value.scalar), value], true);
}

/** Functions that are NULL exactly if an argument is NULL. */
const STRICT: ReadonlySet<string> = new Set([
  ...['float64_from_int64', 'float64_from_decimal', 'string_from_int64', 'or_fail', 'abs'],
  ...['add', 'subtract', 'multiply', 'negate', 'floor', 'ceil', 'round', 'trunc_number'],
]);

/** Conditions, one of which is true if `expr` is NULL. */
function nullTests(expr: PlanExpr): readonly PlanExpr[] {
  if (!expr.nullable) return [];
  if (expr.kind === 'call') {
    const { fn, args, orNull } = expr;
    if (STRICT.has(fn) || (fails(expr) && orNull === undefined)) return args.flatMap(nullTests);
    const [test, before, value] = args;
    if (fn === 'if' && isNothing(before) && isFailing(value) && test !== undefined)
      return [
        ...(test.kind === 'call' && test.fn === 'or' ? test.args : [test]),
        ...nullTests(value),
      ];
  }
  return [testNull(expr)];
}

function isFailing(expr: PlanExpr | undefined): expr is CallExpr<PlanExpr> {
  return expr?.kind === 'call' && fails(expr);
}

function isNothing(expr: PlanExpr | undefined): boolean {
  return expr?.kind === 'literal' && expr.value === null;
}

function shown(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

function fails({ fn }: CallExpr<PlanExpr>): boolean {
  return fn === 'or_fail' || fn.startsWith('checked_');
}

/** Whether any part of the expression may fail. */
export function mayFail(expr: PlanExpr): boolean {
  let found = false;
  visitExpr<PlanExpr>(expr, part => {
    if (part.kind === 'call' && fails(part)) found = true;
  });
  return found;
}

/**
 * The result of `use` for a value; a long one is computed once, as the only item of a list. Returns `null` if `use` does, and for a long
 * value of a type that no list has.
 */
export function computedOnce(
  of: PlanExpr,
  use: (value: PlanExpr) => PlanExpr | null,
  isLong = sizeOf(of) > LARGEST,
): PlanExpr | null {
  if (!isLong) return use(of);
  const { scalar, nullable } = of;
  const body = use({ kind: 'item', scalar, nullable });
  if (body === null || ![of, body].every(one => ITEM_TYPES.some(type => type === one.scalar)))
    return null;
  const list = makeCall('list', listOf(scalarOf(scalar)), [of], false);
  return ofOnlyItem(list, body);
}

function ofOnlyItem(list: PlanExpr, body: PlanExpr): PlanExpr {
  const scalar = listOf(scalarOf(body.scalar));
  const items: PlanExpr = { kind: 'each', as: 'list', of: list, body, scalar, nullable: false };
  return makeCall('list_item', body.scalar, [items, wholeLiteral(0n)], body.nullable);
}

/** The result of `wrap` for a value; it fails where the value does. Returns `null` if the arguments of the value are too large. */
export function within(
  value: PlanExpr,
  args: readonly PlanExpr[],
  wrap: (value: PlanExpr) => PlanExpr,
): PlanExpr | null {
  const safe = safely(value);
  return safe === value ? wrap(value) : orFail(wrap(safe), args);
}

/** Replaces the failure of the function itself by NULL; its arguments still fail. */
export function safely(expr: PlanExpr): PlanExpr {
  if (expr.kind !== 'call') return expr;
  const [first, second, third] = expr.args;
  if (expr.fn === 'or_fail' && first !== undefined) return first;
  if (expr.fn === 'list_item' && isOnly(first)) return ofOnlyItem(first.of, safely(first.body));
  if (fails(expr)) return { ...expr, orNull: true, nullable: true };
  return expr.fn === 'if' && isNothing(second) && isFailing(third) ? safely(third) : expr;
}

/** Whether these are the items that `once` makes of one value. */
function isOnly(items: PlanExpr | undefined): items is EachExpr<PlanExpr> {
  const { kind, of } = items?.kind === 'each' ? items : { kind: null, of: null };
  return kind === 'each' && of?.kind === 'call' && of.fn === 'list' && of.args.length === 1;
}
