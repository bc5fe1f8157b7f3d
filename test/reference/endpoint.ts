/** What a validated specification means: names bound, types known, defaults in place. */

import type { BodySpec } from '../../generator/core/spec/body-spec.ts';
import type { CasesSpec } from '../../generator/core/spec/located.ts';
import type { RelationSpec, SourceSpec } from '../../generator/core/spec/sources-spec.ts';
import type { PortableSpec } from '../../generator/core/spec/spec.ts';
import type { Scalar, Type } from '../../generator/core/types/scalar.ts';
import { type ChosenOutput, hasChoices, isChosen, specFor, type Values } from './choices.ts';
import { type Condition, readCondition } from './conditions.ts';
import { readFilters } from './filters.ts';
import {
  aggregatesIn,
  type Choice,
  type ItemTerm,
  type RecordTerm,
  type Term,
} from './language/term.ts';
import { type Column, read, readValue, type Scope } from './language/typing.ts';
import { movingText, type Param, readParam, sizeParam } from './params.ts';
import { type DataSet, readSource } from './sources.ts';
import {
  type Buckets,
  type Range,
  type Reading,
  readBuckets,
  readRange,
  readRetention,
  readSeries,
  type Series,
} from './time/clauses.ts';
import { itemOf } from './values.ts';

export interface Output {
  readonly name: string;
  readonly role: 'bucket' | 'group' | 'value';
  readonly term: Term | RecordTerm;
  readonly hidden: boolean;
}
interface Retained {
  readonly of: Term;
  readonly windows: Choice<bigint>;
}
export interface Joined {
  readonly name: string;
  /** The relation; or the list whose items are meant. */
  readonly of: string | Term;
  /** `null`: each row of it. */
  readonly on: Term | null;
  readonly retention: Retained | null;
  readonly kind: 'left' | 'inner';
}
/** The clauses of an endpoint or of a step. */
export interface Body {
  /** The data sets or steps that are read, one after another. */
  readonly from: readonly string[];
  /** The calendar that is read in place of relations. */
  readonly series: Series | null;
  /** The column that says which. */
  readonly label: string | null;
  readonly distinct: boolean;
  /** Relations beside it, in order: each a record of the row, NULL where none is found. */
  readonly joins: readonly Joined[];
  readonly where: readonly Condition[];
  /** The parameters of its filters. */
  readonly filters: readonly Param[];
  readonly having: readonly Condition[];
  readonly retention: Retained | null;
  readonly buckets: Buckets | null;
  readonly window: Range | null;
  /** Whether outputs name values of the period before. */
  readonly compares: boolean;
  /** Bucket, groups, values. */
  readonly outputs: readonly Output[];
  /** Whether rows are grouped, be it all into one. */
  readonly aggregates: boolean;
  readonly orderBy: readonly { readonly output: string; readonly descending: boolean }[];
  /** The most rows, or the parameter that says how many. */
  readonly limit: number | string;
  /** The parameter that says how many rows are skipped. */
  readonly offset: string | null;
}
export interface ReferenceEndpoint extends Body {
  readonly params: readonly Param[];
  /** Defaults that move, by parameter. */
  readonly moving: ReadonlyMap<string, Term>;
  readonly steps: ReadonlyMap<string, Body>;
  /** The data sets by name. */
  readonly sources: ReadonlyMap<string, DataSet>;
  /** How many buckets a window may have where its gaps are filled. */
  readonly maxBuckets: number;
  /** The endpoint for one request, where requests choose; else `null`. */
  readonly forRequest: ((values: Values) => ReferenceEndpoint) | null;
}

/** Texts by parameter; of a list, one for each item. */
export type Sent = Readonly<Record<string, string | readonly string[] | undefined>>;

const MAX_ROWS = 1_000;

/** Reads an endpoint over the data sets that are declared. Throws where the compiler should have reported a fault. */
export function readEndpoint(
  alone: PortableSpec,
  sources: readonly SourceSpec[],
  relations: readonly RelationSpec[] = [],
): ReferenceEndpoint {
  // a relation that all endpoints share is as a step of each
  const spec = { ...alone, steps: [...alone.steps, ...relations] };
  const params = [
    ...spec.params.map(param => readParam(param, spec.compat !== null)),
    ...pageSize(spec),
  ];
  if (!hasChoices(spec)) return readPlain(spec, sources, params);
  const types = new Map(params.map(param => [param.name, param]));
  const read = (values: Values | null) => readPlain(specFor(spec, types, values), sources, params);
  return { ...read(null), forRequest: read };
}

