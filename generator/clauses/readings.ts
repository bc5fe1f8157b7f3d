/** The conditions on the rows that a body reads, bound to the columns of the body and, for an endpoint, of its views. */

import type { Expr, Predicate } from '../core/expr/expr.ts';
import type { View } from '../core/plan/query.ts';
import { collector, type Diagnostic } from '../core/report/diagnostics.ts';
import type { Located } from '../core/spec/located.ts';
import type { Readable, Source } from '../core/spec/source.ts';
import type { Guard } from '../resolve/guards.ts';
import { type BodyContext, checkValue } from '../resolve/scope.ts';
import { type Body, finished, oncePerBody } from './clause.ts';
import { joinsOf } from './join/join.ts';
import { bindPredicate, guardsOf } from './predicates.ts';

/** Conditions that may have faults: `null` replaces an expression with a fault. */
export interface ReadingDraft {
  readonly where: readonly (Predicate | null)[];
  readonly retentionOf: Expr | null;
}

export interface ViewDraft extends ReadingDraft {
  readonly name: Located<string>;
  readonly source: Source;
}

/** The conditions of a body, and of its views: both are defined with the same conditions. */
export const readingsOf = oncePerBody(resolveReadings);

function resolveReadings(body: Body): {
  readonly from: ReadingDraft;
  readonly views: readonly ViewDraft[];
} {
  const { context, views } = body;
  const guards = context.spec.where.map(predicate => guardsOf(context, predicate));
  const { diagnostics, report } = collector();
  const main = bind({ ...context, report }, joinsOf(body).reach, guards);
  for (const { code, place, message, hint } of diagnostics) {
    context.report(code, place, message, hint);
  }
  const known = new Set(diagnostics.map(saying));
  const drafts = views.map(view => ({ ...view, ...bindView(context, view.source, guards, known) }));
  return { from: main, views: drafts };
}

export function viewOf({ source, where, retentionOf }: ViewDraft): View {
  return { source, where: where.map(finished), retentionOf };
}

/** Reports a fault in a view under the view's name, unless the answer's data set has the same fault. */
function bindView(
  context: BodyContext,
  view: Source,
  guards: readonly (readonly Guard[])[],
  known: ReadonlySet<string>,
): ReadingDraft {
  const { diagnostics, report } = collector();
  // a view joins nothing
  const draft = bind({ ...context, report, elsewhere: () => null }, view, guards);
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
): ReadingDraft {
  const { where, retention, groupBy, select } = context.spec;
  // a column that is selected as it is named is no output of another meaning
  const names = [...groupBy, ...select].flatMap(({ name, value: { value } }) =>
    'value' in value && value.value.replaceAll('`', '') === name ? [] : [name],
  );
  const hint = (name: string) =>
    `Move the condition to \`having\`, which reads outputs: \`${name}\` is one.`;
  const of = retention?.of ?? null;
  return {
    where: where.map((predicate, index) =>
      bindPredicate(
        context,
        { from: source, aggregates: 'in `where`', later: { names, hint } },
        predicate,
        guards[index],
      ),
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
