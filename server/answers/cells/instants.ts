/** Writes instants as RFC 3339. Rows of an answer are often of few days, so the text of the last day is kept. */
import { microsOfSecond } from '../../../generator/core/time/instant-text.ts';

/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z: RFC 3339 has no other years. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;
const DAY_SECONDS = 86_400;
const LENGTH_OF_DAY = '2026-01-15T'.length;
/** `00` to `59`. */
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

let lastDay = Number.NaN;
let lastText = '';

/** Returns the day and the `T` after it; `day` counts from 1970. */
function dayText(day: number): string {
  if (day !== lastDay) {
    lastDay = day;
    lastText = new Date(day * DAY_SECONDS * 1_000).toISOString().slice(0, LENGTH_OF_DAY);
  }
  return lastText;
}

/** Whether RFC 3339 has the year of an instant, in microseconds since 1970. */
export function hasYear(micros: number | bigint): boolean {
  return micros >= FIRST_SECOND * 1_000_000 && micros < (LAST_SECOND + 1) * 1_000_000;
}

/**
 * Writes microseconds since 1970 in UTC, with a fraction only if it is not zero, then of 3 or 6 digits. `null`: a year that
 * RFC 3339 does not have.
 */
export function rfc3339(micros: number | bigint): string | null {
  const number = Number(micros);
  if (Number.isSafeInteger(number)) {
    const second = Math.floor(number / 1e6);
    return written(second, number - second * 1e6);
  }
  const exact = BigInt(micros);
  const fraction = microsOfSecond(exact);
  return written(Number((exact - fraction) / 1_000_000n), Number(fraction));
}

function written(second: number, fraction: number): string | null {
  if (second < FIRST_SECOND || second > LAST_SECOND) return null;
  const day = Math.floor(second / DAY_SECONDS);
  const rest = second - day * DAY_SECONDS;
  const hour = Math.floor(rest / 3_600);
  const minute = Math.floor(rest / 60) % 60;
  const text = `${dayText(day)}${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[rest % 60]}`;
  if (fraction === 0) return `${text}Z`;
  const digits = String(fraction).padStart(6, '0');
  return `${text}.${digits.endsWith('000') ? digits.slice(0, 3) : digits}Z`;
}
