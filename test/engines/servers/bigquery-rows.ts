/** Types and values of results as BigQuery's REST API writes them. */
import { numbered } from '../../../engines/bigquery/analyst/columns.ts';
import type { ColumnProto, TypeProto } from '../../../engines/bigquery/analyst/server/protocol.ts';
import { fieldName } from '../../../generator/googlesql/tree/types.ts';
import { splitSeconds, timestampText } from '../values/calendar.ts';
import { decimalText } from '../values/decimal-text.ts';
import type { ValueProto } from '../zetasql/protocol.ts';
import { decodeValue, numericUnits, typeName } from '../zetasql/zetasql-values.ts';

/** A TableFieldSchema. */
export interface FieldSchema {
  readonly name: string;
  readonly type: string;
  readonly mode: 'NULLABLE' | 'REPEATED';
  readonly fields?: readonly FieldSchema[];
  readonly rangeElementType?: { readonly type: string };
}

/** A TableSchema. A column without a name gets the one that BigQuery gives it. */
export function schemaOf(columns: readonly ColumnProto[]): {
  readonly fields: readonly FieldSchema[];
} {
  return {
    fields: numbered(columns).map(({ name, type }) => fieldOf(name, type)),
  };
}

function fieldOf(name: string, type: TypeProto): FieldSchema {
  const element = type.array_type?.element_type;
  if (element !== undefined) return { ...fieldOf(name, element), mode: 'REPEATED' };
  const parts = type.struct_type?.field;
  if (type.struct_type !== undefined) {
    const fields = (parts ?? []).map(({ field_name, field_type }, index) => {
      return fieldOf(fieldName(field_name, index), field_type);
    });
    return { name, type: 'RECORD', mode: 'NULLABLE', fields };
  }
  const bounds = type.range_type?.element_type;
  if (bounds !== undefined) {
    return { name, type: 'RANGE', mode: 'NULLABLE', rangeElementType: { type: typeName(bounds) } };
  }
  return { name, type: LEGACY_NAMES[typeName(type)] ?? typeName(type), mode: 'NULLABLE' };
}

/** The API has kept the names of types that its language gave up. */
const LEGACY_NAMES: Readonly<Record<string, string>> = {
  INT64: 'INTEGER',
  FLOAT64: 'FLOAT',
  BOOL: 'BOOLEAN',
};

/**
 * The value of a cell; instants as microseconds, or in seconds unless the request says otherwise. A list is one of objects with the
 * member `v`, and empty where it is NULL; a record is an object with the member `f`, a list of such.
 */
export function cellOf(value: ValueProto, type: TypeProto, int64Timestamp: boolean): unknown {
  const element = type.array_type?.element_type;
  if (element !== undefined) {
    return (value.array_value?.element ?? []).map(item => {
      return { v: cellOf(item, element, int64Timestamp) };
    });
  }
  if (value.struct_value !== undefined) {
    const values = value.struct_value.field ?? [];
    const types = type.struct_type?.field ?? [];
    const parts = types.map(({ field_type }, index) => {
      return { v: cellOf(values[index] ?? {}, field_type, int64Timestamp) };
    });
    return { f: parts };
  }
  return scalarText(value, type, int64Timestamp);
}

function scalarText(value: ValueProto, type: TypeProto, int64Timestamp: boolean): string | null {
  if (value.double_value !== undefined) return floatText(value.double_value);
  if (value.bytes_value !== undefined) return Buffer.from(value.bytes_value).toString('base64');
  if (value.bignumeric_value !== undefined) {
    return decimalText(numericUnits(value.bignumeric_value), 38);
  }
  if (value.time_value !== undefined) return timeText(BigInt(value.time_value));
  if (value.range_value !== undefined) {
    const { start = {}, end = {} } = value.range_value;
    const bounds = type.range_type?.element_type ?? type;
    const text = (bound: ValueProto) => scalarText(bound, bounds, int64Timestamp) ?? 'UNBOUNDED';
    return `[${text(start)}, ${text(end)})`;
  }
  const plain = decodeValue(value, type);
  if (plain === null) return null;
  if (value.datetime_value !== undefined) return civilText(BigInt(String(plain)));
  if (value.timestamp_value !== undefined && !int64Timestamp) {
    const { seconds, micros } = splitSeconds(BigInt(String(plain)));
    return `${seconds}.${String(micros).padStart(6, '0')}`;
  }
  return String(plain);
}

/** `2.0`, `1.0E308`, `NaN`, `-Infinity`. */
function floatText(value: number): string {
  const text = String(value).replace('e', 'E').replace('E+', 'E');
  return /^-?\d+(E|$)/.test(text) ? text.replace(/^(-?\d+)/, '$1.0') : text;
}

/** `YYYY-MM-DDThh:mm:ss`, with six digits of a fraction where it is not zero. */
function civilText(micros: bigint): string {
  return timestampText(micros).replace(' ', 'T').replace('.000000', '');
}

function timeText(bits: bigint): string {
  const part = (shift: bigint, width: number) => BigInt.asUintN(width, bits >> shift);
  const seconds = part(42n, 5) * 3_600n + part(36n, 6) * 60n + part(30n, 6);
  return civilText(seconds * 1_000_000n + part(0n, 30) / 1_000n).slice('1970-01-01T'.length);
}
