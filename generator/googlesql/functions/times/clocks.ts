/** Instants cut to units of a clock: below a second, and in a zone. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { textLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import { shownIn } from '../../../core/expr/zone-offset.ts';
import { sizeOf } from '../../rows.ts';
import { computedOnce } from '../failing.ts';
import { truncated } from '../moves.ts';

/** The most nodes of an instant that is written several times. */
const SHORT = 3;

export function startOfMillisecond(of: PlanExpr): PlanExpr | null {
  const back = (one: PlanExpr) => {
    const since = makeCall('mod', 'int64', [microsSince(truncated(one, 'second'), one), THOUSAND]);
    return makeCall('add_micros', 'timestamp', [one, makeCall('negate', 'int64', [since])]);
  };
  return computedOnce(of, back, sizeOf(of) > SHORT);
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
    const ahead = microsSince(shown, truncated(shown, unit));
    return makeCall('add_micros', 'timestamp', [one, ahead]);
  };
  return computedOnce(of, back, sizeOf(of) > SHORT);
}

function microsSince(from: PlanExpr, to: PlanExpr): PlanExpr {
  return makeCall('timestamp_diff', 'int64', [textLiteral('microsecond'), to, from]);
}
