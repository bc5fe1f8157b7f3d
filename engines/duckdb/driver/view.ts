/**
 * The SQL of a view over files: each declared column by its declared type, however the files hold it.
 *
 * A value that is not of its declared type reads NULL: one bad line must not fail every query. A column of Parquet files whose
 * stored type can never be the declared one is a fault of the table, told when the view is made.
 */
import type { DuckDBType } from '@duckdb/node-api';
import type { ManifestField } from '../../../generator/core/manifest.ts';
import type { Scalar } from '../../../generator/core/scalar.ts';
import { decimalOf } from './decimal.ts';
import { instantOf, normalised, ofText } from './json.ts';
import { identifier, TYPES, text } from './text.ts';
import type { Api } from './values.ts';

export interface DuckDbFiles {
  /** The table that the files stand for: parts of its name, outermost first. */
  readonly table: readonly string[];
  /** An absolute path or glob of Parquet files (`.parquet`) or of NDJSON (`.ndjson`, `.jsonl`, also `.gz` and `.zst`). */
  readonly glob: string;
  /** The declared columns: no others are read. */
  readonly columns: readonly ManifestField[];
  /** Whether statements read a record as an array of one. */
  readonly records: 'nested' | 'repeated';
}
/** Stored types by column, as the files have them now. */
export type Stored = ReadonlyMap<string, DuckDBType>;

/** What the view reads from: `null` where the name of the files tells no format that is read. */
export function relationOf({ glob, columns }: DuckDbFiles): string | null {
  if (glob.endsWith('.parquet')) {
    // Kept as text, a partition `project=0x1` does not become the number 1.
    return `read_parquet(${text(glob)}, union_by_name = true, hive_types_autocast = false)`;
  }
  if (!/\.(ndjson|jsonl)(\.gz|\.zst)?$/.test(glob)) return null;
  const types = columns.map(
    ({ name, type }) => `${identifier(name)}: '${isJson(type) ? 'JSON' : 'VARCHAR'}'`,
  );
  return `read_json(${text(glob)}, format = 'newline_delimited', ignore_errors = true,
    hive_types_autocast = false, columns = {${types.join(', ')}})`;
}

/** The query of the view. Throws `Error` naming the column whose stored type can never be the declared one. */
export function viewQuery(api: Api, files: DuckDbFiles, relation: string, stored: Stored): string {
  const { columns, records } = files;
  const readings = columns.map(field => readingOf(api, field, stored.get(field.name), records));
  const whole = columns.map(({ name }) => identifier(name));
  const list = readings.map(({ sql }, index) => `${sql} AS ${whole[index]}`);
  const base = `SELECT ${list.join(', ')} FROM ${relation}${linesOnly(files)}`;
  const asJson = columns.filter((_, index) => readings[index]?.isDocument === true);
  return normalised(base, columns, asJson, records);
}

interface Reading {
  readonly sql: string;
  /** A record that is still a JSON document. */
  readonly isDocument: boolean;
}

/** Lines that are no JSON objects come as NULL in every column, and are no entries. */
function linesOnly({ glob, columns }: DuckDbFiles): string {
  if (glob.endsWith('.parquet')) return '';
  // Beside a JSON column the others would be taken for JSON as well.
  const scalars = columns.filter(({ type }) => !isJson(type));
  const present = (scalars.length > 0 ? scalars : columns).map(({ name }) => identifier(name));
  return ` WHERE coalesce(${present.join(', ')}) IS NOT NULL`;
}

function readingOf(
  api: Api,
  field: ManifestField,
  stored: DuckDBType | undefined,
  records: DuckDbFiles['records'],
): Reading {
  const sql = identifier(field.name);
  if (field.type !== 'record') {
    const value = scalarOf(api, field, field.type, stored, sql, field.name);
    return { sql: value, isDocument: false };
  }
  if (stored === undefined) return { sql: 'NULL::JSON', isDocument: true };
  // Only a column as it stands keeps its parts apart, so that a statement reads no others from the file.
  if (records === 'nested' && isDeclared(api, field, stored)) return { sql, isDocument: false };
  if (records === 'nested' && isStructs(api, field, stored)) {
    return { sql: structOf(api, field, stored, sql, field.name), isDocument: false };
  }
  if (isText(api, stored)) return { sql: `TRY_CAST(${sql} AS JSON)`, isDocument: true };
  if (!isNested(api, stored)) throw unlike(field.name, stored, 'a record');
  return { sql: `to_json(${sql})`, isDocument: true };
}

