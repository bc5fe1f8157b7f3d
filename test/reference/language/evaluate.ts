/** The value of a typed expression. */
import { FUNCTIONS } from '../functions.ts';
import { bucketOf } from '../time/buckets.ts';
import { compare, type RecordValue, stored, truncate, type Value } from '../values.ts';
import type { Choice, ItemTerm, RecordTerm, Term } from './term.ts';

/** A row of a data set: records are objects, or arrays of which the first element counts. */
export type Row = Readonly<Record<string, unknown>>;

/** What an expression is evaluated against. */
export interface Environment {
  /** Microseconds since 1970 UTC. */
  readonly now: bigint;
  /** Typed values of the parameters; `null` where one is absent. */
  readonly params: ReadonlyMap<string, Value>;
  /** The row that columns are read from; `null` where only groups are left. */
  readonly row: Row | null;
  /** The item of a list that is tested. */
  readonly item?: unknown;
  /** The rows of a step. */
  readonly step?: (name: string) => readonly Row[];
  /** A value that is known as a whole, of a group's key or an aggregate; `undefined` where it is not. */
  readonly known?: (term: Term) => Value | undefined;
  /** The same group in the period before; `null` where that period is not whole. */
  readonly previous?: Environment | null;
}

/** The value of `term`. Throws where it needs a row, a group or a parameter that is not there. */
export function evaluate(term: Term, env: Environment): Value {
  const known = env.known?.(term);
  if (known !== undefined) return known;
  switch (term.kind) {
    case 'literal':
      return term.value;
    case 'column':
      return columnValue(term, env.row);
    case 'records':
      return itemsOf(term.path, env).map(item => itemValue(item, term.fields));
    case 'own':
      return stored(term.path.reduce<unknown>(fieldOf, env.item), term.type);
    case 'lookup':
      return looked(term, env);
    case 'param':
      return paramValue(term.name, env);
    case 'now':
      return env.now;
    case 'apply':
      return FUNCTIONS[term.fn].apply(term.args.map(arg => evaluate(arg, env)));
    case 'trunc':
      return onInstant(evaluate(term.of, env), at => truncate(at, chosen(term.step, env)));
    case 'bucket': {
      const at = evaluate(term.of, env);
      return typeof at === 'bigint' || typeof at === 'string'
        ? bucketOf(at, term.window, env)
        : null;
    }
    case 'shift':
      return onInstant(evaluate(term.of, env), at => at + term.micros);
    case 'within': {
      const value = evaluate(term.of, env);
      if (value === null) return null;
      const rows = env.step?.(term.step) ?? [];
      return rows.some(row => isEqual(evaluate(term.column, { ...env, row }), value));
    }
    case 'empty':
      return recordValue(term.of, env) === null;
    case 'previous':
      if (env.previous === undefined) throw new Error('no period is before');
      return env.previous === null ? null : evaluate(term.of, env.previous);
    case 'aggregate':
    case 'window':
      throw new Error(`${term.fn} outside of its rows`);
  }
}

function isEqual(held: unknown, value: Value): boolean {
  return held !== null && compare(held as Value, value) === 0;
}

function onInstant(value: Value, change: (micros: bigint) => bigint): Value {
  return typeof value === 'bigint' ? change(value) : null;
}

function columnValue({ path, type }: Extract<Term, { kind: 'column' }>, row: Row | null): Value {
  if (row === null) throw new Error(`a column outside of its row: ${path.join('.')}`);
  return stored(path.reduce<unknown>(fieldOf, row), type);
}

/** The items of a list; none where it is NULL. */
function itemsOf(path: readonly string[], { row }: Environment): readonly unknown[] {
  if (row === null) throw new Error(`a list outside of its row: ${path.join('.')}`);
  const above = path.slice(0, -1).reduce<unknown>(fieldOf, row);
  const record = Array.isArray(above) ? above[0] : above;
  const list: unknown = Object(record)[path.at(-1) ?? ''];
  return Array.isArray(list) ? list : [];
}

/** An item with exactly its declared fields. A record in it is NULL where all its leaves are. */
function itemValue(item: unknown, fields: readonly ItemTerm[]): { readonly [key: string]: Value } {
  const entries = fields.map(({ name, of, list }): readonly [string, Value] => {
    const part = fieldOf(item, name);
    if (typeof of === 'string') return [name, stored(part, of)];
    if (list !== undefined)
      return [name, (Array.isArray(part) ? part : []).map(one => itemValue(one, of))];
    const record = itemValue(part, of);
    return [name, Object.values(record).every(isNothing) ? null : record];
  });
  return Object.fromEntries(entries);
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function looked(
  { find, of, where, type }: Extract<Term, { kind: 'lookup' }>,
  env: Environment,
): Value {
  if (of.kind !== 'records') throw new Error('a lookup of no list of records');
  const items = itemsOf(of.path, env);
  const found = items.filter(item => holds(where, { ...env, item }));
  if (find === 'any') return found.length > 0;
  if (find === 'all') return found.length === items.length;
  if (find === 'count') return BigInt(found.length);
  return stored(find.reduce<unknown>(fieldOf, found[0]), type);
}

function fieldOf(record: unknown, name: string): unknown {
  const first = Array.isArray(record) ? record[0] : record;
  if (first === null || first === undefined) return null;
  if (typeof first !== 'object') throw new Error(`no record above ${name}`);
  return Object.hasOwn(first, name) ? (first as Row)[name] : null;
}

function paramValue(name: string, { params }: Environment): Value {
  const value = params.get(name);
  if (value === undefined || value === null) throw new Error(`the parameter ${name} is absent`);
  return value;
}

/** The result for the value that the choosing parameter has. */
export function chosen<T>({ by, cases }: Choice<T>, env: Environment): T {
  const value = by === null ? '' : paramValue(by, env);
  const found = cases.find(([name]) => name === value);
  if (found === undefined) throw new Error(`no case for ${String(value)} of ${by}`);
  return found[1];
}

/** A record with exactly its declared fields; `null` where all its leaves are NULL. */
export function recordValue(record: RecordTerm, env: Environment): RecordValue | null {
  const fields = record.fields.map(({ name, value }) => [
    name,
    value.kind === 'record' ? recordValue(value, env) : evaluate(value, env),
  ]);
  const empty = fields.every(([, value]) => isNothing(value));
  return empty ? null : Object.fromEntries(fields);
}

/** Whether a condition holds; NULL does not. */
export function holds(condition: Term, env: Environment): boolean {
  return evaluate(condition, env) === true;
}
