/** Reads the cells of an engine's rows as values for columns. It has the same faults and the same NULLs as the JSON of `decode.ts`. */

import type { Row } from '../../../engines/engine.ts';
import type { ManifestColumn, ManifestField } from '../../../generator/core/output/manifest.ts';
import { unitsOf } from '../../../generator/core/types/decimal.ts';
import { type Encoding, held, type Scalar } from '../../../generator/core/types/scalar.ts';
import type { CellValue } from '../formats/columns.ts';
import {
  checkedJson,
  decimal,
  epochMillis,
  expectBool,
  expectList,
  expectMap,
  expectText,
  finite,
  membersReader,
  parsedReader,
  readDate,
  readInstant,
  readInteger,
  requireWidth,
  safeInteger,
} from './cells.ts';

/** Reads a cell, or a value from a record's JSON. */
type Read = (value: unknown) => CellValue;

/** Creates the reader of a row, with a value for each column. It throws `DecodeFailure`. */
export function makeCheckedRowReader(
  columns: readonly ManifestColumn[],
): (row: Row) => readonly CellValue[] {
  const readers = columns.map(column => nullable(cellReader(column), column));
  return row => {
    requireWidth(row, readers.length);
    return readers.map((read, index) => read(row[index]));
  };
}

function cellReader(column: ManifestColumn): Read {
  const { name, type, encode } = column;
  if (type === 'record') {
    const read = recordOrList(name, column);
    return parsedReader(column, nullable(read, column));
  }
  const { as, of } = held(type);
  const read = READERS[as](name, of, encode);
  return as === 'one' ? read : parsedReader(column, read);
}

/** A list of records is empty if the record is NULL. */
function nullable(read: Read, { array }: Pick<ManifestField, 'array'>): Read {
  return value => {
    if (value !== null && value !== undefined) return read(value);
    return array === true ? [] : null;
  };
}

/** Reads a record, a record in an array of one, or a list of records, in which no item is NULL. */
function recordOrList(path: string, { array, list, fields = [] }: ManifestField): Read {
  const values = membersOf(path, fields);
  if (list === true) return value => expectList(path, value).map(values);
  const read = unlessEmpty(values, fields);
  if (array !== true) return read;
  return value => {
    const record = read(value);
    return record === null ? [] : [record];
  };
}

/** Reads the values of a record's fields. */
function membersOf(
  path: string,
  fields: readonly ManifestField[],
): (value: unknown) => readonly CellValue[] {
  const givenIn = membersReader(
    path,
    fields.map(({ name }) => name),
  );
  const readers = fields.map(field => nullable(fieldReader(`${path}.${field.name}`, field), field));
  return value => {
    const given = givenIn(value);
    return readers.map((read, index) => {
      const member = given[index];
      return member === undefined ? null : read(member);
    });
  };
}

/** Reads a record whose members are all NULL as NULL. */
function unlessEmpty(
  read: (value: unknown) => readonly CellValue[],
  fields: readonly ManifestField[],
): Read {
  return value => {
    const values = read(value);
    const isNull = values.every((member, index) => isEmpty(member, fields[index]?.type));
    return isNull ? null : values;
  };
}

/** Whether a record with only such members is NULL. */
function isEmpty(value: CellValue, type: ManifestField['type'] | undefined): boolean {
  if (value === null || (type === 'json' && value === '[]')) return true;
  return Array.isArray(value) && value.length === 0 && type?.startsWith('map<') === false;
}

function fieldReader(path: string, field: ManifestField): Read {
  if (field.type === 'record') return recordOrList(path, field);
  const { as, of } = held(field.type);
  return READERS[as](path, of, field.encode ?? 'plain');
}

const READERS = { one: scalarReader, list: listReader, map: mapReader } as const;

function listReader(path: string, item: Scalar, encode: Encoding): Read {
  const plain = scalarReader(path, item, encode);
  const read = item === 'float64' ? nullable(plain, {}) : plain;
  return value => expectList(path, value).map(read);
}

function mapReader(path: string, of: Scalar, encode: Encoding): Read {
  const read = nullable(scalarReader(path, of, encode), {});
  return map => expectMap(path, map).map(([key, value]) => [key, read(value)]);
}

function scalarReader(path: string, scalar: Scalar, encode: Encoding): Read {
  switch (scalar) {
    case 'string':
      return value => expectText(path, value);
    case 'date':
      return value => readDate(path, value);
    case 'bool':
      return value => expectBool(path, value);
    case 'json':
      return value => checkedJson(path, value);
    case 'float64':
      return value => unsigned(finite(path, value));
    case 'decimal':
      return value => unitsOf(decimal(path, value));
    case 'int64':
      return encode === 'string'
        ? value => readInteger(path, value)
        : value => safeInteger(path, value);
    case 'datetime':
      return value => BigInt(readInstant(path, value));
    case 'timestamp':
      return instantReader(path, encode);
  }
}

/** JSON has no negative zero. */
function unsigned(value: number | null): number | null {
  return value === 0 ? 0 : value;
}

function instantReader(path: string, encode: Encoding): Read {
  switch (encode) {
    case 'epoch_micros':
      return value => safeInteger(path, readInstant(path, value));
    case 'epoch_millis':
      return value => BigInt(epochMillis(path, value)) * 1_000n;
    case 'string':
    case 'number':
    case 'rfc3339':
    case 'plain':
      return value => BigInt(readInstant(path, value));
  }
}
