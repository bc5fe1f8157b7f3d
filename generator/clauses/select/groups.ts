/** Outputs that rows are grouped by, and outputs that use anything else outside aggregates. */

import type { Expr, RecordExpr } from '../../core/expr/expr.ts';
import { exprKey, visitExpr } from '../../core/expr/walk.ts';
import type { Param } from '../../core/plan/param.ts';
import type { ValueSpec } from '../../core/spec/located.ts';
import { type Field, fieldAt, type Readable } from '../../core/spec/source.ts';
import { isRecords, isScalar, itemOf, type Type, typeWords } from '../../core/types/scalar.ts';
import { checkSingle, textsIn } from '../../resolve/cases.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { bucketsOf } from '../buckets/buckets.ts';
import type { Body } from '../clause.ts';
import { joinsOf } from '../join/join.ts';
import type { Draft } from './draft.ts';
import { placeOfColumn, ungrouped } from './grouping.ts';

/** The outputs that rows are grouped by: the bucket first, then the groups. */
export function keyOutputs(body: Body): readonly Draft[] {
  return [...bucketOutput(body), ...groupOutputs(body.context, joinsOf(body).reach)];
}

function bucketOutput(body: Body): readonly Draft[] {
  const { buckets } = body.context.spec;
  const { name, start } = bucketsOf(body) ?? { name: null, start: null };
  if (buckets === null || name === null) return [];
  const place = buckets.as?.place ?? buckets.of.place;
  const { of: text, encode } = buckets;
  const spec = { value: text, description: null, unit: null, hidden: false, encode };
  return [{ name, place, role: 'bucket', text, spec, expr: start }];
}

function isGroupable(type: Type): boolean {
  return isScalar(type) && type !== 'json';
}

/** A hint how to group rows by a part of a value of that type. */
function partHint(type: Type): string {
  if (type === 'json') return "Use a value in it, as in `json_string(document, 'name')`.";
  return itemOf(type) === null
    ? "Group by a value of it, as in `map['key']`."
    : 'Group by an item, as in `list[0]`, or by each item, with `join: { item: { each: list } }`.';
}

function groupOutputs(context: BodyContext, from: Readable): readonly Draft[] {
  const hint = (name: string) =>
    `Write the expression of \`${name}\` here, or select it in a step that this one reads: groups read columns alone.`;
  const names = context.spec.groupBy.map(({ name }) => name);
  return context.spec.groupBy.map(({ name, place, value: spec }) => {
    const text = spec.value;
    // its own name cannot mean itself: a column is meant
    const later = { names: names.filter(other => other !== name), hint };
    const expr = checkSingle(context, text, {
      from,
      expects: 'any',
      aggregates: 'in `group_by`',
      later,
    });
    if (expr !== null && !isGroupable(expr.scalar)) {
      const message = `\`${name}\` is \`${typeWords(expr.scalar)}\`, which rows cannot be grouped by`;
      context.report('type-mismatch', text.place, message, partHint(expr.scalar));
    }
    if (expr !== null) refuseParameter(context, text, expr);
    return { name, place, role: 'group', text, spec, expr };
  });
}

/** Reports a group that reads the text of a parameter and no column: it has one value, and a choice is meant. */
function refuseParameter(context: BodyContext, text: ValueSpec, expr: Expr | RecordExpr): void {
  const named = new Set<string>();
  let isConstant = true;
  visitExpr<Expr>(expr, part => {
    if (part.kind === 'param' && part.scalar === 'string') named.add(part.name);
    if (part.kind === 'column') isConstant = false;
  });
  const [name] = named;
  if (!isConstant || name === undefined) return;
  const message = `Rows are grouped by the parameter \`${name}\`, which is the same in all of them`;
  context.report('invalid-value', text.place, message, chosenHint(context.params.byName.get(name)));
}

function chosenHint(param: Param | undefined): string {
  const [first] = param?.values ?? [];
  const by = first === undefined ? 'column' : param?.name;
  const cases = first === undefined ? 'one: one, other: other' : `${first}: ${first}, …`;
  const choice = `\`{ by: ${by}, cases: { ${cases} } }\``;
  return first === undefined
    ? `Select it to return it. To let callers choose a column, declare an enum, and write ${choice}.`
    : `Write a choice, as in ${choice}.`;
}

/** Reports each column that is neither grouped by nor inside an aggregate. */
export function reportUngrouped(
  context: BodyContext,
  from: Readable,
  outputs: readonly Draft[],
): void {
  const { columns } = from;
  const grouping = outputs.filter(({ role }) => role !== 'value').map(({ expr }) => expr);
  // the columns of a faulty key are unknown
  if (grouping.includes(null)) return;
  const keys = new Set(grouping.flatMap(expr => (expr === null ? [] : [exprKey(expr)])));
  const values = outputs.filter(({ role }) => role === 'value');
  const faults = values.flatMap(({ name, expr, text }) =>
    (expr === null ? [] : ungrouped(expr, keys, from)).map(path => {
      const places = textsIn(text).map(each => placeOfColumn(each, columns, path));
      return { name, path, text, place: places.find(place => place !== null) ?? null };
    }),
  );
  // a column that comes from another output is reported only there
  const named = faults.filter(({ place }) => place !== null);
  for (const { name: own, path, text, place } of named.length > 0 ? named : faults) {
    const message = `\`${path}\` is neither grouped by nor inside an aggregate`;
    const isHidden = outputs.some(({ name }) => name === path && name !== own);
    const hint = isHidden ? hiddenHint(path) : ungroupedHint(columns, path);
    context.report('not-grouped', place ?? text.place, message, hint);
  }
}

/** A hint that the name means the column, although an output has the same name. */
function hiddenHint(path: string): string {
  return `\`${path}\` is the column here, which hides the output of that name: rename the output, and name that.`;
}

/** A hint for an ungrouped column. Records and lists of them can be neither aggregated nor grouped by, and `json` cannot be grouped by. */
function ungroupedHint(columns: readonly Field[], path: string): string {
  const field = fieldAt(columns, path.split('.'));
  if (field?.type === 'record') {
    const leaf = firstLeaf(field, path);
    return `Name its fields one by one, as in \`any_value(${leaf})\`, or add them to \`group_by\`.`;
  }
  if (field !== undefined && isRecords(field.type))
    return `Aggregate what is read from its records, as in \`any_value(item(${path}, …).field)\`, or add that to \`group_by\`.`;
  const aggregate = `Aggregate it, as in \`any_value(${path})\``;
  return field?.type === 'json' ? `${aggregate}.` : `${aggregate}, or add it to \`group_by\`.`;
}

function firstLeaf({ fields }: Field, path: string): string {
  const [first] = fields;
  return first === undefined ? path : firstLeaf(first, `${path}.${first.name}`);
}
