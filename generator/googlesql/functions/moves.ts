/** Instants and dates that move by units, or to the start of one. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import {
  isCalendarUnit,
  type StepUnit,
  UNIT_MICROS,
  UNIT_MONTHS,
} from '../../core/types/scalar.ts';
import { type BoundedCount, literalCount, readCount, type Translator } from '../calls.ts';
import { sizeOf } from '../rows.ts';
import { orFail } from './failing.ts';

export function shiftedBy(of: PlanExpr, micros: bigint): PlanExpr {
  return { kind: 'shift', of, micros, scalar: 'timestamp', nullable: of.nullable };
}

export function truncated(of: PlanExpr, unit: StepUnit): PlanExpr {
  const step = { micros: UNIT_MICROS[unit], unit };
  return { kind: 'trunc', of, step, scalar: 'timestamp', nullable: of.nullable };
}

export function days(of: PlanExpr, count: PlanExpr): PlanExpr {
  if (literalCount(count) === 0n) return of;
  return makeCall('add_days', 'date', [of, count], of.nullable);
}

export function monthsAfter(of: PlanExpr, months: PlanExpr): PlanExpr {
  return makeCall('add_months', 'date', [of, months], of.nullable);
}

/** Exact units in microseconds, keyed by GoogleSQL's words. */
export const SHIFTS: Readonly<Record<string, bigint>> = {
  MICROSECOND: 1n,
  MILLISECOND: 1000n,
  SECOND: UNIT_MICROS.second,
  MINUTE: UNIT_MICROS.minute,
  HOUR: UNIT_MICROS.hour,
  DAY: UNIT_MICROS.day,
  WEEK: UNIT_MICROS.week,
};
/** A longer shift may leave the calendar, where engines fail but GoogleSQL does not. */
const MOST_DAYS = 100n * 366n;
const MOST_MONTHS = 100n * 12n;
const FARTHEST = MOST_DAYS * UNIT_MICROS.day;

/** Whether a count of units, each of that size, stays within a distance. */
function isWithin({ least, most }: BoundedCount, size: bigint, distance: bigint): boolean {
  return most * size <= distance && least * size >= -distance;
}

function times({ of, least, most }: BoundedCount, size: bigint): PlanExpr {
  if (least === most && of.kind === 'literal') return wholeLiteral(least * size);
  return size === 1n ? of : makeCall('multiply', 'int64', [of, wholeLiteral(size)], false);
}

/** The most nodes of a count that only the row has; it is written twice. */
const LONGEST_COUNT = 100;

/** A value moved by a count of units that only the row has; it fails beyond a distance. Returns `null` for a long count. */
function byRow(
  of: PlanExpr,
  by: PlanExpr,
  most: bigint,
  move: (count: PlanExpr) => PlanExpr,
): PlanExpr | null {
  // a parameter has bounds instead, so that no value of a caller fails
  if (by.kind === 'param' || by.scalar !== 'int64' || sizeOf(by) > LONGEST_COUNT) return null;
  const within = makeCall(
    'between',
    'bool',
    [by, wholeLiteral(-most), wholeLiteral(most)],
    by.nullable,
  );
  const count = makeCall('if', 'int64', [within, by, nullLiteral('int64')], true);
  return orFail({ ...move(count), nullable: true }, [of, by]);
}

function timesOf(count: PlanExpr, size: bigint): PlanExpr {
  return makeCall('multiply', 'int64', [count, wholeLiteral(size)], count.nullable);
}

export function shifted(sign: bigint): Translator {
  return ([of, by], [word = ''], _, params) => {
    const [count, unit] = [readCount(by, params), SHIFTS[word]];
    if (of?.scalar !== 'timestamp' || by === undefined || unit === undefined) return null;
    if (count === null)
      return byRow(of, by, FARTHEST / unit, given =>
        makeCall('add_micros', 'timestamp', [of, timesOf(given, sign * unit)], true),
      );
    if (!isWithin(count, unit, FARTHEST)) return null;
    const literal = literalCount(by);
    return literal === null
      ? makeCall('add_micros', 'timestamp', [of, times(count, sign * unit)], of.nullable)
      : shiftedBy(of, sign * literal * unit);
  };
}

/** How a unit moves a date: by days or by months, how many of them, and how far at most. */
function stepOf(word: string) {
  const unit = word.toLowerCase();
  if (isCalendarUnit(unit))
    return { size: UNIT_MONTHS[unit], most: MOST_MONTHS, move: monthsAfter } as const;
  const size = word === 'WEEK' ? 7n : word === 'DAY' ? 1n : null;
  return size === null ? null : ({ size, most: MOST_DAYS, move: days } as const);
}

export function moved(sign: bigint): Translator {
  return ([of, by], [word = ''], _, params) => {
    if (of?.scalar !== 'date' || by === undefined) return null;
    const step = stepOf(word);
    if (step === null) return null;
    const count = readCount(by, params);
    if (count === null)
      return byRow(of, by, step.most / step.size, given =>
        step.move(of, timesOf(given, sign * step.size)),
      );
    return isWithin(count, step.size, step.most)
      ? step.move(of, times(count, sign * step.size))
      : null;
  };
}
