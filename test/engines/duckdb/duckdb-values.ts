/**
 * Shapes and values between plain data and `@duckdb/node-api`.
 *
 * A leading U+FEFF of a text is lost in reading: the package decodes with a `TextDecoder` that
 * takes it for a byte order mark and offers no other way at the bytes. It is stored, bound and
 * compared rightly.
 */
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBMapType,
  DuckDBMapValue,
  DuckDBStructType,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  TIMESTAMP,
  VARCHAR,
} from '@duckdb/node-api';
import type { ColumnScalar, Value } from '../test-engine.ts';
import { dateText, dayNumber } from '../values/calendar.ts';
import { decimalText, decimalUnits } from '../values/decimal-text.ts';
import type { Shape, StoredScalar, StoredValue } from '../values/stored-shape.ts';

const SCALAR_TYPES: Record<ColumnScalar, string> = {
  string: 'VARCHAR',
  int64: 'BIGINT',
  float64: 'DOUBLE',
  decimal: 'DECIMAL(38, 9)',
  bool: 'BOOLEAN',
  timestamp: 'TIMESTAMP',
  datetime: 'TIMESTAMP',
  date: 'DATE',
  json: 'JSON',
};

/**
 * What a parameter of each scalar is bound as. There is no JSON among the types that can be bound.
 */
export const PARAMETER_TYPES: Record<ColumnScalar, DuckDBType> = {
  string: VARCHAR,
  int64: BIGINT,
  float64: DOUBLE,
  decimal: VARCHAR,
  bool: BOOLEAN,
  timestamp: TIMESTAMP,
  datetime: TIMESTAMP,
  date: DATE,
  json: VARCHAR,
};

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The type of a shape as DuckDB writes it. */
export function typeText(shape: Shape): string {
  if (shape.kind === 'scalar') {
    const { scalar, digits } = shape;
    return digits === null ? SCALAR_TYPES[scalar] : `DECIMAL(${digits.precision}, ${digits.scale})`;
  }
  if (shape.kind === 'list') return `${SCALAR_TYPES[shape.scalar]}[]`;
  if (shape.kind === 'map') return `MAP(VARCHAR, ${SCALAR_TYPES[shape.scalar]})`;
  if (shape.kind === 'array') return `${typeText(shape.of)}[]`;
  const fields = shape.fields.map(field => `${quoteName(field.name)} ${typeText(field.shape)}`);
  return `STRUCT(${fields.join(', ')})`;
}

export function encodeValue(stored: StoredValue): DuckDBValue {
  if (stored.kind === 'scalar') {
    const { scalar, digits, value } = stored;
    if (digits === null || typeof value !== 'string') return encodeScalar(scalar, value);
    const { precision, scale } = digits;
    return new DuckDBDecimalValue(decimalUnits(value, scale), precision, scale);
  }
  if (stored.kind === 'list') {
    const { scalar, items } = stored;
    return items === null
      ? null
      : new DuckDBListValue(items.map(item => encodeScalar(scalar, item)));
  }
  if (stored.kind === 'map') {
    const { scalar, entries } = stored;
    if (entries === null) return null;
    const values = entries.map(([key, value]) => ({ key, value: encodeScalar(scalar, value) }));
    return new DuckDBMapValue(values);
  }
  const struct = (values: readonly StoredValue[]) =>
    new DuckDBStructValue(
      Object.fromEntries(
        stored.shape.fields.map((field, i) => [field.name, encodeAt(values, i)] as const),
      ),
    );
  if (stored.kind === 'array') return new DuckDBListValue(stored.elements.map(struct));
  return stored.values === null ? null : struct(stored.values);
}

function encodeAt(values: readonly StoredValue[], index: number): DuckDBValue {
  const value = values[index];
  if (value === undefined) throw new Error('a record has fewer values than fields');
  return encodeValue(value);
}

export function encodeScalar(scalar: ColumnScalar, value: StoredScalar): DuckDBValue {
  if ((scalar === 'timestamp' || scalar === 'datetime') && typeof value === 'bigint')
    return new DuckDBTimestampValue(value);
  if (scalar === 'date' && typeof value === 'string') return new DuckDBDateValue(dayNumber(value));
  return value;
}

/** A read value as plain data. Throws on a type that no statement of ours should return. */
export function decodeValue(value: DuckDBValue, type: DuckDBType): Value {
  if (value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') {
    return value;
  }
  if (typeof value === 'number') return isFloat(type) ? value : BigInt(value);
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) {
    return value.micros;
  }
  if (value instanceof DuckDBDateValue) return dateText(value.days);
  if (value instanceof DuckDBDecimalValue) return decimalText(value.value, value.scale);
  if (value instanceof DuckDBListValue && type instanceof DuckDBListType) {
    return value.items.map(item => decodeValue(item, type.valueType));
  }
  if (value instanceof DuckDBMapValue && type instanceof DuckDBMapType) {
    return Object.fromEntries(
      value.entries.map(entry => [String(entry.key), decodeValue(entry.value, type.valueType)]),
    );
  }
  if (value instanceof DuckDBStructValue && type instanceof DuckDBStructType) {
    return decodeStruct(value, type);
  }
  throw new Error(`no plain form for a ${type}`);
}

/** DuckDB's own text of a type. JSON is VARCHAR under an alias and would else be read as that. */
export function typeName(type: DuckDBType): string {
  return type.alias ?? type.toString();
}

function isFloat(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.DOUBLE || type.typeId === DuckDBTypeId.FLOAT;
}

function decodeStruct(value: DuckDBStructValue, type: DuckDBStructType): Value {
  return Object.fromEntries(
    type.entryNames.map((name, index) => {
      const fieldType = type.entryTypes[index];
      if (fieldType === undefined) throw new Error(`${type} names more fields than it types`);
      return [name, decodeValue(value.entries[name] ?? null, fieldType)];
    }),
  );
}
