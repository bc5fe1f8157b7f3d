/** Predicates of `where` and `having`: conditions under guards. */

import type { Expr, Guarded, Predicate } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import { guardedIn } from '../core/plan/walk-plan.ts';
import type { GuardedSpec, PredicateSpec } from '../core/spec/body-spec.ts';
import type { ValueSpec } from '../core/spec/located.ts';
import { checkSingle } from '../resolve/cases.ts';
import { mayBeAbsent } from '../resolve/choices.ts';
import { type Guard, guardOf } from '../resolve/guards.ts';
import type { BodyContext, ExprPosition } from '../resolve/scope.ts';
import type { Placed, Written } from './clause.ts';

/** The conditions of predicates as written, each under its guard. */
export function writtenIn(predicates: readonly PredicateSpec[]): readonly Written[] {
  return predicates.flatMap(guardsIn).map(({ when, filter }) => ({ value: filter, when }));
}

/** A condition, and its text. */
export interface Condition {
  readonly expr: Expr;
  readonly text: ValueSpec;
}

/** The conditions of the predicates without faults. `bound` has one predicate for each of `written`. */
export function conditionsIn(
  written: readonly PredicateSpec[],
  bound: readonly (Predicate | null)[],
): readonly Condition[] {
  return written.flatMap((predicate, i) => {
    const guards = guardsIn(predicate);
    const found = bound[i] ?? null;
    if (found === null) return [];
    return guardedIn(found).flatMap(({ expr }, k) => {
      const text = guards[k]?.filter;
      return text === undefined ? [] : [{ expr, text }];
    });
  });
}

/** The same conditions at their places. */
export function placedIn(
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
  const bound = predicate.any.map((item, i) => bindGuarded(context, position, item, guards[i]));
  const any = bound.flatMap(item =>
    item === null || item.when === null ? [] : [{ when: item.when, expr: item.expr }],
  );
  return any.length < bound.length ? null : { any };
}

function bindGuarded(
  context: BodyContext,
  position: Omit<ExprPosition, 'expects' | 'present'>,
  { filter }: GuardedSpec,
  guard: Guard | undefined,
): Guarded | null {
  if (guard === undefined) throw new Error('A predicate has no guard.');
  const present = new Set([...guard.present, ...(context.present ?? [])]);
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
  const named = new Set<string>();
  visitExpr<Expr>(expr, part => {
    if (part.kind !== 'param' || present?.has(part.name) !== true) return;
    const param = params.byName.get(part.name);
    if (param !== undefined && mayBeAbsent(param)) named.add(part.name);
  });
  const own = [...named].filter(name => !guard.present.has(name));
  const all = guard.when === null ? own : [guard.when, ...own];
  return all.length > 1 ? { all } : (all[0] ?? null);
}