/** Whether every declared part is there and of its declared type. */
function isDeclared(api: Api, { type, fields }: ManifestField, stored: DuckDBType): boolean {
  if (type !== 'record') return String(stored.alias ?? stored) === TYPES[type];
  return (
    stored instanceof api.DuckDBStructType &&
    (fields ?? []).every(field => {
      const part = partOf(stored, field.name);
      return part !== undefined && isDeclared(api, field, part);
    })
  );
}

/** Whether every record that is there is a STRUCT. */
function isStructs(api: Api, { fields }: ManifestField, stored: DuckDBType): boolean {
  return (
    stored instanceof api.DuckDBStructType &&
    (fields ?? []).every(field => {
      const part = field.type === 'record' ? partOf(stored, field.name) : undefined;
      return part === undefined || isStructs(api, field, part);
    })
  );
}

function structOf(
  api: Api,
  { fields = [] }: ManifestField,
  stored: DuckDBType | undefined,
  sql: string,
  path: string,
): string {
  const parts = fields.map(field => {
    const part = stored === undefined ? undefined : partOf(stored, field.name);
    const [inner, at] = [`${sql}.${identifier(field.name)}`, `${path}.${field.name}`];
    const value =
      field.type === 'record'
        ? structOf(api, field, part, inner, at)
        : scalarOf(api, field, field.type, part, inner, at);
    return `${identifier(field.name)}: ${value}`;
  });
  return `{${parts.join(', ')}}`;
}

function partOf(stored: DuckDBType, name: string): DuckDBType | undefined {
  if (!('entryNames' in stored)) return undefined;
  // DuckDB tells no upper case from lower case in names of parts.
  const index = stored.entryNames.findIndex(entry => entry.toLowerCase() === name.toLowerCase());
  return stored.entryTypes[index];
}

function scalarOf(
  api: Api,
  field: ManifestField,
  type: Scalar,
  stored: DuckDBType | undefined,
  sql: string,
  path: string,
): string {
  if (stored === undefined) return `NULL::${TYPES[type]}`;
  if (String(stored.alias ?? stored) === TYPES[type]) return sql;
  if (type === 'decimal') {
    const decimal = decimalOf(api, field, stored, sql);
    if (decimal === null) throw unlike(path, stored, 'an exact number');
    return decimal.sql;
  }
  if (isText(api, stored)) return ofText(type, sql);
  const isInstant = String(stored).startsWith('TIMESTAMP');
  const isNumber = NUMBERS.test(String(stored));
  switch (type) {
    case 'string':
      return `CAST(${isNested(api, stored) ? `to_json(${sql})` : sql} AS VARCHAR)`;
    case 'json':
      return `to_json(${sql})`;
    case 'timestamp':
      if (stored === api.TIMESTAMPTZ) return instantOf(sql);
      if (isInstant || stored === api.DATE) return `TRY_CAST(${sql} AS TIMESTAMP)`;
      break;
    case 'date':
      if (stored === api.TIMESTAMPTZ) return `TRY_CAST(${instantOf(sql)} AS DATE)`;
      if (isInstant) return `TRY_CAST(${sql} AS DATE)`;
      break;
    case 'int64':
    case 'float64':
      if (isNumber) return `TRY_CAST(${sql} AS ${TYPES[type]})`;
      break;
    case 'bool':
      break;
  }
  throw unlike(path, stored, TYPES[type]);
}

const NUMBERS = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\))$/;

function isText(api: Api, stored: DuckDBType): boolean {
  return stored.typeId === api.DuckDBTypeId.VARCHAR || stored.typeId === api.DuckDBTypeId.ENUM;
}

function isNested(api: Api, stored: DuckDBType): boolean {
  return stored instanceof api.DuckDBStructType || stored instanceof api.DuckDBListType;
}

/** Of a number that is read as text, DuckDB would not say whether its digits are those of the file. */
function isJson(type: ManifestField['type']): boolean {
  return type === 'record' || type === 'json' || type === 'decimal';
}

function unlike(path: string, stored: DuckDBType, declared: string): Error {
  return new Error(`the column \`${path}\` of the files is ${stored}, which is not ${declared}`);
}
