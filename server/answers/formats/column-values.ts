/** Converts dates between their text and the form that columns contain. */

const DAY_MS = 86_400_000;
const LENGTH_OF_DAY = '2026-01-15'.length;

/** A day that no month lacks, and the year 0 aside. */
const USUAL_DAY = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;
const LATE_DAY = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:29|3[01])$/;

/** Returns days since 1970-01-01; `null` for a text that is no date of the years 1 to 9999. */
export function readDay(text: string): number | null {
  const isUsual = USUAL_DAY.test(text);
  if (!isUsual && !LATE_DAY.test(text)) return null;
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  // V8 reads February 30 as March 2
  return isUsual || writeDate(day) === text ? day : null;
}

export function writeDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, LENGTH_OF_DAY);
}
