/** Functions of instants and dates, in UTC. */
import type { PlanExpr } from '../core/expr.ts';
import { isCalendarUnit, STEP_UNITS, type StepUnit, UNIT_MICROS } from '../core/scalar.ts';
import { call, literalCount, type Translator } from './calls.ts';

function known(text: string): PlanExpr {
  return { kind: 'literal', value: text, scalar: 'string', nullable: false };
}

/** A week of GoogleSQL begins on Sunday, one of quern on Monday. */
function stepUnit(word: string): StepUnit | null {
  if (word === 'ISOWEEK') return 'week';
  return STEP_UNITS.find(unit => unit !== 'week' && unit.toUpperCase() === word) ?? null;
}

const instantTruncated: Translator = ([of, zone], [word = '']) => {
  if (of?.scalar !== 'timestamp' || zone !== undefined) return null;
  const typed = { scalar: 'timestamp', nullable: of.nullable } as const;
  const unit = stepUnit(word);
  if (unit !== null)
    return { kind: 'trunc', of, step: { micros: UNIT_MICROS[unit], unit }, ...typed };
  const longer = word.toLowerCase();
  return isCalendarUnit(longer)
    ? call('start_of', [known(longer), of], 'timestamp', of.nullable)
    : null;
};

const dateTruncated: Translator = ([of], [word = '']) => {
  const unit = word === 'ISOWEEK' ? 'week' : word.toLowerCase();
  if (of?.scalar !== 'date' || !(unit === 'week' || isCalendarUnit(unit)) || word === 'WEEK')
    return null;
  return call('start_of', [known(unit), of], 'date', of.nullable);
};

const SHIFTS: Readonly<Record<string, bigint>> = {
  MICROSECOND: 1n,
  MILLISECOND: 1000n,
  SECOND: UNIT_MICROS.second,
  MINUTE: UNIT_MICROS.minute,
  HOUR: UNIT_MICROS.hour,
  DAY: UNIT_MICROS.day,
};
/** Beyond it an instant may leave the calendar, and engines fail where GoogleSQL does not. */
const FARTHEST = 100n * 366n * UNIT_MICROS.day;

function shifted(sign: bigint): Translator {
  return ([of, count], [word = '']) => {
    const [by, unit] = [literalCount(count), SHIFTS[word]];
    if (of?.scalar !== 'timestamp' || by === null || unit === undefined) return null;
    const micros = sign * by * unit;
    if (micros > FARTHEST || micros < -FARTHEST) return null;
    return { kind: 'shift', of, micros, scalar: 'timestamp', nullable: of.nullable };
  };
}

/** By the words of GoogleSQL. */
const PARTS: Readonly<Record<string, { readonly part: string; readonly ofDates: boolean }>> = {
  YEAR: { part: 'year', ofDates: true },
  QUARTER: { part: 'quarter', ofDates: true },
  MONTH: { part: 'month', ofDates: true },
  ISOWEEK: { part: 'week', ofDates: true },
  DAY: { part: 'day', ofDates: true },
  HOUR: { part: 'hour', ofDates: false },
  MINUTE: { part: 'minute', ofDates: false },
  SECOND: { part: 'second', ofDates: false },
};

const extracted: Translator = ([of, zone], [word = '']) => {
  const found = PARTS[word];
  if (of === undefined || found === undefined || zone !== undefined) return null;
  if (of.scalar !== 'timestamp' && !(of.scalar === 'date' && found.ofDates)) return null;
  return call('extract', [known(found.part), of], 'int64', of.nullable);
};

const dayOf: Translator = ([of, ...more]) =>
  of?.scalar === 'timestamp' && more.length === 0
    ? call('date_from_timestamp', [of], 'date', of.nullable)
    : null;

export const CALENDAR: Readonly<Record<string, Translator>> = {
  current_timestamp: args =>
    args.length === 0 ? { kind: 'now', scalar: 'timestamp', nullable: false } : null,
  timestamp_trunc: instantTruncated,
  timestamp_add: shifted(1n),
  timestamp_sub: shifted(-1n),
  date_trunc: dateTruncated,
  $extract: extracted,
  $extract_date: dayOf,
  date: dayOf,
};
