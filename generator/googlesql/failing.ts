/** Functions that fail for some values, and their SAFE forms. */
import type { CallExpr, PlanExpr } from '../core/expr.ts';
import type { FunctionName } from '../core/functions.ts';
import type { Type } from '../core/scalar.ts';
import { visitExpr } from '../core/walk.ts';
import { anyNullable, call, nothing, number } from './calls.ts';
import { sizeOf } from './rows.ts';

/** An expression of more nodes is not written twice. */
export const LARGEST = 24;
/** A larger expression is not tested for NULL either. */
const MOST_TESTED = 200;

/**
 * `value`, which is NULL where an argument is NULL and where there is no result: the latter becomes a failure. `null` where the
 * arguments are too large to be written twice.
 */
export function orFail(value: PlanExpr, args: readonly PlanExpr[]): PlanExpr | null {
  return whereKnown(args, call('or_fail', [value], value.scalar, false));
}

/** `value`, and a failure where `condition` does not hold. */
export function provided(condition: PlanExpr, value: PlanExpr): PlanExpr {
  const one = number(1n);
  const known = call('if', [condition, one, nothing('int64')], 'int64', true);
  const holds = call('eq', [call('or_fail', [known], 'int64', false), one], 'bool', false);
  return call('if', [holds, value, nothing(value.scalar)], value.scalar, true);
}

/** A call that fails by itself. */
export function checked(
  fn: FunctionName & `checked_${string}`,
  args: readonly PlanExpr[],
  type: Type,
): PlanExpr {
  const hiding = args.filter(hides);
  const value = call(fn, args, type, anyNullable(args));
  if (hiding.length === 0) return value;
  return whereKnown(hiding, value) ?? value;
}

/** Some engine computes with the value behind a NULL, and may fail. */
function hides(arg: PlanExpr): boolean {
  return arg.kind === 'call' && arg.nullable && HIDING.has(arg.fn);
}

const HIDING: ReadonlySet<string> = new Set(['if', 'case', 'nullif']);

/** `value`, and NULL where one of `args` is. */
function whereKnown(args: readonly PlanExpr[], value: PlanExpr): PlanExpr | null {
  const tests = new Map(args.flatMap(nullTests).map(test => [JSON.stringify(test, shown), test]));
  const [first, ...more] = tests.values();
  if (first === undefined) return value;
  const size = [...tests.values()].reduce((sum, test) => sum + sizeOf(test), 0);
  if (size > MOST_TESTED) return null;
  const isNull = more.length === 0 ? first : call('or', [first, ...more], 'bool', false);
  return call('if', [isNull, nothing(value.scalar), value], value.scalar, true);
}

/** NULL where an argument is, and only there. */
const STRICT: ReadonlySet<string> = new Set([
  ...['float64_from_int64', 'float64_from_decimal', 'string_from_int64', 'or_fail', 'abs'],
  ...['add', 'subtract', 'multiply', 'negate', 'floor', 'ceil', 'round', 'trunc_number'],
]);

/** One of these holds where `expr` is NULL. */
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
  return [call('is_null', [expr], 'bool', false)];
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

/** Whether anything in it may fail. */
export function mayFail(expr: PlanExpr): boolean {
  let found = false;
  visitExpr<PlanExpr>(expr, part => {
    if (part.kind === 'call' && fails(part)) found = true;
  });
  return found;
}

/** The result of a function that may fail, with NULL in place of its own failure; its arguments fail as before. */
export function safely(expr: PlanExpr): PlanExpr {
  if (expr.kind !== 'call') return expr;
  const [first, second, third] = expr.args;
  if (expr.fn === 'or_fail' && first !== undefined) return first;
  if (fails(expr)) return { ...expr, orNull: true, nullable: true };
  return expr.fn === 'if' && isNothing(second) && isFailing(third) ? safely(third) : expr;
}
