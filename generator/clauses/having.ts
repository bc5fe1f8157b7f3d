/** `having`: conditions on the result, on outputs, groups and window functions. */

import type { Predicate } from '../core/expr/expr.ts';
import { exprKey, mapList } from '../core/expr/walk.ts';
import { mapPredicate } from '../core/plan/walk-plan.ts';
import type { Place } from '../core/report/diagnostics.ts';
import { fieldAt, type Readable } from '../core/spec/source.ts';
import type { ResolvedName } from '../language/scope.ts';
import type { BodyContext } from '../resolve/scope.ts';
import { type Body, type Clause, finished, NO_PARTS, oncePerBody } from './clause.ts';
import { comparedName, previousHint, previousValue } from './compare/names.ts';
import { periodsOf } from './compare/periods.ts';
import { joinsOf } from './join/join.ts';
import {
  bindPredicate,
  conditionsIn,
  placedConditions,
  type WrittenCondition,
  writtenIn,
} from './predicates.ts';
import type { Draft } from './select/draft.ts';
import { ungrouped } from './select/grouping.ts';
import { outputsOf } from './select/select.ts';

/** The conditions in order; `null` for each condition with a fault. */
export const havingOf = oncePerBody(resolveHaving);

export const having: Clause = {
  ...NO_PARTS,
  values: spec => writtenIn(spec.having),
  resolve: havingOf,
  placed: body => placedConditions(body.context.spec.having, havingOf(body)),
  finish: (query, body) => ({ ...query, having: havingOf(body).map(finished) }),
  change: (query, { expr }) => ({
    having: mapList(query.having, predicate => mapPredicate(predicate, expr)),
  }),
  cutsRows: query => query.having.length > 0,
};

/** A name means an output first, then a column. */
function resolveHaving(body: Body): readonly (Predicate | null)[] {
  const { context } = body;
  const { reach: from } = joinsOf(body);
  const { drafts, aggregates } = outputsOf(body);
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
        : previousValue(context, periodsOf(body), base, place, found);
    }
    if (draft.expr === null) return { kind: 'poisoned' };
    if (draft.expr.kind !== 'record') return { kind: 'output', expr: draft.expr };
    const field = fieldAt(from.columns, draft.expr.path);
    return field === undefined ? null : { kind: 'field', field, path: draft.expr.path };
  };
  const position = {
    from: { ...from, columns, measures },
    windows: true,
    aggregates: aggregates || 'in `having` of rows that are not grouped',
    output,
    outputNames: [...byName.keys()],
    previous: (name: string) => previousHint(context, name, [...byName.keys()]),
  } as const;
  const written = context.spec.having;
  const bound = written.map(predicate => bindPredicate(context, position, predicate));
  if (aggregates) reportUngrouped(context, from, drafts, conditionsIn(written, bound));
  return bound;
}

function reportUngrouped(
  { report }: BodyContext,
  from: Readable,
  drafts: readonly Draft[],
  conditions: readonly WrittenCondition[],
): void {
  const grouping = drafts.filter(({ role }) => role !== 'value').map(({ expr }) => expr);
  if (grouping.includes(null)) return;
  const keys = new Set(grouping.flatMap(expr => (expr === null ? [] : [exprKey(expr)])));
  for (const { expr, text } of conditions) {
    for (const path of ungrouped(expr, keys, from)) {
      const message = `\`${path}\` is neither grouped by nor inside an aggregate`;
      report('not-grouped', text.place, message, 'Test single rows in `where`, and groups here.');
    }
  }
}
