/** Days, months and weeks, in plain JavaScript; instants are microseconds since 1970 UTC, days `YYYY-MM-DD`. */

const DAY = 86_400_000_000n;

/** Division that rounds down. */
function down(a: bigint, b: bigint): bigint {
  return a / b - (a % b < 0n ? 1n : 0n);
}

/** A day, or an instant in UTC, with its parts as JavaScript's calendar has them. */
export interface Moment {
  readonly date: Date;
  /** Since its midnight. */
  readonly micros: bigint;
}

export function momentOf(value: bigint | string): Moment {
  if (typeof value === 'string') return { date: new Date(`${value}T00:00:00Z`), micros: 0n };
  const days = down(value, DAY);
  return { date: new Date(Number(days) * 86_400_000), micros: value - days * DAY };
}

export function dayText(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Days since 1970. */
export function dayNumber(date: Date): number {
  return Math.round(date.getTime() / 86_400_000);
}

/** As it was: a day or an instant. */
function like(value: bigint | string, date: Date, micros: bigint): bigint | string {
  return typeof value === 'string' ? dayText(date) : BigInt(dayNumber(date)) * DAY + micros;
}

/** The day `days` days after `value`. */
export function plusDays(value: string, days: bigint): string {
  const { date } = momentOf(value);
  return dayText(new Date(date.getTime() + Number(days) * 86_400_000));
}

/** The date `months` months after `value`: the same day of that month, or its last. */
export function plusMonths(value: bigint | string, months: bigint): bigint | string {
  const { date, micros } = momentOf(value);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + Number(months);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), last);
  return like(value, new Date(Date.UTC(year, month, day)), micros);
}

/** Days since the Monday before. */
function sinceMonday(date: Date): number {
  return (date.getUTCDay() + 6) % 7;
}

/** The first day of the unit that holds `date`. */
function firstDay(unit: string, date: Date): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (unit) {
    case 'day':
      return date;
    case 'week':
      return new Date(date.getTime() - sinceMonday(date) * 86_400_000);
    case 'week from sunday':
      return new Date(date.getTime() - date.getUTCDay() * 86_400_000);
    case 'month':
      return new Date(Date.UTC(year, month));
    case 'quarter':
      return new Date(Date.UTC(year, month - (month % 3)));
    case 'year':
      return new Date(Date.UTC(year, 0));
    default:
      throw new Error(`no unit ${unit}`);
  }
}

export function startOf(unit: string, value: bigint | string): bigint | string {
  return like(value, firstDay(unit, momentOf(value).date), 0n);
}

/** The year and week of ISO 8601: those of the week's Thursday. */
function isoWeek(date: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(date.getTime() + (3 - sinceMonday(date)) * 86_400_000);
  const year = thursday.getUTCFullYear();
  const days = dayNumber(thursday) - dayNumber(new Date(Date.UTC(year, 0)));
  return { year, week: Math.floor(days / 7) + 1 };
}

export function partOf(part: string, value: bigint | string): bigint {
  const { date, micros } = momentOf(value);
  const parts: Readonly<Record<string, number>> = {
    year: date.getUTCFullYear(),
    quarter: Math.floor(date.getUTCMonth() / 3) + 1,
    month: date.getUTCMonth() + 1,
    week: isoWeek(date).week,
    day: date.getUTCDate(),
    dayofweek: date.getUTCDay() + 1,
    hour: Number(micros / 3_600_000_000n),
    minute: Number((micros / 60_000_000n) % 60n),
    second: Number((micros / 1_000_000n) % 60n),
  };
  const found = parts[part];
  if (found === undefined) throw new Error(`no part ${part}`);
  return BigInt(found);
}

/** How many units begin after the day `b` up to the day `a`. */
export function boundaries(unit: string, a: string, b: string): bigint {
  const [to, from] = [a, b].map(day => firstDay(unit, momentOf(day).date));
  if (to === undefined || from === undefined) throw new Error('two days');
  const days = dayNumber(to) - dayNumber(from);
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const counts: Readonly<Record<string, number>> = {
    day: days,
    week: days / 7,
    month: months,
    quarter: months / 3,
    year: months / 12,
  };
  return BigInt(counts[unit] ?? Number.NaN);
}