function readPlain(
  spec: PortableSpec,
  sources: readonly SourceSpec[],
  params: readonly Param[],
): ReferenceEndpoint {
  const types = new Map(params.map(param => [param.name, param]));
  const known = new Map(sources.map(source => [source.name.value, readSource(source)]));
  const steps = new Map<string, Body>();
  const stepColumns = (name: string) =>
    known.has(name) || spec.steps.some(each => each.name === name) ? columnsOf(name) : null;
  const measuresOf = (name: string) => known.get(name)?.measures ?? new Map<string, Term>();
  const columnsOf = (name: string): readonly Column[] => {
    const source = known.get(name);
    if (source !== undefined) return source.columns;
    const step = spec.steps.find(each => each.name === name);
    if (step === undefined) throw new Error(`no data set or step is named ${name}`);
    const body = steps.get(name) ?? readBody(step.value, columnsOf, measuresOf, types, stepColumns);
    steps.set(name, body);
    return shownColumns(body);
  };
  const body = readBody(spec, columnsOf, measuresOf, types, stepColumns);
  const maxRows = spec.maxRows?.value ?? MAX_ROWS;
  const limit = typeof body.limit === 'string' ? body.limit : Math.min(body.limit, maxRows);
  return {
    ...body,
    limit: spec.pages === null ? limit : PAGE_SIZE,
    offset: spec.offset?.value ?? null,
    params: [...params, ...[...steps.values(), body].flatMap(({ filters }) => filters)],
    moving: movingDefaults(spec),
    steps,
    sources: known,
    maxBuckets: maxRows,
    forRequest: null,
  };
}

function movingDefaults({ params }: PortableSpec): ReadonlyMap<string, Term> {
  const nothing = { columns: [], params: new Map(), spans: new Set<string>() };
  const moving = params.flatMap(({ name, value }) => {
    const text = movingText(value);
    return text === null ? [] : [[name, readValue(text, nothing)] as const];
  });
  return new Map(moving);
}

const PAGE_SIZE = 'page_size';

/** Of an answer in pages, which is the first page. */
function pageSize({ pages, maxRows }: PortableSpec): readonly Param[] {
  if (pages === null) return [];
  const { size, maxSize } = pages;
  return [sizeParam(PAGE_SIZE, size.value, maxSize?.value ?? maxRows?.value ?? MAX_ROWS)];
}

/** Those of the first, each of a type that some relation knows. */
function unitedColumns(
  [first = [], ...others]: readonly (readonly Column[])[],
  label: string | null,
): readonly Column[] {
  const columns = first.map(column => {
    const named = [
      column,
      ...others.flatMap(all => all.filter(({ name }) => name === column.name)),
    ];
    const [known = column] = named.filter(({ type }) => (type as string) !== 'null');
    return others.length === 0 ? column : { ...known, is: null };
  });
  return label === null ? columns : [{ name: label, type: 'string' }, ...columns];
}

/** A column of a relation that is a record of the row. */
function behind(relation: string, column: Column): Column {
  const fields = column.fields?.map(field => behind(relation, field));
  return {
    ...column,
    ...(column.is ? { is: [relation, ...column.is] } : {}),
    ...(fields === undefined ? {} : { fields }),
  };
}

function shownColumns({ outputs }: Body): readonly Column[] {
  return outputs.flatMap(({ name, term, hidden }) => {
    return hidden ? [] : [shownColumn(name, term)];
  });
}

function shownColumn(name: string, term: Term | RecordTerm): Column {
  if (term.kind === 'records')
    return { name, type: term.type as Scalar, fields: term.fields.map(fieldColumn), by: term.by };
  if (term.kind !== 'record') return { name, type: term.type as Scalar };
  const fields = term.fields.map(field => shownColumn(field.name, field.value));
  return { name, type: 'record', fields };
}

function nameOf(spec: BodySpec['from']): string {
  const name = single(spec);
  return name === null || 'series' in name ? '' : name.value;
}

function columnOf({ name, isDate }: Series): Column {
  return { name, type: isDate ? 'date' : 'timestamp' };
}

