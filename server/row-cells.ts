/** Rows of a handler as the cells that an engine would have given. What they hold is checked when they are written. */
import type { Scalar } from '../generator/ir.ts';
import type { ManifestField } from '../generator/manifest.ts';
import type { Cell, Row } from './engines/engine.ts';

/** From a value that is there. */
type ToCell = (value: unknown) => Cell;

/** Makes the reader of an endpoint's rows: keys are names of columns, and an absent one is NULL. */
export function rowReader(columns: readonly ManifestField[]): (row: object) => Row {
  const readers = columns.map(column => ({ name: column.name, read: nullable(reader(column)) }));
  return row => {
    const values = new Map(Object.entries(row));
    return readers.map(({ name, read }) => read(values.get(name)));
  };
}

function nullable(read: ToCell): ToCell {
  return value => (value === null || value === undefined ? null : read(value));
}

function reader({ type, fields = [] }: ManifestField): ToCell {
  return type === 'record' ? recordReader(fields) : READERS[type];
}

/** The writer looks at what a cell really is, whatever its type here. */
const asIs = (value: unknown): Cell => value as Cell;

const READERS: Readonly<Record<Scalar, ToCell>> = {
  string: asIs,
  int64: asIs,
  float64: asIs,
  bool: asIs,
  date: asIs,
  timestamp: value => (value instanceof Date ? BigInt(value.getTime()) * 1_000n : asIs(value)),
  json: value => JSON.stringify(value) ?? null,
};

/** The JSON text of a record: its integers are texts of their digits, which a number of JSON would lose. */
function recordReader(fields: readonly ManifestField[]): ToCell {
  const members = recordMembers(fields);
  return value => JSON.stringify(members(value));
}

function recordMembers(fields: readonly ManifestField[]): (value: unknown) => unknown {
  const readers = fields.map(field => {
    const read = field.type === 'record' ? recordMembers(field.fields ?? []) : reader(field);
    return { name: field.name, read };
  });
  return value => {
    if (typeof value !== 'object' || value === null) return value ?? null;
    const values = new Map(Object.entries(value));
    const members = readers.map(({ name, read }) => {
      const member = values.get(name) ?? null;
      const cell = member === null ? null : read(member);
      return [name, typeof cell === 'bigint' ? String(cell) : cell] as const;
    });
    return Object.fromEntries(members);
  };
}
