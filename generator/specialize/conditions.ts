/**
 * Conditions that depend only on enum parameters: an `if` or a `case` that compares an enum with texts is decided as soon as
 * the enum is known.
 */

import type { CallExpr, Expr } from '../core/expr/expr.ts';
import type { Param } from '../core/plan/param.ts';
import { knownValue } from '../params/index.ts';

/** The enums that conditions of `if` and `case` compare with constants, if these conditions depend on nothing else. */
export function comparedEnums(call: CallExpr<Expr>, params: readonly Param[]): readonly string[] {
  return listBranchConditions(call).flatMap(condition => enumsIn(condition, params) ?? []);
}

/** The conditions among the arguments of `if` and `case`. The last argument of a `case` is its `else`. */
export function listBranchConditions({ fn, args }: CallExpr<Expr>): readonly Expr[] {
  if (fn === 'if') return args.slice(0, 1);
  return fn === 'case' ? args.slice(0, -1).filter((_, i) => i % 2 === 0) : [];
}

/** The enums that a condition compares; `null` if it depends on anything else. */
function enumsIn(condition: Expr, params: readonly Param[]): readonly string[] | null {
  if (condition.kind !== 'call') return null;
  const compared = comparison(condition, params);
  if (compared !== null) return [compared.param.name];
  if (!isLogic(condition)) return null;
  const parts = condition.args.map(arg => enumsIn(arg, params));
  return parts.includes(null) ? null : parts.flatMap(part => part ?? []);
}

/** Whether the condition is true for the `known` enums; `null` if it depends on others. */
export function decided(
  condition: Expr,
  known: ReadonlyMap<string, string>,
  params: readonly Param[],
): boolean | null {
  if (condition.kind !== 'call') return null;
  const compared = comparison(condition, params);
  if (compared !== null) {
    const text = known.get(compared.param.name);
    if (text === undefined) return null;
    const value = knownValue(compared.param, text);
    return compared.values.includes(value) !== (condition.fn === 'ne');
  }
  if (!isLogic(condition)) return null;
  const parts = condition.args.map(arg => decided(arg, known, params));
  if (condition.fn === 'not') return parts[0] === null ? null : parts[0] === false;
  const deciding = condition.fn === 'or';
  if (parts.includes(deciding)) return deciding;
  return parts.includes(null) ? null : !deciding;
}

function isLogic({ fn }: CallExpr<Expr>): boolean {
  return fn === 'and' || fn === 'or' || fn === 'not';
}

/** An enum that is always present, and the constants with which it is compared. */
function comparison({ fn, args }: CallExpr<Expr>, params: readonly Param[]) {
  if (fn !== 'eq' && fn !== 'ne' && fn !== 'in') return null;
  const [subject, ...others] = args;
  const [of, values] =
    subject?.kind === 'literal' && fn !== 'in' ? [others[0], [subject]] : [subject, others];
  if (of?.kind !== 'param') return null;
  const param = params.find(({ name }) => name === of.name);
  if (param === undefined || param.values === null || param.list !== null) return null;
  if (!param.required && param.default === null) return null;
  const constants = values.flatMap(each => (each.kind === 'literal' ? [each.value] : []));
  return constants.length === values.length ? { param, values: constants } : null;
}
