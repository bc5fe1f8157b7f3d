/**
 * Writes an engine's rows as the JSON text of an answer, by the manifest's column types.
 *
 * An engine returns timestamps as integer microseconds, int64 as integers and records as JSON text. Integers may be numbers or
 * texts of digits. Any other text is a fault of ours or of the engine; it is never rounded or dropped.
 */

import type { Row } from '../../engines/engine.ts';
import { parseDecimal } from '../../generator/core/decimal.ts';
import type { ManifestColumn, ManifestField } from '../../generator/core/manifest.ts';
import { type Encoding, held, type Scalar } from '../../generator/core/scalar.ts';

/** A value that cannot be answered. The message names the column, never the value. */
export class DecodeFailure extends Error {
  /** `engine_error`: an author's own statement returns values that its endpoint does not declare. */
  readonly code: 'unsafe_integer' | 'engine_error' | 'internal';
  /** Whether the value is of the column's type, but beyond the range that answers may have. */
  readonly isOutOfRange: boolean;

  readonly #column: string;
  readonly #fault: string;

  constructor(
    code: DecodeFailure['code'],
    column: string,
    message: string,
    { isOutOfRange = code === 'unsafe_integer' } = {},
  ) {
    super(`\`${column}\` ${message}`);
    this.name = 'DecodeFailure';
    this.code = code;
    this.isOutOfRange = isOutOfRange;
    this.#column = column;
    this.#fault = message;
  }

