/** Reads the values of columns and fields, lists of records among them. */
import type { DuckDBType } from '@duckdb/node-api';
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { quoteLiteral, quoteName } from '../../driver/text.ts';
import { findPart, isTextType } from '../../driver/types.ts';
import type { Api } from '../../driver/values.ts';
import { type Conversion, conversionOf, leafField, ofText } from '../convert.ts';

/** Whether the column or field has fields of its own; a list of records is read as one value. */
export function isRecord({ type, list }: ManifestField): boolean {
  return type === 'record' && list !== true;
}

/** The type of a value in the words of messages. */
export function fieldTypeWords({ type, list }: ManifestField): string {
  return list === true ? 'list of records' : type;
}

/** How a value that files store as `stored` is read; `null` if none of that type is of the declared type. */
export function valueReading(
  api: Api,
  field: ManifestField,
  stored: DuckDBType,
  raw: string,
): Conversion | null {
  if (field.list !== true) return conversionOf(api, leafField(field), stored, raw);
  if (isTextType(api, stored)) return recordsOfDocument(field, raw);
  if (!(stored instanceof api.DuckDBListType)) return null;
  const { valueType } = stored;
  if (isTextType(api, valueType)) return listOf(raw, raw, itemOfDocument(field.fields ?? [], ITEM));
  if (!(valueType instanceof api.DuckDBStructType)) return null;
  const item = itemOfStruct(api, field.fields ?? [], valueType, `(${ITEM})`);
  return item === null ? null : listOf(raw, raw, item);
}

/** Reads a text as a value. */
export function textReading(field: ManifestField, raw: string): Conversion {
  return field.list === true ? recordsOfDocument(field, raw) : ofText(leafField(field), raw);
}

const ITEM = 'entry';

/** The SQL of an item, and the conditions of which one is true if it has a value of another type. */
interface Item {
  readonly sql: string;
  readonly wrong: readonly string[];
}

/** Reads a JSON document as a list; JSON `null` becomes an empty list. */
function recordsOfDocument({ fields = [] }: ManifestField, raw: string): Conversion {
  const items = `from_json(${raw}, '["JSON"]')`;
  const { sql } = listOf(raw, items, itemOfDocument(fields, ITEM));
  const list = `CASE json_type(${raw}) WHEN 'ARRAY' THEN ${sql} WHEN 'NULL' THEN [] END`;
  return { raw, sql: list, canFail: true };
}

/** NULL if an item is not of the declared type. */
function listOf(raw: string, items: string, { sql, wrong }: Item): Conversion {
  const list = `list_transform(${items}, lambda ${ITEM}: ${sql})`;
  if (wrong.length === 0) return { raw, sql: list, canFail: false };
  const isWrong = `list_transform(${items}, lambda ${ITEM}: ${wrong.join(' OR ')})`;
  const whole = `CASE WHEN NOT list_contains(${isWrong}, true) THEN ${list} END`;
  return { raw, sql: whole, canFail: true };
}

function itemOfDocument(fields: readonly ManifestField[], document: string): Item {
  const parts = fields.map(field => {
    const at = quoteLiteral(`$.${JSON.stringify(field.name)}`);
    const part = `json_extract(${document}, ${at})`;
    if (field.type === 'record' && field.list !== true) {
      const { sql, wrong } = itemOfDocument(field.fields ?? [], part);
      return { name: field.name, sql, wrong };
    }
    const conversion = documentValue(field, part, `json_extract_string(${document}, ${at})`);
    return { name: field.name, sql: conversion.sql, wrong: wrongIn(conversion, field) };
  });
  const isOther = `json_type(${document}) NOT IN ('OBJECT', 'NULL')`;
  return { sql: structOf(parts), wrong: [isOther, ...parts.flatMap(({ wrong }) => wrong)] };
}

/** Texts, numbers and the like are read as texts, so that one rule converts them all; JSON `null` is NULL there. */
function documentValue(field: ManifestField, document: string, text: string): Conversion {
  const { type } = field;
  if (type === 'json') return { raw: document, sql: document, canFail: false };
  if (type === 'decimal' || type.startsWith('list<')) {
    const known = `CASE WHEN json_type(${document}) <> 'NULL' THEN ${document} END`;
    return textReading(field, known);
  }
  return textReading(field, text);
}

/** `null` if a field can never be of its type. A field that the files lack is NULL. */
function itemOfStruct(
  api: Api,
  fields: readonly ManifestField[],
  stored: DuckDBType,
  record: string,
): Item | null {
  const parts = fields.flatMap(field => {
    const sql = `${record}.${quoteName(field.name)}`;
    const type = findPart(stored, field.name);
    if (type === undefined) {
      const wrong = field.nullable ? [] : ['true'];
      return [{ name: field.name, sql: 'NULL', wrong }];
    }
    if (isRecord(field)) {
      const item = itemOfStruct(api, field.fields ?? [], type, sql);
      return item === null ? [] : [{ name: field.name, ...item }];
    }
    const conversion = valueReading(api, field, type, sql);
    return conversion === null
      ? []
      : [{ name: field.name, sql: conversion.sql, wrong: wrongIn(conversion, field) }];
  });
  if (parts.length < fields.length) return null;
  return { sql: structOf(parts), wrong: parts.flatMap(({ wrong }) => wrong) };
}

/** The condition that a value is of another type, or is missing although it is required. */
function wrongIn(
  { raw, sql, canFail }: Conversion,
  { nullable }: ManifestField,
): readonly string[] {
  if (!nullable) return [`(${sql}) IS NULL`];
  return canFail ? [`(${raw} IS NOT NULL AND (${sql}) IS NULL)`] : [];
}

function structOf(parts: readonly { readonly name: string; readonly sql: string }[]): string {
  return `{${parts.map(({ name, sql }) => `${quoteName(name)}: ${sql}`).join(', ')}}`;
}
