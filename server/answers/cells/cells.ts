/** Checks the cells of an engine's rows, the same for all formats. A value is never rounded or dropped. */

import type { Row } from '../../../engines/engine.ts';
import { mayRound, parseExactly } from '../../../engines/support/exact-json.ts';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { parseDecimal } from '../../../generator/core/types/decimal.ts';
import { isObject } from '../../../generator/core/types/json-object.ts';
import { readDay } from '../formats/column-values.ts';
import { hasYear, rfc3339 } from './instants.ts';

/** A value that cannot be answered. The message names the column and the field, never the value. */
export class DecodeFailure extends Error {
  /**
   * `stored_value`: the column's type lacks the value. `unsafe_integer`: its type has the value, but JSON readers round it.
   * `engine_error`: the columns of an author's own statement are not the declared ones. `internal`: a fault of the service.
   */
  readonly code: 'stored_value' | 'unsafe_integer' | 'engine_error' | 'internal';

  constructor(
    code: DecodeFailure['code'],
    column: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`\`${column}\` ${message}`, options);
    this.name = 'DecodeFailure';
    this.code = code;
  }
}

/** The failure of a value that a column's type lacks. */
export function wrong(column: string, expected: string): DecodeFailure {
  return new DecodeFailure('stored_value', column, `contains a value that is not ${expected}`);
}

export function requireWidth(row: Row, columns: number): void {
  if (row.length === columns) return;
  throw new DecodeFailure('internal', 'result', `is not a row of ${columns} columns`);
}

export function expectText(path: string, value: unknown): string {
  if (typeof value !== 'string') throw wrong(path, 'text');
  return value;
}

export function expectBool(path: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrong(path, 'a bool');
  return value;
}

export function expectList(path: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(path, 'a list');
  return value;
}

/** Returns the entries of a map in the order of their keys, so that engines answer alike. */
export function expectMap(path: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) throw wrong(path, 'a map');
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Creates the reader of a record's members with these names, in this order; `undefined` for an absent one. Engines return
 * the members in this order, and then none has to be looked up.
 */
export function membersReader(
  path: string,
  names: readonly string[],
): (record: unknown) => readonly unknown[] {
  return record => {
    if (!isObject(record)) throw wrong(path, 'a record');
    if (areEqual(Object.keys(record), names)) return Object.values(record);
    return names.map(name => (Object.hasOwn(record, name) ? Reflect.get(record, name) : undefined));
  };
}

function areEqual(texts: readonly string[], others: readonly string[]): boolean {
  return texts.length === others.length && texts.every((text, index) => text === others[index]);
}

function isSafe(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** Returns an int64. Engines have wider integers. */
export function readInteger(path: string, value: unknown): bigint {
  if (isSafe(value)) return BigInt(value);
  const exact = typeof value === 'bigint' ? value : readDigits(path, value);
  if (BigInt.asIntN(64, exact) !== exact) throw wrong(path, 'between -2^63 and 2^63-1');
  return exact;
}

function readDigits(path: string, value: unknown): bigint {
  if (typeof value === 'string' && /^-?\d{1,40}$/.test(value)) return BigInt(value);
  throw wrong(path, 'an integer');
}

const LARGEST_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Returns an integer that JSON readers do not round. */
export function safeInteger(path: string, value: unknown): number | bigint {
  if (isSafe(value)) return value;
  const exact = readInteger(path, value);
  if (exact > LARGEST_SAFE || exact < -LARGEST_SAFE) {
    throw new DecodeFailure('unsafe_integer', path, 'contains an integer beyond 2^53-1');
  }
  return exact;
}

/** Returns an instant in whole milliseconds, rounded towards the past. */
export function epochMillis(path: string, value: unknown): number | bigint {
  const micros = BigInt(readInstant(path, value));
  const millis = micros / 1_000n;
  return safeInteger(path, micros % 1_000n < 0n ? millis - 1n : millis);
}

/** Returns an instant of the years 1 to 9999, in microseconds. */
export function readInstant(path: string, value: unknown): number | bigint {
  const micros = isSafe(value) ? value : readInteger(path, value);
  if (!hasYear(micros)) throw wrong(path, YEARS);
  return micros;
}

/** Returns a date in days since 1970. */
export function readDate(path: string, value: unknown): number {
  const day = readDay(expectText(path, value));
  if (day === null) throw wrong(path, 'a date of the years 1 to 9999');
  return day;
}

/** Returns a date as `YYYY-MM-DD`. */
export function encodeDate(path: string, value: unknown): string {
  const text = expectText(path, value);
  readDate(path, text);
  return text;
}

/** Returns an instant as RFC 3339 writes it. */
export function encodeInstant(path: string, value: unknown): string {
  const text = rfc3339(isSafe(value) ? value : readInteger(path, value));
  if (text === null) throw wrong(path, YEARS);
  return text;
}

const YEARS = 'between the years 1 and 9999';

/** Returns exactly the engine's digits, without needless zeros. Never cuts a value that is too large for a decimal. */
export function decimal(path: string, value: unknown): string {
  const isNumeral = typeof value === 'string' || typeof value === 'bigint' || isNumber(value);
  const text = isNumeral ? parseDecimal(String(value)) : null;
  if (text === null)
    throw wrong(path, 'a decimal with at most 29 digits before the point and 9 after it');
  return text;
}

/** Only the first 15 digits of a JavaScript number are certain to equal the decimal's digits. */
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number(value.toPrecision(15)) === value;
}

const NOT_FINITE = /^[-+]?(?:nan|inf(?:inity)?)$/i;

/** Returns `null` for NaN and the infinities, which JSON lacks. */
export function finite(path: string, value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' && NOT_FINITE.test(value)) return null;
  const isNumeral = typeof value === 'bigint' || (typeof value === 'string' && value.trim() !== '');
  const number = isNumeral ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) throw wrong(path, 'a number');
  return Number.isFinite(number) ? number : null;
}

/** Returns stored JSON text unchanged, digits included, after a check that it is JSON; `null` for the null of JSON. */
export function checkedJson(path: string, value: unknown): string | null {
  const text = expectText(path, value);
  return parse(path, text) === null ? null : text;
}

/**
 * Creates the reader of a record, a list or a map, which engines return as JSON text. `JSON.parse` rounds long integers, so
 * they are read as texts of their digits. Finding them costs half as much as parsing, and each type but a decimal refuses a
 * rounded integer or has the same text for it. So they are looked for at first only if there are decimals, else when the value
 * is refused.
 */
export function parsedReader<T>(
  { name: path, fields = [] }: ManifestField,
  read: (value: unknown) => T,
): (cell: unknown) => T {
  const hasDecimals = holdsDecimal(fields);
  return cell => {
    const text = expectText(path, cell);
    if (hasDecimals) return read(parse(path, text, parseExactly));
    try {
      return read(parse(path, text));
    } catch (cause) {
      if (!mayRound(text)) throw cause;
      return read(parse(path, text, parseExactly));
    }
  };
}

function holdsDecimal(fields: readonly ManifestField[]): boolean {
  return fields.some(({ type, fields = [] }) => type === 'decimal' || holdsDecimal(fields));
}

function parse(path: string, text: string, read: (text: string) => unknown = JSON.parse): unknown {
  try {
    return read(text);
  } catch {
    throw wrong(path, 'JSON text');
  }
}
