/** Converts a handler's rows to the cells that an engine would have returned. Values are checked when they are written. */

import type { Cell, Row } from '../../../engines/engine.ts';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { held, type Scalar } from '../../../generator/core/types/scalar.ts';
import { DecodeFailure } from './cells.ts';

/** Converts a value that is not absent. */
type ToCell = (value: unknown) => Cell;

/**
 * Creates the reader of an endpoint's rows: keys are names of columns, and an absent column is NULL. The reader throws
 * `DecodeFailure` for a missing required column.
 */
export function makeRowCellReader(columns: readonly ManifestField[]): (row: object) => Row {
  const readers = columns.map(column => {
    const { name } = column;
    return { name, read: nullable(name, column, reader(name, column)) };
  });
  return row => readers.map(({ name, read }) => read(memberOf(row, name)));
}

/** Reads getters of classes as well. Members that every object has, such as `constructor`, are not columns. */
function memberOf(row: object, name: string): unknown {
  const isColumn = Object.hasOwn(row, name) || !(name in Object.prototype);
  return isColumn ? Reflect.get(row, name) : undefined;
}

/**
 * Reads an absent value as NULL if the column allows NULL. Also accepts `null` for `float64`, because NaN is answered as
 * `null`, and for `json`, because `null` is JSON.
 */
function nullable<T>(
  place: string,
  { type, nullable }: ManifestField,
  read: (value: unknown) => T,
) {
  const mayBeNull = nullable || type === 'float64' || type === 'json';
  return (value: unknown): T | null => {
    if (value !== null && value !== undefined) return read(value);
    if (value === null ? mayBeNull : nullable) return null;
    throw new DecodeFailure('internal', place, 'is missing or null, but must have a value');
  };
}

function reader(place: string, field: ManifestField): ToCell {
  const { type } = field;
  if (type === 'record') {
    const members = recordOrList(place, field);
    return value => JSON.stringify(members(value));
  }
  const { as, of } = held(type);
  if (as === 'one') return READERS[of];
  const members = MEMBERS[as](of);
  return value => JSON.stringify(members(value));
}

/** The writer checks the actual value of a cell, regardless of its type here. */
const asIs = (value: unknown): Cell => value as Cell;

const READERS: Readonly<Record<Scalar, ToCell>> = {
  string: asIs,
  int64: asIs,
  float64: asIs,
  decimal: asIs,
  bool: asIs,
  date: asIs,
  datetime: asIs,
  timestamp: value => (value instanceof Date ? BigInt(value.getTime()) * 1_000n : asIs(value)),
  json: value => JSON.stringify(value) ?? null,
};

/** Integers in records are texts, because JSON numbers would lose digits. A value that is no list is rejected when it is written. */
function recordOrList(
  place: string,
  { fields = [], list }: ManifestField,
): (value: unknown) => unknown {
  const members = recordMembers(place, fields);
  return list === true ? value => (Array.isArray(value) ? value.map(members) : value) : members;
}

function memberReader(place: string, field: ManifestField): (value: unknown) => unknown {
  const { type } = field;
  if (type === 'record') return recordOrList(place, field);
  const { as, of } = held(type);
  return as === 'one' ? READERS[of] : MEMBERS[as](of);
}

/** Converts a list or a map to the form that it has in a record. Any other value is rejected when it is written. */
const MEMBERS: Readonly<Record<'list' | 'map', (of: Scalar) => (value: unknown) => unknown>> = {
  list: item => value => (Array.isArray(value) ? value.map(eachMember(item)) : value),
  map: of => value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const read = eachMember(of);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, read(one)]));
  },
};

function eachMember(of: Scalar): (value: unknown) => unknown {
  return value => (value === null ? null : inJson(READERS[of](value)));
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
