/** Dates and times without a zone, which functions of instants read as if they were in UTC. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { wholeLiteral } from '../../../core/expr/literals.ts';
import { microsFrom, shownIn } from '../../../core/expr/zone-offset.ts';
import { UNIT_MICROS } from '../../../core/types/scalar.ts';
import type { Translator } from '../../calls.ts';
import { castText } from '../../readings.ts';
import { sizeOf } from '../../rows.ts';
import { LARGEST, within } from '../failing.ts';
import { shiftedBy } from '../moves.ts';
import { CALENDAR, nullUnlessBetween, zoneArgument } from './calendar.ts';
import { writtenOften } from './clocks.ts';
import { INSTANTS, writeInstant } from './instants.ts';

const NOW: PlanExpr = { kind: 'now', scalar: 'timestamp', nullable: false };

/** The instant of UTC with that date and time. */
export function instantOf(of: PlanExpr): PlanExpr {
  return makeCall('timestamp_from_datetime', 'timestamp', [of]);
}

/** The date and time of an instant or of a day's midnight, in UTC or in a zone. */
export function datetimeOf(of: PlanExpr, ...zone: readonly PlanExpr[]): PlanExpr {
  const instant = of.scalar === 'date' ? makeCall('timestamp_from_date', 'timestamp', [of]) : of;
  return makeCall('datetime_from_timestamp', 'datetime', [instant, ...zone], of.nullable);
}

const datetime: Translator = (args, ...call) => {
  const [, , params] = call;
  const [of, given, ...more] = args;
  if (args.length === 6) return datetimeOfParts(args, ...call);
  const zone = zoneArgument(given, params);
  if (of === undefined || zone === null || more.length > 0) return null;
  if (of.scalar === 'timestamp') return datetimeOf(of, ...(zone === undefined ? [] : [zone]));
  return of.scalar === 'date' && zone === undefined ? datetimeOf(of) : null;
};

/** The datetime of a year, a month, a day, an hour, a minute and a second; fails for one that does not exist. */
const datetimeOfParts: Translator = (args, ...call) => {
  const date = CALENDAR['date']?.(args.slice(0, 3), ...call) ?? null;
  const micros = microsOfParts(args.slice(3));
  if (date === null || micros === null) return null;
  return within(date, args, day => {
    const start = makeCall('timestamp_from_date', 'timestamp', [day]);
    return datetimeOf(makeCall('add_micros', 'timestamp', [start, micros], true));
  });
};

/** The greatest hour, minute and second, and their length in microseconds. */
const TIMES = [
  [23n, 3_600_000_000n],
  [59n, 60_000_000n],
  // that of a leap second, which is the next minute
  [60n, 1_000_000n],
] as const;

/** The microseconds of an hour, a minute and a second; NULL if one is not of a clock. */
export function microsOfParts(parts: readonly PlanExpr[]): PlanExpr | null {
  if (parts.some(part => part.scalar !== 'int64' || sizeOf(part) > LARGEST)) return null;
  return parts
    .map((part, i) => {
      const [most, length] = TIMES[i] ?? [0n, 0n];
      const count = nullUnlessBetween(part, 0n, most);
      return makeCall('multiply', 'int64', [count, wholeLiteral(length)], true);
    })
    .reduce((sum, one) => makeCall('add', 'int64', [sum, one], true));
}

/** A function of instants over datetimes. It takes no zone. */
function like(name: string, table = CALENDAR): Translator {
  return (args, ...call) => {
    const own = args.map(arg => (arg.scalar === 'datetime' ? instantOf(arg) : arg));
    const isOfDatetime = args.some((arg, i) => arg !== own[i]);
    const made = isOfDatetime ? (table[name]?.(own, ...call) ?? null) : null;
    return made?.scalar === 'timestamp' ? within(made, args, datetimeOf) : made;
  };
}

/** A datetime moved by months keeps its time. */
function byMonths(name: string): Translator {
  return ([of, count, ...more], [unit = '', ...units], _, params) => {
    if (of?.scalar !== 'datetime' || count === undefined || more.length > 0) return null;
    if (!OF_MONTHS.has(unit) || sizeOf(of) > LARGEST) return null;
    const instant = instantOf(of);
    const day = makeCall('date_from_timestamp', 'date', [instant], of.nullable);
    const midnight = makeCall('timestamp_from_date', 'timestamp', [day], of.nullable);
    const time = microsFrom(midnight, instant);
    const moved = CALENDAR[name]?.([day, count], [unit, ...units], 'date', params) ?? null;
    if (moved === null) return null;
    return within(moved, [of, count], date => {
      const start = makeCall('timestamp_from_date', 'timestamp', [date]);
      return datetimeOf(makeCall('add_micros', 'timestamp', [start, time], date.nullable));
    });
  };
}

const OF_MONTHS: ReadonlySet<string> = new Set(['MONTH', 'QUARTER', 'YEAR']);

/** The first translation that is not `null`. */
function firstOf(...all: readonly Translator[]): Translator {
  return (...call) => {
    for (const one of all) {
      const made = one(...call);
      if (made !== null) return made;
    }
    return null;
  };
}

/** Units of whole days, in which a difference counts midnights. */
const OF_DAYS = /^(DAY|(ISO)?WEEK.*|MONTH|QUARTER|(ISO)?YEAR)$/;

