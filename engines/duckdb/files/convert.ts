/** Reads values of files as values of declared types: which values can be converted, and what replaces the others. */
import type { DuckDBType } from '@duckdb/node-api';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { held, type Scalar, type Type } from '../../../generator/core/types/scalar.ts';
import { quoteLiteral, TYPE_TEXTS } from '../driver/text.ts';
import { describeDecimal, isInstant, isNested, isTextType, NUMBERS } from '../driver/types.ts';
import type { Api } from '../driver/values.ts';
import { decimalOfJson, readStoredDecimal } from './decimal.ts';
import { isAsStated } from './records/stored-fields.ts';

/** A declared value, read from `raw`. `sql` is NULL if `raw` is not such a value. */
export interface Conversion {
  readonly raw: string;
  readonly sql: string;
  /** Whether `sql` can be NULL when `raw` is not. */
  readonly canFail: boolean;
}

/** `null` if no value of the stored type can be of the declared type. */
export function conversionOf(
  api: Api,
  field: LeafField,
  stored: DuckDBType,
  raw: string,
): Conversion | null {
  const isStated = isAsStated(field, stored);
  if (isStated !== null) return isStated ? { raw, sql: raw, canFail: false } : null;
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
  if (String(stored.alias ?? stored) === TYPE_TEXTS[type]) return sure(raw);
  if (type === 'decimal') {
    const decimal = readStoredDecimal(api, field, stored, raw);
    return decimal === null ? null : { raw, ...decimal };
  }
  if (isTextType(api, stored)) return scalarOfText(field, raw);
  switch (type) {
    case 'string':
      return sure(`CAST(${isNested(api, stored) ? `to_json(${raw})` : raw} AS VARCHAR)`);
    case 'json':
      return sure(`to_json(${raw})`);
    case 'timestamp':
      if (stored === api.TIMESTAMPTZ) return tried(instantOf(raw));
      if (stored === api.TIMESTAMP_NS) return sure(microsOf(raw));
      if (isInstant(stored) || stored === api.DATE) return tried(`TRY_CAST(${raw} AS TIMESTAMP)`);
      return null;
    case 'datetime':
      return stored === api.DATE ? sure(`CAST(${raw} AS TIMESTAMP)`) : null;
    case 'date':
      if (stored === api.TIMESTAMPTZ) return tried(dayOf(instantOf(raw)));
      return isInstant(stored) ? tried(dayOf(raw)) : null;
    case 'int64':
      if (SMALL_INTEGERS.test(String(stored))) return sure(`CAST(${raw} AS BIGINT)`);
      if (WHOLE.test(String(stored))) return tried(`TRY_CAST(${raw} AS BIGINT)`);
      return NUMBERS.test(String(stored))
        ? tried(`CASE WHEN ${raw} = trunc(${raw}) THEN TRY_CAST(${raw} AS BIGINT) END`)
        : null;
    case 'float64': {
      // As for a table's column: sums are exact, and every value is the nearest float64.
      const decimal = describeDecimal(api, stored);
      if (decimal !== null) return decimal.isExact ? sure(raw) : null;
      return NUMBERS.test(String(stored)) ? sure(`CAST(${raw} AS DOUBLE)`) : null;
    }
    case 'bool':
      return null;
  }
}

const ITEM = 'item';

/** `field` is the list's, with the type of its items. */
function listConversion(
  api: Api,
  field: ScalarField,
  stored: DuckDBType,
  raw: string,
): Conversion | null {
  if (isTextType(api, stored)) return listOfDocument(field, raw);
  if (!(stored instanceof api.DuckDBListType)) return null;
  const item = scalarConversion(api, field, stored.valueType, ITEM);
  return item === null ? null : { raw, sql: listOfItems(raw, item), canFail: true };
}

/** Reads a JSON document as a list; JSON `null` becomes an empty list. */
function listOfDocument(field: ScalarField, raw: string): Conversion {
  const items = `from_json(${raw}, '["VARCHAR"]')`;
  const list = listOfItems(items, scalarOfText(field, ITEM));
  const sql = `CASE json_type(${raw}) WHEN 'ARRAY' THEN ${list} WHEN 'NULL' THEN [] END`;
  return { raw, sql, canFail: true };
}

/** NULL if an item is NULL, or is not of the declared type. */
function listOfItems(items: string, { sql }: Conversion): string {
  const isWhole = `NOT list_contains(list_transform(${items}, lambda ${ITEM}: (${sql}) IS NULL), true)`;
  return `CASE WHEN ${isWhole} THEN list_transform(${items}, lambda ${ITEM}: ${sql}) END`;
}

/** `field` is the map's, with the type of its values. */
function mapConversion(
  api: Api,
  field: ScalarField,
  stored: DuckDBType,
  raw: string,
): Conversion | null {
  if (isTextType(api, stored)) return mapOfDocument(field, raw);
  if (!(stored instanceof api.DuckDBMapType && isTextType(api, stored.keyType))) return null;
  const value = scalarConversion(api, field, stored.valueType, ITEM);
  return value === null ? null : { raw, sql: mapOfValues(raw, value), canFail: true };
}

/** Reads a JSON document as a map; JSON `null` becomes an empty map. */
function mapOfDocument(field: ScalarField, raw: string): Conversion {
  const values = `from_json(${raw}, '"MAP(VARCHAR, VARCHAR)"')`;
  const map = mapOfValues(values, scalarOfText(field, ITEM));
  const sql = `CASE json_type(${raw}) WHEN 'OBJECT' THEN ${map} WHEN 'NULL' THEN MAP {} END`;
  return { raw, sql, canFail: true };
}

