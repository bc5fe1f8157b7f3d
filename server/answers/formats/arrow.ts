/** Writes columns as an Arrow IPC stream. The declared columns determine its types, so an answer without rows has a schema too. */
import {
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int64,
  List,
  Map_,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimestampMicrosecond,
  tableFromIPC,
  tableToIPC,
  Utf8,
} from 'apache-arrow';
import type { Row } from '../../../engines/engine.ts';
import type { ManifestColumn, ManifestField } from '../../../generator/core/output/manifest.ts';
import { held, type Scalar } from '../../../generator/core/types/scalar.ts';
import { readColumnRows } from './column-cells.ts';
import type { ColumnData } from './columns.ts';

/** `rows` has a child for each column. */
export function arrowBytes(rows: ColumnData, columns: readonly ManifestColumn[]): Uint8Array {
  const fields = columns.map(column => new Field(column.name, typeOf(column), mayBeNull(column)));
  const schema = new Schema(fields);
  if (rows.length === 0) return tableToIPC(new Table(schema), 'stream');
  const data: Data<Struct> = dataOf(new Struct(fields), rows);
  return tableToIPC(new Table([new RecordBatch(schema, data)]), 'stream');
}

/** Whether a column may be NULL: NaN is NULL in every format, and a value of `json` may be JSON's null. */
function mayBeNull({ type, nullable, array }: ManifestColumn): boolean {
  if (array === true) return false;
  return nullable || type === 'float64' || type === 'record' || type === 'json';
}

function typeOf({ type, fields = [], array }: ManifestField): DataType {
  if (type === 'record') {
    const record = new Struct(fields.map(field => new Field(field.name, typeOf(field), true)));
    return array === true ? listOf(record) : record;
  }
  const { as, of } = held(type);
  if (as === 'one') return TYPES[of]();
  return as === 'list' ? listOf(TYPES[of]()) : mapOf(TYPES[of]());
}

const TYPES: Readonly<Record<Scalar, () => DataType>> = {
  string: () => new Utf8(),
  json: () => new Utf8(),
  bool: () => new Bool(),
  int64: () => new Int64(),
  float64: () => new Float64(),
  date: () => new DateDay(),
  timestamp: () => new TimestampMicrosecond('UTC'),
  datetime: () => new TimestampMicrosecond(),
  // 29 digits before the point and 9 after it
  decimal: () => new Decimal(9, 38, 128),
};

function listOf(item: DataType): DataType {
  return new List(new Field('item', item, true));
}

function mapOf(value: DataType): DataType {
  const entry = new Struct<{ key: DataType; value: DataType }>([
    new Field('key', new Utf8(), false),
    new Field('value', value, true),
  ]);
  return new Map_(new Field('entries', entry, false));
}

function dataOf<T extends DataType>(type: T, { children, ...column }: ColumnData): Data<T> {
  const parts = children.map((child, index) => dataOf(childType(type, index), child));
  const [child] = parts;
  const nested: object = child === undefined ? {} : { child, children: parts };
  return makeData({ type, ...column, ...nested });
}

function childType({ children }: DataType, index: number): DataType {
  const field = children?.[index];
  if (field === undefined) throw new Error(`a type has no part ${index}`);
  return field.type;
}

/** Reads the rows of a stream that `arrowBytes` wrote; see `readColumnRows`. */
export function arrowRows(bytes: Uint8Array, columns: readonly ManifestColumn[]): readonly Row[] {
  const batches = tableFromIPC(bytes).batches.filter(({ numRows }) => numRows > 0);
  return batches.flatMap(({ data }) => readColumnRows(columnOf(data), columns));
}

function columnOf({
  length,
  nullCount,
  nullBitmap,
  values,
  valueOffsets,
  children,
}: Data): ColumnData {
  return {
    ...{ length, nullCount, data: values, valueOffsets },
    nullBitmap: nullCount === 0 ? null : nullBitmap,
    children: children.map(columnOf),
  };
}
