/** `union`: several relations with the same columns, one after another. */

import type { Input, UnionInput } from '../../core/plan/query.ts';
import type { UnionSpec } from '../../core/spec/body-spec.ts';
import type { Located } from '../../core/spec/located.ts';
import { type Field, plainField } from '../../core/spec/source.ts';
import { typeWords } from '../../core/types/scalar.ts';
import { distinctNames, summarizeNames } from '../../resolve/names/names.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import type { Find, Found } from '../clause.ts';
import { mergedColumn } from './merged.ts';
import { nullFault } from './nulls.ts';

type Part = UnionInput['inputs'][number];

/** Returns `null` if one of the relations is missing. */
export function resolveUnion({ report }: BodyContext, spec: UnionSpec, find: Find): Found | null {
  const named = spec.of.map(({ value, place }) => ({ name: value, place }));
  distinctNames(named, 'relation of `union`', report, 'Remove it.');
  const found = spec.of.map(find);
  const parts = found.flatMap(each =>
    each?.input.kind === 'source' || each?.input.kind === 'step' ? [each.input] : [],
  );
  const [first, ...others] = parts;
  if (first === undefined || parts.length < found.length) return null;
  const isWhole = found.every(each => each?.sound === true);
  const faults = isWhole
    ? others.flatMap((other, i) => checkSame(report, spec.of[i + 1], first, other))
    : [];
  const columns = first.columns.map(column => columnOf(column, parts));
  if (spec.label !== null) checkLabel(report, spec.label, columns);
  const input: UnionInput = {
    kind: 'union',
    name: 'united',
    columns: spec.label === null ? columns : [labelOf(spec.label.value), ...columns],
    keys: spec.label === null ? [] : keysOf(spec.label.value, parts),
    broken: new Set(parts.flatMap(part => [...(part.broken ?? [])])),
    inputs: parts,
    label: spec.label?.value ?? null,
  };
  return { input, sound: isWhole && faults.length === 0 };
}

/** Reports two relations whose columns differ in name or type. */
function checkSame(
  report: BodyContext['report'],
  name: Located<string> | undefined,
  first: Part,
  other: Part,
): readonly true[] {
  if (name === undefined) throw new Error('A relation of a union has no name.');
  const missing = first.columns.filter(column => at(other, column.name) === undefined);
  const more = other.columns.filter(column => at(first, column.name) === undefined);
  const unlike = first.columns.filter(column => {
    const same = at(other, column.name);
    if (same === undefined) return false;
    if (same.type === 'record' || column.type === 'record') return true;
    const nulls = [first, other].filter(part => part.nulls?.has(column.name) === true);
    if (nulls.length > 0)
      return nulls.length === 1 && nullFault(column.name, [first, other]) !== null;
    return same.type !== column.type;
  });
  if (missing.length + more.length > 0) {
    const message = `\`${other.name}\` has the columns ${columnsText(other)}, and \`${first.name}\` has ${columnsText(first)}`;
    const hint = 'Select the same columns in steps; a step may select `null` for a missing column.';
    report('union-mismatch', name.place, message, hint);
  }
  for (const column of unlike) {
    const type = at(other, column.name)?.type;
    if (type === undefined) continue;
    const isRecord = type === 'record' && column.type === 'record';
    const alone = nullFault(column.name, [first, other]);
    const message = isRecord
      ? `\`${column.name}\` is a record, and a union has single values`
      : (alone ??
        `\`${column.name}\` is \`${typeWords(type)}\` in \`${other.name}\`, and \`${typeWords(column.type)}\` in \`${first.name}\``);
    report('union-mismatch', name.place, message, 'Select values of one type in steps.');
  }
  return missing.length + more.length + unlike.length > 0 ? [true] : [];
}

function at({ columns }: Input, name: string): Field | undefined {
  return columns.find(column => column.name === name);
}

function columnsText({ columns }: Input): string {
  return summarizeNames(columns.map(({ name }) => name));
}

/** The column of all parts; its type comes from the parts in which it is not `null`. */
function columnOf(column: Field, parts: readonly Part[]): Field {
  const typed = parts.find(part => part.nulls?.has(column.name) !== true) ?? parts[0];
  const type = typed === undefined ? column.type : (at(typed, column.name)?.type ?? column.type);
  return { ...mergedColumn(column, parts), type };
}

function checkLabel(
  report: BodyContext['report'],
  { value, place }: Located<string>,
  columns: readonly Field[],
): void {
  if (!columns.some(({ name }) => name.toLowerCase() === value.toLowerCase())) return;
  const message = `\`label\` has the same name as the column \`${value}\``;
  report('duplicate-name', place, message, 'Rename the label.');
}

function labelOf(name: string): Field {
  return {
    ...plainField(name, 'string', false),
    description: 'The relation that the row is of.',
  };
}

/** A key of every part, together with the label, is a key of the union. */
function keysOf(label: string, [first, ...others]: readonly Part[]): Input['keys'] {
  const same = (key: readonly string[], other: readonly string[]) =>
    key.length === other.length && key.every(name => other.includes(name));
  const keys = first?.keys ?? [];
  return keys
    .filter(key => others.every(other => other.keys.some(another => same(key, another))))
    .map(key => [label, ...key]);
}
