/** The value of a typed expression. */
import type { ColumnExpr, Expr, RecordExpr } from '../../generator/core/expr.ts';
import { FUNCTION_VALUES } from './functions.ts';
import { type RecordValue, stored, truncate, type Value } from './values.ts';

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
  /** A value that is known as a whole, of a group's key or an aggregate; `undefined` where it is not. */
  readonly known?: (expr: Expr) => Value | undefined;
}

/** The value of `expr`. Throws on what an endpoint's expressions do not hold: fields of steps, parameters as texts. */
export function evaluate(expr: Expr, env: Environment): Value {
  const known = env.known?.(expr);
  if (known !== undefined) return known;
  switch (expr.kind) {
    case 'literal':
      return expr.value;
    case 'column':
      return columnValue(expr, env.row);
    case 'param':
      return paramValue(expr.name, env);
    case 'now':
      return env.now;
    case 'call':
      return FUNCTION_VALUES[expr.fn](expr.args.map(arg => evaluate(arg, env)));
    case 'trunc':
      return onInstant(evaluate(expr.of, env), micros => truncate(micros, expr.step));
    case 'shift':
      return onInstant(evaluate(expr.of, env), micros => micros + expr.micros);
    case 'choice':
      return evaluate(chosen(expr.param, expr.cases, env), env);
    case 'case':
      return caseValue(expr, env);
    case 'aggregate':
    case 'field':
    case 'wire':
      throw new Error(`no value of its own: ${expr.kind}`);
  }
}

function onInstant(value: Value, change: (micros: bigint) => bigint): Value {
  return typeof value === 'bigint' ? change(value) : null;
}

function columnValue(expr: ColumnExpr, row: Row | null): Value {
  if (row === null) throw new Error(`a column outside of its row: ${expr.path.join('.')}`);
  return stored(expr.path.reduce<unknown>(fieldOf, row), expr.scalar);
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

/** The case of an enum's value. */
export function chosen<T>(
  param: string,
  cases: readonly { readonly value: string; readonly result: T }[],
  env: Environment,
): T {
  const value = paramValue(param, env);
  const found = cases.find(one => one.value === value);
  if (found === undefined) throw new Error(`no case for ${String(value)} of ${param}`);
  return found.result;
}

function caseValue(expr: Extract<Expr, { kind: 'case' }>, env: Environment): Value {
  const subject = evaluate(expr.subject, env);
  const found = expr.whens.find(({ value }) => value === subject)?.result ?? expr.otherwise;
  return found === null ? null : evaluate(found, env);
}

/** A record with exactly its declared fields; `null` where all its leaves are NULL. */
export function recordValue(record: RecordExpr, env: Environment): RecordValue | null {
  const fields = record.fields.map(({ name, value }) => [
    name,
    value.kind === 'record' ? recordValue(value, env) : evaluate(value, env),
  ]);
  const empty = fields.every(([, value]) => value === null);
  return empty ? null : Object.fromEntries(fields);
}

/** Whether a condition holds; NULL does not. */
export function holds(condition: Expr, env: Environment): boolean {
  return evaluate(condition, env) === true;
}
