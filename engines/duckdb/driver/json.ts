/** Records that come as JSON documents, plain objects or arrays of one at every level, as records of their declared types. */

import type { ManifestField } from '../../../generator/core/manifest.ts';
import type { Scalar } from '../../../generator/core/scalar.ts';
import { decimalOfJson } from './decimal.ts';
import { identifier, TYPES, text } from './text.ts';

/** A text read as a value of the type; NULL where it is none. A number's fraction is rounded away in an `int64`. */
export function ofText(type: Scalar, sql: string): string {
  switch (type) {
    case 'string':
      return `CAST(${sql} AS VARCHAR)`;
    case 'timestamp':
      // RFC 3339 allows `t` and `z`, DuckDB does not; a text without an offset is in UTC, the session's zone.
      return instantOf(`TRY_CAST(upper(${sql}) AS TIMESTAMPTZ)`);
    default:
      return `TRY_CAST(${sql} AS ${TYPES[type]})`;
  }
}

/** The UTC TIMESTAMP of a TIMESTAMP WITH TIME ZONE: a seventh of the time that the calendar of `AT TIME ZONE` takes. */
export function instantOf(sql: string): string {
  return `make_timestamp(epoch_us(${sql}))`;
}

interface RecordAt {
  /** Unique, since no name holds a dot. */
  readonly path: string;
  /** Where its document is, seen from the level before. */
  readonly document: string;
  readonly field: ManifestField;
}

/**
 * The rows of `base` with its columns in order, the `documents` among them as records. Each level of records is taken apart in
 * a query of its own: in one expression, a document would stand once for each of its leaves and twice for each level above.
 */
export function normalised(
  base: string,
  columns: readonly ManifestField[],
  documents: readonly ManifestField[],
  records: 'nested' | 'repeated',
): string {
  let query = base;
  let level = documents.map(field => recordAt(null, field));
  while (level.length > 0) {
    const taken = level.map(
      ({ path, document, field }) =>
        `json_transform(${first(document)}, ${text(shapeOf(field))}) AS ${identifier(path)}`,
    );
    const whole = level.some(({ path }) => !path.includes('.'));
    query = `SELECT ${whole ? `* REPLACE (${taken.join(', ')})` : `*, ${taken.join(', ')}`} FROM (${query})`;
    level = level.flatMap(({ path, field }) =>
      (field.fields ?? [])
        .filter(({ type }) => type === 'record')
        .map(part => recordAt(path, part)),
    );
  }
  const list = columns.map(field => {
    const name = identifier(field.name);
    return documents.includes(field) ? `${recordOf(field.name, field, records)} AS ${name}` : name;
  });
  return `SELECT ${list.join(', ')} FROM (${query})`;
}

/**
 * A filter on a part of a record would be pushed below all levels, each written out in the next, which takes seconds for 3,000
 * rows. What is not the same in each evaluation stays where it is; filters on other columns still go down to the files.
 */
const inPlace = (document: string) => `CASE WHEN random() >= 0 THEN ${document} END`;

function recordAt(parent: string | null, field: ManifestField): RecordAt {
  const name = identifier(field.name);
  return parent === null
    ? { path: field.name, document: inPlace(name), field }
    : { path: `${parent}.${field.name}`, document: `${identifier(parent)}.${name}`, field };
}

/** The document itself, or the first of an array of them. */
function first(document: string): string {
  return `coalesce(${document}->'$[0]', ${document})`;
}

/** Leaves as texts, so that one rule reads them all; `json_transform` reads `true` as the number 1. */
function shapeOf({ fields = [] }: ManifestField): string {
  const parts = fields.map(({ name, type }) => [name, isJson(type) ? 'JSON' : 'VARCHAR'] as const);
  return JSON.stringify(Object.fromEntries(parts));
}

function isJson(type: ManifestField['type']): boolean {
  return type === 'record' || type === 'json' || type === 'decimal';
}

function recordOf(
  path: string,
  { fields = [] }: ManifestField,
  records: 'nested' | 'repeated',
): string {
  const parts = fields.map(field => {
    const { name, type } = field;
    const leaf = `${identifier(path)}.${identifier(name)}`;
    if (type === 'record')
      return `${identifier(name)}: ${recordOf(`${path}.${name}`, field, records)}`;
    if (type === 'decimal') return `${identifier(name)}: ${decimalOfJson(field, leaf)}`;
    return `${identifier(name)}: ${type === 'json' ? leaf : ofText(type, leaf)}`;
  });
  return records === 'repeated' ? `[{${parts.join(', ')}}]` : `{${parts.join(', ')}}`;
}