function readBody(
  spec: BodySpec,
  columnsOf: (name: string) => readonly Column[],
  measuresOf: (name: string) => ReadonlyMap<string, Term>,
  params: ReadonlyMap<string, Param>,
  steps: (name: string) => readonly Column[] | null,
): Body {
  const types = new Map([...params].map(([name, { type }]) => [name, type]));
  const spans = new Set([...params.values()].filter(p => p.isSpan).map(({ name }) => name));
  const series = spec.from !== null && 'series' in spec.from ? readSeries(spec.from, types) : null;
  const from = series === null ? (spec.union?.of ?? [spec.from]).map(nameOf) : [];
  const label = spec.union?.label?.value ?? null;
  let columns = series === null ? unitedColumns(from.map(columnsOf), label) : [columnOf(series)];
  const paramValue = (name: string, text: string) =>
    params.has(name) ? (params.get(name)?.accept(text) ?? null) : text;
  const paramTexts = (name: string) => params.get(name)?.values ?? null;
  const joins = spec.join.map(({ name, value: { of, each, on, kind, retention } }): Joined => {
    if (of === null) {
      const list = readValue(each?.value ?? '', { columns, params: types, spans });
      if (list.kind === 'records') {
        const item: Column = { name, type: 'record', fields: list.fields.map(fieldColumn) };
        columns = [...columns, item, { name: `${name}_index`, type: 'int64' }];
        return { name, of: list, on: null, retention: null, kind };
      }
      const type = itemOf(list.type as Type);
      if (type === null) throw new Error(`${name} is of no list`);
      columns = [...columns, { name, type }, { name: `${name}_index`, type: 'int64' }];
      return { name, of: list, on: null, retention: null, kind };
    }
    const fields = columnsOf(of.value).map(column => behind(name, column));
    columns = [...columns, { name, type: 'record', fields }];
    const condition = on === null ? null : readValue(on.value, { columns, params: types, spans });
    const reading = { columns, params: types, spans, paramValue, paramTexts };
    return {
      name,
      of: of.value,
      on: condition,
      retention: retention === null ? null : readRetention(retention, reading),
      kind,
    };
  });
  const [only = '', ...others] = from;
  const scope: Reading = {
    columns,
    measures: others.length === 0 ? measuresOf(only) : new Map<string, Term>(),
    steps,
    params: types,
    spans,
    // `step` may be what the length of a window chooses, by its text
    paramValue,
    paramTexts,
  };
  const buckets = spec.buckets === null ? null : readBuckets(spec.buckets, scope);
  const outputs = readOutputs(spec, buckets, scope);
  const filters = readFilters(spec, scope);
  return {
    from,
    series,
    label,
    distinct: spec.distinct?.value ?? false,
    joins,
    where: [...spec.where.map(predicate => readCondition(predicate, scope)), ...filters.conditions],
    filters: filters.params,
    having: spec.having.map(predicate => readCondition(predicate, overOutputs(scope, outputs))),
    retention: spec.retention === null ? null : readRetention(spec.retention, scope),
    buckets,
    window: spec.window === null ? null : readRange(spec.window, scope),
    compares: spec.compare !== null,
    outputs: [...outputs, ...previousKeys(spec, outputs)],
    aggregates: outputs.some(({ role, term }) => role !== 'value' || aggregatesIn(term).length > 0),
    orderBy: spec.orderBy.map(key => {
      const { output, descending } = single(key);
      return { output: output.value, descending };
    }),
    limit: single(spec.limit)?.value ?? Number.POSITIVE_INFINITY,
    offset: null,
  };
}

/** Names of outputs come before those of columns. */
function overOutputs<S extends Scope>(scope: S, outputs: readonly Output[]): S {
  const byName = new Map(outputs.map(({ name, term }) => [name, term]));
  const columns = scope.columns.filter(({ name }) => !byName.has(name));
  const output = (name: string) => {
    const term = byName.get(name) ?? previousOf(name, base => byName.get(base));
    if (term === undefined) throw new Error(`neither an output nor a column is named ${name}`);
    return term;
  };
  const measures = new Map([...(scope.measures ?? [])].filter(([name]) => !byName.has(name)));
  return { ...scope, columns, measures, output };
}

// ---- outputs --------------------------------------------------------------------------------------------------------

