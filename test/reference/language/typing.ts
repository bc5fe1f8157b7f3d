/** Binds the names of an expression and gives each part its type. Throws on what the language refuses. */
import type { Type as AnyType, Scalar } from '../../../generator/core/types/scalar.ts';
import { parseDecimal } from '../decimal.ts';
import { FUNCTIONS } from '../functions.ts';
import { itemOf, mapValueOf, parseDate, parseTimestamp, type Rank } from '../values.ts';
import { AGGREGATES, type AggregateName } from './aggregates.ts';
import { MONTHS, type Modifiers, type Over, parse, type Syntax, UNITS } from './syntax.ts';
import {
  type AggregateTerm,
  always,
  type ItemTerm,
  type RecordTerm,
  type Term,
  type Type,
  type WindowTerm,
} from './term.ts';

/** A declared column or field. */
export interface Column {
  readonly name: string;
  readonly type: AnyType | 'record';
  /** The path of the leaf that a derived column reads. */
  readonly is?: readonly string[] | null;
  readonly fields?: readonly Column[];
  /** Of a list of records: the path of the field by which they are found. */
  readonly by?: readonly string[] | null;
}
/** What the names of an expression may mean. */
export interface Scope {
  readonly columns: readonly Column[];
  /** Aggregates that the data set names. */
  readonly measures?: ReadonlyMap<string, Term>;
  readonly params: ReadonlyMap<string, AnyType>;
  /** Parameters that are lengths of time. */
  readonly spans?: ReadonlySet<string>;
  /** The columns of a step; `null` for an unknown name. */
  readonly steps?: (name: string) => readonly Column[] | null;
  /** The fields of the item that is tested. */
  readonly item?: readonly Column[];
  /** Another output, asked for where no column has the name. */
  readonly output?: (name: string) => Term | RecordTerm;
}

/** The expression as a single value or as a whole record. */
export function read(text: string, scope: Scope): Term | RecordTerm {
  const syntax = parse(text);
  return syntax.kind === 'path' ? named(syntax.path, scope) : typed(syntax, scope);
}

export function readValue(text: string, scope: Scope): Term {
  const term = read(text, scope);
  if (term.kind === 'record') throw new Error(`${text} is a record`);
  return term;
}

/** The expression as a timestamp. */
export function readInstant(text: string, scope: Scope): Term {
  return converted(readValue(text, scope), 'timestamp');
}

// ---- names ----------------------------------------------------------------------------------------------------------

function named(path: readonly string[], { columns, measures, output }: Scope): Term | RecordTerm {
  const [first = '', ...rest] = path;
  if (columns.some(({ name }) => name === first)) return columnAt(columns, path);
  const measure = measures?.get(first);
  if (measure !== undefined) return measure;
  if (output === undefined) throw new Error(`no column is named ${first}`);
  return rest.reduce(fieldOf, output(first));
}

function columnAt(columns: readonly Column[], path: readonly string[]): Term | RecordTerm {
  let column: Column | undefined;
  for (const name of path) {
    column = (column?.fields ?? (column === undefined ? columns : [])).find(c => c.name === name);
    if (column === undefined) throw new Error(`no column ${path.join('.')}`);
  }
  if (column === undefined) throw new Error('a path has a part');
  if (column.is) return columnAt(columns, column.is);
  if (isRecords(column))
    return {
      kind: 'records',
      type: column.type as AnyType,
      path,
      fields: itemTerms(column.fields ?? []),
      by: column.by ?? null,
    };
  if (column.type !== 'record') return { kind: 'column', type: column.type, path };
  const fields = (column.fields ?? []).map(({ name }) => ({
    name,
    value: columnAt(columns, [...path, name]),
  }));
  return { kind: 'record', fields };
}

/** Lists of records have no name among the types of columns here. */
function isRecords({ type, fields = [] }: Column): boolean {
  return type !== 'record' && fields.length > 0;
}

function itemTerms(fields: readonly Column[]): readonly ItemTerm[] {
  return fields.map(field => {
    const { name, type, fields: parts = [], by = null } = field;
    if (isRecords(field)) return { name, of: itemTerms(parts), list: { by } };
    return { name, of: type === 'record' ? itemTerms(parts) : type };
  });
}

function columnNamed(path: readonly string[], columns: readonly Column[]): Column {
  let found: Column | undefined;
  for (const name of path) found = (found?.fields ?? columns).find(c => c.name === name);
  if (found === undefined) throw new Error(`no column ${path.join('.')}`);
  return found;
}

