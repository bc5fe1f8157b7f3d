/** Functions of instants and dates: truncate, shift, extract. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import {
  makeLiteral,
  nullLiteral,
  textLiteral,
  wholeLiteral,
} from '../../../core/expr/literals.ts';
import {
  isCalendarUnit,
  STEP_UNITS,
  type StepUnit,
  UNIT_MICROS,
  UNIT_MONTHS,
} from '../../../core/types/scalar.ts';
import { ZONES } from '../../../params/time/zones.ts';
import { literalText, requiredParam, type Translator } from '../../calls.ts';
import type { KnownParam } from '../../known-param.ts';
import { sizeOf } from '../../rows.ts';
import { LARGEST, orFail } from '../failing.ts';
import { days, monthsAfter, moved, SHIFTS, shifted, shiftedBy, truncated } from '../moves.ts';
import { startByClock, startOfMillisecond } from './clocks.ts';

/** GoogleSQL's words for weeks. The value is the number of days by which the week begins before quern's week, which begins on Monday. */
const WEEKS: Readonly<Record<string, bigint>> = {
  WEEK: 1n,
  ISOWEEK: 0n,
  WEEK_MONDAY: 0n,
  WEEK_TUESDAY: 6n,
  WEEK_WEDNESDAY: 5n,
  WEEK_THURSDAY: 4n,
  WEEK_FRIDAY: 3n,
  WEEK_SATURDAY: 2n,
};

function stepUnit(word: string): StepUnit | null {
  return STEP_UNITS.find(unit => unit !== 'week' && unit.toUpperCase() === word) ?? null;
}

/** A zone that every engine supports: a literal, or a parameter. Returns `undefined` without a zone or for UTC, and `null` for any other. */
export function zoneArgument(
  zone: PlanExpr | undefined,
  params: ReadonlyMap<string, KnownParam>,
): PlanExpr | undefined | null {
  if (zone === undefined) return undefined;
  if (requiredParam(zone, params)?.of === 'zone') return zone;
  const name = literalText(zone);
  if (name === null || !ZONES.has(name)) return null;
  return name === 'UTC' ? undefined : zone;
}

const instantTruncated: Translator = ([of, given], [word = ''], _, params) => {
  const zone = zoneArgument(given, params);
  if (of?.scalar !== 'timestamp' || zone === null) return null;
  if (word === 'MICROSECOND') return of;
  if (word === 'MILLISECOND') return startOfMillisecond(of);
  const unit = stepUnit(word);
  if (zone !== undefined && unit !== 'second') return startIn(of, word, zone);
  const before = WEEKS[word];
  if (before !== undefined) {
    if (before === 0n) return truncated(of, 'week');
    const shift = before * UNIT_MICROS.day;
    return shiftedBy(truncated(shiftedBy(of, shift), 'week'), -shift);
  }
  if (unit !== null) return truncated(of, unit);
  const longer = word.toLowerCase();
  return isCalendarUnit(longer)
    ? makeCall('start_of', 'timestamp', [textLiteral(longer), of], of.nullable)
    : null;
};

/** The first instant of a unit, in the local time of a zone. */
function startIn(of: PlanExpr, word: string, zone: PlanExpr): PlanExpr | null {
  if (word === 'HOUR' || word === 'MINUTE')
    return startByClock(of, word === 'HOUR' ? 'hour' : 'minute', zone);
  const isWeek = WEEKS[word] === 0n;
  const unit = isWeek ? 'week' : word.toLowerCase();
  if (!(isWeek || word === 'DAY' || isCalendarUnit(unit))) return null;
  return makeCall('start_of', 'timestamp', [textLiteral(unit), of, zone], of.nullable);
}

function startOfDate(of: PlanExpr, unit: string): PlanExpr {
  return makeCall('start_of', 'date', [textLiteral(unit), of], of.nullable);
}

function startOfWeek(of: PlanExpr, before: bigint): PlanExpr {
  return days(startOfDate(days(of, wholeLiteral(before)), 'week'), wholeLiteral(-before));
}

