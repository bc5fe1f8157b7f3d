/** Writes rows as an Arrow IPC stream. The columns determine its types, so an answer without rows has a schema too. */
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
  tableToIPC,
  Utf8,
} from 'apache-arrow';
import type { ManifestColumn, ManifestField } from '../../../generator/core/manifest.ts';
import { type Encoding, held, type Scalar } from '../../../generator/core/scalar.ts';
import { dayOf, decimalWords, digitsOf, microsOf } from './arrow-values.ts';
import { entriesOf, partsOf, valuesReader } from './json-text.ts';

/** JSON texts of a column's values; `null` for NULL. */
type Texts = readonly (string | null)[];
interface Column {
  readonly type: DataType;
  readonly dataOf: (texts: Texts) => Data;
}

/** Converts the JSON texts of rows. */
export function arrowBytes(
  rows: readonly string[],
  columns: readonly ManifestColumn[],
): Uint8Array {
  const made = columns.map(columnOf);
  const names = columns.map(({ name }) => name);
  const fields = columns.map((column, index) => {
    return new Field(column.name, typeAt(made, index), mayBeNull(column));
  });
  const schema = new Schema(fields);
  if (rows.length === 0) return tableToIPC(new Table(schema), 'stream');
  const data = structColumn(new Struct(fields), made, names).dataOf(rows) as Data<Struct>;
  return tableToIPC(new Table([new RecordBatch(schema, data)]), 'stream');
}

/** Whether a column may be NULL: NaN is NULL in every format, and a value of `json` may be JSON's null. */
function mayBeNull({ type, nullable, array }: ManifestColumn): boolean {
  if (array === true) return false;
  return nullable || type === 'float64' || type === 'record' || type === 'json';
}

function columnOf({ type, fields = [], array, encode }: ManifestField): Column {
  if (type === 'record') {
    const record = recordColumn(fields);
    return array === true ? listColumn(record) : record;
  }
  const { as, of } = held(type);
  const one = scalarColumn(of, encode ?? 'plain');
  if (as === 'one') return one;
  return as === 'list' ? listColumn(one) : mapColumn(one);
}

function scalarColumn(scalar: Scalar, encode: Encoding): Column {
  switch (scalar) {
    case 'string':
      return textColumn(text => JSON.parse(text));
    case 'json':
      return textColumn(text => text);
    case 'bool':
      return boolColumn();
    case 'int64':
      return column(new Int64(), length => new BigInt64Array(length), digitsOf);
    case 'float64':
      return column(new Float64(), length => new Float64Array(length), Number);
    case 'date':
      return column(new DateDay(), length => new Int32Array(length), dayOf);
    case 'timestamp': {
      const type = new TimestampMicrosecond('UTC');
      return column(
        type,
        length => new BigInt64Array(length),
        text => microsOf(text, encode),
      );
    }
    case 'decimal':
      return decimalColumn();
  }
}

/** Creates a column of fixed-width values. */
function column<T extends number | bigint>(
  type: DataType,
  room: (length: number) => Record<number, T>,
  read: (text: string) => T,
): Column {
  return {
    type,
    dataOf: texts => {
      const data = room(texts.length);
      for (const [index, text] of texts.entries()) {
        if (text !== null) data[index] = read(text);
      }
      return dataWith(type, texts, { data });
    },
  };
}

/** Creates a column of decimals: 29 digits before the point and 9 after it, each value as two halves. */
function decimalColumn(): Column {
  const type = new Decimal(9, 38, 128);
  return {
    type,
    dataOf: texts => {
      const halves = new BigUint64Array(2 * texts.length);
      for (const [index, text] of texts.entries()) {
        if (text !== null) halves.set(decimalWords(text), 2 * index);
      }
      return dataWith(type, texts, { data: new Uint32Array(halves.buffer) });
    },
  };
}

function boolColumn(): Column {
  const type = new Bool();
  const dataOf = (texts: Texts) => {
    return dataWith(type, texts, { data: bitsOf(texts, text => text === 'true') });
  };
  return { type, dataOf };
}

function textColumn(read: (text: string) => string): Column {
  const type = new Utf8();
  return {
    type,
    dataOf: texts => {
      const values = texts.map(text => Buffer.from(text === null ? '' : read(text)));
      const valueOffsets = offsetsOf(values);
      return dataWith(type, texts, { valueOffsets, data: Buffer.concat(values) });
    },
  };
}

function listColumn(item: Column): Column {
  const type = new List(new Field('item', item.type, true));
  return {
    type,
    dataOf: texts => {
      const lists = texts.map(text => (text === null ? [] : partsOf(text)));
      const child = item.dataOf(lists.flat().map(orNull));
      return dataWith(type, texts, { valueOffsets: offsetsOf(lists), child });
    },
  };
}

function mapColumn(value: Column): Column {
  const key = textColumn(text => JSON.parse(text));
  const entry = new Struct<{ key: DataType; value: DataType }>([
    new Field('key', key.type, false),
    new Field('value', value.type, true),
  ]);
  const type = new Map_(new Field('entries', entry, false));
  return {
    type,
    dataOf: texts => {
      const maps = texts.map(text => (text === null ? [] : entriesOf(text)));
      const entries = maps.flat();
      const children = [
        key.dataOf(entries.map(([key]) => key)),
        value.dataOf(entries.map(([, value]) => orNull(value))),
      ];
      const child = makeData({ type: entry, length: entries.length, nullCount: 0, children });
      return dataWith(type, texts, { valueOffsets: offsetsOf(maps), child });
    },
  };
}

function recordColumn(fields: readonly ManifestField[]): Column {
  const made = fields.map(columnOf);
  const names = fields.map(({ name }) => name);
  const type = new Struct(names.map((name, index) => new Field(name, typeAt(made, index), true)));
  return structColumn(type, made, names);
}

function structColumn(type: Struct, columns: readonly Column[], names: readonly string[]): Column {
  const valuesOf = valuesReader(names);
  return {
    type,
    dataOf: texts => {
      const rows = texts.map(text => (text === null ? null : valuesOf(text)));
      const children = columns.map(({ dataOf }, index) =>
        dataOf(rows.map(values => orNull(values?.[index]))),
      );
      return dataWith(type, texts, { children });
    },
  };
}

function typeAt(columns: readonly Column[], index: number): DataType {
  const type = columns[index]?.type;
  if (type === undefined) throw new Error('every column has a type');
  return type;
}

/** Returns `null` for JSON's null. A value of `json` may have spaces around it. */
function orNull(text: string | undefined): string | null {
  return text === undefined || text.trim() === 'null' ? null : text;
}

function offsetsOf(values: readonly { readonly length: number }[]): Int32Array {
  const offsets = new Int32Array(values.length + 1);
  let end = 0;
  for (const [index, { length }] of values.entries()) {
    end += length;
    offsets[index + 1] = end;
  }
  return offsets;
}

function bitsOf(texts: Texts, isSet: (text: string | null) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(texts.length / 8));
  for (const [index, text] of texts.entries()) {
    if (isSet(text)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  }
  return bits;
}

/** Returns the data of a column, and which of its values are NULL. */
function dataWith(type: DataType, texts: Texts, parts: object): Data {
  const nullCount = texts.filter(text => text === null).length;
  const nullBitmap = nullCount === 0 ? null : bitsOf(texts, text => text !== null);
  return makeData({ type, length: texts.length, nullCount, nullBitmap, ...parts });
}
