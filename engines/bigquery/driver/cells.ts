/** Reads the rows of answers, cell by cell. */
import type { Cell, Row } from '../../engine.ts';
import { formatRfcInstant, unreadable, unreadableType } from '../../support/canonical.ts';
import { isList, isStruct, typeText } from '../catalog.ts';
import type { SchemaField } from './schema.ts';
import { integerText, malformed, record, requireList, requireText } from './shape.ts';

export type RowReader = (value: unknown) => Row;

/**
 * Makes the reader of rows with these columns. The columns of a compiled statement are scalars. Those of an own statement may
 * be lists and records, which become JSON text. Throws for any other column. The reader throws for a row without exactly one
 * cell for each column.
 */
export function makeRowReader(columns: readonly SchemaField[], isOwn: boolean): RowReader {
  const readers = columns.map(column => {
    if (isOwn) return ownReader(column);
    if (isList(column) || isStruct(column)) throw malformed(`column ${column.name}`, 'a scalar');
    return orNull(null, scalarReader(column.name, column));
  });
  return value => {
    const cells = requireList('f', record('row', value)['f']);
    if (cells.length !== readers.length) throw malformed('f', `${readers.length} cells`);
    return readers.map((read, index) => read(record('cell', cells[index])['v']));
  };
}

function ownReader(column: SchemaField): (value: unknown) => Cell {
  const { name } = column;
  if (isList(column) || isStruct(column)) return orNull(null, jsonReader(name, column));
  return orNull(null, scalarReader(name, exact(name, column)));
}

function orNull<T, Null>(none: Null, read: (value: unknown) => T): (value: unknown) => T | Null {
  return value => (value === null ? none : read(value));
}

// ---- scalars --------------------------------------------------------------------------------------------------------

type Read = (name: string, value: unknown) => Cell;

function scalarReader(name: string, { type }: SchemaField): (value: unknown) => Cell {
  const read = CELLS[type];
  if (read === undefined) throw unreadableType(name, type);
  return value => read(name, value);
}

/** Integers, and timestamps in microseconds, stay texts of their digits. */
const CELLS: Readonly<Record<string, Read | undefined>> = {
  STRING: requireText,
  BYTES: requireText,
  BOOLEAN: bool,
  BOOL: bool,
  FLOAT: float,
  FLOAT64: float,
  INTEGER: integerText,
  INT64: integerText,
  NUMERIC: decimal,
  BIGNUMERIC: decimal,
  TIMESTAMP: integerText,
  DATE: date,
  DATETIME: requireText,
  TIME: requireText,
  INTERVAL: requireText,
  GEOGRAPHY: requireText,
  JSON: requireText,
  RANGE: range,
};

/** Throws for a timestamp with more digits than microseconds, because the answer lacks them. */
function exact(name: string, field: SchemaField): SchemaField {
  const { type, timestampPrecision = '6' } = field;
  if (type === 'TIMESTAMP' && timestampPrecision !== '6')
    throw unreadableType(name, typeText(field));
  return field;
}

function bool(name: string, value: unknown): boolean {
  if (value !== 'true' && value !== 'false') throw malformed(name, 'a bool');
  return value === 'true';
}

function float(name: string, value: unknown): number {
  const written = requireText(name, value);
  if (/^nan$/i.test(written)) return Number.NaN;
  const infinite = /^([-+]?)inf(inity)?$/i.exec(written);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  const number = written === '' ? Number.NaN : Number(written);
  if (Number.isNaN(number)) throw malformed(name, 'a number');
  return number;
}

function decimal(name: string, value: unknown): string {
  const written = requireText(name, value);
  if (!/^-?\d+(\.\d+)?$/.test(written)) throw malformed(name, 'a decimal');
  return written;
}

function date(name: string, value: unknown): string {
  const written = requireText(name, value);
  if (!/^\d{4}-\d\d-\d\d$/.test(written)) throw malformed(name, 'a date');
  return written;
}

/** `[2026-01-01, UNBOUNDED)`. A bound in microseconds becomes an instant. */
function range(name: string, value: unknown): string {
  const [, start, end] = /^\[([^,]+), ([^,]+)\)$/.exec(requireText(name, value)) ?? [];
  if (start === undefined || end === undefined) throw malformed(name, 'a range');
  return `[${bound(name, start)}, ${bound(name, end)})`;
}

function bound(name: string, written: string): string {
  return /^-?\d+$/.test(written) ? formatRfcInstant(name, BigInt(written)) : written;
}

// ---- lists and records ----------------------------------------------------------------------------------------------

type Write = (value: unknown) => string;

/** Converts a value of a list or a record to JSON text. */
function jsonReader(path: string, field: SchemaField): Write {
  if (!isList(field)) return itemWriter(path, field);
  const write = orNull('null', itemWriter(path, field));
  return value =>
    `[${requireList(path, value)
      .map(item => write(record(path, item)['v']))
      .join(',')}]`;
}

function itemWriter(path: string, field: SchemaField): Write {
  if (isStruct(field)) return recordWriter(path, field.fields ?? []);
  const read = scalarReader(path, exact(path, field));
  const write = WRITERS[field.type];
  return value => {
    const cell = read(value);
    return write === undefined ? JSON.stringify(cell) : write(path, String(cell));
  };
}

function recordWriter(path: string, fields: readonly SchemaField[]): Write {
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw unreadable(path, `has two fields \`${twice}\``);
  const writers = fields.map(field => ({
    key: JSON.stringify(field.name),
    write: orNull('null', jsonReader(`${path}.${field.name}`, field)),
  }));
  return value => {
    const cells = requireList(path, record(path, value)['f']);
    if (cells.length !== writers.length) throw malformed(path, `${writers.length} values`);
    const entries = writers.map(({ key, write }, index) => {
      return `${key}:${write(record(path, cells[index])['v'])}`;
    });
    return `{${entries.join(',')}}`;
  };
}

/** Writers for types that are no texts in JSON, or other texts. NaN and the infinities become `null`, as everywhere. */
const WRITERS: Readonly<Record<string, ((path: string, cell: string) => string) | undefined>> = {
  INTEGER: integerJson,
  INT64: integerJson,
  TIMESTAMP: (path, cell) => `"${formatRfcInstant(path, BigInt(cell))}"`,
  JSON: checkedJson,
};

/** All digits, without leading zeros, which JSON forbids. */
function integerJson(_: string, cell: string): string {
  return String(BigInt(cell));
}

function checkedJson(path: string, cell: string): string {
  try {
    JSON.parse(cell);
    return cell;
  } catch {
    throw malformed(path, 'JSON');
  }
}
