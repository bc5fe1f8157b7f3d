/**
 * Instants and days as the engines write them. Everything is UTC and the proleptic Gregorian
 * calendar.
 */

const MICROS_PER_SECOND = 1_000_000n;
const MILLIS_PER_DAY = 86_400_000;

/** Microseconds since 1970 as whole seconds, rounded down, and the microseconds that remain. */
export function splitSeconds(micros: bigint): { seconds: bigint; micros: bigint } {
  // BigInt division truncates toward zero; before 1970 that would be one second too late.
  const rest = ((micros % MICROS_PER_SECOND) + MICROS_PER_SECOND) % MICROS_PER_SECOND;
  return { seconds: (micros - rest) / MICROS_PER_SECOND, micros: rest };
}

/** `YYYY-MM-DD hh:mm:ss.ffffff` in UTC, for the years 1 to 9999. */
export function timestampText(micros: bigint): string {
  const { seconds, micros: rest } = splitSeconds(micros);
  const iso = new Date(Number(seconds) * 1000).toISOString();
  return `${iso.slice(0, 19).replace('T', ' ')}.${String(rest).padStart(6, '0')}`;
}

/** Days since 1970 of `YYYY-MM-DD`. */
export function dayNumber(date: string): number {
  const millis = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(millis)) throw new Error(`no date: ${date}`);
  return millis / MILLIS_PER_DAY;
}

/** `YYYY-MM-DD` of a number of days since 1970. */
export function dateText(days: number): string {
  return new Date(days * MILLIS_PER_DAY).toISOString().slice(0, 10);
}
