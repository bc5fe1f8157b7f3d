/** The conditions on the rows that a body reads, bound to the columns of the body and, for an endpoint, of its views. */

import type { Expr, Guarded, Predicate } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { View } from '../core/plan/query.ts';
import { collector, type Diagnostic } from '../core/report/diagnostics.ts';
import type { GuardedSpec, PredicateSpec } from '../core/spec/body-spec.ts';
import type { Readable, Source } from '../core/spec/source.ts';
import { checkSingle } from '../resolve/cases.ts';
import { mayBeAbsent } from '../resolve/choices.ts';
import { type Guard, guardOf } from '../resolve/guards.ts';
import { type BodyContext, checkValue, type ExprPosition } from '../resolve/scope.ts';

/** Conditions that may have faults: `null` replaces an expression with a fault. */
export interface Draft {
  readonly where: readonly (Predicate | null)[];
  readonly retentionOf: Expr | null;
}

export interface ViewDraft extends Draft {
  readonly source: Source;
}

/** The conditions of a body, and of its views: both are defined with the same conditions. */
export function resolveReadings(
  context: BodyContext,
  from: Readable,
  views: readonly Source[],
): { readonly from: Draft; readonly views: readonly ViewDraft[] } {
  const guards = context.spec.where.map(predicate => guardsOf(context, predicate));
  const { diagnostics, report } = collector();
  const main = bind({ ...context, report }, from, guards);
  for (const { code, place, message, hint } of diagnostics) {
    context.report(code, place, message, hint);
  }
  const known = new Set(diagnostics.map(saying));
  const drafts = views.map(view => ({
    source: view,
    ...bindView(context, view, guards, known),
  }));
  return { from: main, views: drafts };
}

export function viewOf({ source, where, retentionOf }: ViewDraft): View {
  return { source, where: finished(where), retentionOf };
}

export function finished(where: Draft['where']): readonly Predicate[] {
  const good = where.filter(predicate => predicate !== null);
  if (good.length !== where.length) throw new Error('A condition is missing without a diagnostic.');
  return good;
}

/** Reports a fault in a view under the view's name, unless the answer's data set has the same fault. */
function bindView(
  context: BodyContext,
  view: Source,
  guards: readonly (readonly Guard[])[],
  known: ReadonlySet<string>,
): Draft {
  const { diagnostics, report } = collector();
  const draft = bind({ ...context, report }, view, guards);
  for (const diagnostic of diagnostics.filter(d => !known.has(saying(d)))) {
    const { code, place, message, hint } = diagnostic;
    context.report(code, place, `In the view \`${view.name}\`: ${message}`, hint);
  }
  return draft;
}

function saying({ code, place, message }: Diagnostic): string {
  return `${code} ${place.start} ${place.end} ${message}`;
}

function bind(
  context: BodyContext,
  source: Readable,
  guards: readonly (readonly Guard[])[],
): Draft {
  const { where, retention } = context.spec;
  const of = retention?.of ?? null;
  return {
    where: where.map((predicate, index) =>
      bindPredicate(context, { from: source, aggregates: 'in `where`' }, predicate, guards[index]),
    ),
    retentionOf:
      of === null
        ? null
        : checkValue(context, of, {
            from: source,
            expects: 'timestamp',
            aggregates: 'in `retention`',
          }),
  };
}

// ---- predicates -----------------------------------------------------------------------------------------------------

/** The guards of a predicate: one, or one for each of its items. */
export function guardsOf(context: BodyContext, predicate: PredicateSpec): readonly Guard[] {
  return guardsIn(predicate).map(({ when }) => guardOf(context, when));
}

/** The condition of a predicate, or one for each of its items. */
export function guardsIn(predicate: PredicateSpec): readonly GuardedSpec[] {
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
