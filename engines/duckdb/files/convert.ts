/** Values of files as values of declared types: what can be converted, and what stands in for what cannot. */
import type { DuckDBType } from '@duckdb/node-api';
import type { ManifestField } from '../../../generator/core/manifest.ts';
import { held, type Scalar, type Type } from '../../../generator/core/scalar.ts';
import { TYPES, text } from '../driver/text.ts';
import { decimalOf, isInstant, isNested, isText, NUMBERS } from '../driver/types.ts';
import type { Api } from '../driver/values.ts';
import { decimalOfJson, decimalOf as exactDecimalOf } from './decimal.ts';

/** A declared value, read from `raw`. Where `raw` is no such value, `sql` is NULL. */
export interface Conversion {
  readonly raw: string;
  readonly sql: string;
  /** Whether `sql` can be NULL where `raw` is not. */
  readonly canFail: boolean;
}

/** `null` where no value of the stored type can be of the declared one. */
export function conversionOf(
  api: Api,
  field: LeafField,
  stored: DuckDBType,
  raw: string,
): Conversion | null {
  const { as, of } = held(field.type);
  return CONVERSIONS[as](api, { ...field, type: of }, stored, raw);
}

const CONVERSIONS = {
  one: scalarConversion,
  list: listConversion,
  map: mapConversion,
} as const;

function scalarConversion(
  api: Api,
  field: ScalarField,
  stored: DuckDBType,
  raw: string,
): Conversion | null {
  const sure = (sql: string): Conversion => ({ raw, sql, canFail: false });
  const tried = (sql: string): Conversion => ({ raw, sql, canFail: true });
  const { type } = field;
  if (String(stored.alias ?? stored) === TYPES[type]) return sure(raw);
  if (type === 'decimal') {
    const decimal = exactDecimalOf(api, field, stored, raw);
    return decimal === null ? null : { raw, ...decimal };
  }
  if (isText(api, stored)) return scalarOfText(field, raw);
  switch (type) {
    case 'string':
      return sure(`CAST(${isNested(api, stored) ? `to_json(${raw})` : raw} AS VARCHAR)`);
    case 'json':
      return sure(`to_json(${raw})`);
    case 'timestamp':
      if (stored === api.TIMESTAMPTZ) return tried(instantOf(raw));
      if (isInstant(stored) || stored === api.DATE) return tried(`TRY_CAST(${raw} AS TIMESTAMP)`);
      return null;
    case 'date':
      if (stored === api.TIMESTAMPTZ) return tried(`TRY_CAST(${instantOf(raw)} AS DATE)`);
      return isInstant(stored) ? tried(`TRY_CAST(${raw} AS DATE)`) : null;
    case 'int64':
      if (SMALL_INTEGERS.test(String(stored))) return sure(`CAST(${raw} AS BIGINT)`);
      if (WHOLE.test(String(stored))) return tried(`TRY_CAST(${raw} AS BIGINT)`);
      return NUMBERS.test(String(stored))
        ? tried(`CASE WHEN ${raw} = trunc(${raw}) THEN TRY_CAST(${raw} AS BIGINT) END`)
        : null;
    case 'float64': {
      // As a table's column: sums are exact, and every value is the nearest float64.
      const decimal = decimalOf(api, stored);
      if (decimal !== null) return decimal.isExact ? sure(raw) : null;
      return NUMBERS.test(String(stored)) ? sure(`CAST(${raw} AS DOUBLE)`) : null;
    }
    case 'bool':
      return null;
  }
}

const ITEM = 'item';

/** `field` is what the list has of each item. */
function listConversion(
  api: Api,
  field: ScalarField,
  stored: DuckDBType,
  raw: string,
): Conversion | null {
  if (isText(api, stored)) return listOfDocument(field, raw);
  if (!(stored instanceof api.DuckDBListType)) return null;
  const item = scalarConversion(api, field, stored.valueType, ITEM);
  return item === null ? null : { raw, sql: listOfItems(raw, item), canFail: true };
}

/** A JSON document as a list; `null` is an empty one. */
function listOfDocument(field: ScalarField, raw: string): Conversion {
  const items = `from_json(${raw}, '["VARCHAR"]')`;
  const list = listOfItems(items, scalarOfText(field, ITEM));
  const sql = `CASE json_type(${raw}) WHEN 'ARRAY' THEN ${list} WHEN 'NULL' THEN [] END`;
  return { raw, sql, canFail: true };
}

/** NULL where an item is NULL, or is not a value of the declared type. */
function listOfItems(items: string, { sql }: Conversion): string {
  const isWhole = `NOT list_contains(list_transform(${items}, ${ITEM} -> (${sql}) IS NULL), true)`;
  return `CASE WHEN ${isWhole} THEN list_transform(${items}, ${ITEM} -> ${sql}) END`;
}

/** `field` is what the map has of each value. */
function mapConversion(
  api: Api,
  field: ScalarField,
  stored: DuckDBType,
  raw: string,
): Conversion | null {
  if (isText(api, stored)) return mapOfDocument(field, raw);
  if (!(stored instanceof api.DuckDBMapType && isText(api, stored.keyType))) return null;
  const value = scalarConversion(api, field, stored.valueType, ITEM);
  return value === null ? null : { raw, sql: mapOfValues(raw, value), canFail: true };
}

