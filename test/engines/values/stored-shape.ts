/**
 * The one place that knows layouts. A declared type and a layout give a shape; a row is put into
 * its shapes once, and each engine then only spells shapes and values. Rows are checked here
 * because the engines would bend a wrong one silently: ClickHouse turns a NULL in a required column
 * into '' or 0.
 */
import type {
  ColumnScalar,
  Digits,
  FieldType,
  RecordLayout,
  TableShape,
  TestTable,
} from '../test-engine.ts';

export interface RecordShape {
  readonly kind: 'record';
  readonly fields: readonly NamedShape[];
}

export type Shape =
  | { readonly kind: 'scalar'; readonly scalar: ColumnScalar; readonly digits: Digits | null }
  | RecordShape
  | { readonly kind: 'list'; readonly scalar: ColumnScalar }
  | { readonly kind: 'map'; readonly scalar: ColumnScalar }
  | { readonly kind: 'array'; readonly of: RecordShape };

export interface NamedShape {
  readonly name: string;
  readonly shape: Shape;
}

export interface ColumnShape extends NamedShape {
  readonly required: boolean;
}

export type StoredScalar = null | string | bigint | number | boolean;
/**
 * Values in the order of the fields. A missing record is null when nested and an empty array when
 * repeated.
 */
export type StoredRecord = readonly StoredValue[];
export type StoredValue =
  | {
      readonly kind: 'scalar';
      readonly scalar: ColumnScalar;
      readonly digits: Digits | null;
      readonly value: StoredScalar;
    }
  | {
      readonly kind: 'list';
      readonly scalar: ColumnScalar;
      /** `null` where it is not there. */
      readonly items: readonly StoredScalar[] | null;
    }
  | {
      readonly kind: 'map';
      readonly scalar: ColumnScalar;
      /** `null` where it is not there. */
      readonly entries: readonly (readonly [key: string, value: StoredScalar])[] | null;
    }
  | { readonly kind: 'record'; readonly shape: RecordShape; readonly values: StoredRecord | null }
  | {
      readonly kind: 'array';
      readonly shape: RecordShape;
      readonly elements: readonly StoredRecord[];
    };

/** What the columns of a table are stored as, in declared order. */
export function columnShapes(table: TableShape): readonly ColumnShape[] {
  return Object.entries(table.columns).map(([name, column]) => ({
    name,
    shape: shapeOf(column.type, table.layout),
    required: column.required ?? false,
  }));
}

/**
 * The rows as they are to be stored, columns in declared order. Throws on a value of another type.
 */
export function storedRows(table: TestTable): readonly StoredRecord[] {
  const columns = columnShapes(table);
  return table.rows.map((row, index) => {
    const place = `row ${index} of ${table.name}`;
    for (const { name, required } of columns) {
      const missing = (row[name] ?? null) === null;
      if (required && missing) throw new Error(`${place}: ${name} is required`);
    }
    return storedFields(row, columns, place);
  });
}

const ALL_DIGITS: Digits = { precision: 38, scale: 9 };

function shapeOf(type: FieldType, layout: RecordLayout): Shape {
  if (typeof type === 'string') {
    const digits = type === 'decimal' ? ALL_DIGITS : null;
    return { kind: 'scalar', scalar: type, digits };
  }
  if ('decimal' in type) return { kind: 'scalar', scalar: 'decimal', digits: type.decimal };
  if ('list' in type) return { kind: 'list', scalar: type.list };
  if ('map' in type) return { kind: 'map', scalar: type.map };
  if ('records' in type) return { kind: 'array', of: recordShape(type.records, 'nested') };
  const record = recordShape(type.record, layout);
  return layout === 'nested' ? record : { kind: 'array', of: record };
}

function recordShape(of: Readonly<Record<string, FieldType>>, layout: RecordLayout): RecordShape {
  const fields = Object.entries(of).map(([name, field]) => ({
    name,
    shape: shapeOf(field, layout),
  }));
  return { kind: 'record', fields };
}

function storedFields(
  record: object,
  fields: readonly NamedShape[],
  place: string,
): readonly StoredValue[] {
  const values = new Map<string, unknown>(Object.entries(record));
  const stored = fields.map(({ name, shape }) =>
    storedValue(values.get(name) ?? null, shape, `${place}: ${name}`),
  );
  for (const { name } of fields) values.delete(name);
  if (values.size > 0) throw new Error(`${place}: no column ${[...values.keys()].join(', ')}`);
  return stored;
}

function storedValue(value: unknown, shape: Shape, place: string): StoredValue {
  if (shape.kind === 'scalar') {
    const { scalar, digits } = shape;
    return { kind: 'scalar', scalar, digits, value: scalarOf(value, scalar, place) };
  }
  if (shape.kind === 'list') {
    const { scalar } = shape;
    if (value !== null && !Array.isArray(value)) throw new Error(`${place}: not a list`);
    const items = value?.map((item: unknown) => scalarOf(item, scalar, place)) ?? null;
    return { kind: 'list', scalar, items };
  }
  if (shape.kind === 'map') {
    const { scalar } = shape;
    if (value === null) return { kind: 'map', scalar, entries: null };
    if (typeof value !== 'object') throw new Error(`${place}: not a map`);
    const entries = Object.entries(value).map(([key, one]): [string, StoredScalar] => [
      key,
      scalarOf(one, scalar, place),
    ]);
    return { kind: 'map', scalar, entries };
  }
  const given = Array.isArray(value) ? value : value === null ? [] : [value];
  if (shape.kind === 'array') {
    const elements = given.map(element => recordOf(element, shape.of, place));
    return { kind: 'array', shape: shape.of, elements };
  }
  const [first = null] = given;
  return { kind: 'record', shape, values: first === null ? null : recordOf(first, shape, place) };
}

function recordOf(value: unknown, shape: RecordShape, place: string): StoredRecord {
  if (typeof value !== 'object' || value === null) throw new Error(`${place}: not a record`);
  return storedFields(value, shape.fields, place);
}

const TYPE_OF_SCALAR = {
  string: 'string',
  int64: 'bigint',
  float64: 'number',
  decimal: 'string',
  bool: 'boolean',
  timestamp: 'bigint',
  datetime: 'bigint',
  date: 'string',
  json: 'string',
} as const satisfies Record<ColumnScalar, string>;

function scalarOf(value: unknown, scalar: ColumnScalar, place: string): StoredScalar {
  if (value === null) return null;
  if (typeof value !== TYPE_OF_SCALAR[scalar]) {
    throw new Error(`${place}: ${typeof value} where ${scalar} is a ${TYPE_OF_SCALAR[scalar]}`);
  }
  return value as StoredScalar;
}

/** Whether the table stores a column otherwise than as declared. */
export function isRestored({ columns }: TableShape): boolean {
  return Object.values(columns).some(({ stored }) => stored !== undefined);
}

/** The stored columns, as items of a SELECT over the declared ones; `cast` converts a column to a stored type. */
export function restoredItems(
  { columns }: TableShape,
  quote: (name: string) => string,
  cast: (of: string, type: string) => string,
): string {
  const items = Object.entries(columns).map(([name, { stored }]) => {
    const own = quote(name);
    return stored === undefined ? own : `${cast(own, stored)} AS ${own}`;
  });
  return items.join(', ');
}
