/** Data sets that an endpoint names, with its conditions bound to the columns of each. */
import { collector, type Diagnostic } from '../core/diagnostics.ts';
import type { Reading } from '../core/endpoint.ts';
import type { Expr, Guarded, Predicate } from '../core/expr.ts';
import type { Source } from '../core/source.ts';
import type { GuardedSpec, PredicateSpec } from '../core/spec.ts';
import { type Guard, guardOf } from './guards.ts';
import { type Context, checkValue } from './scope.ts';

/** A reading before its faults are known: `null` where an expression has one. */
export interface Draft {
  readonly source: Source;
  readonly where: readonly (Predicate | null)[];
  readonly retentionOf: Expr | null;
}

/** The data set whose rows are answered, and the views, which are defined with the same conditions. */
export function resolveReadings(
  context: Context,
  from: Source,
  views: readonly Source[],
): { readonly from: Draft; readonly views: readonly Draft[] } {
  const guards = context.spec.where.map(predicate => guardsOf(context, predicate));
  const { diagnostics, report } = collector();
  const main = bind({ ...context, report }, from, guards);
  for (const { code, place, message, hint } of diagnostics) {
    context.report(code, place, message, hint);
  }
  const known = new Set(diagnostics.map(saying));
  return { from: main, views: views.map(view => bindView(context, view, guards, known)) };
}

export function readingOf({ source, where, retentionOf }: Draft): Reading {
  const good = where.filter(predicate => predicate !== null);
  if (good.length !== where.length) throw new Error('A condition is missing without a diagnostic.');
  return { source, where: good, retentionOf };
}

/** A fault in a view is reported by the view's name, unless the answered data set has the very same. */
function bindView(
  context: Context,
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

function bind(context: Context, source: Source, guards: readonly (readonly Guard[])[]): Draft {
  const { where, retention } = context.spec;
  const of = retention?.of ?? null;
  return {
    source,
    where: where.map((predicate, index) =>
      bindPredicate(context, source, predicate, guards[index]),
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

/** The guards of a predicate: one, or those of its items. */
export function guardsOf(context: Context, predicate: PredicateSpec): readonly Guard[] {
  return guardsIn(predicate).map(({ when }) => guardOf(context, when));
}

/** The one condition of a predicate, or those of its items. */
export function guardsIn(predicate: PredicateSpec): readonly GuardedSpec[] {
  return 'any' in predicate ? predicate.any : [predicate];
}

function bindPredicate(
  context: Context,
  from: Source,
  predicate: PredicateSpec,
  guards: readonly Guard[] | undefined,
): Predicate | null {
  if (guards === undefined) throw new Error('A predicate has no guards.');
  if (!('any' in predicate)) return bindGuarded(context, from, predicate, guards[0]);
  const bound = predicate.any.map((item, i) => bindGuarded(context, from, item, guards[i]));
  const any = bound.flatMap(item =>
    item === null || item.when === null ? [] : [{ when: item.when, expr: item.expr }],
  );
  return any.length < bound.length ? null : { any };
}

function bindGuarded(
  context: Context,
  from: Source,
  { filter }: GuardedSpec,
  guard: Guard | undefined,
): Guarded | null {
  if (guard === undefined) throw new Error('A predicate has no guard.');
  const { when, present } = guard;
  const expr = checkValue(context, filter, {
    from,
    expects: 'bool',
    aggregates: 'in `where`',
    present,
  });
  return expr === null ? null : { when, expr };
}
