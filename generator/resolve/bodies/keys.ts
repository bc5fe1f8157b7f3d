/** Keys: columns that identify a row. The author declares the keys of a data set; the groups of an aggregation always form a key. */

import type { Draft } from '../../clauses/select/draft.ts';
import type { Expr, Predicate, RecordExpr } from '../../core/expr/expr.ts';
import { exprKey, partsOf } from '../../core/expr/walk.ts';
import type { OutputColumn } from '../../core/plan/query.ts';
import { fieldAt, type Readable } from '../../core/spec/source.ts';
import { summarizeNames } from '../names/names.ts';

/** No two rows are equal in all of these columns. An empty key means at most one row. */
export type Key = readonly KeyPart[];
export interface KeyPart {
  /** The author's name for it. */
  readonly name: string;
  /** The result of `identityOf`. */
  readonly identity: string;
}

interface Rows {
  readonly drafts: readonly Draft[];
  readonly aggregates: boolean;
  readonly where: readonly (Predicate | null)[];
  /** Whether joins may match several rows for one row. */
  readonly multiplies: boolean;
  /** The positions of joined list items. */
  readonly items: Key;
  readonly distinct: boolean;
}

/** The keys of a body's rows, before `select`. */
export function keysOf(
  from: Readable,
  { drafts, aggregates, where, multiplies, items, distinct }: Rows,
): readonly Key[] {
  const whole = partsOfKey(drafts.filter(({ spec }) => spec?.hidden !== true));
  const others = keysOfRows(from, { drafts, aggregates, where, multiplies, items });
  return distinct ? [whole, ...others] : others;
}

function keysOfRows(
  from: Readable,
  { drafts, aggregates, where, multiplies, items }: Omit<Rows, 'distinct'>,
): readonly Key[] {
  const fixed = new Set(where.flatMap(predicate => (predicate === null ? [] : pins(predicate))));
  const open = (key: Key) => key.filter(({ identity }) => !fixed.has(identity));
  if (aggregates) {
    const groups = drafts.filter(({ role }) => role !== 'value');
    const key = partsOfKey(groups);
    return key.length === groups.length ? [open(key)] : [];
  }
  if (multiplies) return [];
  return withIdentities(from).map(key => [...open(key), ...items]);
}

function partsOfKey(drafts: readonly Draft[]): Key {
  return drafts.flatMap(({ name, expr }) =>
    expr === null ? [] : [{ name, identity: identityOf(expr) }],
  );
}

/** The keys of a relation that a body reads. */
export function withIdentities(of: Readable): readonly Key[] {
  return of.keys.map(columns =>
    columns.map(name => ({ name, identity: columnIdentity(of, name) })),
  );
}

/** The identity of an expression: two expressions of one body with the same identity have the same value. */
export function identityOf(expr: Expr | RecordExpr): string {
  return expr.kind === 'column' ? `${expr.relation} ${expr.path.join('.')}` : exprKey(expr);
}

function columnIdentity({ name, columns }: Readable, column: string): string {
  const is = fieldAt(columns, [column])?.is;
  return `${name} ${(is ?? [column]).join('.')}`;
}

/** The columns that a condition fixes to one value for the whole statement. */
function pins(predicate: Predicate): readonly string[] {
  return 'any' in predicate || predicate.when !== null ? [] : pinned(predicate.expr);
}

function pinned(expr: Expr): readonly string[] {
  if (expr.kind !== 'call') return [];
  if (expr.fn === 'and') return expr.args.flatMap(pinned);
  const [left, right] = expr.args;
  if (expr.fn !== 'eq' || left === undefined || right === undefined) return [];
  return [
    ...(left.kind === 'column' && isConstant(right) ? [identityOf(left)] : []),
    ...(right.kind === 'column' && isConstant(left) ? [identityOf(right)] : []),
  ];
}

function isConstant(expr: Expr): boolean {
  return expr.kind !== 'column' && partsOf(expr).every(isConstant);
}

/** The keys whose parts are all shown by outputs, as the names of these outputs. */
export function namedKeys(
  keys: readonly Key[],
  outputs: readonly (OutputColumn | null)[],
): readonly (readonly string[])[] {
  const shown = new Map<string, readonly string[]>();
  for (const output of outputs) {
    if (output === null || output.hidden) continue;
    const identity = identityOf(output.expr);
    shown.set(identity, [...(shown.get(identity) ?? []), output.name]);
  }
  return keys.flatMap(key => namings(key.map(({ identity }) => shown.get(identity) ?? [])));
}

/** If several outputs show the same part, any of them may represent it. Returns the first 16 combinations. */
function namings(parts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let found: readonly (readonly string[])[] = [[]];
  for (const names of parts)
    found = found.flatMap(before => names.map(name => [...before, name])).slice(0, 16);
  return found;
}

/** Whether these sort keys determine the order of all rows. */
export function isTotal(keys: readonly Key[], ordered: readonly (Expr | RecordExpr)[]): boolean {
  const by = new Set(ordered.map(identityOf));
  return keys.some(key => key.every(({ identity }) => by.has(identity)));
}

/** A hint with the outputs that would make `order_by` total. */
export function orderHint(
  keys: readonly Key[],
  ordered: readonly (Expr | RecordExpr)[],
  outputs: readonly (OutputColumn | null)[],
): string {
  const by = new Set(ordered.map(identityOf));
  const names = new Map(
    outputs.flatMap(one => (one === null ? [] : [[identityOf(one.expr), one.name] as const])),
  );
  const isShown = (key: Key) =>
    key.every(({ identity }) => by.has(identity) || names.has(identity));
  const key = keys.find(isShown) ?? keys[0];
  if (key === undefined) return totalHint([], ordered);
  const missing = key.filter(({ identity }) => !by.has(identity));
  const order = missing.map(({ name, identity }) => names.get(identity) ?? name);
  const unselected = missing.filter(({ identity }) => !names.has(identity));
  const too = ordered.length === 0 ? '' : ' too';
  if (unselected.length === 0) return `Order by ${summarizeNames(order)}${too}.`;
  const select = summarizeNames(unselected.map(({ name }) => name));
  return `Order by ${summarizeNames(order)}${too}, and select ${select} for it; with \`hidden: true\`, callers do not see it.`;
}

/** A hint with the columns that would make the order of a window total. */
export function totalHint([key]: readonly Key[], ordered: readonly (Expr | RecordExpr)[]): string {
  if (key === undefined)
    return 'Give the data set a `key` in `sources.yaml`, and order by its columns too.';
  const by = new Set(ordered.map(identityOf));
  const missing = key.filter(({ identity }) => !by.has(identity));
  return `Order by ${summarizeNames(missing.map(({ name }) => name))} too.`;
}
