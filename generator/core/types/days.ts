/**
 * The days that `date` and `timestamp` support: 1900-01-01 to 2299-12-31, the range of ClickHouse's DateTime64, which is the
 * narrowest of the engines.
 */

const YEAR = '(?:19|2[0-2])[0-9]{2}';
const LEAP_YEAR = '(?:19|2[0-2])(?:0[48]|[2468][048]|[13579][26])|2000';
const DAY_OF_MONTH = [
  '(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])',
  '(?:0[13-9]|1[0-2])-(?:29|30)',
  '(?:0[13578]|1[02])-31',
].join('|');
/**
 * One pattern for parsing here and for decoding in the engines, so it is valid RE2 and valid ECMAScript. It contains the length of
 * every month, because engines disagree on `2026-02-30` (ClickHouse reads 2026-03-02). Of the centuries, only 2000 has a leap day.
 */
export const DAY_PATTERN = `${YEAR}-(?:${DAY_OF_MONTH})|(?:${LEAP_YEAR})-02-29`;

/** Microseconds since 1970 UTC of the first and of the last instant. */
export const FIRST_INSTANT = BigInt(Date.UTC(1900, 0)) * 1000n;
export const LAST_INSTANT = BigInt(Date.UTC(2300, 0)) * 1000n - 1n;