/** The number of boundaries of units between two datetimes. */
const between: Translator = (args, ...call) => {
  const [[unit = '']] = call;
  if (!args.every(arg => arg.scalar === 'datetime')) return null;
  const instants = args.map(instantOf);
  if (OF_DAYS.test(unit)) {
    const days = instants.map(of => makeCall('date_from_timestamp', 'date', [of]));
    return CALENDAR['date_diff']?.(days, ...call) ?? null;
  }
  const starts =
    unit === 'MICROSECOND'
      ? instants
      : instants.map(of => CALENDAR['timestamp_trunc']?.([of], ...call) ?? null);
  if (starts.some(start => start === null)) return null;
  return (
    CALENDAR['timestamp_diff']?.(
      starts.flatMap(start => start ?? []),
      ...call,
    ) ?? null
  );
};

export function writeDatetime(
  of: PlanExpr,
  write: (of: PlanExpr) => PlanExpr | null,
): PlanExpr | null {
  return withoutZone(write(instantOf(of)));
}

/** The text of an instant without its zone: `…+00`. */
export function withoutZone(text: PlanExpr | null): PlanExpr | null {
  if (text?.kind !== 'call' || text.fn !== 'concat') return null;
  return { ...text, args: text.args.slice(0, -1) };
}

export const DATETIMES = {
  datetime,
  current_datetime: ([given], _, __, params) => {
    const zone = zoneArgument(given, params);
    return zone === null ? null : datetimeOf(NOW, ...(zone === undefined ? [] : [zone]));
  },
  datetime_trunc: like('timestamp_trunc'),
  datetime_add: firstOf(byMonths('date_add'), like('timestamp_add')),
  datetime_sub: firstOf(byMonths('date_sub'), like('timestamp_sub')),
  datetime_diff: between,
} satisfies Readonly<Record<string, Translator>>;

/** The translation for datetimes, else the one of `table`. */
function either(
  name: string,
  ofDatetimes: Translator,
  table = CALENDAR,
): readonly [string, Translator] {
  const others = table[name];
  return [name, (...call) => ofDatetimes(...call) ?? others?.(...call) ?? null];
}

/** The day of a text, or the day itself. */
const dateOf: Translator = (args, ...call) => {
  const [of, ...more] = args;
  if (of?.scalar === 'date' && more.length === 0) return of;
  return of?.scalar === 'string' && more.length === 0
    ? castText(of, 'date')
    : like('date')(args, ...call);
};

const timestamp: Translator = ([of, given, ...more], _, __, params) => {
  const zone = zoneArgument(given, params);
  if (of?.scalar !== 'datetime' || zone === null || more.length > 0) return null;
  const utc = instantOf(of);
  return zone === undefined ? utc : writtenOften(utc, one => instantIn(one, zone));
};

/**
 * The instant at which a zone shows the date and time that `utc` has in UTC. A time that the zone shows twice is the first one, and one that
 * it skips is read by the clock before: both have the offset of the day before.
 */
function instantIn(utc: PlanExpr, zone: PlanExpr): PlanExpr {
  const { nullable } = utc;
  const byClockAt = (days: bigint) => {
    const day = shiftedBy(utc, days * UNIT_MICROS.day);
    return makeCall('add_micros', 'timestamp', [day, microsFrom(shownIn(day, zone), utc)]);
  };
  const [early, late] = [byClockAt(-1n), byClockAt(1n)];
  const isLate = makeCall('and', 'bool', [
    makeCall('ne', 'bool', [shownIn(early, zone), utc]),
    makeCall('eq', 'bool', [shownIn(late, zone), utc]),
  ]);
  return makeCall('if', 'timestamp', [isLate, late, early], nullable);
}

const VERBS = ['trunc', 'add', 'sub', 'diff'] as const;
const KINDS = ['date', 'timestamp', 'datetime'] as const;

/** The functions of `VERBS`: each takes the type of its name and, as BigQuery does, the others. */
const OF_EACH = VERBS.flatMap(verb => {
  const own: Readonly<Record<string, Translator>> = { ...CALENDAR, ...DATETIMES };
  const any = firstOf(...KINDS.map(kind => own[`${kind}_${verb}`] ?? (() => null)));
  return KINDS.map(kind => [`${kind}_${verb}`, any] as const);
});

/** The text of a datetime by a format; its date and time are those of UTC, and no token of a zone has a meaning. */
const datetimeText = like('format_date', INSTANTS);

/** The last day, of the day of a datetime. */
const lastDay: Translator = ([of], ...call) => {
  if (of?.scalar !== 'datetime') return null;
  const day = makeCall('date_from_timestamp', 'date', [instantOf(of)], of.nullable);
  return CALENDAR['last_day']?.([day], ...call) ?? null;
};

/** Functions of instants and of datetimes. */
export const OF_BOTH: Readonly<Record<string, Translator>> = Object.fromEntries([
  ...OF_EACH,
  either('last_day', lastDay),
  either(
    'string',
    ([of]) => (of?.scalar === 'datetime' ? writeDatetime(of, writeInstant) : null),
    INSTANTS,
  ),
  either('format_date', datetimeText, INSTANTS),
  either('format_timestamp', datetimeText, INSTANTS),
  ['format_datetime', firstOf(datetimeText, INSTANTS['format_timestamp'] ?? datetimeText)],
  either('$extract', like('$extract')),
  either('$extract_date', like('$extract_date')),
  either('date', dateOf),
  either('timestamp', timestamp, INSTANTS),
]);
