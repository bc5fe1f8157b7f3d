/** Conditions on the request in a saved query, where they test the texts of parameters. */
import { makeCall } from '../core/expr/calls.ts';
import type { Condition } from '../core/expr/condition.ts';
import type { LiteralExpr, PlanExpr, Predicate } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import { onceFor } from '../core/memo.ts';
import type { Param } from '../core/plan/param.ts';
import { knownValue } from '../params/index.ts';
import { raw, saved } from '../params/saved.ts';
import { isNoList } from '../params/saved-list.ts';

type ParamNamed = (name: string) => Param;

/** `predicate` as one condition on rows. */
export function unguarded(predicate: Predicate<PlanExpr>, named: ParamNamed): PlanExpr {
  if (!('any' in predicate)) {
    const { when, expr } = predicate;
    return when === null ? expr : either([...parts('or', isNot(when, named)), expr]);
  }
  const none = both(predicate.any.flatMap(({ when }) => parts('and', isNot(when, named))));
  const asked = predicate.any.map(({ when, expr }) =>
    both([...parts('and', conditionHolds(when, named)), ...parts('and', expr)]),
  );
  return either([none, ...asked]);
}

/** Whether `condition` is true; never NULL. */
export function conditionHolds(condition: Condition, named: ParamNamed): PlanExpr {
  if (typeof condition === 'string') return presence('ne', condition, named);
  if ('param' in condition) return hasValue('eq', condition, named);
  const of = (conditions: readonly Condition[]) =>
    conditions.map(part => conditionHolds(part, named));
  if ('all' in condition) return both(of(condition.all));
  if ('any' in condition) return either(of(condition.any));
  return both(condition.none.map(part => isNot(part, named)));
}

/** Whether `condition` is not true; never NULL. */
function isNot(condition: Condition, named: ParamNamed): PlanExpr {
  if (typeof condition === 'string') return presence('eq', condition, named);
  if ('param' in condition) return hasValue('ne', condition, named);
  const of = (conditions: readonly Condition[]) => conditions.map(part => isNot(part, named));
  if ('all' in condition) return either(of(condition.all));
  if ('any' in condition) return both(of(condition.any));
  return either(condition.none.map(part => conditionHolds(part, named)));
}

const EMPTY = makeLiteral('string', '');

/** `ne`: whether the parameter is present; `eq`: whether it is absent. */
function presence(fn: 'eq' | 'ne', name: string, named: ParamNamed): PlanExpr {
  const param = named(name);
  return onceFor(param, fn, [], () => presenceOf(fn, param));
}

function presenceOf(fn: 'eq' | 'ne', param: Param): PlanExpr {
  if (param.list !== null) {
    const isAbsent = isNoList(raw(param));
    return fn === 'eq' ? isAbsent : makeCall<PlanExpr>('not', 'bool', [isAbsent]);
  }
  const given = { ...makeCall('coalesce', 'string', [raw(param), EMPTY]), nullable: false };
  return makeCall<PlanExpr>(fn, 'bool', [given, EMPTY]);
}

/** Compares a parameter's value. An absent parameter has no value, so it equals nothing. */
function hasValue(
  fn: 'eq' | 'ne',
  { param: name, is }: Extract<Condition, { param: string }>,
  named: ParamNamed,
): PlanExpr {
  const param = named(name);
  const { value } = saved(param);
  const compared = comparison(fn, value, makeLiteral(param.scalar, knownValue(param, is)));
  if (!value.nullable) return compared;
  return {
    ...makeCall('coalesce', 'bool', [compared, makeLiteral('bool', fn === 'ne')]),
    nullable: false,
  };
}

function comparison(fn: 'eq' | 'ne', value: PlanExpr, known: LiteralExpr): PlanExpr {
  if (known.scalar !== 'bool') return makeCall(fn, 'bool', [value, known]);
  return (fn === 'eq') === known.value ? value : makeCall('not', 'bool', [value]);
}

function either(conditions: readonly PlanExpr[]): PlanExpr {
  return joined('or', conditions);
}

function both(conditions: readonly PlanExpr[]): PlanExpr {
  return joined('and', conditions);
}

function joined(fn: 'and' | 'or', conditions: readonly PlanExpr[]): PlanExpr {
  const [first, ...rest] = conditions;
  if (first === undefined) throw new Error(`an \`${fn}\` has at least one condition`);
  return rest.length === 0 ? first : makeCall(fn, 'bool', conditions);
}

/** The operands of nested conditions, flattened: one condition of three parts, instead of two conditions of two. */
function parts(fn: 'and' | 'or', expr: PlanExpr): readonly PlanExpr[] {
  return expr.kind === 'call' && expr.fn === fn ? expr.args : [expr];
}
