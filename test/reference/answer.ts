/** The whole answer of an endpoint, computed row by row: the reference that every engine's SQL is compared with. */

import { lets } from './conditions.ts';
import type { Body, Output, ReferenceEndpoint, Sent } from './endpoint.ts';
import { type AggregateValue, aggregateValue, readings } from './language/aggregates.ts';
import {
  chosen,
  type Environment,
  evaluate,
  holds,
  type Row,
  recordValue,
} from './language/evaluate.ts';
import { type Term, termKey } from './language/term.ts';
import { withWindows } from './language/windows.ts';
import { Refused } from './params.ts';
import type { DataSet } from './sources.ts';
import { bucketsIn, checkWindow, endsOf, stepByLength, stepsBefore } from './time/buckets.ts';
import type { Buckets, Interval, Range } from './time/clauses.ts';
import {
  compare,
  groupKey,
  instant,
  type RecordValue,
  sortOrder,
  truncate,
  type Value,
} from './values.ts';

export interface Answer {
  /** Names of the outputs that are not hidden, in order. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (Value | RecordValue)[])[];
}
/** The most rows of a series. */
const MOST_UNITS = 10_000;

/** The rows of each data set. */
export type Tables = ReadonlyMap<string, readonly Row[]>;
export type { Sent };

/**
 * The answer of the endpoint for `tables`, or for the rows of the one data set that it reads, for parameters as a caller sends
 * them and `now` in microseconds
 * since 1970. Throws `Refused` where the service would not run the query. Rows that `order_by` leaves equal stay in the
 * order of `rows`, or of their group's first row.
 */
export function answer(
  whole: ReferenceEndpoint,
  tables: Tables | readonly Row[],
  sent: Sent,
  now: bigint,
  aggregate: AggregateValue = aggregateValue,
): Answer {
  const step = (name: string) => rowsOf(name);
  const env = { ...environmentOf(whole, sent, now), step };
  const endpoint = whole.forRequest?.(env.params) ?? whole;
  const held = new Map<string, readonly Row[]>();
  const rowsOf = (name: string): readonly Row[] => {
    const source = endpoint.sources.get(name);
    if (source !== undefined) {
      const rows = held.get(name) ?? withComputed(source, storedRows(tables, name), env);
      held.set(name, rows);
      return rows;
    }
    const step = endpoint.steps.get(name);
    if (step === undefined) throw new Error(`no data set or step is named ${name}`);
    const rows = held.get(name) ?? rowsOfStep(bodyAnswer(step, rowsOf, env, aggregate));
    held.set(name, rows);
    return rows;
  };
  return bodyAnswer(endpoint, rowsOf, env, aggregate);
}

/** The endpoint with its choices made. Throws `Refused` where the service would not run the query. */
export function forSent(whole: ReferenceEndpoint, sent: Sent, now: bigint): ReferenceEndpoint {
  return whole.forRequest?.(environmentOf(whole, sent, now).params) ?? whole;
}

function environmentOf(whole: ReferenceEndpoint, sent: Sent, now: bigint): Environment {
  return inWindows(whole, { now, params: readParams(whole, sent, now), row: null });
}

function storedRows(tables: Tables | readonly Row[], name: string): readonly Row[] {
  return 'length' in tables ? tables : (tables.get(name) ?? []);
}

/** Rows with what is computed of each alone. */
function withComputed(
  { computed }: DataSet,
  rows: readonly Row[],
  env: Environment,
): readonly Row[] {
  if (computed.length === 0) return rows;
  return rows.map(row => {
    const values = computed.map(({ name, term }) => [name, evaluate(term, { ...env, row })]);
    return { ...row, ...Object.fromEntries(values) };
  });
}

/** The values of a request and of its windows. Throws `Refused` where one is not answered. */
function inWindows(endpoint: ReferenceEndpoint, given: Environment): Environment {
  const bodies = [endpoint, ...endpoint.steps.values()];
  for (const { series } of bodies)
    if (series !== null) checkWindow(series.window, series.isDate, MOST_UNITS, given);
  const clauses = bodies.flatMap(({ buckets }) => buckets ?? []);
  const lengths = clauses.flatMap(({ range }) =>
    range === null ? [] : (stepByLength(range, given) ?? []),
  );
  const params = new Map(given.params);
  for (const name of lengths) params.set('step', name);
  const env = { ...given, params };
  for (const { window } of bodies) if (window !== null) checkEnds(window, env);
  for (const { of, range, gaps } of clauses) {
    const most = gaps === 'omit' ? null : endpoint.maxBuckets;
    if (range !== null) checkWindow(range, of.type === 'date', most, env);
  }
  return env;
}

/** Throws `Refused` where the window ends before it begins. An open one has no such end. */
function checkEnds({ from, to, needs }: Range, env: Environment): void {
  if ([...needs.from, ...needs.to].some(name => env.params.get(name) == null)) return;
  const [begin, end] = [from, to].map(term => microsOf(evaluate(term, env)));
  if (begin != null && end != null && begin > end)
    throw new Refused('from', 'before the end of the window');
}

function rowsOfStep({ columns, rows }: Answer): readonly Row[] {
  return rows.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}

function bodyAnswer(
  body: Body,
  rowsOf: (name: string) => readonly Row[],
  env: Environment,
  aggregate: AggregateValue,
): Answer {
  const found = joinedRows(body, rowsOf, env).filter(row => isRead(body, { ...env, row }));
  const kept = body.aggregates
    ? groupsOf(body, found, env, aggregate)
    : found.map(row => ({ ...env, row }));
  const places = withWindows(kept, aggregate).filter(place =>
    body.having.every(condition => lets(condition, place)),
  );
  const shown = body.outputs.filter(output => !output.hidden);
  const rows = inOrder(body, places).map(place => shown.map(output => outputValue(output, place)));
  return {
    columns: shown.map(output => output.name),
    rows: keptRows(body.distinct ? distinctRows(rows) : rows, body, env),
  };
}

function distinctRows(rows: readonly (readonly (Value | RecordValue)[])[]) {
  const first = new Map<string, readonly (Value | RecordValue)[]>();
  for (const row of rows) {
    const key = groupKey(row as readonly Value[]);
    first.set(key, first.get(key) ?? row);
  }
  return [...first.values()];
}

function keptRows<Row>(
  rows: readonly Row[],
  body: Pick<Body, 'limit' | 'offset'>,
  env: Pick<Environment, 'params'>,
): readonly Row[] {
  const skipped = body.offset === null ? 0 : Number(env.params.get(body.offset));
  return rows.slice(skipped, skipped + limitFor(body, env));
}

/** The most rows that the request asks for. */
export function limitFor(
  { limit }: Pick<Body, 'limit'>,
  { params }: Pick<Environment, 'params'>,
): number {
  return typeof limit === 'number' ? limit : Number(params.get(limit));
}

export function readParams(
  { params, moving }: ReferenceEndpoint,
  sent: Sent,
  now: bigint,
): Environment['params'] {
  const valueFor = ({ name, accept }: ReferenceEndpoint['params'][number]): Value => {
    const value = accept(sent[name]);
    const term = moving.get(name);
    if (value !== null || term === undefined) return value;
    return evaluate(term, { now, params: new Map(), row: null });
  };
  return new Map(params.map(param => [param.name, valueFor(param)]));
}

/** Each row with those that it finds, one after another. */
function joinedRows(
  { from, series, label, joins }: Body,
  rowsOf: (name: string) => readonly Row[],
  env: Environment,
): readonly Row[] {
  let rows: readonly Row[] =
    series === null
      ? from.flatMap(name =>
          label === null ? rowsOf(name) : rowsOf(name).map(row => ({ ...row, [label]: name })),
        )
      : [...bucketsIn(series.window, series.isDate, env)].map(at => ({ [series.name]: at }));
  for (const { name, of, on, retention, kind } of joins) {
    if (typeof of !== 'string') {
      rows = rows.flatMap(row => withItems(row, name, evaluate(of, { ...env, row }), kind));
      continue;
    }
    const others = rowsOf(of);
    rows = rows.flatMap(row => {
      const pairs = others.map(other => ({ ...row, [name]: other }));
      const found = pairs.filter(pair => {
        const at = { ...env, row: pair };
        return (on === null || holds(on, at)) && isRetained(retention, at);
      });
      return found.length === 0 && kind === 'left' ? [{ ...row, [name]: null }] : found;
    });
  }
  return rows;
}

/** The row with each item of a list, and with the item's place. */
function withItems(row: Row, name: string, list: Value, kind: 'left' | 'inner'): readonly Row[] {
  if (!Array.isArray(list)) throw new Error(`${name} is of no list`);
  const items = list.map((item, i) => ({ ...row, [name]: item, [`${name}_index`]: BigInt(i) }));
  const none = { ...row, [name]: null, [`${name}_index`]: null };
  return items.length === 0 && kind === 'left' ? [none] : items;
}

// ---- which rows -----------------------------------------------------------------------------------------------------

function isRead(body: Body, env: Environment): boolean {
  const { where, retention, buckets, window, compares } = body;
  const passes = where.every(condition => lets(condition, env)) && isRetained(retention, env);
  if (!passes) return false;
  if (compares && isBefore(body, env)) return true;
  return (
    (window === null || isWithin(window, env)) && (buckets === null || isInWindow(buckets, env))
  );
}

/** Whether a row is of the period before. */
function isBefore(body: Body, env: Environment): boolean {
  const { start, end } = periodBefore(body, env);
  const at = evaluate((body.window ?? body.buckets ?? NOTHING).of, env);
  return at !== null && compareTimes(at, start) >= 0 && compareTimes(at, end) < 0;
}

const NOTHING = { of: { kind: 'literal', type: 'null', value: null } } as const;

/** Without buckets none is moved. */
const NOT_MOVED = (bucket: Value): Value => bucket;

function timeOf(term: Term, env: Environment): bigint | string {
  const at = evaluate(term, env);
  if (typeof at === 'bigint' || typeof at === 'string') return at;
  throw new Error('a row of a period has an instant or a day');
}

/** As long as the window, or as many whole buckets; a sliding window has a part of the first. */
function periodBefore({ window, buckets }: Body, env: Environment) {
  if (window !== null) {
    const [from, to] = [window.from, window.to].map(term => microsOf(evaluate(term, env)));
    if (from == null || to == null) throw new Error('a window without ends');
    return { start: from - (to - from), end: from, moved: NOT_MOVED };
  }
  if (buckets === null) throw new Error('nothing to compare');
  if (buckets.range !== null) {
    const { of, range } = buckets;
    const { start, end, moved } = stepsBefore(range, of.type === 'date', env);
    return { start, end, moved: (_: Value, row: Row) => moved(timeOf(of, { ...env, row })) };
  }
  if (buckets.intervals === null) throw new Error('buckets are over a window or back from now');
  const interval = chosen(buckets.intervals, env);
  const { first } = ends(interval, env.now);
  const length = BigInt(bucketsOf(interval, env.now).length) * interval.step;
  const start = (buckets.window === 'sliding' ? env.now - interval.last : first) - length;
  return { start, end: first, moved: (bucket: Value) => (microsOf(bucket) ?? 0n) + length };
}

function isWithin({ of, from, to, needs }: Range, env: Environment): boolean {
  const at = evaluate(of, env);
  const isOpen = (end: 'from' | 'to') =>
    needs[end].some(name => (env.params.get(name) ?? null) === null);
  const isBeside = (end: 'from' | 'to', fits: (order: number) => boolean) => {
    if (isOpen(end)) return true;
    const bound = evaluate(end === 'from' ? from : to, env);
    return at != null && bound != null && fits(compareTimes(at, bound));
  };
  return isBeside('from', order => order >= 0) && isBeside('to', order => order < 0);
}

function compareTimes(a: Value, b: Value): number {
  return compare(microsOf(a), microsOf(b));
}

/** A day is its midnight UTC. */
function microsOf(value: Value): bigint | null {
  if (typeof value === 'string') return instant(value);
  return typeof value === 'bigint' ? value : null;
}

function isRetained(retention: Body['retention'], env: Environment): boolean {
  if (retention === null) return true;
  const at = evaluate(retention.of, env);
  return typeof at === 'bigint' && at > env.now - chosen(retention.windows, env);
}

function isInWindow({ of, window, intervals, range }: Buckets, env: Environment): boolean {
  const at = evaluate(of, env);
  if (range !== null) {
    const { from, to } = endsOf(range, of.type === 'date', env);
    return at !== null && at >= from && at < to;
  }
  if (typeof at !== 'bigint' || intervals === null) return false;
  const interval = chosen(intervals, env);
  if (window === 'sliding') return at >= env.now - interval.last;
  const { first, last } = ends(interval, env.now);
  return at >= first && at < last + interval.step;
}

/** The first and the last bucket of a window. */
function ends({ last, step }: Interval, now: bigint) {
  return { first: truncate(now - last, step), last: truncate(now, step) };
}

// ---- groups ---------------------------------------------------------------------------------------------------------

interface Group {
  /** Values of the outputs that are keys, in their order. */
  readonly keys: readonly Value[];
  /** `null`: every aggregate of it is NULL. */
  readonly rows: readonly Row[] | null;
}

function groupsOf(
  body: Body,
  rows: readonly Row[],
  env: Environment,
  aggregate: AggregateValue,
): readonly Environment[] {
  const keys = body.outputs.filter(output => output.role !== 'value');
  if (body.compares) return comparedGroups(body, keys, rows, env, aggregate);
  const found = grouped(rows, row => keys.map(key => evaluate(single(key), { ...env, row })));
  // Without a key there is one group, even of no rows.
  const groups = keys.length === 0 ? [{ keys: [], rows }] : found;
  const { buckets } = body;
  const isFilled = buckets !== null && buckets.gaps !== 'omit';
  const filled = isFilled ? filledIn(buckets, keys, groups, env) : groups;
  return filled.map(group => groupEnvironment(keys, group, env, aggregate));
}

/** The groups of the current period, each with the same of the period before. */
function comparedGroups(
  body: Body,
  keys: readonly Output[],
  rows: readonly Row[],
  env: Environment,
  aggregate: AggregateValue,
): readonly Environment[] {
  const { start, moved } = periodBefore(body, env);
  const isPast = (row: Row) => isBefore(body, { ...env, row });
  const keysOf = (row: Row) =>
    keys.map(key => {
      const value = evaluate(single(key), { ...env, row });
      return key.role === 'bucket' && isPast(row) ? moved(value, row) : value;
    });
  const current = grouped(
    rows.filter(row => !isPast(row)),
    keysOf,
  );
  const past = grouped(rows.filter(isPast), keysOf);
  const byKey = (groups: readonly Group[]) =>
    new Map(groups.map(group => [groupKey(group.keys), group]));
  const [now, before] = [byKey(current), byKey(past)];
  const isFilled = body.buckets?.gaps === 'zero';
  const shown =
    body.buckets !== null && isFilled
      ? filledIn(body.buckets, keys, [...current, ...past], env)
      : current;
  const all = keys.length === 0 ? [{ keys: [], rows: [] }] : shown;
  const edge = body.retention && env.now - chosen(body.retention.windows, env);
  const isWhole = edge === null || compareTimes(start, edge) > 0;
  return all.map(({ keys: values }) => {
    const of = (groups: ReadonlyMap<string, Group>) =>
      groupEnvironment(
        keys,
        { keys: values, rows: groups.get(groupKey(values))?.rows ?? [] },
        env,
        aggregate,
      );
    return { ...of(now), previous: isWhole ? of(before) : null };
  });
}

function grouped(rows: readonly Row[], keysOf: (row: Row) => readonly Value[]): readonly Group[] {
  const groups = new Map<string, { keys: readonly Value[]; rows: Row[] }>();
  for (const row of rows) {
    const keys = keysOf(row);
    const group = groups.get(groupKey(keys)) ?? { keys, rows: [] };
    group.rows.push(row);
    groups.set(groupKey(keys), group);
  }
  return [...groups.values()];
}

function single({ name, term }: Output): Term {
  if (term.kind === 'record') throw new Error(`${name} is a record`);
  return term;
}

/** Every bucket of the window for every group that occurs in it; the bucket is the first key. */
function filledIn(
  buckets: Buckets,
  keys: readonly Output[],
  groups: readonly Group[],
  env: Environment,
): readonly Group[] {
  const byKey = new Map(groups.map(group => [groupKey(group.keys), group]));
  const others = new Map(groups.map(({ keys: [, ...rest] }) => [groupKey(rest), rest]));
  if (keys.length === 1) others.set(groupKey([]), []);
  const starts = startsOf(buckets, env);
  return [...others.values()].flatMap(other => {
    let before: Group['rows'] = null;
    return starts.map(bucket => {
      const all = [bucket, ...other];
      const { rows } = byKey.get(groupKey(all)) ?? { rows: emptyRows(buckets, before) };
      before = rows;
      return { keys: all, rows };
    });
  });
}

/** The rows that a bucket without rows stands for. */
function emptyRows({ gaps }: Buckets, before: Group['rows']): Group['rows'] {
  if (gaps === 'zero') return [];
  return gaps === 'previous' ? before : null;
}

function startsOf({ of, intervals, range }: Buckets, env: Environment): readonly Value[] {
  if (range !== null) return [...bucketsIn(range, of.type === 'date', env)];
  if (intervals === null) throw new Error('buckets are over a window or back from now');
  return bucketsOf(chosen(intervals, env), env.now);
}

/** Starts of the buckets of a window, the first and the last included. */
export function bucketsOf(interval: Interval, now: bigint): readonly bigint[] {
  const { first, last } = ends(interval, now);
  const count = Number((last - first) / interval.step) + 1;
  return Array.from({ length: count }, (_, i) => first + BigInt(i) * interval.step);
}

/** In a group, its keys and all aggregates are known; nothing else may be read from its rows. */
function groupEnvironment(
  keys: readonly Output[],
  group: Group,
  env: Environment,
  aggregate: AggregateValue,
): Environment {
  const byKey = new Map(keys.map((key, i) => [termKey(single(key)), group.keys[i] ?? null]));
  const known = (term: Term): Value | undefined => {
    if (term.kind !== 'aggregate') return byKey.get(termKey(term));
    if (group.rows === null) return term.type.startsWith('list') ? [] : null;
    const rows = group.rows.map(row => ({ ...env, row }));
    return aggregate(term, readings(term, rows));
  };
  return { ...env, known };
}

// ---- outputs --------------------------------------------------------------------------------------------------------

function outputValue({ term }: Output, env: Environment): Value | RecordValue {
  return term.kind === 'record' ? recordValue(term, env) : evaluate(term, env);
}

function inOrder(body: Body, places: readonly Environment[]): readonly Environment[] {
  const keys = body.orderBy.map(({ output, descending }) => {
    const found = body.outputs.find(({ name }) => name === output);
    if (found === undefined) throw new Error(`no output ${output}`);
    return { term: single(found), descending };
  });
  const keyed = places.map(place => ({
    place,
    values: keys.map(key => evaluate(key.term, place)),
  }));
  keyed.sort((a, b) => {
    const orders = keys.map(({ descending }, i) =>
      sortOrder(a.values[i] ?? null, b.values[i] ?? null, descending),
    );
    return orders.find(order => order !== 0) ?? 0;
  });
  return keyed.map(({ place }) => place);
}
