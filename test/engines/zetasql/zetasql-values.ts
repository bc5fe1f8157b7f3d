/** Shapes and values between plain data and ZetaSQL's messages. */
import type { TypeProto } from '../../../engines/bigquery/analyst/server/protocol.ts';
import { nameType, scalarType } from '../../../engines/bigquery/analyst/types.ts';
import { fieldName } from '../../../generator/googlesql/tree/types.ts';
import type { Binding, BoundScalar, ColumnScalar, Value } from '../test-engine.ts';
import { dateText, dayNumber, splitSeconds } from '../values/calendar.ts';
import { decimalText, decimalUnits } from '../values/decimal-text.ts';
import type { Shape, StoredRecord, StoredScalar, StoredValue } from '../values/stored-shape.ts';
import type { ValueProto } from './protocol.ts';

/** The type of a shape; a repeated record is an array of structs. */
export function typeOf(shape: Shape): TypeProto {
  if (shape.kind === 'scalar') return scalarType(shape.scalar);
  if (shape.kind === 'list') {
    return { type_kind: 'TYPE_ARRAY', array_type: { element_type: scalarType(shape.scalar) } };
  }
  if (shape.kind === 'map') {
    const field = [
      { field_name: 'key', field_type: scalarType('string') },
      { field_name: 'value', field_type: scalarType(shape.scalar) },
    ];
    const entry = { type_kind: 'TYPE_STRUCT', struct_type: { field } };
    return { type_kind: 'TYPE_ARRAY', array_type: { element_type: entry } };
  }
  if (shape.kind === 'array') {
    return { type_kind: 'TYPE_ARRAY', array_type: { element_type: typeOf(shape.of) } };
  }
  const field = shape.fields.map(({ name, shape: inner }) => {
    return { field_name: name, field_type: typeOf(inner) };
  });
  return { type_kind: 'TYPE_STRUCT', struct_type: { field } };
}

/** A type as BigQuery writes it. */
export function typeName(type: TypeProto): string {
  if (type.array_type !== undefined) return `ARRAY<${typeName(type.array_type.element_type)}>`;
  if (type.struct_type !== undefined) {
    const fields = type.struct_type.field ?? [];
    const names = fields.map(({ field_name: name, field_type: inner }) => {
      return `${name} ${typeName(inner)}`.trimStart();
    });
    return `STRUCT<${names.join(', ')}>`;
  }
  return nameType(type);
}

export function encodeValue(stored: StoredValue): ValueProto {
  if (stored.kind === 'scalar') return encodeScalar(stored.scalar, stored.value);
  if (stored.kind === 'list') {
    const { scalar, items } = stored;
    // a stored array is never NULL
    return { array_value: { element: (items ?? []).map(item => encodeScalar(scalar, item)) } };
  }
  if (stored.kind === 'map') {
    const { scalar, entries } = stored;
    const element = (entries ?? []).map(([key, value]) => ({
      struct_value: { field: [{ string_value: key }, encodeScalar(scalar, value)] },
    }));
    return { array_value: { element } };
  }
  if (stored.kind === 'array') return { array_value: { element: stored.elements.map(struct) } };
  return stored.values === null ? {} : struct(stored.values);
}

function struct(values: StoredRecord): ValueProto {
  return { struct_value: { field: values.map(encodeValue) } };
}

/** The value of a parameter. */
export function encodeBound(scalar: ColumnScalar, value: Binding['value']): ValueProto {
  if (!isArray(value)) return encodeScalar(scalar, value);
  return { array_value: { element: value.map(item => encodeScalar(scalar, item)) } };
}

function isArray(value: Binding['value']): value is readonly BoundScalar[] {
  return Array.isArray(value);
}

function encodeScalar(scalar: ColumnScalar, value: StoredScalar): ValueProto {
  if (typeof value === 'boolean') return { bool_value: value };
  if (typeof value === 'number') return { double_value: value };
  if (typeof value === 'bigint') {
    if (scalar === 'datetime') return { datetime_value: encodeDatetime(value) };
    return scalar === 'timestamp'
      ? { timestamp_value: encodeInstant(value) }
      : { int64_value: String(value) };
  }
  if (value === null) return {};
  if (scalar === 'date') return { date_value: dayNumber(value) };
  if (scalar === 'decimal') return { numeric_value: numericBytes(decimalUnits(value, 9)) };
  return scalar === 'json' ? { json_value: rounded(value) } : { string_value: value };
}

