/** Reads columns as the cells that an engine would have returned, so that their rows can be written as JSON. */
import type { Cell, Row } from '../../../engines/engine.ts';
import type { ManifestColumn, ManifestField } from '../../../generator/core/output/manifest.ts';
import { decimalText } from '../../../generator/core/types/decimal.ts';
import { held, type Scalar } from '../../../generator/core/types/scalar.ts';
import { writeDate } from './column-values.ts';
import type { ColumnData, Words } from './columns.ts';

/** Reads the value of a row; `null` for NULL. Members of records are as in the JSON text of an engine. */
type At<T> = (index: number) => T;

/** Returns the rows of an answer. */
export function readColumnRows(
  { length, children }: ColumnData,
  columns: readonly ManifestColumn[],
): readonly Row[] {
  const cells = columns.map((column, index) => cellReader(column, childAt(children, index)));
  return Array.from({ length }, (_, row) => cells.map(cell => cell(row)));
}

function cellReader(field: ManifestField, column: ColumnData): (index: number) => Cell {
  const { type } = field;
  if (type !== 'record' && held(type).as === 'one') return scalarAt(held(type).of, column);
  const at = valueReader(field, column);
  return index => {
    const value = at(index);
    return value === null ? null : JSON.stringify(value, digits);
  };
}

/** JSON numbers would lose digits of integers. */
function digits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function valueReader(
  { type, fields = [], array, list }: ManifestField,
  column: ColumnData,
): At<unknown> {
  if (type === 'record') {
    if (array !== true) return recordAt(fields, column);
    if (list === true) return listAt(column, items => recordAt(fields, items));
    const itemsAt = listAt(column, items => recordAt(fields, items));
    return index => itemIn(itemsAt(index));
  }
  const { as, of } = held(type);
  if (as === 'one') return scalarAt(of, column);
  return as === 'list' ? listAt(column, items => scalarAt(of, items)) : mapAt(column, of);
}

/** Returns the record of a list; `undefined` if the list is NULL, because the engine's record lacked it. */
function itemIn(items: readonly unknown[] | null): unknown {
  return items === null ? undefined : (items[0] ?? null);
}

function recordAt(fields: readonly ManifestField[], column: ColumnData): At<unknown> {
  const { children } = column;
  const members = fields.map((field, index) => {
    return { name: field.name, at: valueReader(field, childAt(children, index)) };
  });
  return unlessNull(column, index =>
    Object.fromEntries(members.map(({ name, at }) => [name, at(index)])),
  );
}

function listAt<T>(
  column: ColumnData,
  reader: (items: ColumnData) => At<T>,
): At<readonly T[] | null> {
  const { children, valueOffsets } = column;
  const at = reader(childAt(children, 0));
  return unlessNull(column, index => {
    const [from, to] = rangeAt(valueOffsets, index);
    return Array.from({ length: to - from }, (_, item) => at(from + item));
  });
}

function mapAt(column: ColumnData, of: Scalar): At<unknown> {
  const entriesAt = listAt(column, ({ children }) => {
    const keyAt = scalarAt('string', childAt(children, 0));
    const valueAt = scalarAt(of, childAt(children, 1));
    return index => [String(keyAt(index)), valueAt(index)] as const;
  });
  return index => {
    const entries = entriesAt(index);
    return entries === null ? null : Object.fromEntries(entries);
  };
}

function scalarAt(scalar: Scalar, column: ColumnData): At<Cell> {
  const { data, valueOffsets } = column;
  switch (scalar) {
    case 'string':
    case 'json': {
      const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      return unlessNull(column, index => bytes.toString('utf8', ...rangeAt(valueOffsets, index)));
    }
    case 'bool':
      return unlessNull(column, index => bitAt(data, index));
    case 'float64':
      return unlessNull(column, index => Number(wordAt(data, index)));
    case 'date':
      return unlessNull(column, index => writeDate(Number(wordAt(data, index))));
    case 'int64':
    case 'timestamp':
    case 'datetime':
      return unlessNull(column, index => BigInt(wordAt(data, index)));
    case 'decimal':
      return unlessNull(column, index => decimalText(unitsAt(data, index)));
  }
}

function unlessNull<T>({ nullBitmap }: ColumnData, at: At<T>): At<T | null> {
  return index => (nullBitmap !== null && !bitAt(nullBitmap, index) ? null : at(index));
}

function bitAt(bits: Words, index: number): boolean {
  return ((Number(wordAt(bits, index >> 3)) >> (index & 7)) & 1) === 1;
}

/** Decimals have four words of 32 bits, the lowest first. */
function unitsAt(words: Words, index: number): bigint {
  const parts = [3, 2, 1, 0].map(at => BigInt(wordAt(words, 4 * index + at)));
  return BigInt.asIntN(
    128,
    parts.reduce((units, part) => (units << 32n) | part, 0n),
  );
}

function wordAt(words: Words, index: number): number | bigint {
  const word = words[index];
  if (word === undefined) throw new Error(`a column has no value ${index}`);
  return word;
}

function rangeAt(offsets: Int32Array, index: number): readonly [from: number, to: number] {
  return [Number(wordAt(offsets, index)), Number(wordAt(offsets, index + 1))];
}

function childAt(children: readonly ColumnData[], index: number): ColumnData {
  const child = children[index];
  if (child === undefined) throw new Error(`a column has no part ${index}`);
  return child;
}