const dateTruncated: Translator = ([of], [word = '']) => {
  if (of?.scalar !== 'date') return null;
  if (word === 'DAY') return of;
  const before = WEEKS[word];
  if (before !== undefined) return startOfWeek(of, before);
  const unit = word.toLowerCase();
  return isCalendarUnit(unit) ? startOfDate(of, unit) : null;
};

/** The last day of the month, quarter, year or week. */
const lastDay: Translator = ([of], [word = 'MONTH']) => {
  if (of?.scalar !== 'date') return null;
  const before = WEEKS[word];
  if (before !== undefined)
    return days(startOfDate(days(of, wholeLiteral(before)), 'week'), wholeLiteral(6n - before));
  const unit = word.toLowerCase();
  if (!isCalendarUnit(unit)) return null;
  return days(
    monthsAfter(startOfDate(of, unit), wholeLiteral(UNIT_MONTHS[unit])),
    wholeLiteral(-1n),
  );
};

/** Keyed by GoogleSQL's words. */
const PARTS: Readonly<Record<string, { readonly part: string; readonly ofDates: boolean }>> = {
  YEAR: { part: 'year', ofDates: true },
  ISOYEAR: { part: 'isoyear', ofDates: true },
  QUARTER: { part: 'quarter', ofDates: true },
  MONTH: { part: 'month', ofDates: true },
  ISOWEEK: { part: 'week', ofDates: true },
  DAY: { part: 'day', ofDates: true },
  DAYOFWEEK: { part: 'dayofweek', ofDates: true },
  HOUR: { part: 'hour', ofDates: false },
  MINUTE: { part: 'minute', ofDates: false },
  SECOND: { part: 'second', ofDates: false },
};
/** Units below a second, keyed by GoogleSQL's words. */
const FRACTIONS: Readonly<Record<string, string>> = {
  MILLISECOND: 'millisecond',
  MICROSECOND: 'microsecond',
};

const extracted: Translator = ([of, given], [word = ''], _, params) => {
  const zone = zoneArgument(given, params);
  if (of === undefined || zone === null) return null;
  const fraction = FRACTIONS[word];
  if (fraction !== undefined && of.scalar === 'timestamp') return countFraction(of, fraction);
  if (word === 'DAYOFYEAR' || (WEEKS[word] !== undefined && word !== 'ISOWEEK'))
    return countedInYear(of, zone, word);
  const found = PARTS[word];
  const fits = of.scalar === 'timestamp' || (of.scalar === 'date' && found?.ofDates === true);
  if (found === undefined || !fits) return null;
  const zones = zone === undefined ? [] : [zone];
  return makeCall('extract', 'int64', [textLiteral(found.part), of, ...zones], of.nullable);
};

/** The day of the year from 1, or the week from 0: in a week that began before the year, it is 0. */
function countedInYear(of: PlanExpr, zone: PlanExpr | undefined, word: string): PlanExpr | null {
  const zones = zone === undefined ? [] : [zone];
  const day = of.scalar === 'date' ? of : dayOf([of, ...zones], [], 'date', new Map());
  if (day === null || sizeOf(day) > LARGEST) return null;
  const before = word === 'DAYOFYEAR' ? 0n : (WEEKS[word] ?? 0n);
  const last = days(startOfDate(day, 'year'), wholeLiteral(before - 1n));
  const unit = textLiteral(word === 'DAYOFYEAR' ? 'day' : 'week');
  return makeCall(
    'date_diff',
    'int64',
    [unit, days(day, wholeLiteral(before)), last],
    day.nullable,
  );
}

/** The number of units since the start of the second. */
export function countFraction(of: PlanExpr, unit: string): PlanExpr {
  const parts = [textLiteral(unit), of, truncated(of, 'second')];
  return makeCall('timestamp_diff', 'int64', parts, of.nullable);
}

const dayOf: Translator = ([of, given, ...more], _, __, params) => {
  const zone = zoneArgument(given, params);
  if (of?.scalar !== 'timestamp' || more.length > 0 || zone === null) return null;
  return makeCall(
    'date_from_timestamp',
    'date',
    zone === undefined ? [of] : [of, zone],
    of.nullable,
  );
};

const FIRST_DAY: PlanExpr = makeLiteral('date', '1900-01-01');
const EPOCH: PlanExpr = makeLiteral('date', '1970-01-01');