const LOOKUPS = { any: 'any', all: 'all', count_items: 'count' } as const;

/** `any`, `all` and `count_items`; `null` for any other call. */
function lookup(fn: string, args: readonly Syntax[], scope: Scope): Term | null {
  if (!isIn(LOOKUPS, fn)) return null;
  const find = LOOKUPS[fn];
  return {
    kind: 'lookup',
    type: find === 'count' ? 'int64' : 'bool',
    find,
    ...listAnd(args, scope),
  };
}

function listAnd([list, condition]: readonly Syntax[], scope: Scope) {
  if (list?.kind !== 'path') throw new Error('a list is named by its path');
  const item = columnNamed(list.path, scope.columns).fields ?? [];
  const where: Term =
    condition === undefined
      ? { kind: 'literal', type: 'bool', value: true }
      : typed(condition, { ...scope, item });
  return { of: typed(list, scope), where, item };
}

/** A field of the first item that a call or a key finds. */
function member({ of, path }: Extract<Syntax, { kind: 'member' }>, scope: Scope): Term {
  if (of.kind !== 'apply' || of.fn !== 'item') throw new Error('a field of no item');
  const [list, key] = of.args;
  if (of.of !== undefined || list?.kind !== 'path' || key === undefined) {
    const { item, ...found } = listAnd(of.args, scope);
    const { type } = columnNamed(path, item);
    return { kind: 'lookup', type: type as AnyType, find: path, ...found };
  }
  const { by, fields: item = [] } = columnNamed(list.path, scope.columns);
  if (by == null) throw new Error('a list without a key');
  const where = called('=', [{ kind: 'own', type: 'string', path: by }, typed(key, scope)]);
  const { type } = columnNamed(path, item);
  return { kind: 'lookup', type: type as AnyType, find: path, of: typed(list, scope), where };
}

function fieldOf(record: Term | RecordTerm, name: string): Term | RecordTerm {
  const found = record.kind === 'record' ? record.fields.find(f => f.name === name) : undefined;
  if (found === undefined) throw new Error(`no field is named ${name}`);
  return found.value;
}

// ---- types ----------------------------------------------------------------------------------------------------------

function typed(syntax: Syntax, scope: Scope): Term {
  switch (syntax.kind) {
    case 'literal':
      return { kind: 'literal', type: literalType(syntax.value), value: syntax.value };
    case 'path': {
      const term = named(syntax.path, scope);
      if (term.kind === 'record') throw new Error(`${syntax.path.join('.')} is a record`);
      return term;
    }
    case 'param': {
      const type = scope.params.get(syntax.name);
      if (type === undefined) throw new Error(`no parameter is named ${syntax.name}`);
      return { kind: 'param', type, name: syntax.name };
    }
    case 'own': {
      const { type } = columnNamed(syntax.path, scope.item ?? []);
      return { kind: 'own', type: type as AnyType, path: syntax.path };
    }
    case 'member':
      return member(syntax, scope);
    case 'span':
    case 'interval':
      throw new Error('an interval stands only beside a timestamp');
    case 'apply':
      if (syntax.of?.over)
        return overRows(syntax.fn, syntax.args, syntax.of, syntax.of.over, scope);
      return syntax.of !== undefined && isIn(AGGREGATES, syntax.fn)
        ? aggregated(syntax.fn, syntax.args, syntax.of, scope)
        : applied(syntax.fn, syntax.args, scope);
  }
}

/** The column of a step or a data set that a path means where no column has its name. */
function stepNamed([name = '', ...path]: readonly string[], scope: Scope) {
  if (scope.columns.some(each => each.name === name)) return null;
  const columns = scope.steps?.(name) ?? null;
  if (columns === null || path.length === 0) return null;
  const column = named(path, { params: scope.params, columns });
  if (column.kind === 'record') throw new Error(`${name} is looked up for a record`);
  return { name, column, type: column.type as Scalar };
}

