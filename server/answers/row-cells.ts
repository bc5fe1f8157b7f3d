/** Rows of a handler as the cells that an engine would have given. What they hold is checked when they are written. */

import type { Cell, Row } from '../../engines/engine.ts';
import type { ManifestField } from '../../generator/core/manifest.ts';
import { itemOf, type Scalar, scalarOf } from '../../generator/core/scalar.ts';
import { DecodeFailure } from './decode.ts';

/** From a value that is there. */
type ToCell = (value: unknown) => Cell;

/**
 * Makes the reader of an endpoint's rows: keys are names of columns, and an absent one is NULL. It throws `DecodeFailure` for one
 * that may not be.
 */
export function rowReader(columns: readonly ManifestField[]): (row: object) => Row {
  const readers = columns.map(column => {
    const { name } = column;
    return { name, read: nullable(name, column, reader(name, column)) };
  });
  return row => readers.map(({ name, read }) => read(memberOf(row, name)));
}

/** Getters of classes are read as well; what every object has, such as `constructor`, is no column. */
function memberOf(row: object, name: string): unknown {
  const isColumn = Object.hasOwn(row, name) || !(name in Object.prototype);
  return isColumn ? Reflect.get(row, name) : undefined;
}

/** An absent value is NULL, where it may be; beside that, NaN is answered as `null`, and any JSON may be it. */
function nullable<T>(
  place: string,
  { type, nullable }: ManifestField,
  read: (value: unknown) => T,
) {
  const mayBeNull = nullable || type === 'float64' || type === 'json';
  return (value: unknown): T | null => {
    if (value !== null && value !== undefined) return read(value);
    if (value === null ? mayBeNull : nullable) return null;
    throw new DecodeFailure('internal', place, 'is not there, and may not be null');
  };
}

function reader(place: string, { type, fields = [] }: ManifestField): ToCell {
  if (type === 'record') return recordReader(place, fields);
  const item = itemOf(type);
  if (item === null) return READERS[scalarOf(type)];
  const items = listMembers(item);
  return value => JSON.stringify(items(value));
}

/** The writer looks at what a cell really is, whatever its type here. */
const asIs = (value: unknown): Cell => value as Cell;

const READERS: Readonly<Record<Scalar, ToCell>> = {
  string: asIs,
  int64: asIs,
  float64: asIs,
  decimal: asIs,
  bool: asIs,
  date: asIs,
  timestamp: value => (value instanceof Date ? BigInt(value.getTime()) * 1_000n : asIs(value)),
  json: value => JSON.stringify(value) ?? null,
};

/** The JSON text of a record: its integers are texts of their digits, which a number of JSON would lose. */
function recordReader(place: string, fields: readonly ManifestField[]): ToCell {
  const members = recordMembers(place, fields);
  return value => JSON.stringify(members(value));
}

function memberReader(
  place: string,
  { type, fields = [] }: ManifestField,
): (value: unknown) => unknown {
  if (type === 'record') return recordMembers(place, fields);
  const item = itemOf(type);
  return item === null ? READERS[scalarOf(type)] : listMembers(item);
}

/** The items of a list as a record holds them. Any other value is refused when it is written. */
function listMembers(item: Scalar): (value: unknown) => unknown {
  const read = (value: unknown) => (value === null ? null : inJson(READERS[item](value)));
  return value => (Array.isArray(value) ? value.map(read) : value);
}

function inJson(cell: unknown): unknown {
  return typeof cell === 'bigint' ? String(cell) : cell;
}

function recordMembers(
  path: string,
  fields: readonly ManifestField[],
): (value: unknown) => unknown {
  const readers = fields.map(field => {
    const { name } = field;
    const place = `${path}.${name}`;
    const read = memberReader(place, field);
    return { name, read: nullable<unknown>(place, field, read) };
  });
  return value => {
    if (typeof value !== 'object' || value === null) return value;
    const members = readers.map(({ name, read }) => {
      return [name, inJson(read(memberOf(value, name)))] as const;
    });
    return Object.fromEntries(members);
  };
}
