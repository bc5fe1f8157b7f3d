/** Instants cut to units of a clock: below a second, and in a zone. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { wholeLiteral } from '../../../core/expr/literals.ts';
import { microsFrom, shownIn } from '../../../core/expr/zone-offset.ts';
import { sizeOf } from '../../rows.ts';
import { computedOnce } from '../failing.ts';
import { truncated } from '../moves.ts';

/** The most nodes of an instant that is written several times. */
const SHORT = 3;

/** An expression that contains `of` several times; a longer one is computed once. */
export function writtenOften(
  of: PlanExpr,
  written: (one: PlanExpr) => PlanExpr | null,
): PlanExpr | null {
  return computedOnce(of, written, sizeOf(of) > SHORT);
}

export function startOfMillisecond(of: PlanExpr): PlanExpr | null {
  const back = (one: PlanExpr) => {
    const since = makeCall('mod', 'int64', [microsFrom(truncated(one, 'second'), one), THOUSAND]);
    return makeCall('add_micros', 'timestamp', [one, makeCall('negate', 'int64', [since])]);
  };
  return writtenOften(of, back);
}

const THOUSAND = wholeLiteral(1000n);

/** The last instant at which the clock of a zone began an hour or a minute, if its offset has not changed since. */
export function startByClock(
  of: PlanExpr,
  unit: 'hour' | 'minute',
  zone: PlanExpr,
): PlanExpr | null {
  const back = (one: PlanExpr) => {
    const shown = shownIn(one, zone);
    const ahead = microsFrom(shown, truncated(shown, unit));
    return makeCall('add_micros', 'timestamp', [one, ahead]);
  };
  return writtenOften(of, back);
}
