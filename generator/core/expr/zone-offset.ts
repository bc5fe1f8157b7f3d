/** The date and time of a zone at an instant, and its offset from UTC. */
import { makeCall } from './calls.ts';
import type { Expr, PlanExpr } from './expr.ts';
import { makeLiteral, textLiteral, wholeLiteral } from './literals.ts';

/** The instant at which UTC shows the date and time that the zone shows at `at`. */
export function shownIn(at: PlanExpr, zone: PlanExpr): PlanExpr;
export function shownIn(at: Expr, zone: Expr): Expr;
export function shownIn(at: Expr, zone: Expr): Expr {
  const local = makeCall('datetime_from_timestamp', 'datetime', [at, zone]);
  return makeCall('timestamp_from_datetime', 'timestamp', [local]);
}

/** The microseconds from one instant to another one. */
export function microsFrom(from: PlanExpr, to: PlanExpr): PlanExpr;
export function microsFrom(from: Expr, to: Expr): Expr;
export function microsFrom(from: Expr, to: Expr): Expr {
  return makeCall('timestamp_diff', 'int64', [textLiteral('microsecond'), to, from]);
}

/** The offset at an instant, as `+0530`, or with digits in another format. Seconds, which zones had before they had standard time, are left out. */
export function zoneOffset(at: PlanExpr, zone: PlanExpr, digits?: string): PlanExpr;
export function zoneOffset(at: Expr, zone: Expr, digits?: string): Expr;
export function zoneOffset(at: Expr, zone: Expr, digits = '%H%M'): Expr {
  const offset = microsFrom(at, shownIn(at, zone));
  const length = makeCall('abs', 'int64', [offset]);
  const since = makeCall('add_micros', 'timestamp', [makeLiteral('timestamp', 0n), length]);
  const written = makeCall('format_timestamp', 'string', [textLiteral(digits), since]);
  // an offset that is written as 0000 has the sign of zero
  const isWest = makeCall('le', 'bool', [offset, wholeLiteral(-60_000_000n)]);
  const sign = makeCall('if', 'string', [isWest, textLiteral('-'), textLiteral('+')], false);
  return makeCall('concat', 'string', [sign, written]);
}
