/** Days of the proleptic Gregorian calendar, counted from 1970-01-01. */
const DAY_MS = 86_400_000;

/** The number of the day that `text` names as `YYYY-MM-DD`. */
export function dayOf(text: string): number {
  return Math.round(Date.parse(`${text}T00:00:00Z`) / DAY_MS);
}

/** The day as `YYYY-MM-DD`. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Months since year 0. */
export function monthsOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function firstOfMonth(months: number): number {
  const date = new Date(0);
  // `Date.UTC` reads years below 100 as years of the 20th century
  date.setUTCFullYear(Math.floor(months / 12), months - Math.floor(months / 12) * 12, 1);
  return Math.round(date.getTime() / DAY_MS);
}

/** The same day of a later or earlier month, or its last day if that month is shorter. */
export function moveMonths(day: number, by: number): number {
  const months = monthsOf(day);
  const first = firstOfMonth(months + by);
  const last = firstOfMonth(months + by + 1) - 1;
  return Math.min(first + (day - firstOfMonth(months)), last);
}

const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** The first day of the unit that contains `day`; weeks begin on Mondays. */
export function firstDay(unit: string, day: number): number {
  if (unit === 'day') return day;
  // 1970-01-01 was a Thursday
  if (unit === 'week') return day - ((((day + 3) % 7) + 7) % 7);
  const length = MONTHS[unit];
  if (length === undefined) throw new Error(`no unit ${unit}`);
  const months = monthsOf(day);
  return firstOfMonth(months - (months % length));
}
