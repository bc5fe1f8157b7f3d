/** The entries of tests as values. They are JSON text that the compiler wrote, by the columns of a data set. */

import { type Field, isDerived } from '../../generator/core/spec/source.ts';
import { held, isRecords, type Scalar, type Value } from '../../generator/core/types/scalar.ts';
import { parseInstant } from '../../generator/params/time/instant.ts';

/**
 * A value in the form of literals, JSON as its text; NULL; the values of a list or a record in order, or those of a map
 * by key.
 */
export type StoredValue = Value | null | readonly StoredValue[] | ReadonlyMap<string, StoredValue>;

/** The columns that a table of the data set stores. */
export function storedFields(fields: readonly Field[]): readonly Field[] {
  return fields.filter(field => !isDerived(field));
}

/** The values of an entry, in the order of the stored columns. A column that the entry lacks is NULL. */
export function storedRow(entry: string, columns: readonly Field[]): readonly StoredValue[] {
  return recordOf(exactEntry(entry), columns);
}

/** An entry as an object, with long whole numbers as texts. */
export function exactEntry(entry: string): object {
  return Object(JSON.parse(withTexts(entry)));
}

/**
 * Makes a text of each whole number with more digits than JavaScript keeps. The compiler writes such numbers only in
 * columns of `int64` and `float64`.
 */
function withTexts(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, token =>
    /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}

function recordOf(record: object, fields: readonly Field[]): readonly StoredValue[] {
  const values = new Map<string, unknown>(Object.entries(record));
  return storedFields(fields).map(field => storedValueOf(values.get(field.name) ?? null, field));
}

function storedValueOf(value: unknown, { type, fields }: Field): StoredValue {
  if (value === null) return null;
  if (isRecords(type))
    return (value as readonly unknown[]).map(item => recordOf(Object(item), fields));
  if (type === 'record') return recordOf(Object(value), fields);
  const { as, of } = held(type);
  if (as === 'one') return scalarOf(value, of);
  const item = (one: unknown) => (one === null ? null : scalarOf(one, of));
  if (as === 'list') return (value as readonly unknown[]).map(item);
  return new Map(Object.entries(Object(value)).map(([key, one]) => [key, item(one)]));
}

function scalarOf(value: unknown, scalar: Scalar): Value {
  switch (scalar) {
    case 'string':
    case 'decimal':
    case 'date':
      return String(value);
    case 'bool':
      return value === true;
    case 'int64':
      return BigInt(String(value));
    case 'float64':
      return Number(value);
    case 'json':
      return JSON.stringify(value);
    case 'datetime':
    case 'timestamp': {
      const text = String(value);
      const instant = parseInstant(scalar === 'datetime' ? `${text}Z` : text);
      if (instant === null) throw new Error('the compiler wrote a timestamp that it cannot read');
      return instant;
    }
  }
}