function literalType(value: null | string | bigint | number | boolean): Type {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

function applied(fn: string, args: readonly Syntax[], scope: Scope): Term {
  const [first, second] = args;
  if (fn === 'now') return { kind: 'now', type: 'timestamp' };
  const found = lookup(fn, args, scope);
  if (found !== null) return found;
  const step = fn === 'in list' && second?.kind === 'path' ? stepNamed(second.path, scope) : null;
  if (step !== null && first !== undefined) {
    const of = converted(typed(first, scope), step.type);
    return { kind: 'within', type: 'bool', of, step: step.name, column: step.column };
  }
  if (
    fn === 'trunc' &&
    first !== undefined &&
    second !== undefined &&
    spanOf(second, scope) === null
  )
    return truncated(
      typed(first, scope),
      second,
      args.slice(2).map(zone => typed(zone, scope)),
    );
  if (fn === 'date_diff' || fn === 'timestamp_diff') {
    const type = fn === 'date_diff' ? 'date' : 'timestamp';
    const times = args.slice(0, 2).map(arg => converted(typed(arg, scope), type));
    return { kind: 'apply', type: 'int64', fn, args: [text(wordOf(args[2])), ...times] };
  }
  if (fn === 'format_timestamp' && first !== undefined && second !== undefined) {
    const zones = args.slice(2).map(zone => typed(zone, scope));
    const of = [typed(first, scope), typedInstant(second, scope), ...zones];
    return { kind: 'apply', type: 'string', fn, args: of };
  }
  const [before, behind] = [spanOf(first, scope), spanOf(second, scope)];
  if (fn === 'trunc' && first !== undefined && behind !== null)
    return spanned('floor to', typedInstant(first, scope), behind);
  if ((fn === '+' || fn === '-') && first !== undefined && behind !== null)
    return movedBy(typed(first, scope), second, behind, fn === '-');
  if (fn === '+' && second !== undefined && before !== null)
    return movedBy(typed(second, scope), first, before, false);
  if (first?.kind === 'interval' && second !== undefined)
    return shifted(typed(second, scope), first, 1n);
  if (first !== undefined && second?.kind === 'interval')
    return shifted(typed(first, scope), second, fn === '-' ? -1n : 1n);
  const of = fn === 'is null' && first?.kind === 'path' ? named(first.path, scope) : null;
  if (of?.kind === 'record') return { kind: 'empty', type: 'bool', of };
  return called(
    fn,
    args.map(arg => typed(arg, scope)),
  );
}

/** A length of time from a caller in microseconds; `null` for anything else. */
function spanOf(syntax: Syntax | undefined, { params, spans }: Scope): Term | null {
  if (syntax?.kind === 'param' && spans?.has(syntax.name) === true)
    return { kind: 'param', type: 'int64', name: syntax.name };
  if (syntax?.kind !== 'span' || !params.has(syntax.param)) return null;
  const count: Term = { kind: 'param', type: 'int64', name: syntax.param };
  return called('*', [count, whole(UNITS[syntax.unit] ?? 0n)]);
}

/** A date moves by the days of `interval @n day`. */
function movedBy(of: Term, span: Syntax | undefined, micros: Term, back: boolean): Term {
  if (of.type !== 'date' || span?.kind !== 'span')
    return spanned(back ? 'move back' : 'move', converted(of, 'timestamp'), micros);
  const each = (UNITS[span.unit] ?? 0n) / (UNITS['day'] ?? 1n);
  const count: Term = { kind: 'param', type: 'int64', name: span.param };
  const days = called('*', [count, whole(back ? -each : each)]);
  return { kind: 'apply', type: 'date', fn: 'add days', args: [of, days] };
}

function spanned(fn: 'move' | 'move back' | 'floor to', of: Term, by: Term): Term {
  return { kind: 'apply', type: 'timestamp', fn, args: [of, by] };
}

function typedInstant(syntax: Syntax, scope: Scope): Term {
  return converted(typed(syntax, scope), 'timestamp');
}

type Interval = Extract<Syntax, { kind: 'interval' }>;

function shifted(of: Term, { count, unit }: Interval, sign: 1n | -1n): Term {
  const type = of.type === 'date' ? 'date' : 'timestamp';
  const months = MONTHS[unit];
  const time = converted(of, type);
  if (months !== undefined)
    return { kind: 'apply', type, fn: 'add months', args: [time, whole(sign * count * months)] };
  const micros = sign * count * (UNITS[unit] ?? 0n);
  if (type === 'timestamp') return { kind: 'shift', type, of: time, micros };
  const days = whole(micros / (UNITS['day'] ?? 1n));
  return { kind: 'apply', type, fn: 'add days', args: [time, days] };
}

function whole(value: bigint): Term {
  return { kind: 'literal', type: 'int64', value };
}

function text(value: string): Term {
  return { kind: 'literal', type: 'string', value };
}

function wordOf(syntax: Syntax | undefined): string {
  if (syntax?.kind === 'apply' && syntax.fn === 'week')
    return `week from ${wordOf(syntax.args[0])}`;
  if (syntax?.kind !== 'path') throw new Error('no unit of time');
  return syntax.path.join('.').toLowerCase();
}

/** By a length of time, or to the first instant of a day, a week or a unit of the calendar. */
function truncated(of: Term, step: Syntax, zones: readonly Term[]): Term {
  const unit = step.kind === 'interval' ? unitOfInterval(step) : wordOf(step);
  const isLocal =
    unit.startsWith('week from') || (zones.length > 0 && (unit === 'day' || unit === 'week'));
  if (of.type === 'date' || isLocal || unit in MONTHS) {
    const type = of.type === 'date' ? 'date' : 'timestamp';
    const args = [text(unit), converted(of, type), ...zones];
    return { kind: 'apply', type, fn: 'start of', args };
  }
  const micros = step.kind === 'interval' ? step.count * (UNITS[step.unit] ?? 0n) : UNITS[unit];
  if (micros === undefined) throw new Error('no step of time');
  return { kind: 'trunc', type: 'timestamp', of: converted(of, 'timestamp'), step: always(micros) };
}

/** The unit that is so long; an empty text where no unit is. */
function unitOfInterval({ count, unit }: Interval): string {
  const lengths = unit in MONTHS ? MONTHS : UNITS;
  const found = Object.entries(lengths).find(([, one]) => one === count * (lengths[unit] ?? 0n));
  return found?.[0] ?? '';
}

function isIn<Name extends string>(rules: Readonly<Record<Name, unknown>>, fn: string): fn is Name {
  return Object.hasOwn(rules, fn);
}

/** The item of a list, the value of a map's key, and whether a value is one of its items. */
function ofList(fn: string, [first, second]: readonly Term[]): Term | null {
  if (first === undefined || second === undefined) return null;
  const value = first.type === 'null' ? null : mapValueOf(first.type);
  if (fn === 'item' && value !== null) {
    const args = [first, converted(second, 'string')];
    return { kind: 'apply', type: value, fn: 'map value', args };
  }
  if (fn === 'item') {
    const type = listItem(first);
    return { kind: 'apply', type, fn, args: [first, second] };
  }
  if (fn !== 'in list') return null;
  const args = [converted(first, listItem(second)), second];
  return { kind: 'apply', type: 'bool', fn, args };
}

function listItem({ type }: Term): Scalar {
  const item = type === 'null' ? null : itemOf(type);
  if (item === null) throw new Error(`a ${type} is not a list`);
  return item;
}

function called(fn: string, args: readonly Term[]): Term {
  const special = ofList(fn, args);
  if (special !== null) return special;
  if (!isIn(FUNCTIONS, fn)) throw new Error(`no function is named ${fn}`);
  // The condition of `if` is none of the values that are alike.
  const before = fn === 'if' ? args.slice(0, 1) : [];
  const { takes, gives } = FUNCTIONS[fn];
  const terms = taken(takes, args.slice(before.length));
  const isExact = terms.some(term => term.type === 'decimal');
  const isRounded = fn === 'round' && terms.length === 2 && terms[0]?.type === 'decimal';
  const isDecimal = isRounded || (takes === 'factors' && isExact);
  const type = isDecimal ? 'decimal' : gives === 'argument' ? commonType(terms) : gives;
  return { kind: 'apply', type, fn, args: [...before, ...terms] };
}

function taken(
  takes: 'any' | 'alike' | 'factors' | Scalar,
  args: readonly Term[],
): readonly Term[] {
  const isExact = takes === 'factors' && args.some(({ type }) => type === 'decimal');
  if (takes === 'any' || isExact) return args;
  if (takes === 'factors') return alike(args);
  return takes === 'alike' ? alike(args) : args.map(arg => converted(arg, takes));
}

function aggregated(
  fn: AggregateName,
  args: readonly Syntax[],
  { distinct, orderBy, limit, filter }: Modifiers,
  scope: Scope,
): AggregateTerm {
  const [of = null, second = null] = args.map(arg => typed(arg, scope));
  const gives = AGGREGATES[fn];
  const argument = of?.type ?? 'null';
  const type =
    gives === 'list' ? (`list<${argument}>` as Type) : gives === 'argument' ? argument : gives;
  const isExact = fn === 'avg' && argument === 'decimal';
  const taken = gives === 'float64' && of !== null && !isExact ? converted(of, 'float64') : of;
  const isText = second?.kind === 'literal' && typeof second.value === 'string';
  return {
    kind: 'aggregate',
    type,
    fn,
    of: taken,
    rank: second !== null && fn.includes('quantile') ? rankOf(second) : null,
    by: fn.startsWith('arg_') ? second : null,
    filter: filter === null ? null : typed(filter, scope),
    separator: isText && fn === 'string_agg' ? String(second.value) : null,
    distinct,
    limit,
    orderBy: orderBy.map(({ key, descending }) => ({ term: typed(key, scope), descending })),
  };
}

const RANKS = ['row_number', 'rank', 'dense_rank', 'ntile'];

function overRows(
  fn: string,
  args: readonly Syntax[],
  modifiers: Modifiers,
  { partitionBy, orderBy, frame }: Over,
  scope: Scope,
): WindowTerm {
  const aggregate = isIn(AGGREGATES, fn) ? aggregated(fn, args, modifiers, scope) : null;
  const [first = null, second = null] = args.map(arg => typed(arg, scope));
  const distance = second?.kind === 'literal' ? Number(second.value) : 1;
  const type = RANKS.includes(fn) ? 'int64' : (aggregate?.type ?? first?.type ?? 'null');
  return {
    kind: 'window',
    type,
    fn,
    of: first,
    distance,
    ignoresNulls: modifiers.ignoresNulls,
    aggregate,
    partitionBy: partitionBy.map(part => typed(part, scope)),
    orderBy: orderBy.map(({ key, descending }) => ({ term: typed(key, scope), descending })),
    frame: frame ?? { unit: 'rows', from: null, to: orderBy.length > 0 ? 0 : null },
  };
}

function rankOf(term: Term): Rank {
  const [whole = '', digits = ''] = String(term.kind === 'literal' ? term.value : '').split('.');
  return { numerator: BigInt(whole + digits), denominator: 10n ** BigInt(digits.length) };
}

/** All terms in the type that they have in common. */
function alike(terms: readonly Term[]): readonly Term[] {
  const type = commonType(terms);
  return terms.map(term => converted(term, type));
}

/**
 * A literal text beside a time is one, a number that is written out beside a `decimal` is one, an `int64` beside a `float64` or a
 * `decimal` becomes one, and NULL goes with anything.
 */
function commonType(terms: readonly Term[]): Type {
  const types = new Set(terms.map(term => term.type).filter(type => type !== 'null'));
  const times = [...types].filter(type => ['timestamp', 'datetime', 'date'].includes(type));
  if (times.length > 0 && types.has('string')) types.delete('string');
  if (
    types.has('decimal') &&
    terms.every(of => of.type !== 'float64' || writtenNumber(of) !== null)
  )
    types.delete('float64');
  if (types.has('float64') || types.has('decimal')) types.delete('int64');
  // a date beside a timestamp is its midnight
  if (types.has('timestamp')) types.delete('date');
  const [type = 'null', ...others] = types;
  if (others.length > 0) throw new Error(`no common type of ${[type, ...others].join(' and ')}`);
  return type;
}

/** The number that is written out, with its sign; `null` where none is. */
function writtenNumber(term: Term): number | null {
  if (term.kind === 'apply' && term.fn === 'negate') {
    const number = term.args[0] === undefined ? null : writtenNumber(term.args[0]);
    return number === null ? null : -number;
  }
  return term.kind === 'literal' && typeof term.value === 'number' ? term.value : null;
}

function converted(term: Term, type: Type): Term {
  if (term.type === type || term.type === 'null') return term;
  if (term.kind === 'literal' && typeof term.value === 'string') {
    const instant = type === 'datetime' ? `${term.value}Z` : term.value;
    const value = type === 'date' ? parseDate(term.value) : parseTimestamp(instant);
    if (value !== null) return { kind: 'literal', type, value };
  }
  if (type === 'timestamp' && term.type === 'date')
    return { kind: 'apply', type, fn: 'timestamp', args: [term] };
  const number = writtenNumber(term);
  if (type === 'decimal' && number !== null)
    return { kind: 'literal', type, value: parseDecimal(number.toFixed(9)) };
  if (type === 'float64' && (term.type === 'int64' || term.type === 'decimal')) {
    return { kind: 'apply', type, fn: 'cast_float64', args: [term] };
  }
  if (type === 'decimal' && term.type === 'int64') {
    return { kind: 'apply', type, fn: 'cast_decimal', args: [term] };
  }
  throw new Error(`a ${term.type} is no ${type}`);
}
