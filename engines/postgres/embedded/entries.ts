/** The entries of a test as rows of a table. */

import { type Field, storedName } from '../../../generator/core/spec/source.ts';
import { instantText } from '../../../generator/core/time/instant-text.ts';
import { held, isRecords, type Scalar } from '../../../generator/core/types/scalar.ts';
import { formatInstant } from '../../../generator/params/time/instant.ts';
import { columnType, isStored } from '../../../generator/sql/schema.ts';
import type { GivenTable } from '../../embedded.ts';
import { type StoredValue, storedFields, storedRow } from '../../support/entries.ts';
import dialect from '../dialect.ts';
import { quotedName } from '../driver/names.ts';

/** One statement, and the text of its parameter: rows as JSON, whose cells are texts. */
export interface Insertion {
  readonly sql: string;
  readonly rows: string;
}

export function insertionOf({ source, entries }: GivenTable): Insertion {
  const table = source.tables[dialect.name];
  const columns = source.columns.filter(column => isStored(column, dialect));
  const isRepeated = table?.records === 'repeated';
  const names = columns.map(column => quotedName([storedName(column, dialect.name)]));
  const values = columns.map((column, i) => typedCell(`given.c${i}`, column, isRepeated));
  const cells = columns.map((_, i) => `c${i} text`);
  const rows = entries.map(entry =>
    // derived columns have no values
    storedRow(entry, columns).map((value, i) => [
      `c${i}`,
      columnText(value, columns[i], isRepeated),
    ]),
  );
  return {
    sql: `INSERT INTO ${quotedName(table?.name ?? [source.name])} (${names.join(', ')})
      SELECT ${values.join(', ')} FROM json_to_recordset($1::json) AS given(${cells.join(', ')})`,
    rows: JSON.stringify(rows.map(row => Object.fromEntries(row))),
  };
}

/** The cell as a value of its column's type. */
function typedCell(cell: string, column: Field, isRepeated: boolean): string {
  const type = columnType(column, isRepeated, dialect).text;
  return `CAST(${unwrapped(cell, column, type)} AS ${type})`;
}

/** A cell in the form that its stored type reads, where a test writes another one. */
function unwrapped(cell: string, { type }: Field, stored: string): string {
  if (stored === 'bytea') return `decode(${cell}, 'base64')`;
  if (type !== 'json') return cell;
  if (stored.endsWith('[]'))
    return `CASE WHEN ${cell} IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(${cell}::jsonb)) END`;
  return stored === 'hstore'
    ? `CASE WHEN ${cell} IS NOT NULL THEN (SELECT coalesce(hstore(array_agg(key), array_agg(value)), '') FROM jsonb_each_text(${cell}::jsonb)) END`
    : cell;
}

function columnText(
  value: StoredValue,
  column: Field | undefined,
  isRepeated: boolean,
): string | null {
  if (column === undefined) throw new Error('a row has more values than columns');
  if (value === null) return null;
  const { type } = column;
  if (type === 'record')
    return isRepeated ? `[${documentOf(value, column)}]` : documentOf(value, column);
  if (isRecords(type)) return documentOf(value, column);
  const { as, of } = held(type);
  if (as === 'one') return scalarText(value, of);
  return as === 'list' ? listText(itemsOf(value), of) : documentOf(value, column);
}

function listText(items: readonly StoredValue[], of: Scalar): string {
  const texts = items.map(item =>
    item === null ? 'NULL' : `"${scalarText(item, of).replace(/[\\"]/g, '\\$&')}"`,
  );
  return `{${texts.join(',')}}`;
}

function scalarText(value: StoredValue, scalar: Scalar): string {
  if (scalar === 'timestamp') return `${instantText(BigInt(String(value)))}+00`;
  return scalar === 'datetime' ? instantText(BigInt(String(value))) : String(value);
}

/** JSON text. */
function documentOf(value: StoredValue, field: Field): string {
  if (value === null) return 'null';
  const { type, fields } = field;
  if (type === 'record') return recordDocument(value, fields);
  if (isRecords(type))
    return `[${itemsOf(value)
      .map(item => recordDocument(item, fields))
      .join(',')}]`;
  const { as, of } = held(type);
  if (as === 'one') return scalarDocument(value, of);
  if (as === 'list')
    return `[${itemsOf(value)
      .map(item => scalarDocument(item, of))
      .join(',')}]`;
  const entries = value instanceof Map ? [...value] : [];
  const members = entries.map(
    ([key, item]) => `${JSON.stringify(key)}:${scalarDocument(item, of)}`,
  );
  return `{${members.join(',')}}`;
}

function recordDocument(value: StoredValue, fields: readonly Field[]): string {
  const values = itemsOf(value);
  const members = storedFields(fields).flatMap((field, i) => {
    if (!isStored(field, dialect)) return [];
    const name = JSON.stringify(storedName(field, dialect.name));
    return `${name}:${documentOf(values[i] ?? null, field)}`;
  });
  return `{${members.join(',')}}`;
}

function scalarDocument(value: StoredValue, scalar: Scalar): string {
  if (value === null) return 'null';
  switch (scalar) {
    case 'int64':
    case 'float64':
    case 'decimal':
    case 'bool':
    case 'json':
      return String(value);
    case 'string':
    case 'date':
      return JSON.stringify(value);
    case 'timestamp':
      return JSON.stringify(formatInstant(BigInt(String(value))));
    case 'datetime':
      return JSON.stringify(instantText(BigInt(String(value))));
  }
}

function itemsOf(value: StoredValue): readonly StoredValue[] {
  return Array.isArray(value) ? value : [];
}
