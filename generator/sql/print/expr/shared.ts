/**
 * Expressions that several arguments of one call contain: a cast that first tests its text, or a choice by a computed value.
 * A long one is written once, under a name.
 */
import type { CallExpr, SqlExpr } from '../../../core/expr/expr.ts';
import { exprKey, partsOf, someExpr, visitExpr } from '../../../core/expr/walk.ts';
import type { FindInner } from './block-expr.ts';

export interface SharedPart {
  readonly expr: SqlExpr;
  /** How often the arguments contain it. */
  readonly count: number;
}

/** The largest expressions that at least two arguments of `call` contain and that may be computed before the call. */
export function sharedParts({ args }: CallExpr<SqlExpr>, inner: FindInner): readonly SharedPart[] {
  if (args.length < 2) return [];
  let computed = 0;
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i];
    if (arg !== undefined && partsOf(arg).length > 0 && !isBeforeRows(arg)) computed += 1;
  }
  if (computed < 2) return [];
  if (!args.every(arg => fitsLambda(arg, inner))) return [];
  const keys = new Map<string, number>();
  for (const arg of args) for (const key of keysIn(arg)) keys.set(key, (keys.get(key) ?? 0) + 1);
  if (![...keys.values()].some(count => count > 1)) return [];
  const found = new Map<string, SharedPart>();
  const visit = (part: SqlExpr): void => {
    const key = mayMove(part) ? exprKey(part) : '';
    if ((keys.get(key) ?? 0) < 2) partsOf(part).forEach(visit);
    else found.set(key, { expr: part, count: (found.get(key)?.count ?? 0) + 1 });
  };
  args.forEach(visit);
  return [...found.values()];
}

/** No lambda may contain a subquery or an aggregate. */
export function fitsLambda(expr: SqlExpr, inner: FindInner): boolean {
  return !someExpr<SqlExpr>(
    expr,
    part => part.kind === 'within' || (part.kind === 'column' && inner(part) !== null),
  );
}

/** The keys of what may be shared inside `expr`. */
function keysIn(expr: SqlExpr): ReadonlySet<string> {
  const keys = new Set<string>();
  visitExpr<SqlExpr>(expr, part => {
    if (mayMove(part)) keys.add(exprKey(part));
  });
  return keys;
}

/**
 * Whether a value may be computed although its call may not need it: it never fails. It must not be one of parameters or the clock alone,
 * which engines compute before they read rows, and must not be part of a list's item, which has no value outside the list.
 */
function mayMove(expr: SqlExpr): boolean {
  return partsOf(expr).length > 0 && !isBeforeRows(expr) && !factsOf(expr).stays;
}

/** Whether the value differs from row to row. Then no lambda may contain it: it may be an aggregate or read a subquery. */
export function readsRow(expr: SqlExpr): boolean {
  return factsOf(expr).reads;
}

/** Whether it is a value of parameters or the clock alone: engines compute it before they read rows. */
export function isBeforeRows(expr: SqlExpr): boolean {
  return factsOf(expr).waits;
}

interface Facts {
  /** Whether it reads a column, or a list's item. */
  readonly reads: boolean;
  /** Whether it reads parameters or the clock, and nothing of a row. */
  readonly waits: boolean;
  /** Whether it may fail, or reads a list's item. */
  readonly stays: boolean;
}
const facts = new WeakMap<SqlExpr, Facts>();

function factsOf(expr: SqlExpr): Facts {
  const known = facts.get(expr);
  if (known !== undefined) return known;
  let reads = expr.kind === 'column' || expr.kind === 'item';
  let asks = expr.kind === 'param' || expr.kind === 'now';
  let stays = expr.kind === 'item' || fails(expr);
  for (const part of partsOf(expr)) {
    const of = factsOf(part);
    reads ||= of.reads;
    asks ||= of.waits;
    stays ||= of.stays;
  }
  const made = { reads, waits: asks && !reads, stays };
  facts.set(expr, made);
  return made;
}

function fails(expr: SqlExpr): boolean {
  if (expr.kind !== 'call' || expr.orNull === true) return false;
  return expr.fn === 'or_fail' || expr.fn.startsWith('checked_');
}