  /** Returns the same failure with another code. */
  as(code: DecodeFailure['code']): DecodeFailure {
    const { isOutOfRange } = this;
    return new DecodeFailure(code, this.#column, this.#fault, { isOutOfRange });
  }
}

/** Writes a cell, or a value from a record's JSON, as JSON text. */
type Write = (value: unknown) => string;

const NULL = 'null';
/** The text of an empty list, also for a list of a NULL record. No other value has this text. */
const EMPTY = '[]';

/** Creates the writer of an endpoint's rows as an array of objects, keys in the columns' order. It throws `DecodeFailure`. */
export function rowsWriter(columns: readonly ManifestColumn[]): (rows: readonly Row[]) => string {
  const write = itemsWriter(columns);
  return rows => `[${write(rows)}]`;
}

/** Creates a writer like `rowsWriter`, without the brackets of the array. */
export function itemsWriter(columns: readonly ManifestColumn[]): (rows: readonly Row[]) => string {
  const writers = columns.map(column => {
    const write = nullable(columnWriter(column), nullOf(column));
    return { key: `${JSON.stringify(column.name)}:`, write };
  });
  const writeRow = (row: Row) => {
    if (row.length !== writers.length) throw wrong('result', `a row of ${writers.length} columns`);
    let text = '';
    for (const [index, { key, write }] of writers.entries()) {
      text += (index === 0 ? '{' : ',') + key + write(row[index]);
    }
    return `${text}}`;
  };
  return rows => rows.map(writeRow).join(',');
}

function columnWriter(column: ManifestColumn): Write {
  if (column.type !== 'record') {
    const { as, of } = held(column.type);
    if (as === 'one') return scalarWriter(column.name, of, column.encode);
    const write = WRITERS[as](column.name, of, column.encode);
    return text => write(parseExact(column.name, text));
  }
  const write = nullable(
    inArray(column, recordWriter(column.name, column.fields ?? [])),
    nullOf(column),
  );
  return text => write(parseExact(column.name, text));
}

function nullable(write: Write, otherwise = NULL): Write {
  return value => (value === null || value === undefined ? otherwise : write(value));
}

/** Writes a record as an array with one item, if the field is an array; a NULL record as an empty array. */
function inArray({ array }: ManifestField, write: Write): Write {
  if (array !== true) return write;
  return value => {
    const text = write(value);
    return text === NULL ? EMPTY : `[${text}]`;
  };
}

/** Returns the JSON text for NULL. */
function nullOf({ array }: ManifestField): string {
  return array === true ? EMPTY : NULL;
}

/**
 * Writes a record. If all its leaves are NULL, the record is NULL, at every level. Records are most of an answer's text, so
 * this is a single loop without a list of parts.
 */
function recordWriter(path: string, fields: readonly ManifestField[]): Write {
  const writers = fields.map(field => ({
    name: field.name,
    key: `${JSON.stringify(field.name)}:`,
    write: nullable(fieldWriter(`${path}.${field.name}`, field), nullOf(field)),
  }));
  return value => {
    if (typeof value !== 'object' || Array.isArray(value)) throw wrong(path, 'a record');
    const record = value as Readonly<Record<string, unknown>>;
    let text = '';
    let isNull = true;
    for (const { name, key, write } of writers) {
      const written = Object.hasOwn(record, name) ? write(record[name]) : NULL;
      if (written !== NULL && written !== EMPTY) isNull = false;
      text += (text === '' ? '{' : ',') + key + written;
    }
    return isNull ? NULL : `${text}}`;
  };
}

function fieldWriter(path: string, field: ManifestField): Write {
  if (field.type === 'record') return inArray(field, recordWriter(path, field.fields ?? []));
  const { as, of } = held(field.type);
  return WRITERS[as](path, of, field.encode);
}

const WRITERS = { one: plainWriter, list: listWriter, map: mapWriter } as const;

/** Creates the writer of a single value. Inside a record, authors cannot set the encoding of a list or a map. */
function plainWriter(path: string, scalar: Scalar, encode: Encoding = 'plain'): Write {
  return scalarWriter(path, scalar, encode);
}

function listWriter(path: string, item: Scalar, encode?: Encoding): Write {
  const plain = plainWriter(path, item, encode);
  const write = item === 'float64' ? nullable(plain) : plain;
  return value => {
    if (!Array.isArray(value)) throw wrong(path, 'a list');
    return `[${value.map(write).join(',')}]`;
  };
}

/** Writes a map in the order of its keys, so that engines answer alike. A value may be NULL. */
function mapWriter(path: string, value: Scalar, encode?: Encoding): Write {
  const write = nullable(plainWriter(path, value, encode));
  return map => {
    if (typeof map !== 'object' || Array.isArray(map)) throw wrong(path, 'a map');
    const entries = Object.entries(map as object).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, one]) => `${writeText(key)}:${write(one)}`).join(',')}}`;
  };
}

function scalarWriter(path: string, scalar: Scalar, encode: Encoding): Write {
  switch (scalar) {
    case 'string':
    case 'date':
      return value => writeText(expectText(path, value));
    case 'bool':
      return value => {
        if (typeof value !== 'boolean') throw wrong(path, 'a bool');
        return String(value);
      };
    case 'json':
      return value => checkedJson(path, expectText(path, value));
    case 'float64':
      return value => writeFloat(path, value);
    case 'decimal':
      return encode === 'number'
        ? value => decimal(path, value)
        : value => `"${decimal(path, value)}"`;
    case 'int64':
      return encode === 'string'
        ? value => `"${integer(path, value)}"`
        : value => (isSafe(value) ? String(value) : writeInteger(path, integer(path, value)));
    case 'timestamp':
      return value => writeTimestamp(path, integer(path, value), encode);
  }
}

function writeTimestamp(path: string, micros: bigint, encode: Encoding): string {
  switch (encode) {
    case 'epoch_micros':
      return writeInteger(path, micros);
    case 'epoch_millis':
      return writeInteger(path, floorDivide(micros, 1_000n));
    case 'string':
    case 'number':
      return `"${micros}"`;
    case 'rfc3339':
    case 'plain':
      return `"${rfc3339(path, micros)}"`;
  }
}

/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z: RFC 3339 has no other years. */
const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;

/** Writes an instant in UTC, with a fraction only if it is not zero, then of 3 or 6 digits. */
function rfc3339(path: string, micros: bigint): string {
  const second = floorDivide(micros, 1_000_000n);
  if (second < FIRST_SECOND || second > LAST_SECOND)
    throw beyond(path, 'between the years 1 and 9999');
  const fraction = Number(micros - second * 1_000_000n);
  const text = new Date(Number(second) * 1_000).toISOString().slice(0, 19);
  if (fraction === 0) return `${text}Z`;
  const digits = String(fraction).padStart(6, '0');
  return `${text}.${digits.endsWith('000') ? digits.slice(0, 3) : digits}Z`;
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

function writeInteger(path: string, value: bigint): string {
  if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)) {
    throw new DecodeFailure('unsafe_integer', path, 'contains an integer beyond 2^53-1');
  }
  return String(value);
}

function isSafe(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function integer(path: string, value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (isSafe(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?\d{1,40}$/.test(value)) return BigInt(value);
  throw wrong(path, 'an integer');
}

/** Writes exactly the engine's digits, without needless zeros. Never cuts a value that is too large for a decimal. */
function decimal(path: string, value: unknown): string {
  const isNumeral = typeof value === 'string' || typeof value === 'bigint' || isNumber(value);
  const text = isNumeral ? parseDecimal(String(value)) : null;
  if (text === null)
    throw beyond(path, 'a decimal with at most 29 digits before the point and 9 after it');
  return text;
}

/** Only the first 15 digits of a JavaScript number are certain to equal the decimal's digits. */
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number(value.toPrecision(15)) === value;
}

const NOT_FINITE = /^[-+]?(?:nan|inf(?:inity)?)$/i;

/** Writes NaN and the infinities, which JSON lacks, as `null`. */
function writeFloat(path: string, value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : NULL;
  if (typeof value === 'string' && NOT_FINITE.test(value)) return NULL;
  const isNumeral = typeof value === 'bigint' || (typeof value === 'string' && value.trim() !== '');
  const number = isNumeral ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) throw wrong(path, 'a number');
  return Number.isFinite(number) ? String(number) : NULL;
}

function expectText(path: string, value: unknown): string {
  if (typeof value !== 'string') throw wrong(path, 'text');
  return value;
}

/** Replaces lone surrogates, which are not Unicode text, like invalid UTF-8. */
function writeText(text: string): string {
  return JSON.stringify(text.isWellFormed() ? text : text.toWellFormed());
}

/** Returns stored JSON text unchanged, digits included, after a check that it is JSON. */
function checkedJson(path: string, text: string): string {
  parse(path, text);
  return text;
}

/** Finds texts whose digits `JSON.parse` may lose: integers beyond 2^53-1. */
const LOSSY = /9\d{15}|\d{17}/;
/** An unfinished string is one token, so that its quotes do not start further tokens. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/gs;
const LONG_INTEGER = /^-?\d{16,}$/;

/** Parses the JSON text of a record or a list; long integers in it become texts of their digits. */
function parseExact(path: string, value: unknown): unknown {
  const text = expectText(path, value);
  return parse(path, LOSSY.test(text) ? text.replace(TOKENS, quoteLong) : text);
}

function quoteLong(token: string): string {
  return LONG_INTEGER.test(token) ? `"${token}"` : token;
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(path, 'JSON text');
  }
}

function wrong(column: string, expected: string): DecodeFailure {
  return new DecodeFailure('internal', column, notThat(expected));
}

function beyond(column: string, expected: string): DecodeFailure {
  return new DecodeFailure('internal', column, notThat(expected), { isOutOfRange: true });
}

function notThat(expected: string): string {
  return `contains a value that is not ${expected}`;
}