/** NULL unless a number is one of `from` to `to`. */
export function nullUnlessBetween(of: PlanExpr, from: bigint, to: bigint): PlanExpr {
  const isKnown = makeCall(
    'between',
    'bool',
    [of, wholeLiteral(from), wholeLiteral(to)],
    of.nullable,
  );
  return makeCall('if', 'int64', [isKnown, of, nullLiteral('int64')], true);
}

/** The day of a year, a month and a day of it; fails for a day that does not exist and outside the years that every engine supports. */
const dayOfParts: Translator = args => {
  const [year, month, day, ...more] = args;
  if (year === undefined || month === undefined || day === undefined || more.length > 0)
    return null;
  if (args.some(arg => arg.scalar !== 'int64' || sizeOf(arg) > LARGEST)) return null;
  const years = makeCall(
    'subtract',
    'int64',
    [nullUnlessBetween(year, 1900n, 2299n), wholeLiteral(1900n)],
    true,
  );
  const months = makeCall('multiply', 'int64', [years, wholeLiteral(12n)], true);
  const before = makeCall(
    'subtract',
    'int64',
    [nullUnlessBetween(month, 1n, 12n), wholeLiteral(1n)],
    true,
  );
  const all = makeCall('add', 'int64', [months, before], true);
  const start = makeCall('add_months', 'date', [FIRST_DAY, all], true);
  const daysBefore = makeCall(
    'subtract',
    'int64',
    [nullUnlessBetween(day, 1n, 31n), wholeLiteral(1n)],
    true,
  );
  const date = makeCall('add_days', 'date', [start, daysBefore], true);
  const isOfMonth = makeCall(
    'eq',
    'bool',
    [makeCall('extract', 'int64', [textLiteral('day'), date], true), day],
    true,
  );
  return orFail(makeCall('if', 'date', [isOfMonth, date, nullLiteral('date')], true), args);
};

/** The day at a number of days since 1970. */
const dayAfter: Translator = ([count], _, type, params) =>
  count === undefined ? null : moved(1n)([EPOCH, count], ['DAY'], type, params);

const LENGTHS: ReadonlySet<string> = new Set(Object.keys(SHIFTS));

const spanBetween: Translator = ([later, earlier], [word = '']) => {
  if (later?.scalar !== 'timestamp' || earlier?.scalar !== 'timestamp' || !LENGTHS.has(word))
    return null;
  const nullable = later.nullable || earlier.nullable;
  return makeCall(
    'timestamp_diff',
    'int64',
    [textLiteral(word.toLowerCase()), later, earlier],
    nullable,
  );
};

const daysBetween: Translator = ([later, earlier], [word = '']) => {
  if (later?.scalar !== 'date' || earlier?.scalar !== 'date') return null;
  const nullable = later.nullable || earlier.nullable;
  const counted = (unit: string, ...of: readonly PlanExpr[]) =>
    makeCall('date_diff', 'int64', [textLiteral(unit), ...of], nullable);
  const before = WEEKS[word];
  if (before !== undefined)
    return counted('week', days(later, wholeLiteral(before)), days(earlier, wholeLiteral(before)));
  const unit = word.toLowerCase();
  return unit === 'day' || isCalendarUnit(unit) ? counted(unit, later, earlier) : null;
};

const NOW: PlanExpr = { kind: 'now', scalar: 'timestamp', nullable: false };

export const CALENDAR: Readonly<Record<string, Translator>> = {
  current_timestamp: args => (args.length === 0 ? NOW : null),
  current_date: ([zone], ...call) => dayOf(zone === undefined ? [NOW] : [NOW, zone], ...call),
  timestamp_trunc: instantTruncated,
  timestamp_add: shifted(1n),
  timestamp_sub: shifted(-1n),
  timestamp_diff: spanBetween,
  date_trunc: dateTruncated,
  date_add: moved(1n),
  date_sub: moved(-1n),
  date_diff: daysBetween,
  last_day: lastDay,
  $extract: extracted,
  $extract_date: dayOf,
  date: (args, ...call) => dayOf(args, ...call) ?? dayOfParts(args, ...call),
  date_from_unix_date: dayAfter,
};
