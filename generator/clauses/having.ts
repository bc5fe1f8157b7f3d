/** Conditions on the result: on outputs, groups and window functions. */

import type { Expr, Predicate } from '../core/expr/expr.ts';
import { exprKey } from '../core/expr/walk.ts';
import { guardedIn } from '../core/plan/walk-plan.ts';
import type { Place } from '../core/report/diagnostics.ts';
import type { Readable } from '../core/spec/source.ts';
import type { ResolvedName } from '../language/scope.ts';
import type { BodyContext } from '../resolve/scope.ts';
import { type CompareDraft, comparedName, previousValue } from './compare/compare.ts';
import * as readings from './readings.ts';
import { fieldAt, ungrouped } from './select/grouping.ts';
import type { Draft } from './select/select.ts';

/** The conditions in order; `null` for each condition with a fault. A name means an output first, then a column. */
export function resolveHaving(
  context: BodyContext,
  from: Readable,
  drafts: readonly Draft[],
  aggregates: boolean,
  compare: CompareDraft | null,
): readonly (Predicate | null)[] {
  const { having } = context.spec;
  const byName = new Map(drafts.map(draft => [draft.name, draft]));
  const columns = from.columns.filter(({ name }) => !byName.has(name));
  const measures = new Map([...(from.measures ?? [])].filter(([name]) => !byName.has(name)));
  const output = (name: string, place: Place): ResolvedName | null => {
    const draft = byName.get(name);
    if (draft === undefined) {
      const base = comparedName(context, name);
      const found = base === null ? null : output(base, place);
      return base === null || found === null
        ? null
        : previousValue(context, compare, base, place, found);
    }
    if (draft.expr === null) return { kind: 'poisoned' };
    if (draft.expr.kind !== 'record') return { kind: 'output', expr: draft.expr };
    const field = fieldAt(from.columns, draft.expr.path);
    return field === null ? null : { kind: 'field', field, path: draft.expr.path };
  };
  const position = {
    from: { ...from, columns, measures },
    windows: true,
    aggregates: aggregates || 'in `having` of rows that are not grouped',
    output,
    outputNames: [...byName.keys()],
  } as const;
  const bound = having.map(predicate => readings.bindPredicate(context, position, predicate));
  for (const [i, predicate] of aggregates ? bound.entries() : [])
    reportUngrouped(context, from, drafts, predicate, i);
  return bound;
}

function reportUngrouped(
  { spec, report }: BodyContext,
  from: Readable,
  drafts: readonly Draft[],
  predicate: Predicate | null,
  index: number,
): void {
  const grouping = drafts.filter(({ role }) => role !== 'value').map(({ expr }) => expr);
  const written = spec.having[index];
  if (predicate === null || written === undefined || grouping.includes(null)) return;
  const keys = new Set(grouping.flatMap(expr => (expr === null ? [] : [exprKey(expr)])));
  guardedIn(predicate).forEach(({ expr }: { readonly expr: Expr }, i) => {
    const place = readings.guardsIn(written)[i]?.filter.place;
    for (const path of place === undefined ? [] : ungrouped(expr, keys, from)) {
      const message = `\`${path}\` is neither grouped by nor inside an aggregate`;
      if (place !== undefined)
        report('not-grouped', place, message, 'Test single rows in `where`, and groups here.');
    }
  });
}
