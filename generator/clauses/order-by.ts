/** `order_by`: the order of rows, by outputs. */

import type { Expr, RecordExpr } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { OrderKey, Query } from '../core/plan/query.ts';
import { nearest, suggestion } from '../core/report/diagnostics.ts';
import { listed } from '../core/report/words.ts';
import type { OrderSpec } from '../core/spec/body-spec.ts';
import { isRecords, isScalar, typeWords } from '../core/types/scalar.ts';
import { bindCases, isCases } from '../resolve/cases.ts';
import type { BodyContext } from '../resolve/scope.ts';
import { misspeltDirection } from '../shape/faults/examples.ts';
import { type Clause, finished, NO_PARTS, oncePerBody } from './clause.ts';
import type { Draft } from './select/draft.ts';
import { outputsOf } from './select/select.ts';

const RECORD_HINT = 'Select the field, and order by it; `hidden: true` keeps it out of the answer.';
const JSON_HINT =
  "Select a value in it, as in `json_string(document, 'name')`, and order by that value.";

export const orderOf = oncePerBody(body => resolveOrder(body.context, outputsOf(body).drafts));

export const orderBy: Clause = {
  ...NO_PARTS,
  choosers: spec => spec.orderBy.flatMap(item => (isCases(item) ? [item.by] : [])),
  resolve: orderOf,
  finish: (query, body) => ({ ...query, orderBy: orderOf(body).map(finished) }),
};

/** The order of rows. Reports sort keys that are not outputs, are repeated, or have a type without an order. */
function resolveOrder(
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
    const before = [...seen].at(-1);
    seen.add(value);
    if (draft === undefined) {
      const message = `The ${owner} has no output column \`${value}\``;
      const hint =
        directionHint(value, before) ??
        misspelt(value, byName) ??
        unknownHint(value, [...byName.values()]);
      report('unknown-output', place, message, hint);
    } else if (draft.expr?.kind === 'record') {
      const message = `\`${value}\` is a record, which rows cannot be ordered by`;
      report('misplaced-record', place, message, RECORD_HINT);
    } else if (draft.expr?.scalar === 'json') {
      const message = `\`${value}\` is \`json\`, which rows cannot be ordered by`;
      report('type-mismatch', place, message, JSON_HINT);
    } else if (draft.expr !== null && !isScalar(draft.expr.scalar)) {
      const message = `\`${value}\` is \`${typeWords(draft.expr.scalar)}\`, which rows cannot be ordered by`;
      report(
        'type-mismatch',
        place,
        message,
        isRecords(draft.expr.scalar)
          ? 'Order by a field of a record, as in `item(records, condition).field`; `hidden: true` keeps it out of the answer.'
          : "Order by a part of it, as in `list[0]` or `map['key']`; `hidden: true` keeps it out of the answer.",
      );
    }
  }
}

/** A hint for a direction that is an item of its own, after the name that it belongs to. */
function directionHint(value: string, before: string | undefined): string | null {
  return before !== undefined && /^(?:asc|desc)$/i.test(value)
    ? `Write \`${before} ${value.toLowerCase()}\` as one item.`
    : null;
}

/** A hint for an output with a misspelt direction. */
function misspelt(value: string, outputs: ReadonlyMap<string, Draft>): string | null {
  return outputs.has(value.split(' ', 1).join()) ? misspeltDirection(value) : null;
}

const UNDER_THAT_NAME = 'it under that name; `hidden: true` keeps it out of the answer.';

/** A hint with the outputs that may be meant, and how to add one of that name. */
function unknownHint(name: string, outputs: readonly Draft[]): string {
  const names = outputs.map(output => output.name);
  if (nearest(name, names) !== null) return suggestion(name, names) ?? '';
  const reading = outputs.filter(({ expr }) => expr !== null && reads(expr, name));
  const shown = listed(
    reading.slice(0, MOST_READING).map(output => `\`${output.name}\``),
    'or',
  );
  const verb = reading.length === 1 ? 'reads' : 'read';
  const use =
    reading.length === 0 ? suggestion(name, names) : `Use ${shown}, which ${verb} \`${name}\`.`;
  return use === null
    ? `Select ${UNDER_THAT_NAME}`
    : `${use.slice(0, -1)}, or select ${UNDER_THAT_NAME}`;
}

/** The most outputs that are named because they read a column. */
const MOST_READING = 3;

function reads(expr: Expr | RecordExpr, column: string): boolean {
  let found = false;
  visitExpr<Expr>(expr, part => {
    found ||= part.kind === 'column' && part.path.join('.') === column;
  });
  return found;
}
