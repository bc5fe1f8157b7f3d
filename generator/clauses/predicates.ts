/** Predicates of `where` and `having`: conditions under guards. */

import { makeCall } from '../core/expr/calls.ts';
import { allOf } from '../core/expr/condition.ts';
import type { Expr, Guarded, Predicate } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import { guardedIn } from '../core/plan/walk-plan.ts';
import type { GuardedSpec, PredicateSpec } from '../core/spec/body-spec.ts';
import type { ValueSpec } from '../core/spec/located.ts';
import { checkSingle } from '../resolve/cases.ts';
import { mayBeAbsent } from '../resolve/choices.ts';
import { type Guard, guardOf } from '../resolve/guards.ts';
import type { BodyContext, ExprPosition } from '../resolve/scope.ts';
import type { Placed, WrittenValue } from './clause.ts';

/** The conditions of predicates as written, each under its guard. */
export function writtenIn(predicates: readonly PredicateSpec[]): readonly WrittenValue[] {
  return predicates.flatMap(guardsIn).map(({ when, filter }) => ({ value: filter, when }));
}

/** A condition, and its text. */
export interface WrittenCondition {
  readonly expr: Expr;
  readonly text: ValueSpec;
}

/** The conditions of the predicates without faults. `bound` has one predicate for each of `written`. */
export function conditionsIn(
  written: readonly PredicateSpec[],
  bound: readonly (Predicate | null)[],
): readonly WrittenCondition[] {
  return written.flatMap((predicate, i) => {
    const guards = guardsIn(predicate);
    const found = bound[i] ?? null;
    if (found === null) return [];
    return exprsIn(found, guards.length).flatMap((expr, k) => {
      const text = guards[k]?.filter;
      return text === undefined ? [] : [{ expr, text }];
    });
  });
}

/** The conditions of a predicate, one for each that was written. */
function exprsIn(predicate: Predicate, written: number): readonly Expr[] {
  const exprs = guardedIn(predicate).map(({ expr }) => expr);
  const [only] = exprs;
  return exprs.length < written && only?.kind === 'call' ? only.args : exprs;
}

/** The same conditions at their places. */
export function placedConditions(
  written: readonly PredicateSpec[],
  bound: readonly (Predicate | null)[],
): readonly Placed[] {
  return conditionsIn(written, bound).map(({ expr, text }) => ({ place: text.place, expr }));
}

/** The guards of a predicate: one, or one for each of its items. */
export function guardsOf(context: BodyContext, predicate: PredicateSpec): readonly Guard[] {
  return guardsIn(predicate).map(({ when }) => guardOf(context, when));
}

/** The condition of a predicate, or one for each of its items. */
function guardsIn(predicate: PredicateSpec): readonly GuardedSpec[] {
  return 'any' in predicate ? predicate.any : [predicate];
}

export function bindPredicate(
  context: BodyContext,
  position: Omit<ExprPosition, 'expects' | 'present'>,
  predicate: PredicateSpec,
  guards: readonly Guard[] = guardsOf(context, predicate),
): Predicate | null {
  if (!('any' in predicate)) return bindGuarded(context, position, predicate, guards[0]);
  const plain = predicate.any.filter(({ when }) => when === null);
  const [first] = plain;
  if (first !== undefined && plain.length < predicate.any.length) {
    const message = 'This condition always counts, and others of `any` only with their parameters';
    context.report('wrong-type', first.filter.place, message, 'Give each a `when`, or none.');
    return null;
  }
  const bound = predicate.any.flatMap(
    (item, i) => bindGuarded(context, position, item, guards[i]) ?? [],
  );
  if (bound.length < predicate.any.length) return null;
  return first === undefined ? guardedAny(bound) : oneOf(bound);
}

function guardedAny(bound: readonly Guarded[]): Predicate {
  return {
    any: bound.map(({ when, expr }) => {
      if (when === null) throw new Error('a guarded condition has a guard');
      return { when, expr };
    }),
  };
}

/** In a step, the conditions together have the guards of all. */
function oneOf(bound: readonly Guarded[]): Guarded {
  const [only] = bound;
  if (only !== undefined && bound.length === 1) return only;
  const guards = bound.flatMap(({ when }) => when ?? []);
  const expr = makeCall(
    'or',
    'bool',
    bound.map(({ expr }) => expr),
  );
  return { when: allOf(guards), expr };
}

function bindGuarded(
  context: BodyContext,
  position: Omit<ExprPosition, 'expects' | 'present'>,
  { filter }: GuardedSpec,
  guard: Guard | undefined,
): Guarded | null {
  if (guard === undefined) throw new Error('A predicate has no guard.');
  const { present: around } = context;
  const present = around === undefined ? guard.present : new Set([...guard.present, ...around]);
  const expr = checkSingle(context, filter, {
    ...position,
    expects: 'bool',
    present,
    guardable: true,
  });
  return expr === null ? null : { when: withReaders(context, guard, expr), expr };
}

/** The guard of a condition in a step, plus the parameters whose presence is guaranteed only by the step's readers. */
function withReaders({ params, present }: BodyContext, guard: Guard, expr: Expr): Guard['when'] {
  if (present === undefined) return guard.when;
  const named = new Set<string>();
  visitExpr<Expr>(expr, part => {
    if (part.kind !== 'param' || !present.has(part.name)) return;
    const param = params.byName.get(part.name);
    if (param !== undefined && mayBeAbsent(param)) named.add(part.name);
  });
  const own = [...named].filter(name => !guard.present.has(name));
  return allOf(guard.when === null ? own : [guard.when, ...own]);
}