/** NULL if a value is not of the declared type, or a key occurs twice. */
function mapOfValues(map: string, { sql }: Conversion): string {
  const [keys, values] = [`map_keys(${map})`, `map_values(${map})`];
  const isOdd = `list_transform(${values}, lambda ${ITEM}: ${ITEM} IS NOT NULL AND (${sql}) IS NULL)`;
  const isWhole = `NOT list_contains(${isOdd}, true) AND len(list_distinct(${keys})) = len(${keys})`;
  return `CASE WHEN ${isWhole} THEN MAP(${keys}, list_transform(${values}, lambda ${ITEM}: ${sql})) END`;
}

const SMALL_INTEGERS = /^(TINYINT|SMALLINT|INTEGER|UTINYINT|USMALLINT|UINTEGER)$/;
const WHOLE = /^(UBIGINT|U?HUGEINT)$/;

/** Reads a text as a value of the type. */
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
      // RFC 3339 allows `t` and `z`, but DuckDB does not. A text without an offset is in UTC, the session's zone.
      return tried(instantOf(`TRY_CAST(upper(${raw}) AS TIMESTAMPTZ)`));
    case 'int64':
      return tried(wholeOf(raw));
    case 'decimal':
      return tried(decimalOfJson(field, raw));
    case 'float64':
      return tried(finite(`TRY_CAST(${raw} AS ${TYPE_TEXTS[type]})`));
    case 'date':
      return tried(finite(dayOfText(raw)));
    default:
      return tried(`TRY_CAST(${raw} AS ${TYPE_TEXTS[type]})`);
  }
}

/** Reads a text as a BIGINT. The cast alone rounds `1.5`, and reads `0x1F` as 31. */
function wholeOf(raw: string): string {
  const exact = `TRY_CAST(${raw} AS DECIMAL(38, 18))`;
  return `CASE WHEN regexp_full_match(${raw}, '[-+]?[0-9]+') THEN TRY_CAST(${raw} AS BIGINT) WHEN ${exact} = trunc(${exact}) THEN TRY_CAST(${exact} AS BIGINT) END`;
}

/** The day of an instant without a time of day. The cast alone drops that time. */
function dayOf(instant: string): string {
  const day = `TRY_CAST(${instant} AS DATE)`;
  return `CASE WHEN ${day} = ${instant} THEN ${day} END`;
}

/** The day of a text. Only one that is longer than a day may have a time of day. */
function dayOfText(raw: string): string {
  const day = `TRY_CAST(${raw} AS DATE)`;
  return `CASE WHEN length(${raw}) <= 10 OR ${day} = TRY_CAST(${raw} AS TIMESTAMP) THEN ${day} END`;
}

function finite(sql: string): string {
  return `CASE WHEN isfinite(${sql}) THEN ${sql} END`;
}

/** The UTC TIMESTAMP of a TIMESTAMP WITH TIME ZONE. `AT TIME ZONE` uses a calendar and takes seven times as long. */
function instantOf(sql: string): string {
  return `make_timestamp(epoch_us(${sql}))`;
}

/** The TIMESTAMP of a TIMESTAMP_NS, rounded down. A cast rounds towards zero, which is up before 1970. */
function microsOf(sql: string): string {
  return `make_timestamp((epoch_ns(${sql}) - (epoch_ns(${sql}) % 1000 + 1000) % 1000) // 1000)`;
}

/** The value, or an error that names the column if the value has another type, or is absent but required. */
export function strictly(
  { raw, sql, canFail }: Conversion,
  path: string,
  type: string,
  isRequired: boolean,
): string {
  const unlike = `error(${quoteLiteral(`the column \`${path}\` of the files holds a value that is no ${type}: declare another type in its data set, or \`invalid: skip\``)})`;
  const absent = absence(quoteLiteral(path));
  if (canFail && isRequired) {
    return `coalesce(${sql}, CASE WHEN ${raw} IS NULL THEN ${absent} ELSE ${unlike} END)`;
  }
  if (canFail) return `coalesce(${sql}, CASE WHEN ${raw} IS NOT NULL THEN ${unlike} END)`;
  return isRequired ? `coalesce(${sql}, ${absent})` : sql;
}

/** The error for an entry that lacks a required column. `path` is SQL for the column's path. */
export function absence(path: string): string {
  return `error('the column \`' || ${path} || '\` of the files is required, and an entry lacks it: remove \`required: true\` from its data set, if entries may lack it')`;
}

/** The condition that the value has its type, and is present if required; `null` if that is always true. */
export function validity({ raw, sql, canFail }: Conversion, isRequired: boolean): string | null {
  if (isRequired) return `(${sql}) IS NOT NULL`;
  return canFail ? `(${raw} IS NULL OR (${sql}) IS NOT NULL)` : null;
}

export type LeafField = ManifestField & { readonly type: Type };
type ScalarField = ManifestField & { readonly type: Scalar };

/** Narrows a field to one that is not a record. Throws if it is a record. */
export function leafField(field: ManifestField): LeafField {
  const { type } = field;
  if (type === 'record') throw new Error(`\`${field.name}\` is a record`);
  return { ...field, type };
}