const JSON_PARTS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** The document with numbers that JSON of ZetaSQL cannot hold as it does with `wide_number_mode => 'round'`. */
function rounded(document: string): string {
  return document.replace(JSON_PARTS, part => {
    const isWide = !part.startsWith('"') && part.replace(/\D/g, '').length > 17;
    return isWide && !isHeld(part) ? JSON.stringify(Number(part)) : part;
  });
}

function isHeld(number: string): boolean {
  if (!/^-?\d+$/.test(number)) return false;
  const value = BigInt(number);
  return value === BigInt.asIntN(64, value) || value === BigInt.asUintN(64, value);
}

/** NUMERIC is a whole number of billionths, the lowest byte first. */
function numericBytes(units: bigint): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, units), 0);
  bytes.writeBigInt64LE(units >> 64n, 8);
  return bytes;
}

/** The units of a NUMERIC or BIGNUMERIC: as few bytes come as hold the number and its sign. */
export function numericUnits(bytes: Buffer): bigint {
  const value = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return BigInt.asIntN(bytes.length * 8, value);
}

function encodeInstant(instant: bigint): { seconds: string; nanos: number } {
  const { seconds, micros } = splitSeconds(instant);
  return { seconds: String(seconds), nanos: Number(micros) * 1000 };
}

/** A read value as plain data. Throws on a type that no statement of ours should return. */
export function decodeValue(value: ValueProto, type: TypeProto): Value {
  const plain =
    value.string_value ?? value.json_value ?? value.bool_value ?? value.double_value ?? null;
  if (plain !== null) return plain;
  if (value.int64_value !== undefined) return BigInt(value.int64_value);
  if (value.numeric_value !== undefined) return decimalText(numericUnits(value.numeric_value), 9);
  if (value.date_value !== undefined) return dateText(value.date_value);
  if (value.timestamp_value !== undefined) {
    const { seconds = '0', nanos = 0 } = value.timestamp_value;
    return BigInt(seconds) * 1_000_000n + BigInt(nanos) / 1000n;
  }
  if (value.datetime_value !== undefined) return decodeDatetime(value.datetime_value);
  if (value.array_value !== undefined || value.struct_value !== undefined) {
    return decodeNested(value, type);
  }
  if (Object.keys(value).length > 0) throw new Error(`no plain form for a ${typeName(type)}`);
  return null;
}

function decodeNested(value: ValueProto, type: TypeProto): Value {
  const element = type.array_type?.element_type;
  if (element !== undefined) {
    return (value.array_value?.element ?? []).map(item => decodeValue(item, element));
  }
  const values = value.struct_value?.field ?? [];
  const fields = (type.struct_type?.field ?? []).map(({ field_name, field_type }, index) => {
    return [fieldName(field_name, index), decodeValue(values[index] ?? {}, field_type)] as const;
  });
  return Object.fromEntries(fields);
}

/**
 * A civil time is packed into bits, from the low end: 6 seconds, 6 minutes, 5 hours, 5 day, 4
 * month, year.
 */
function encodeDatetime(micros: bigint): NonNullable<ValueProto['datetime_value']> {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const date = new Date(Number((micros - fraction) / 1000n));
  const day = (date.getUTCFullYear() * 16 + date.getUTCMonth() + 1) * 32 + date.getUTCDate();
  const time = (date.getUTCHours() * 64 + date.getUTCMinutes()) * 64 + date.getUTCSeconds();
  const bits = (BigInt(day) << 17n) | BigInt(time);
  return { bit_field_datetime_seconds: String(bits), nanos: Number(fraction) * 1000 };
}

function decodeDatetime(packed: NonNullable<ValueProto['datetime_value']>): bigint {
  const bits = BigInt(packed.bit_field_datetime_seconds ?? '0');
  const part = (shift: bigint, width: number): number =>
    Number(BigInt.asUintN(width, bits >> shift));
  const date = new Date(0);
  date.setUTCFullYear(part(26n, 14), part(22n, 4) - 1, part(17n, 5));
  const millis = date.setUTCHours(part(12n, 5), part(6n, 6), part(0n, 6));
  return BigInt(millis) * 1000n + BigInt(packed.nanos ?? 0) / 1000n;
}
