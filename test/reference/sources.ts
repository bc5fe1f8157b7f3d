/** Data sets as declared: their columns, and those that are computed from others. */
import type { Entry } from '../../generator/core/spec/located.ts';
import type { FieldSpec, SourceSpec } from '../../generator/core/spec/sources-spec.ts';
import type { Term } from './language/term.ts';
import { type Column, readValue, type Scope } from './language/typing.ts';

/** A column that entries do not have. */
export interface Computed {
  readonly name: string;
  readonly term: Term;
}
/** A data set: every column, and what the computed ones are. */
export interface DataSet {
  readonly columns: readonly Column[];
  readonly computed: readonly Computed[];
  readonly measures: ReadonlyMap<string, Term>;
}

/** Computed columns may name each other in any order. */
export function readSource({ columns: entries, measures: written }: SourceSpec): DataSet {
  const stored = entries.filter(entry => !isComputed(entry)).map(columnOf);
  const terms = new Map<string, Term>();
  const termOf = (name: string): Term => {
    const entry = entries.find(each => each.name === name);
    const text = entry?.value.is?.value;
    if (text === undefined) throw new Error(`no column is named ${name}`);
    const term =
      terms.get(name) ?? readValue(text, { columns: stored, params: new Map(), output: termOf });
    terms.set(name, term);
    return term;
  };
  const computed = entries.filter(isComputed).map(({ name }) => ({ name, term: termOf(name) }));
  const columns = computed.map(({ name, term }) => ({ name, type: term.type as Column['type'] }));
  const all = [...stored, ...columns];
  return { columns: all, computed, measures: readMeasures(written, all) };
}

/** Measures may name each other in any order, too. */
function readMeasures(
  entries: SourceSpec['measures'],
  columns: readonly Column[],
): ReadonlyMap<string, Term> {
  const terms = new Map<string, Term>();
  const termOf = (name: string): Term => {
    const entry = entries.find(each => each.name === name);
    if (entry === undefined) throw new Error(`no measure is named ${name}`);
    const scope = { columns, params: new Map(), output: termOf };
    const term = terms.get(name) ?? readMeasure(entry.value, scope);
    terms.set(name, term);
    return term;
  };
  for (const { name } of entries) termOf(name);
  return terms;
}

/** The SQL of an engine says nothing here: what it computes is compared on no engine. */
function readMeasure({ value, type }: SourceSpec['measures'][number]['value'], scope: Scope): Term {
  if (value !== null) return readValue(value.value, scope);
  const scalar = (type?.value ?? 'null') as Term['type'];
  return {
    kind: 'aggregate',
    type: scalar,
    fn: 'count',
    of: null,
    rank: null,
    by: null,
    filter: null,
    separator: null,
    distinct: false,
    limit: null,
    orderBy: [],
  };
}

/** Only the path of a column may stand beside the type of what it leads to. */
function isComputed({ value: { type, list, map, record, is } }: Entry<FieldSpec>): boolean {
  if (is === null || record !== null) return false;
  return (type === null && list === null && map === null) || !/^[\w.]+$/.test(is.value);
}

function columnOf({ name, value }: Entry<FieldSpec>): Column {
  const { type, record, list, map, is, by } = value;
  const single = record === null ? (type?.value as Column['type']) : 'record';
  const several =
    list === null
      ? `map<${map?.value}>`
      : list.of === 'records'
        ? 'records'
        : `list<${list.type.value}>`;
  return {
    name,
    type: list === null && map === null ? single : (several as Column['type']),
    is: is?.value.split('.') ?? null,
    by: by?.value.split('.') ?? null,
    fields: (list?.of === 'records' ? list.fields : record)?.map(columnOf) ?? [],
  };
}
