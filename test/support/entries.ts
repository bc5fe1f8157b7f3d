/** The entries of endpoints' tests as the test engines take them. */
import type { Field } from '../../generator/core/spec/source.ts';
import { isRecords } from '../../generator/core/types/scalar.ts';
import { parseInstant } from '../../generator/params/time/instant.ts';

/** Each of `entries` is JSON text, by these columns. */
export function rowsOf(entries: readonly string[], columns: readonly Field[]) {
  return entries.map(entry => recordOf(JSON.parse(entry), columns));
}

function recordOf(record: Readonly<Record<string, unknown>>, fields: readonly Field[]) {
  const cells = fields
    .filter(({ name }) => Object.hasOwn(record, name))
    .map((field): readonly [string, unknown] => [field.name, cellOf(record[field.name], field)]);
  return Object.fromEntries(cells);
}

function cellOf(value: unknown, { type, fields }: Field): unknown {
  if (value === null) return null;
  if (isRecords(type))
    return (value as readonly unknown[]).map(item => recordOf(Object(item), fields));
  if (type === 'record') return recordOf(Object(value), fields);
  if (type === 'json') return JSON.stringify(value);
  if (type === 'timestamp') return parseInstant(String(value));
  return type === 'int64' ? BigInt(Number(value)) : value;
}
