/** The whole answer of an endpoint, computed row by row: the reference that every engine's SQL is held against. */
import type {
  Buckets,
  ByChoice,
  Endpoint,
  Interval,
  Output,
} from '../../generator/core/endpoint.ts';
import type { Expr } from '../../generator/core/expr.ts';
import { readParam } from '../../generator/params/read-param.ts';
import { aggregateValue } from './aggregates.ts';
import { chosen, type Environment, evaluate, holds, type Row, recordValue } from './evaluate.ts';
import { groupKey, type RecordValue, sortOrder, truncate, type Value } from './values.ts';

export interface Answer {
  /** Names of the outputs that are not hidden, in order. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (Value | RecordValue)[])[];
}
/** What an aggregate gives; a test that allows an engine some freedom puts its own in place. */
export type AggregateValue = typeof aggregateValue;
export type Sent = Readonly<Record<string, string | undefined>>;

/** A request that the service answers with 400. */
export class Refused extends Error {
  readonly param: string;

  constructor(param: string, expected: string) {
    super(`\`${param}\` must be ${expected}`);
    this.param = param;
  }
}

/**
 * What the endpoint answers for `rows` of its data set, for parameters as a caller sends them and `now` in microseconds
 * since 1970. Throws `Refused` where the service would not run the query. Rows that `order_by` leaves equal stay in the
 * order of `rows`, or of their group's first row.
 */
export function answer(
  endpoint: Endpoint,
  rows: readonly Row[],
  sent: Sent,
  now: bigint,
  aggregate: AggregateValue = aggregateValue,
): Answer {
  const env: Environment = { now, params: readParams(endpoint, sent), row: null };
  const found = rows.filter(row => isRead(endpoint, { ...env, row }));
  const places = endpoint.aggregates
    ? groupsOf(endpoint, found, env, aggregate)
    : found.map(row => ({ ...env, row }));
  const shown = endpoint.outputs.filter(output => !output.hidden);
  return {
    columns: shown.map(output => output.name),
    rows: inOrder(endpoint, places)
      .slice(0, endpoint.limit ?? endpoint.maxRows)
      .map(place => shown.map(output => outputValue(output, place))),
  };
}

function readParams(endpoint: Endpoint, sent: Sent): ReadonlyMap<string, Value> {
  return new Map(
    endpoint.params.map(param => {
      const read = readParam(param, sent[param.name]);
      if (!read.ok) throw new Refused(param.name, read.expected);
      return [param.name, read.value];
    }),
  );
}

function byChoice<T>(choice: ByChoice<T>, env: Environment): T {
  return choice.by === null ? choice.value : chosen(choice.by, choice.cases, env);
}

// ---- which rows -----------------------------------------------------------------------------------------------------

function isRead(endpoint: Endpoint, env: Environment): boolean {
  const { from, buckets } = endpoint;
  const guarded = from.where.every(
    ({ when, expr }) => (when !== null && isAbsent(when, env)) || holds(expr, env),
  );
  return guarded && isRetained(endpoint, env) && (buckets === null || isInWindow(buckets, env));
}

function isAbsent(param: string, { params }: Environment): boolean {
  return (params.get(param) ?? null) === null;
}

function isRetained({ from, retention }: Endpoint, env: Environment): boolean {
  if (retention === null || from.retentionOf === null) return true;
  const at = evaluate(from.retentionOf, env);
  return typeof at === 'bigint' && at > env.now - byChoice(retention.windows, env);
}

function isInWindow(buckets: Buckets, env: Environment): boolean {
  const at = evaluate(buckets.of, env);
  if (typeof at !== 'bigint') return false;
  const interval = byChoice(buckets.intervals, env);
  if (buckets.window === 'sliding') return at >= env.now - interval.last;
  const { first, last } = ends(interval, env.now);
  return at >= first && at < last + interval.step.micros;
}

/** The first and the last bucket of a window. */
function ends({ last, step }: Interval, now: bigint) {
  return { first: truncate(now - last, step), last: truncate(now, step) };
}

// ---- groups ---------------------------------------------------------------------------------------------------------

interface Group {
  /** Values of the outputs that are keys, in their order. */
  readonly keys: readonly Value[];
  readonly rows: readonly Row[];
}

function groupsOf(
  endpoint: Endpoint,
  rows: readonly Row[],
  env: Environment,
  aggregate: AggregateValue,
): readonly Environment[] {
  const keys = endpoint.outputs.filter(output => output.role !== 'value');
  const found = grouped(rows, row => keys.map(key => keyValue(endpoint, key, { ...env, row })));
  // Without a key there is one group, even of no rows.
  const groups = keys.length === 0 ? [{ keys: [], rows }] : found;
  const filled =
    endpoint.buckets?.gaps === 'zero' ? filledIn(endpoint.buckets, keys, groups, env) : groups;
  return filled.map(group => groupEnvironment(keys, group, env, aggregate));
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

function keyValue({ buckets }: Endpoint, key: Output, env: Environment): Value {
  if (key.role !== 'bucket') return evaluate(single(key), env);
  if (buckets === null) throw new Error('a bucket without buckets');
  const at = evaluate(buckets.of, env);
  if (typeof at !== 'bigint') throw new Error('a row without an instant is in no window');
  return truncate(at, byChoice(buckets.intervals, env).step);
}

function single({ name, expr }: Output): Expr {
  if (expr.kind === 'record') throw new Error(`${name} is a record`);
  return expr;
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
  return bucketsOf(byChoice(buckets.intervals, env), env.now).flatMap(bucket =>
    [...others.values()].map(other => {
      const all = [bucket, ...other];
      return byKey.get(groupKey(all)) ?? { keys: all, rows: [] };
    }),
  );
}

/** Starts of the buckets of a window, the first and the last included. */
export function bucketsOf(interval: Interval, now: bigint): readonly bigint[] {
  const { first, last } = ends(interval, now);
  const count = Number((last - first) / interval.step.micros) + 1;
  return Array.from({ length: count }, (_, i) => first + BigInt(i) * interval.step.micros);
}

/** In a group, its keys and all aggregates are known; nothing else may be read from its rows. */
function groupEnvironment(
  keys: readonly Output[],
  group: Group,
  env: Environment,
  aggregate: AggregateValue,
): Environment {
  const byText = new Map(keys.map((key, i) => [exprText(single(key)), group.keys[i] ?? null]));
  const known = (expr: Expr): Value | undefined => {
    if (expr.kind !== 'aggregate') return byText.get(exprText(expr));
    const [arg] = expr.args;
    const values = arg === undefined ? [] : group.rows.map(row => evaluate(arg, { ...env, row }));
    return aggregate(expr, group.rows.length, values);
  };
  return { ...env, known };
}

function exprText(expr: Expr): string {
  return JSON.stringify(expr, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

// ---- outputs --------------------------------------------------------------------------------------------------------

function outputValue(output: Output, env: Environment): Value | RecordValue {
  return output.expr.kind === 'record' ? recordValue(output.expr, env) : evaluate(output.expr, env);
}

function inOrder(endpoint: Endpoint, places: readonly Environment[]): readonly Environment[] {
  const keys = endpoint.orderBy.map(({ output, descending }) => {
    const found = endpoint.outputs.find(({ name }) => name === output);
    if (found === undefined) throw new Error(`no output ${output}`);
    return { expr: single(found), descending };
  });
  const keyed = places.map(place => ({
    place,
    values: keys.map(key => evaluate(key.expr, place)),
  }));
  keyed.sort((a, b) => {
    const orders = keys.map(({ descending }, i) =>
      sortOrder(a.values[i] ?? null, b.values[i] ?? null, descending),
    );
    return orders.find(order => order !== 0) ?? 0;
  });
  return keyed.map(({ place }) => place);
}
