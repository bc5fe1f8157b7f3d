/** The typed specification of the data sets from a tree that their schema has accepted. */
import { counting, type Report } from '../core/diagnostics.ts';
import { type Document, entryOf, type MappingEntry, type Node } from '../core/document.ts';
import type { FieldSpec, SourceSpec, SourcesSpec, TableSpec } from '../core/spec.ts';
import { asMapping, entries, flag, located, needed, oneOf, optional, text } from './read.ts';

/** Reports what the schema does not say: options of a column that exclude each other. */
export function buildSources(
  { source, root }: Document,
  dialects: readonly string[],
  report: Report,
): SourcesSpec {
  const build = (entry: MappingEntry) => buildSource(entry, dialects, report);
  return {
    source,
    sources: needed(asMapping(root), 'sources', node => asMapping(node).entries.map(build)),
  };
}

function buildSource(
  { name, place, value }: MappingEntry,
  dialects: readonly string[],
  report: Report,
): SourceSpec {
  const mapping = asMapping(value);
  const faults = counting(report);
  const field = (entry: MappingEntry) => buildField(entry, dialects, faults.report);
  const spec = {
    name: { value: name, place },
    title: optional(mapping, 'title', text),
    description: optional(mapping, 'description', text),
    tables: needed(mapping, 'tables', node => entries(node, e => buildTable(e.value))),
    columns: needed(mapping, 'columns', node => entries(node, field)),
  };
  return { ...spec, sound: faults.count() === 0 };
}

function buildTable(node: Node): TableSpec {
  const mapping = asMapping(node);
  return {
    table: needed(mapping, 'table', located),
    records: optional(mapping, 'records', oneOf(['nested', 'repeated']))?.value ?? 'nested',
    where: optional(mapping, 'where', located),
  };
}

function buildField(entry: MappingEntry, dialects: readonly string[], report: Report): FieldSpec {
  if (entry.value.kind === 'scalar') return { ...NOTHING_SAID, type: located(entry.value) };
  const mapping = asMapping(entry.value);
  const field = (inner: MappingEntry) => buildField(inner, dialects, report);
  checkField(entry, dialects, report);
  return {
    type: optional(mapping, 'type', located),
    record: optional(mapping, 'record', node => entries(node, field)),
    required: optional(mapping, 'required', flag) ?? false,
    description: optional(mapping, 'description', text),
    unit: optional(mapping, 'unit', text),
    is: optional(mapping, 'is', located),
    text: mapping.entries
      .filter(({ name }) => dialects.includes(name))
      .map(({ name, place, value }) => ({ name, place, value: located(value) })),
  };
}

const NOTHING_SAID: FieldSpec = {
  type: null,
  record: null,
  required: false,
  description: null,
  unit: null,
  is: null,
  text: [],
};

/** A column is a leaf, which one thing may stand for, or a record, which is nothing but its fields. */
function checkField({ value }: MappingEntry, dialects: readonly string[], report: Report): void {
  const mapping = asMapping(value);
  const record = entryOf(mapping, 'record');
  const owner = record === null ? 'is' : 'record';
  const rivals = record === null ? dialects : ['is', 'unit', ...dialects];
  if (entryOf(mapping, owner) === null) return;
  for (const rival of mapping.entries.filter(entry => rivals.includes(entry.name))) {
    const message = `\`${rival.name}\` cannot stand beside \`${owner}\``;
    report('clause-conflict', rival.place, message, 'Remove one of them.');
  }
}
