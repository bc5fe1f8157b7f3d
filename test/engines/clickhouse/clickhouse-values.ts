/**
 * Shapes and values as ClickHouse takes them. There are no NULL records: a missing one is a tuple
 * whose leaves are all NULL. Dates are `Date32`, since `Date` begins in 1970 and bends what is
 * earlier; DateTime64 holds the years 1900 to 2299 and silently bends the rest, so those throw
 * here.
 */

import type { ColumnScalar } from '../test-engine.ts';
import { timestampText } from '../values/calendar.ts';
import type {
  ColumnShape,
  RecordShape,
  Shape,
  StoredRecord,
  StoredScalar,
  StoredValue,
} from '../values/stored-shape.ts';

const SCALAR_TYPES: Record<ColumnScalar, string> = {
  string: 'String',
  int64: 'Int64',
  float64: 'Float64',
  decimal: 'Decimal(38, 9)',
  bool: 'Bool',
  timestamp: "DateTime64(6, 'UTC')",
  datetime: "DateTime64(6, 'UTC')",
  date: 'Date32',
  json: 'String',
};

const FIRST_INSTANT = BigInt(Date.UTC(1900, 0)) * 1000n;
const AFTER_LAST_INSTANT = BigInt(Date.UTC(2300, 0)) * 1000n;

export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** The type of a column as ClickHouse writes it. */
export function columnTypeText({ shape, required }: ColumnShape): string {
  return shape.kind === 'scalar' && required ? scalarType(shape) : typeText(shape);
}

function scalarType({ scalar, digits }: Extract<Shape, { kind: 'scalar' }>): string {
  return digits === null ? SCALAR_TYPES[scalar] : `Decimal(${digits.precision}, ${digits.scale})`;
}

function typeText(shape: Shape): string {
  if (shape.kind === 'scalar') return `Nullable(${scalarType(shape)})`;
  if (shape.kind === 'list') return `Array(${SCALAR_TYPES[shape.scalar]})`;
  if (shape.kind === 'map') return `Map(String, Nullable(${SCALAR_TYPES[shape.scalar]}))`;
  if (shape.kind === 'array') return `Array(${typeText(shape.of)})`;
  const fields = shape.fields.map(field => `${quoteName(field.name)} ${typeText(field.shape)}`);
  return `Tuple(${fields.join(', ')})`;
}

/** A line of `JSONCompactEachRow`, tuples as arrays. */
export function rowLine(row: StoredRecord): string {
  return JSON.stringify(row.map(jsonOf));
}

type Json = null | string | boolean | readonly Json[] | { readonly [key: string]: Json };

function jsonOf(stored: StoredValue): Json {
  if (stored.kind === 'scalar') return scalarText(stored.scalar, stored.value);
  if (stored.kind === 'list') {
    const { scalar, items } = stored;
    return (items ?? []).map(item => scalarText(scalar, item));
  }
  if (stored.kind === 'map') {
    const { scalar, entries } = stored;
    return Object.fromEntries(
      (entries ?? []).map(([key, value]) => [key, scalarText(scalar, value)]),
    );
  }
  if (stored.kind === 'array') return stored.elements.map(element => element.map(jsonOf));
  return (stored.values ?? missingRecord(stored.shape)).map(jsonOf);
}

function missingRecord(shape: RecordShape): StoredRecord {
  return shape.fields.map(({ shape: field }): StoredValue => {
    if (field.kind === 'scalar') return { ...field, value: null };
    if (field.kind === 'list') return { ...field, items: null };
    if (field.kind === 'map') return { ...field, entries: null };
    if (field.kind === 'array') return { kind: 'array', shape: field.of, elements: [] };
    return { kind: 'record', shape: field, values: null };
  });
}

/** A value for a row or a parameter: numbers as text, which alone keeps 64 bits, -0 and NaN. */
export function scalarText(scalar: ColumnScalar, value: StoredScalar): null | string | boolean {
  if (typeof value === 'number') return floatText(value);
  if (typeof value !== 'bigint') return value;
  return scalar === 'timestamp' || scalar === 'datetime' ? instantText(value) : String(value);
}

function floatText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  return String(value).replace('Infinity', 'inf').replace('NaN', 'nan');
}

function instantText(micros: bigint): string {
  if (micros < FIRST_INSTANT || micros >= AFTER_LAST_INSTANT) {
    throw new Error(`${timestampText(micros)} is outside what DateTime64(6) holds`);
  }
  return timestampText(micros);
}
