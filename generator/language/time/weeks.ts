/** Weeks from Sunday, as in `trunc(at, week(sunday))`. Weeks without a day begin on Monday. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { UNIT_MICROS } from '../../core/types/scalar.ts';
import type { Syntax } from '../syntax/syntax.ts';
import { bareWord } from './units.ts';

/** The word of the day in `week(day)`; `null` for any other syntax. */
export function weekDay(syntax: Syntax): string | null {
  if (syntax.kind !== 'call' || syntax.name.name.toLowerCase() !== 'week') return null;
  const [day, ...rest] = syntax.args;
  return day === undefined || rest.length > 0 ? null : bareWord(day);
}

/** The Sunday of a date: the day before the Monday of the week that contains the next day. */
export function sundayOf(date: Expr): Expr {
  const moved = (of: Expr, days: bigint) =>
    makeCall('add_days', 'date', [of, makeLiteral('int64', days)]);
  const monday = makeCall('start_of', 'date', [makeLiteral('string', 'week'), moved(date, 1n)]);
  return moved(monday, -1n);
}

/** The midnight of that Sunday, in UTC or in a zone. */
export function sundayMidnight(of: Expr, zones: readonly Expr[]): Expr {
  if (zones.length > 0) {
    const day = makeCall('date_from_timestamp', 'date', [of, ...zones]);
    return makeCall('timestamp_from_date', 'timestamp', [sundayOf(day), ...zones]);
  }
  const { nullable } = of;
  const shifted = (from: Expr, micros: bigint): Expr => {
    return { kind: 'shift', of: from, micros, scalar: 'timestamp', nullable };
  };
  const step = { micros: UNIT_MICROS.week, unit: 'week' } as const;
  const next = shifted(of, UNIT_MICROS.day);
  const monday: Expr = { kind: 'trunc', of: next, step, scalar: 'timestamp', nullable };
  return shifted(monday, -UNIT_MICROS.day);
}
