/** Whether a request can reverse the ends of a window. */
import type { Expr } from '../core/expr/expr.ts';
import { exprKey, someExpr } from '../core/expr/walk.ts';
import type { Param } from '../core/plan/param.ts';
import { boundsOf, paramType } from '../params/index.ts';
import type { PeriodEnds } from './period.ts';

type Params = ReadonlyMap<string, Param>;

/**
 * `false` if no parameter sets an end, or if one end is the other one moved away from it, as in `from: now() - interval @days day` with
 * `to: now()`.
 */
export function mayBeReversed({ from, to }: PeriodEnds, params: Params): boolean {
  if (![from, to].some(end => someExpr<Expr>(end, part => part.kind === 'param'))) return false;
  const [begin, end] = [dayOf(from), dayOf(to)];
  const areDays = begin !== null && end !== null;
  const later = new Set(unmoved(areDays ? begin : from, 'back', params));
  return !unmoved(areDays ? end : to, 'forth', params).some(key => later.has(key));
}

/** The day whose midnight UTC is an end of a window of instants. */
function dayOf(end: Expr): Expr | null {
  if (end.kind !== 'call' || end.fn !== 'timestamp_from_date') return null;
  return end.args.length === 1 ? (end.args[0] ?? null) : null;
}

/** The keys of the value, and of those that it is moved from, in this direction only. */
function unmoved(of: Expr, way: 'back' | 'forth', params: Params): readonly string[] {
  const keys: string[] = [];
  for (let at: Expr | null = of; at !== null; at = origin(at, way, params)) keys.push(exprKey(at));
  return keys;
}

/** The value that `of` is moved from; `null` if it is not proven to be moved this way. */
function origin(of: Expr, way: 'back' | 'forth', params: Params): Expr | null {
  if (of.kind === 'shift') return isThisWay(of.micros, way) ? of.of : null;
  if (of.kind !== 'call') return null;
  const [from, by] = of.args;
  if (from === undefined || by === undefined) return null;
  const moves = lengthsOf(by, params);
  if (of.fn === 'subtract_micros') return moves?.every(one => isThisWay(-one, way)) ? from : null;
  if (of.fn !== 'add_micros' && of.fn !== 'add_days' && of.fn !== 'add_months') return null;
  return moves?.every(one => isThisWay(one, way)) ? from : null;
}

function isThisWay(by: bigint, way: 'back' | 'forth'): boolean {
  return way === 'back' ? by <= 0n : by >= 0n;
}

/** Values between which the length of a move lies; `null` if they are not known. */
function lengthsOf(by: Expr, params: Params): readonly bigint[] | null {
  if (by.kind === 'literal') return typeof by.value === 'bigint' ? [by.value] : null;
  if (by.kind === 'param') return valuesOf(params.get(by.name));
  if (by.kind !== 'call' || by.fn !== 'multiply') return null;
  const [counts, units] = by.args.map(arg => lengthsOf(arg, params));
  if (counts == null || units == null) return null;
  return counts.flatMap(count => units.map(unit => count * unit));
}

function valuesOf(param: Param | undefined): readonly bigint[] | null {
  if (param === undefined) return null;
  // only the sign matters: a duration is never negative
  if (paramType(param.type).isSpan === true) return [0n, 1n];
  const known = boundsOf(param);
  const whole = known.filter(value => typeof value === 'bigint');
  return whole.length === known.length ? whole : null;
}