/** A JSON document as a map; `null` is an empty one. */
function mapOfDocument(field: ScalarField, raw: string): Conversion {
  const values = `from_json(${raw}, '"MAP(VARCHAR, VARCHAR)"')`;
  const map = mapOfValues(values, scalarOfText(field, ITEM));
  const sql = `CASE json_type(${raw}) WHEN 'OBJECT' THEN ${map} WHEN 'NULL' THEN MAP {} END`;
  return { raw, sql, canFail: true };
}

/** NULL where a value has another type than the declared one, or a key is there twice. */
function mapOfValues(map: string, { sql }: Conversion): string {
  const [keys, values] = [`map_keys(${map})`, `map_values(${map})`];
  const isOdd = `list_transform(${values}, ${ITEM} -> ${ITEM} IS NOT NULL AND (${sql}) IS NULL)`;
  const isWhole = `NOT list_contains(${isOdd}, true) AND len(list_distinct(${keys})) = len(${keys})`;
  return `CASE WHEN ${isWhole} THEN MAP(${keys}, list_transform(${values}, ${ITEM} -> ${sql})) END`;
}

const SMALL_INTEGERS = /^(TINYINT|SMALLINT|INTEGER|UTINYINT|USMALLINT|UINTEGER)$/;
const WHOLE = /^(UBIGINT|U?HUGEINT)$/;

/** A text read as a value of the type. */
export function ofText(field: LeafField, raw: string): Conversion {
  const { as, of } = held(field.type);
  return OF_TEXT[as]({ ...field, type: of }, raw);
}

const OF_TEXT = { one: scalarOfText, list: listOfDocument, map: mapOfDocument } as const;

function scalarOfText(field: ScalarField, raw: string): Conversion {
  const { type } = field;
  const tried = (sql: string): Conversion => ({ raw, sql, canFail: true });
  switch (type) {
    case 'string':
      return { raw, sql: `CAST(${raw} AS VARCHAR)`, canFail: false };
    case 'timestamp':
      // RFC 3339 allows `t` and `z`, DuckDB does not; a text without an offset is in UTC, the session's zone.
      return tried(instantOf(`TRY_CAST(upper(${raw}) AS TIMESTAMPTZ)`));
    case 'int64':
      return tried(wholeOf(raw));
    case 'decimal':
      return tried(decimalOfJson(field, raw));
    case 'float64':
    case 'date':
      return tried(finite(`TRY_CAST(${raw} AS ${TYPES[type]})`));
    default:
      return tried(`TRY_CAST(${raw} AS ${TYPES[type]})`);
  }
}

/** A text as a BIGINT. The cast alone rounds `1.5`, and takes `0x1F` for 31. */
function wholeOf(raw: string): string {
  const exact = `TRY_CAST(${raw} AS DECIMAL(38, 18))`;
  return `CASE WHEN regexp_full_match(${raw}, '[-+]?[0-9]+') THEN TRY_CAST(${raw} AS BIGINT) WHEN ${exact} = trunc(${exact}) THEN TRY_CAST(${exact} AS BIGINT) END`;
}

function finite(sql: string): string {
  return `CASE WHEN isfinite(${sql}) THEN ${sql} END`;
}

/** The UTC TIMESTAMP of a TIMESTAMP WITH TIME ZONE: a seventh of the time that the calendar of `AT TIME ZONE` takes. */
export function instantOf(sql: string): string {
  return `make_timestamp(epoch_us(${sql}))`;
}

/** The value, or an error that names the required column if there is none. */
export function strictly(
  { raw, sql, canFail }: Conversion,
  path: string,
  type: string,
  isRequired: boolean,
): string {
  const unlike = `error(${text(`the column \`${path}\` of the files holds a value that is no ${type}`)})`;
  const absent = absence(text(path));
  if (canFail && isRequired) {
    return `coalesce(${sql}, CASE WHEN ${raw} IS NULL THEN ${absent} ELSE ${unlike} END)`;
  }
  if (canFail) return `coalesce(${sql}, CASE WHEN ${raw} IS NOT NULL THEN ${unlike} END)`;
  return isRequired ? `coalesce(${sql}, ${absent})` : sql;
}

/** The error of an entry without the required column whose path the SQL gives. */
export function absence(path: string): string {
  return `error('the column \`' || ${path} || '\` of the files is required, and an entry lacks it')`;
}

/** Whether the value is there where it must be; `null` where it always is. */
export function validity({ raw, sql, canFail }: Conversion, isRequired: boolean): string | null {
  if (isRequired) return `(${sql}) IS NOT NULL`;
  return canFail ? `(${raw} IS NULL OR (${sql}) IS NOT NULL)` : null;
}

export type LeafField = ManifestField & { readonly type: Type };
type ScalarField = ManifestField & { readonly type: Scalar };

/** A field that is not a record, as its type says. Throws where it is one. */
export function leafField(field: ManifestField): LeafField {
  const { type } = field;
  if (type === 'record') throw new Error(`\`${field.name}\` is a record`);
  return { ...field, type };
}
