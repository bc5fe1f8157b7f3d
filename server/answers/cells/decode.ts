/**
 * Writes an engine's rows as the JSON text of an answer, by the manifest's column types.
 *
 * An engine returns timestamps as integer microseconds, int64 as integers and records as JSON text. Integers may be numbers or
 * texts of digits. Any other text is a fault of ours or of the engine; it is never rounded or dropped.
 */

import type { Row } from '../../../engines/engine.ts';
import type { ManifestColumn, ManifestField } from '../../../generator/core/output/manifest.ts';
import { type Encoding, held, type Scalar } from '../../../generator/core/types/scalar.ts';
import {
  checkedJson,
  decimal,
  encodeDate,
  encodeInstant,
  epochMillis,
  expectBool,
  expectList,
  expectMap,
  expectText,
  finite,
  membersReader,
  parsedReader,
  readInstant,
  readInteger,
  requireWidth,
  safeInteger,
} from './cells.ts';

/** Writes a cell, or a value from a record's JSON, as JSON text. */
type Write = (value: unknown) => string;

const NULL = 'null';
/** The text of an empty list, also for a list of a NULL record. No other value has this text. */
const EMPTY = '[]';

/** Creates the writer of an endpoint's rows as an array of objects, keys in the columns' order. It throws `DecodeFailure`. */
export function rowsWriter(columns: readonly ManifestColumn[]): (rows: readonly Row[]) => string {
  const write = rowWriter(columns);
  return rows => `[${rows.map(write).join(',')}]`;
}

/** Creates the writer of one row as an object. It throws `DecodeFailure`. */
export function rowWriter(columns: readonly ManifestColumn[]): (row: Row) => string {
  const members = columns.map((column, index) => {
    return { before: memberStart(index, column), write: cellWriter(column) };
  });
  return row => {
    requireWidth(row, members.length);
    let text = '';
    let index = 0;
    // without `entries`, whose pairs cost as much as writing a number
    for (const { before, write } of members) {
      text += before + write(row[index]);
      index += 1;
    }
    return `${text}}`;
  };
}

/** Creates the writer of the values of one row, each as the JSON text that `rowWriter` has for it. It throws `DecodeFailure`. */
export function valuesWriter(columns: readonly ManifestColumn[]): (row: Row) => readonly string[] {
  const writers = columns.map(cellWriter);
  return row => {
    requireWidth(row, writers.length);
    return writers.map((write, index) => write(row[index]));
  };
}

/** Creates the writer of an object of such values. */
export function objectWriter(columns: readonly ManifestColumn[]): ObjectWriter {
  const starts = columns.map((column, index) => memberStart(index, column));
  return values => `${values.reduce((text, value, index) => text + starts[index] + value, '')}}`;
}

export type ObjectWriter = (values: readonly string[]) => string;

function cellWriter(column: ManifestColumn): Write {
  return nullable(columnWriter(column), nullOf(column));
}

/** Returns the text before a member's value. */
function memberStart(index: number, { name }: ManifestField): string {
  return `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
}

function columnWriter(column: ManifestColumn): Write {
  const { name, type, encode } = column;
  if (type === 'record') {
    const write = recordOrList(name, column);
    return parsedReader(column, nullable(write, nullOf(column)));
  }
  const { as, of } = held(type);
  if (as === 'one') return scalarWriter(name, of, encode);
  return parsedReader(column, WRITERS[as](name, of, encode));
}

function nullable(write: Write, otherwise = NULL): Write {
  return value => (value === null || value === undefined ? otherwise : write(value));
}

/** Writes a record, a record as an array with one item, which is empty for NULL, or a list of records, in which no item is NULL. */
function recordOrList(path: string, { array, list, fields = [] }: ManifestField): Write {
  if (list === true) {
    const item = recordWriter(path, fields, 'item');
    return value => `[${expectList(path, value).map(item).join(',')}]`;
  }
  const write = recordWriter(path, fields, 'record');
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
 * Writes a record. If all its leaves are NULL, the record is NULL, at every level, except for an item of a list. Records are most of an
 * answer's text, so this is a single loop without a list of parts.
 */
function recordWriter(
  path: string,
  fields: readonly ManifestField[],
  as: 'record' | 'item',
): Write {
  const membersOf = membersReader(
    path,
    fields.map(({ name }) => name),
  );
  const members = fields.map((field, index) => ({
    before: memberStart(index, field),
    write: nullable(fieldWriter(`${path}.${field.name}`, field), nullOf(field)),
  }));
  return value => {
    const values = membersOf(value);
    let text = '';
    let isNull = true;
    let index = 0;
    for (const { before, write } of members) {
      const member = values[index];
      const written = member === undefined ? NULL : write(member);
      if (written !== NULL && written !== EMPTY) isNull = false;
      text += before + written;
      index += 1;
    }
    return isNull && as === 'record' ? NULL : `${text}}`;
  };
}

function fieldWriter(path: string, field: ManifestField): Write {
  if (field.type === 'record') return recordOrList(path, field);
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
  return value => `[${expectList(path, value).map(write).join(',')}]`;
}

/** Writes a map in the order of its keys. A value may be NULL. */
function mapWriter(path: string, value: Scalar, encode?: Encoding): Write {
  const write = nullable(plainWriter(path, value, encode));
  return map => {
    const members = expectMap(path, map).map(([key, one]) => `${quoteJsonText(key)}:${write(one)}`);
    return `{${members.join(',')}}`;
  };
}

function scalarWriter(path: string, scalar: Scalar, encode: Encoding): Write {
  switch (scalar) {
    case 'string':
      return value => quoteJsonText(expectText(path, value));
    case 'date':
      return value => `"${encodeDate(path, value)}"`;
    case 'bool':
      return value => String(expectBool(path, value));
    case 'json':
      return value => checkedJson(path, value) ?? NULL;
    case 'float64':
      return value => String(finite(path, value));
    case 'decimal':
      return encode === 'number'
        ? value => decimal(path, value)
        : value => `"${decimal(path, value)}"`;
    case 'int64':
      return encode === 'string'
        ? value => `"${readInteger(path, value)}"`
        : value => String(safeInteger(path, value));
    case 'datetime':
      return value => `"${encodeInstant(path, value).slice(0, -1)}"`;
    case 'timestamp':
      return timestampWriter(path, encode);
  }
}

function timestampWriter(path: string, encode: Encoding): Write {
  switch (encode) {
    case 'epoch_micros':
      return value => String(safeInteger(path, readInstant(path, value)));
    case 'epoch_millis':
      return value => String(epochMillis(path, value));
    case 'string':
    case 'number':
      return value => `"${readInstant(path, value)}"`;
    case 'rfc3339':
    case 'plain':
      return value => `"${encodeInstant(path, value)}"`;
  }
}

/** All but the characters that JSON does not escape. A surrogate may be lone. */
const SPECIAL = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** Replaces lone surrogates, which are not Unicode text, like invalid UTF-8. Most texts need nothing but quotes. */
export function quoteJsonText(text: string): string {
  if (!SPECIAL.test(text)) return `"${text}"`;
  return JSON.stringify(text.isWellFormed() ? text : text.toWellFormed());
}
