/** The entries that a test gives: as JSON text, by the columns of the data set. */
import type { Place, Report } from '../diagnostics.ts';
import type { MappingNode, Node } from '../document.ts';
import type { Field, Scalar, Source, Value } from '../ir.ts';
import { paramType } from '../params/index.ts';
import {
  asMapping,
  type Cell,
  cellValue,
  fits,
  isNothing,
  jsonOf,
  refuse,
  refuseNode,
  shown,
  unfit,
} from './cells.ts';
import { suggest } from './names.ts';

/** What is left out is NULL, which a reader of the text gives it. */
export function entryText({ name, columns }: Source, node: Node, report: Report): string {
  return objectText(`the data set \`${name}\``, columns, asMapping(node), report);
}

function objectText(
  owner: string,
  fields: readonly Field[],
  mapping: MappingNode,
  report: Report,
): string {
  const cells = mapping.entries.map(({ name, place, value }) => {
    const field = fields.find(known => known.name === name);
    if (field === undefined) return unknownColumn(owner, name, place, fields, report);
    if (field.is !== null) return derivedColumn(field.is, name, place, report);
    return `${JSON.stringify(name)}:${valueText(field, value, report)}`;
  });
  reportMissing(owner, fields, mapping, report);
  return `{${cells.filter(cell => cell !== null).join(',')}}`;
}

function valueText(field: Field, node: Node, report: Report): string {
  const { name, type, nullable, fields } = field;
  if (isNothing(node)) {
    if (!nullable) refuse(name, node.place, `of type \`${type}\``, '`null`', report);
    return 'null';
  }
  if (type !== 'record') return cellValue(storedCell(field, node), name, node, 'null', report);
  if (node.kind === 'mapping') return objectText(`\`${name}\``, fields, node, report);
  refuseNode(name, node, 'a mapping', report);
  return 'null';
}

function unknownColumn(
  owner: string,
  name: string,
  place: Place,
  fields: readonly Field[],
  report: Report,
): null {
  const hint = suggest(
    name,
    fields.filter(({ is }) => is === null).map(field => field.name),
  );
  report('unknown-column', place, `There is nothing called ${shown(name)} in ${owner}`, hint);
  return null;
}

function derivedColumn(is: readonly string[], name: string, place: Place, report: Report): null {
  const message = `\`${name}\` is derived from \`${is.join('.')}\``;
  report('invalid-test', place, message, `Give \`${is.join('.')}\` in its place.`);
  return null;
}

function reportMissing(
  owner: string,
  fields: readonly Field[],
  { entries, place }: MappingNode,
  report: Report,
): void {
  const there = new Set(entries.map(({ name }) => name));
  for (const { name, nullable, is } of fields) {
    if (nullable || is !== null || there.has(name)) continue;
    const message = `The entry has no \`${name}\`, which ${owner} requires`;
    report('missing-key', place, message);
  }
}

const UNSHAPED = {
  values: null,
  constraints: { min: null, max: null, minLength: null, maxLength: null, pattern: null },
};

/** A stored value as JSON text, read by the grammar of parameters. */
function storedCell({ type }: Field, node: Node): Cell<string> {
  if (type === 'record') throw new Error('a record is read by its fields');
  if (type === 'json') return fits(JSON.stringify(jsonOf(node)));
  if (node.kind !== 'scalar') return unfit(`a single value, as it is \`${type}\``);
  if (node.text === '') return type === 'string' ? fits('""') : unfit(`of type \`${type}\``);
  const { parse, format } = paramType(type);
  const parsed = parse(node.text, UNSHAPED);
  return parsed.ok ? fits(storedText(type, parsed.value, format)) : parsed;
}

function storedText(type: Scalar, value: Value, format: (value: Value) => string): string {
  // A number of JSON has any number of digits.
  return type === 'int64'
    ? String(value)
    : JSON.stringify(typeof value === 'bigint' ? format(value) : value);
}
