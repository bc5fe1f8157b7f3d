/** Values of tests as PostgreSQL reads and writes them. */
import pg from 'pg';
import type { ColumnScalar, Value } from '../test-engine.ts';
import { timestampText } from '../values/calendar.ts';
import type { Shape, StoredScalar, StoredValue } from '../values/stored-shape.ts';

const SCALAR_TYPES: Record<ColumnScalar, string> = {
  string: 'text',
  int64: 'bigint',
  float64: 'float8',
  decimal: 'numeric(38, 9)',
  bool: 'boolean',
  timestamp: 'timestamptz',
  datetime: 'timestamp',
  date: 'date',
  json: 'jsonb',
};

/** The numbers of the types by which parameters are declared. */
export const PARAMETER_TYPES: Record<ColumnScalar, readonly [one: number, list: number]> = {
  string: [25, 1009],
  int64: [20, 1016],
  float64: [701, 1022],
  decimal: [1700, 1231],
  bool: [16, 1000],
  timestamp: [1184, 1185],
  datetime: [1114, 1115],
  date: [1082, 1182],
  json: [3802, 3807],
};

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The type of a column. Records, and arrays of them, are `jsonb`. */
export function typeText(shape: Shape): string {
  if (shape.kind === 'list') return `${SCALAR_TYPES[shape.scalar]}[]`;
  if (shape.kind !== 'scalar') return 'jsonb';
  const { scalar, digits } = shape;
  return digits === null ? SCALAR_TYPES[scalar] : `numeric(${digits.precision}, ${digits.scale})`;
}

/** A value of a column as JSON text: a text that the server casts, so that it keeps the document `null`. */
export function columnText(stored: StoredValue): string {
  if (stored.kind === 'list' && stored.items !== null)
    return JSON.stringify(listText(stored.items.map(item => boundText(stored.scalar, item))));
  if (stored.kind === 'scalar' && stored.scalar === 'json') return JSON.stringify(stored.value);
  return jsonText(stored);
}

export function listText(items: readonly (string | null)[]): string {
  const texts = items.map(item => (item === null ? 'NULL' : `"${item.replace(/[\\"]/g, '\\$&')}"`));
  return `{${texts.join(',')}}`;
}

/** A value as JSON text, from which the server makes one of the column's type. */
function jsonText(stored: StoredValue): string {
  switch (stored.kind) {
    case 'scalar':
      return scalarJson(stored.scalar, stored.value);
    case 'list':
      return stored.items === null
        ? 'null'
        : `[${stored.items.map(item => scalarJson(stored.scalar, item)).join(',')}]`;
    case 'map': {
      if (stored.entries === null) return 'null';
      const { scalar } = stored;
      const entries = stored.entries.map(
        ([key, value]) => `${JSON.stringify(key)}:${scalarJson(scalar, value)}`,
      );
      return `{${entries.join(',')}}`;
    }
    case 'record':
      return stored.values === null ? 'null' : recordJson(stored.shape.fields, stored.values);
    case 'array':
      return `[${stored.elements.map(one => recordJson(stored.shape.fields, one)).join(',')}]`;
  }
}

function recordJson(
  fields: readonly { readonly name: string }[],
  values: readonly StoredValue[],
): string {
  const members = fields.map(({ name }, i) => {
    const value = values[i];
    if (value === undefined) throw new Error('a record has fewer values than fields');
    return `${JSON.stringify(name)}:${jsonText(value)}`;
  });
  return `{${members.join(',')}}`;
}

function scalarJson(scalar: ColumnScalar, value: StoredScalar): string {
  if (value === null) return 'null';
  if (typeof value === 'number')
    return Number.isFinite(value) ? floatText(value) : JSON.stringify(String(value));
  if (scalar === 'timestamp' && typeof value === 'bigint')
    return JSON.stringify(`${timestampText(value)}+00`);
  if (scalar === 'datetime' && typeof value === 'bigint')
    return JSON.stringify(timestampText(value));
  if (typeof value === 'string')
    return scalar === 'decimal' || scalar === 'json' ? value : JSON.stringify(value);
  return String(value);
}

function floatText(value: number): string {
  return Object.is(value, -0) ? '-0.0' : String(value);
}

/** A bound value as text. */
export function boundText(scalar: ColumnScalar, value: StoredScalar): string | null {
  if (value === null) return null;
  if (typeof value === 'bigint' && (scalar === 'timestamp' || scalar === 'datetime'))
    return `${timestampText(value)}${scalar === 'timestamp' ? '+00' : ''}`;
  return typeof value === 'number' ? floatText(value) : String(value);
}

/** The scalar and the name of each type that an answer may have, by its number. */
const ANSWERED: Readonly<Record<number, ColumnScalar | undefined>> = {
  ...Object.fromEntries(
    Object.entries(PARAMETER_TYPES).map(([scalar, [one]]) => [one, scalar as ColumnScalar]),
  ),
  18: 'string',
  19: 'string',
  21: 'int64',
  23: 'int64',
  700: 'float64',
  1043: 'string',
  114: 'json',
};
const ITEMS: Readonly<Record<number, ColumnScalar | undefined>> = {
  ...Object.fromEntries(
    Object.entries(PARAMETER_TYPES).map(([scalar, [, list]]) => [list, scalar as ColumnScalar]),
  ),
  1007: 'int64',
  1015: 'string',
};

/** The numbers of all types that an answer may have. */
export const ANSWERED_TYPES: readonly number[] = [ANSWERED, ITEMS].flatMap(types =>
  Object.keys(types).map(Number),
);

/** The server's own name of a type, or its number. */
export function typeOf(type: number): string {
  const scalar = ANSWERED[type];
  const item = ITEMS[type];
  if (item !== undefined) return `${SCALAR_TYPES[item]}[]`;
  return scalar === undefined ? String(type) : SCALAR_TYPES[scalar];
}

/** Splits the text of an array into the texts of its items. */
const splitArray: (text: string) => (string | null)[] =
  // the number of text[], which the package's own list lacks
  pg.types.getTypeParser(1009 as Parameters<typeof pg.types.getTypeParser>[0]);

/** A text that the server wrote as plain data. Throws on a type that no statement of ours should return. */
export function decodeText(text: string | null, type: number): Value {
  if (text === null) return null;
  const item = ITEMS[type];
  if (item !== undefined) return splitArray(text).map(one => decodeScalar(one, item));
  const scalar = ANSWERED[type];
  if (scalar === undefined) throw new Error(`no plain form for the type ${type}`);
  return decodeScalar(text, scalar);
}

function decodeScalar(text: string | null, scalar: ColumnScalar): Value {
  if (text === null) return null;
  switch (scalar) {
    case 'string':
    case 'date':
    case 'json':
      return text;
    case 'int64':
      return BigInt(text);
    case 'float64':
      return Number(text);
    case 'decimal':
      return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
    case 'bool':
      return text === 't';
    case 'timestamp':
    case 'datetime':
      return microsOf(text);
  }
}

/** Microseconds since 1970 UTC. */
export function microsOf(text: string): bigint {
  const [, instant = '', fraction = ''] = /^(\S+[ T][0-9:]{8})(?:\.([0-9]+))?/.exec(text) ?? [];
  const seconds = BigInt(Date.parse(`${instant.replace(' ', 'T')}Z`)) * 1000n;
  return seconds + BigInt(fraction.padEnd(6, '0') || '0');
}
