/** Clauses that depend on outputs and counts: order, gaps, and choices that select a statement. */

import type { OrderKey, Query, RecentBuckets } from '../core/plan/query.ts';
import { nearest, type Place } from '../core/report/diagnostics.ts';
import type { BucketsSpec, OrderSpec } from '../core/spec/body-spec.ts';
import type { EndpointSpec } from '../core/spec/spec.ts';
import { isScalar } from '../core/types/scalar.ts';
import { bindCases, isCases, sortKeysIn } from '../resolve/cases.ts';
import type { BodyContext } from '../resolve/scope.ts';
import { MAX_DURATION } from '../validate/time.ts';
import type { Draft } from './select/select.ts';

const DEFAULT_MAX_ROWS = 1000;

/** The cap on rows, declared or by default. */
export function maxRowsOf(spec: Pick<EndpointSpec, 'maxRows'>): number {
  return spec.maxRows?.value ?? DEFAULT_MAX_ROWS;
}

const RECORD_HINT = 'Select the field, and order by it; `hidden: true` keeps it out of the answer.';
const JSON_HINT =
  "Select a value in it, as in `json_string(document, 'name')`, and order by that value.";

/** The order of rows. Reports sort keys that are not outputs, are repeated, or have a type without an order. */
export function resolveOrder(
  context: BodyContext,
  outputs: readonly Draft[],
): readonly (Query['orderBy'][number] | null)[] {
  const byName = new Map(outputs.map(output => [output.name, output]));
  const seen = new Set<string>();
  return context.spec.orderBy.map(item => {
    if (!isCases(item)) {
      checkKeys(context, byName, [item], seen);
      return keyOf(item);
    }
    // an item after the choice may break ties in only one of its cases
    for (const { value } of item.cases) checkKeys(context, byName, value, new Set(seen));
    const bound = bindCases(context, item);
    if (bound === null) return null;
    const cases = bound.cases.map(({ name, value }) => ({ value: name, result: value.map(keyOf) }));
    return { by: bound.by, cases };
  });
}

function keyOf({ output, descending }: OrderSpec): OrderKey {
  return { output: output.value, descending };
}

function checkKeys(
  { owner, report }: BodyContext,
  byName: ReadonlyMap<string, Draft>,
  keys: readonly OrderSpec[],
  seen: Set<string>,
): void {
  for (const { output } of keys) {
    const { value, place } = output;
    const draft = byName.get(value);
    if (seen.has(value)) {
      const message = `\`order_by\` names the output column \`${value}\` twice`;
      report('duplicate-name', place, message, 'Remove one of them.');
      continue;
    }
    seen.add(value);
    if (draft === undefined) {
      const message = `The ${owner} has no output column \`${value}\``;
      report('unknown-output', place, message, unknownHint(value, [...byName.keys()]));
    } else if (draft.expr?.kind === 'record') {
      const message = `\`${value}\` is a record, which rows cannot be ordered by`;
      report('misplaced-record', place, message, RECORD_HINT);
    } else if (draft.expr?.scalar === 'json') {
      const message = `\`${value}\` is \`json\`, which rows cannot be ordered by`;
      report('type-mismatch', place, message, JSON_HINT);
    } else if (draft.expr !== null && !isScalar(draft.expr.scalar)) {
      const message = `\`${value}\` is \`${draft.expr.scalar}\`, which rows cannot be ordered by`;
      report(
        'type-mismatch',
        place,
        message,
        "Order by a part of it, as in `list[0]` or `map['key']`; `hidden: true` keeps it out of the answer.",
      );
    }
  }
}

/** A hint with the nearest output, or how to add an output of that name. */
function unknownHint(name: string, outputs: readonly string[]): string {
  const near = nearest(name, outputs);
  return near === null
    ? 'Select it under that name; `hidden: true` keeps it out of the answer.'
    : `Use \`${near}\`, if that is meant.`;
}

/** Reports an endpoint whose rows would have no columns. */
export function checkVisible({ spec, report }: BodyContext, outputs: readonly Draft[]): void {
  const [first] = spec.select;
  if (first === undefined || outputs.some(draft => draft.spec?.hidden !== true)) return;
  const message = 'Every output column is hidden, so rows would be empty';
  report('clause-conflict', first.place, message, 'Show one of them.');
}

/** For `distinct`: reports outputs of types that cannot be compared, and hidden sort keys. */
export function checkDistinct({ spec, report }: BodyContext, outputs: readonly Draft[]): void {
  if (spec.distinct?.value !== true) return;
  for (const { name, place, expr, spec: said } of outputs) {
    if (said?.hidden === true || (expr?.kind !== 'record' && expr?.scalar !== 'json')) continue;
    const type = expr.kind === 'record' ? 'a record' : '`json`';
    const message = `\`${name}\` is ${type}, and \`distinct\` compares single values`;
    report('type-mismatch', place, message, 'Select the fields that are meant.');
  }
  const hidden = new Set(outputs.flatMap(({ name, spec }) => (spec?.hidden ? [name] : [])));
  for (const { output } of sortKeysIn(spec).filter(key => hidden.has(key.output.value))) {
    const message = `\`${output.value}\` is hidden, and \`distinct\` compares only the shown columns`;
    report('clause-conflict', output.place, message, 'Show it, or remove it from `order_by`.');
  }
}

/** Reports a window with more buckets than the answer may have rows: empty buckets are rows, too. */
export function checkGaps(
  context: BodyContext,
  intervals: RecentBuckets['intervals'] | null,
): void {
  const { spec, maxRows } = context;
  if (spec.buckets === null || intervals === null || spec.buckets.gaps.value === 'omit') return;
  const cases =
    intervals.by === null ? [{ value: null, result: intervals.value }] : intervals.cases;
  for (const { value, result } of cases) {
    const count = (result.last + result.step.micros - 1n) / result.step.micros + 1n;
    // a window that is too long for any endpoint is reported elsewhere
    if (count <= maxRows || result.last > MAX_DURATION) continue;
    const whose = value === null ? 'The window' : `The window of \`${value}\``;
    const message = `${whose} has ${count} buckets, more than \`max_rows\`, ${maxRows}`;
    const hint = 'Use a longer `step` or a shorter `last`, raise `max_rows`, or omit gaps.';
    context.report('too-many-buckets', placeOfInterval(spec.buckets, value), message, hint);
  }
}

function placeOfInterval({ intervals, fixed, place }: BucketsSpec, value: string | null): Place {
  const spec = intervals?.find(entry => entry.name === value)?.value ?? fixed;
  return spec?.last.place ?? place;
}
