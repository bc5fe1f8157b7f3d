/** `select` and `group_by`: the output columns, which are the bucket, the groups and the selected values. */
import type { Expr } from '../../core/expr/expr.ts';
import { holds, mapList, someExpr, withMembers } from '../../core/expr/walk.ts';
import { sortKeysIn } from '../../resolve/cases.ts';
import { distinctNames, firstOfEach } from '../../resolve/names/names.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { type Body, type Clause, finished, NO_PARTS, oncePerBody, placedAt } from '../clause.ts';
import { comparedName } from '../compare/names.ts';
import { periodsOf } from '../compare/periods.ts';
import { joinsOf } from '../join/join.ts';
import { type Draft, isGrouped } from './draft.ts';
import { keyOutputs, reportUngrouped } from './groups.ts';
import { outputOf } from './output.ts';
import { type Selected, Selection } from './selection.ts';

interface Outputs {
  /** Every named output. */
  readonly drafts: readonly Draft[];
  /** Whether the body aggregates rows. */
  readonly aggregates: boolean;
}

export const outputsOf = oncePerBody(resolveOutputs);

/** The outputs in order; `null` for each output with a fault. */
export const columnsOf = oncePerBody(body =>
  outputsOf(body).drafts.map(draft => outputOf(body.context, joinsOf(body).reach, draft)),
);

export const select: Clause = {
  ...NO_PARTS,
  values: spec =>
    [...spec.groupBy, ...spec.select].map(({ value: { value } }) => ({ value, when: null })),
  resolve: body => {
    const { drafts } = outputsOf(body);
    columnsOf(body);
    checkVisible(body.context, drafts);
    checkStored(body.context, drafts);
  },
  placed: body => outputsOf(body).drafts.flatMap(({ text, expr }) => placedAt(text, expr)),
  finish: (query, body) => {
    const { aggregates } = outputsOf(body);
    return { ...query, aggregates, outputs: columnsOf(body).map(finished) };
  },
  change: ({ outputs }, { expr: changed, record }) => ({
    outputs: mapList(outputs, output => {
      const { expr } = output;
      return withMembers(output, { expr: expr.kind === 'record' ? record(expr) : changed(expr) });
    }),
  }),
};

/** Reports the faults of each output. */
function resolveOutputs(body: Body): Outputs {
  const { context } = body;
  const { reach } = joinsOf(body);
  const selected = context.spec.select.map(entry => ({ ...entry, role: 'value' as const }));
  const keys = keyOutputs(body);
  const named = [...keys, ...selected];
  const isKey = ({ name }: { readonly name: string }) => keys.some(key => key.name === name);
  for (const { name, place } of selected.filter(isKey)) {
    const message = `\`${name}\` is an output column already, because rows are grouped by it`;
    context.report('duplicate-name', place, message, 'Remove it here, or rename it.');
  }
  const others = selected.filter(one => !isKey(one));
  distinctNames([...keys, ...others], 'output column', context.report);
  const sortedBy = previousKeys(
    context,
    named.map(({ name }) => name),
  );
  const all = firstOfEach([...named, ...sortedBy]);
  const drafts = new Selection(context, reach, all, periodsOf(body)).resolve();
  const aggregates =
    isGrouped(context.spec) || drafts.some(({ expr }) => expr !== null && holds(expr, 'aggregate'));
  if (aggregates) reportUngrouped(context, reach, drafts);
  return { drafts, aggregates };
}

/** The previous values that only `order_by` uses. */
function previousKeys(context: BodyContext, names: readonly string[]): readonly Selected[] {
  const keys = sortKeysIn(context.spec).map(({ output }) => output);
  const wanted = keys.filter(({ value }) => {
    const base = comparedName(context, value);
    return base !== null && names.includes(base) && !names.includes(value);
  });
  return wanted.map(({ value, place }) => {
    const text = { value, place, at: (offset: number) => place.start + offset };
    const said = { description: null, unit: null, hidden: true, encode: null };
    return { name: value, place, role: 'value', value: { ...said, value: text } };
  });
}

/** Reports an endpoint whose rows would have no columns. */
function checkVisible({ spec, report }: BodyContext, outputs: readonly Draft[]): void {
  const [first] = spec.select;
  if (first === undefined || outputs.some(draft => draft.spec?.hidden !== true)) return;
  const message = 'Every output column is hidden, so rows would be empty';
  report('clause-conflict', first.place, message, 'Show one of them.');
}

/**
 * Reports stored measures in a body with joins: an engine's SQL names columns without their data set, and a joined relation may have a
 * column of the same name.
 */
function checkStored({ spec, report }: BodyContext, drafts: readonly Draft[]): void {
  const [join] = spec.join;
  if (join === undefined) return;
  for (const { name, expr, place } of drafts) {
    const isStored =
      expr !== null &&
      expr.kind !== 'record' &&
      someExpr<Expr>(expr, part => part.kind === 'aggregate' && part.fn === 'stored');
    if (!isStored) continue;
    const message = `\`${name}\` is computed by SQL of the engines, which cannot be combined with \`join\``;
    report('clause-conflict', place, message, 'Group in a step, and join the step.');
  }
}