function readOutputs(spec: BodySpec, buckets: Buckets | null, scope: Scope): readonly Output[] {
  const groups = spec.groupBy.map(
    ({ name, value }): Output => ({
      name,
      role: 'group',
      term: outputTerm(value, readOne(scope)),
      hidden: false,
    }),
  );
  const keys = [...bucketOutput(spec, buckets), ...groups];
  return [...keys, ...selected(spec, keys, scope)];
}

/** An output that is chosen among numbers is of the widest type. */
function outputTerm<T extends Term | RecordTerm>(
  spec: ChosenOutput,
  term: (text: string) => T,
): T | Term {
  const found = term(single(spec.value).value);
  if (found.kind === 'record' || found.type !== 'int64') return found;
  const types = (spec.beside ?? [])
    .map(({ value }) => term(value))
    .map(each => 'type' in each && each.type);
  if (!types.includes('float64')) return found;
  return { kind: 'apply', type: 'float64', fn: 'cast_float64', args: [found] };
}

function readOne(scope: Scope): (text: string) => Term {
  return text => readValue(text, scope);
}

/** A part in which nothing is left to choose. */
function single<S extends object>(spec: S): Exclude<S, CasesSpec<unknown>>;
function single<S extends object>(spec: S | null): Exclude<S, CasesSpec<unknown>> | null;
function single(spec: object | null): unknown {
  if (spec !== null && isChosen(spec)) throw new Error('a choice is open');
  return spec;
}

/** Named like the column that it is measured on, where `as` gives no name. */
function bucketOutput({ buckets: spec }: BodySpec, buckets: Buckets | null): readonly Output[] {
  if (spec === null || buckets === null) return [];
  const term = bucketTerm(buckets);
  const column = spec.of.value.trim().replaceAll('`', '').split('.').at(-1) ?? '';
  return [{ name: spec.as?.value ?? column, role: 'bucket', term, hidden: false }];
}

function bucketTerm({ of, intervals, range }: Buckets): Term {
  if (range !== null) return { kind: 'bucket', type: of.type as Scalar, of, window: range };
  if (intervals === null) throw new Error('buckets are over a window or over intervals');
  const { by, cases } = intervals;
  const step = { by, cases: cases.map(([name, interval]) => [name, interval.step] as const) };
  return { kind: 'trunc', type: 'timestamp', of, step };
}

const PREVIOUS = 'previous_';

function previousOf(
  name: string,
  output: (name: string) => Term | RecordTerm | undefined,
): Term | undefined {
  if (!name.startsWith(PREVIOUS)) return undefined;
  const of = output(name.slice(PREVIOUS.length));
  return of === undefined || of.kind === 'record'
    ? undefined
    : { kind: 'previous', type: of.type, of };
}

/** Hidden outputs by which rows are ordered. */
function previousKeys(spec: BodySpec, outputs: readonly Output[]): readonly Output[] {
  const known = new Map(outputs.map(({ name, term }) => [name, term]));
  return spec.orderBy.flatMap((key): readonly Output[] => {
    const name = single(key).output.value;
    const term = known.has(name) ? undefined : previousOf(name, base => known.get(base));
    return term === undefined ? [] : [{ name, role: 'value', term, hidden: true }];
  });
}

/** Outputs may name each other in any order. */
function selected({ select }: BodySpec, keys: readonly Output[], scope: Scope): readonly Output[] {
  const known = new Map(keys.map(({ name, term }) => [name, term]));
  const termOf = (name: string): Term | RecordTerm => {
    const before = known.get(name);
    const entry = select.find(each => each.name === name);
    if (before !== undefined) return before;
    const past = previousOf(name, termOf);
    if (entry === undefined && past !== undefined) return past;
    if (entry === undefined) throw new Error(`neither a column nor an output is named ${name}`);
    const output = (used: string) => (used === name && past !== undefined ? past : termOf(used));
    const term = outputTerm(entry.value, text => read(text, { ...scope, output }));
    known.set(name, term);
    return term;
  };
  return select.map(({ name, value: { hidden } }) => ({
    name,
    role: 'value',
    term: termOf(name),
    hidden,
  }));
}

/** A field of an item that is joined. */
function fieldColumn({ name, of, list }: ItemTerm): Column {
  if (list !== undefined && typeof of !== 'string')
    return { name, type: 'records' as Scalar, fields: of.map(fieldColumn), by: list.by };
  return typeof of === 'string'
    ? { name, type: of }
    : { name, type: 'record', fields: of.map(fieldColumn) };
}