const MICROS: Readonly<Record<string, bigint>> = {
  microsecond: 1n,
  millisecond: 1_000n,
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: DAY,
};

/** Whole units from `b` to `a`; a bigint's division goes towards zero. */
export function wholeUnits(unit: string, a: bigint, b: bigint): bigint {
  const micros = MICROS[unit];
  if (micros === undefined) throw new Error(`no unit ${unit}`);
  return (a - b) / micros;
}

const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function offsetText(offset: bigint): string {
  const minutes = offset / 60_000_000n;
  const clock = minutes < 0n ? -minutes : minutes;
  const [hours, rest] = [clock / 60n, clock % 60n].map(n => String(n).padStart(2, '0'));
  return `${minutes < 0n ? '-' : '+'}${hours}${rest}`;
}

/** The local time by a format whose tokens are those of C's strftime. `offset`: of local time from UTC, in microseconds. */
export function formatted(format: string, value: bigint, offset: bigint): string {
  const { date, micros } = momentOf(value);
  const two = (n: number | bigint) => String(n).padStart(2, '0');
  const hour = Number(micros / 3_600_000_000n);
  const weekday = DAYS[date.getUTCDay()] ?? '';
  const month = MONTHS[date.getUTCMonth()] ?? '';
  const clock = ['hour', 'minute', 'second'].map(part => two(partOf(part, value)));
  const dayOfYear = dayNumber(date) - dayNumber(firstDay('year', date)) + 1;
  const tokens: Readonly<Record<string, string>> = {
    Y: String(date.getUTCFullYear()),
    m: two(date.getUTCMonth() + 1),
    d: two(date.getUTCDate()),
    H: two(hour),
    M: clock[1] ?? '',
    S: clock[2] ?? '',
    j: String(dayOfYear).padStart(3, '0'),
    a: weekday.slice(0, 3),
    A: weekday,
    b: month.slice(0, 3),
    B: month,
    y: two(date.getUTCFullYear() % 100),
    I: two(hour % 12 === 0 ? 12 : hour % 12),
    p: hour < 12 ? 'AM' : 'PM',
    F: dayText(date),
    T: clock.join(':'),
    u: String(sinceMonday(date) + 1),
    w: String(date.getUTCDay()),
    V: two(isoWeek(date).week),
    G: String(isoWeek(date).year),
    z: offsetText(offset),
    '%': '%',
  };
  return format.replace(/%(.)/gs, (_, letter: string) => {
    const text = tokens[letter];
    if (text === undefined) throw new Error(`no token ${letter}`);
    return text;
  });
}

const zones = new Map<string, Intl.DateTimeFormat>();

/** The time of day in a zone, as an instant of UTC that has it. */
export function localTime(value: bigint, zone: string): bigint {
  let format = zones.get(zone);
  if (format === undefined) {
    const number = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
    const options = { ...number, minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
    zones.set(zone, format);
  }
  const seconds = down(value, 1_000_000n);
  const parts = new Map<string, number>();
  for (const { type, value: text } of format.formatToParts(Number(seconds) * 1_000))
    parts.set(type, Number(text));
  const part = (name: string) => parts.get(name) ?? Number.NaN;
  const [month, hour] = [part('month') - 1, part('hour')];
  const local = Date.UTC(part('year'), month, part('day'), hour, part('minute'), part('second'));
  return BigInt(local) * 1_000n + value - seconds * 1_000_000n;
}

const QUARTER_HOUR = 900_000_000n;

const midnights = new Map<string, bigint>();

/** The first instant at which the clocks of a zone show a midnight, or anything later: they change at quarters of an hour. */
export function midnightIn(zone: string, day: string): bigint {
  const key = `${zone} ${day}`;
  const found = midnights.get(key) ?? searchedMidnight(zone, day);
  midnights.set(key, found);
  return found;
}

function searchedMidnight(zone: string, day: string): bigint {
  const midnight = BigInt(Date.parse(day)) * 1_000n;
  let at = midnight - 60n * QUARTER_HOUR;
  while (localTime(at, zone) < midnight) at += QUARTER_HOUR;
  return at;
}
