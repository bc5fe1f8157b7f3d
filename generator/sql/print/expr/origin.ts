/** Where an instant comes from. */
import type { SqlExpr } from '../../../core/expr/expr.ts';
import { someExpr } from '../../../core/expr/walk.ts';
import { UNIT_MICROS } from '../../../core/types/scalar.ts';

/** A value of rows may be computed for millions of them, and a value of rows or of the request for instants of any year. */
export function originOf(expr: SqlExpr): 'rows' | 'request' | 'clock' {
  if (someExpr(expr, ({ kind }) => kind === 'column' || kind === 'item')) return 'rows';
  const distance = distanceFromClock(expr);
  return distance !== null && distance < NEAR ? 'clock' : 'request';
}

/** Whether a value has one result a statement that follows from bound values and literals alone, not from rows or the engine's clock. */
export function isBound(expr: SqlExpr): boolean {
  return !someExpr(expr, ({ kind }) => kind !== 'param' && !MOVES.has(kind));
}

const MOVES: ReadonlySet<string> = new Set(['literal', 'trunc', 'shift', 'case']);

/** Ten years: the clock shows a later instant than 1980. */
const NEAR = 3650n * UNIT_MICROS.day;

/** How far an instant is from the clock, at most; `null` if it does not follow from the clock alone. */
function distanceFromClock(expr: SqlExpr): bigint | null {
  if (expr.kind === 'now' || (expr.kind === 'param' && expr.name === 'now')) return 0n;
  if (expr.kind !== 'trunc' && expr.kind !== 'shift') return null;
  const distance = distanceFromClock(expr.of);
  const moved = expr.kind === 'trunc' ? expr.step.micros : expr.micros;
  return distance === null ? null : distance + (moved < 0n ? -moved : moved);
}
