/**
 * Values of the reference: what an expression means, computed in plain TypeScript from the language's definition alone.
 * Timestamps are bigint microseconds since 1970 UTC, int64 is bigint, float64 number, decimals are `Decimal`, dates
 * `YYYY-MM-DD`, JSON its text, lists arrays, maps objects.
 */
import type { Scalar, Type } from '../../generator/core/types/scalar.ts';
import { Decimal, parseDecimal } from './decimal.ts';

export type Value =
  | null
  | string
  | bigint
  | number
  | boolean
  | Decimal
  | readonly Value[]
  | { readonly [key: string]: Value };
/** A record as it is answered; `null` in place of a record means that all its leaves are NULL. */
export interface RecordValue {
  readonly [field: string]: Value | RecordValue;
}

/** The rank of a quantile as an exact fraction. */
export interface Rank {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * A stored value as a value of its type. Integers may be stored as numbers; a list or map that is not there is empty. Throws on
 * anything else.
 */
export function stored(value: unknown, type: Type): Value {
  const item = itemOf(type);
  if (item !== null) return Array.isArray(value) ? value.map(one => stored(one, item)) : [];
  const of = mapValueOf(type);
  if (of !== null) {
    const entries = Object.entries(Object(value)).map(([key, one]) => [key, stored(one, of)]);
    return Object.fromEntries(entries);
  }
  const scalar = type as Scalar;
  if (value === null || value === undefined) return null;
  if (value instanceof Decimal) return value;
  if (scalar === 'int64' && typeof value === 'number') return BigInt(value);
  const decimal = scalar === 'decimal' && typeof value === 'string' ? parseDecimal(value) : null;
  if (decimal !== null) return decimal;
  if (scalar !== 'decimal' && typeof value === HELD_AS[scalar]) return value as Value;
  throw new Error(`a stored ${scalar} is a ${typeof value}`);
}

/** The type of the items where `type` is a list; else `null`. */
export function itemOf(type: Type): Scalar | null {
  return (/^list<(.*)>$/.exec(type)?.[1] as Scalar | undefined) ?? null;
}

/** The type of the values where `type` is a map; else `null`. */
export function mapValueOf(type: Type): Scalar | null {
  return (/^map<(.*)>$/.exec(type)?.[1] as Scalar | undefined) ?? null;
}

const HELD_AS = {
  string: 'string',
  int64: 'bigint',
  float64: 'number',
  decimal: 'string',
  bool: 'boolean',
  timestamp: 'bigint',
  datetime: 'bigint',
  date: 'string',
  json: 'string',
} as const satisfies Record<Scalar, string>;

/** Negative, zero or positive; both values of one type and not NULL. Texts compare by code points. */
export function compare(a: Value, b: Value): number {
  if (a === null || b === null) throw new Error('NULL has no order of its own');
  if (typeof a === 'string' && typeof b === 'string') {
    // The order of UTF-8 bytes is that of code points; UTF-16, which `<` looks at, orders some of them otherwise.
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of `order_by`: NULLs first where ascending, last where descending. */
export function sortOrder(a: Value, b: Value, descending: boolean): number {
  const ascending =
    a === null || b === null ? Number(b === null) - Number(a === null) : compare(a, b);
  return descending ? -ascending : ascending;
}

/** A text that two lists of values share exactly where a grouping takes them for one group. */
export function groupKey(values: readonly Value[]): string {
  return JSON.stringify(values.map(value => [typeof value, String(value)]));
}

/** Monday 0001-01-01 in microseconds since 1970: where all steps are counted from. */
const ORIGIN = -62_135_596_800_000_000n;

/** The start of the step of UTC time that holds the instant; all in microseconds. */
export function truncate(micros: bigint, step: bigint): bigint {
  const into = (micros - ORIGIN) % step;
  return micros - (into < 0n ? into + step : into);
}

/** Microseconds since 1970 of an ISO 8601 text with up to six digits of fraction; for writing cases down. */
export function instant(text: string): bigint {
  const found = parseTimestamp(text);
  if (found === null) throw new Error(`no timestamp: ${text}`);
  return found;
}

const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(?:Z|([+-])(\d\d):?(\d\d))?)?$/;

/** The fixed grammar of timestamps; `null` where the text is none, or none of the years 1900 to 2299. */
export function parseTimestamp(text: string): bigint | null {
  const found = TIMESTAMP.exec(text);
  if (found === null) return null;
  const [, day = '', clock = '00:00', second = '00', fraction = '', sign, hours, minutes] = found;
  if (parseDate(day) === null) return null;
  const millis = Date.parse(`${day}T${clock}:${second}Z`);
  const zone = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  if (Number.isNaN(millis) || clock.startsWith('24') || zone > 14 * 60) return null;
  if (Number(minutes ?? 0) > 59) return null;
  const local = BigInt(millis) * 1_000n + BigInt(fraction.padEnd(6, '0'));
  const offset = BigInt(zone) * 60_000_000n;
  return sign === '-' ? local + offset : local - offset;
}

/** The text itself where it is a day of the calendar from 1900 to 2299. */
export function parseDate(text: string): string | null {
  if (!/^(?:19|2[0-2])\d\d-\d\d-\d\d$/.test(text)) return null;
  const millis = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(millis)) return null;
  // JavaScript reads 2026-02-30 as 2026-03-02.
  return new Date(millis).toISOString().startsWith(text) ? text : null;
}
