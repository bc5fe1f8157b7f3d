/** Reads rows from JSON text that the service wrote, as values for columns. Parsing would round numbers. */
import type { ManifestColumn, ManifestField } from '../../../generator/core/output/manifest.ts';
import { unitsOf } from '../../../generator/core/types/decimal.ts';
import { type Encoding, held, type Scalar } from '../../../generator/core/types/scalar.ts';
import { readDay } from './column-values.ts';
import type { CellValue } from './columns.ts';
import { splitJson, splitJsonMembers, valuesReader } from './json-text.ts';

/** Reads the text of a value that is not NULL. */
type Read = (text: string) => CellValue;

/** Creates the reader of the text of a row, with a value for each column. */
export function textReader(
  columns: readonly ManifestColumn[],
): (row: string) => readonly CellValue[] {
  return membersReader(columns);
}

function membersReader(fields: readonly ManifestField[]): (text: string) => readonly CellValue[] {
  const textsOf = valuesReader(fields.map(({ name }) => name));
  const readers = fields.map(field => nullable(fieldReader(field)));
  return text => {
    const texts = textsOf(text);
    return readers.map((read, index) => read(texts[index] ?? 'null'));
  };
}

function nullable(read: Read): Read {
  return text => (text === 'null' ? null : read(text));
}

function fieldReader({ type, fields = [], array, encode }: ManifestField): Read {
  if (type === 'record') {
    const read = membersReader(fields);
    return array === true ? listReader(nullable(read)) : read;
  }
  const { as, of } = held(type);
  const one = scalarReader(of, encode ?? 'plain');
  if (as === 'one') return one;
  return as === 'list' ? listReader(nullable(one)) : mapReader(nullable(one));
}

function listReader(read: Read): Read {
  return text => splitJson(text).map(read);
}

function mapReader(read: Read): Read {
  return text => splitJsonMembers(text).map(([key, value]) => [textOf(key), read(value)]);
}

function scalarReader(scalar: Scalar, encode: Encoding): Read {
  switch (scalar) {
    case 'string':
      return textOf;
    case 'json':
      return text => text;
    case 'bool':
      return text => text === 'true';
    case 'int64':
      return text => BigInt(unquoted(text));
    case 'float64':
      return Number;
    case 'date':
      return dateOf;
    case 'datetime':
      return text => microsOf(`${unquoted(text)}Z`, 'rfc3339');
    case 'timestamp':
      return text => microsOf(text, encode);
    case 'decimal':
      return text => unitsOf(unquoted(text));
  }
}

function textOf(text: string): string {
  return JSON.parse(text);
}

function dateOf(text: string): number {
  const day = readDay(unquoted(text));
  if (day === null) throw new Error('a column contains a date outside the years 1 to 9999');
  return day;
}

const LENGTH_OF_SECONDS = '2026-01-15T10:07:00'.length;

/** Returns microseconds since 1970 UTC. */
function microsOf(text: string, encode: Encoding): bigint {
  if (encode === 'epoch_millis') return BigInt(text) * 1_000n;
  const written = unquoted(text);
  if (encode !== 'rfc3339' && encode !== 'plain') return BigInt(written);
  const seconds = Date.parse(`${written.slice(0, LENGTH_OF_SECONDS)}Z`);
  const fraction = written.slice(LENGTH_OF_SECONDS + 1, -1);
  return BigInt(seconds) * 1_000n + BigInt(fraction.padEnd(6, '0'));
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1) : text;
}
