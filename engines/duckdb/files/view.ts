/**
 * The SQL of a view over files: each declared column in its declared type, however the files store it.
 *
 * A value that is not of its declared type is an error that names the column; with `invalid: skip`, its entry is left
 * out instead. The view has no column whose stored type can never be the declared type, and no column of Parquet or CSV
 * that all files lack, unless that is optional. Statements that read such a column fail. A column that no NDJSON has is
 * NULL.
 */
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { quoteLiteral, quoteName } from '../driver/text.ts';
import { isNested, isTextType } from '../driver/types.ts';
import type { Api } from '../driver/values.ts';
import { type Conversion, strictly, validity } from './convert.ts';
import { type DuckDbFiles, FILE, type FileTypes, type FoundFiles } from './files.ts';
import { findFileFormat } from './format.ts';
import { hasPath } from './found.ts';
import { leafOfDocument, readDocumentColumn, takenApart } from './records/json.ts';
import { fieldTypeWords, isRecord, valueReading } from './records/records.ts';
import { isProven, withRequired } from './records/required.ts';
import { isDeclared, isStructs, nullOf, readStruct } from './records/struct.ts';

/** The query of the view. */
export function viewQuery(api: Api, files: DuckDbFiles, found: FoundFiles): string {
  const isLenient = files.invalid === 'skip' || found.unfinished.length > 0;
  const readings = files.columns.flatMap(field => readingOf(api, files, field, found) ?? []);
  const documents = readings.filter(({ document }) => document !== null);
  const made = documents.flatMap(({ field, document }) => {
    const name = quoteName(field.name);
    return document === name ? [] : [`${document} AS ${name}`];
  });
  const star = made.length === 0 ? '*' : `* REPLACE (${made.join(', ')})`;
  const base = `SELECT ${star} FROM ${found.relation(isLenient)}${linesOnly(api, files, found)}`;
  const fields = documents.map(({ field }) => field);
  const whole = takenApart(base, fields);
  const isSkipping = files.invalid === 'skip';
  const list = readings.map(
    ({ field, strict, plain }) => `${isSkipping ? plain : strict} AS ${quoteName(field.name)}`,
  );
  const checks = isSkipping ? readings.flatMap(({ valid }) => valid) : [];
  const condition = checks.length === 0 ? '' : ` WHERE ${checks.join(' AND ')}`;
  return `SELECT ${list.length === 0 ? 'NULL AS nothing' : list.join(', ')} FROM (${whole})${condition}`;
}

interface Reading {
  readonly field: ManifestField;
  readonly strict: string;
  readonly plain: string;
  readonly valid: readonly string[];
  /** The SQL of a record's JSON document; `null` if the column is not read from documents. */
  readonly document: string | null;
}

/**
 * Leaves out lines that are not JSON objects, which are NULL in every column. Without `invalid: skip`, it leaves them out
 * only in unfinished files; in other files they are an error.
 */
function linesOnly(
  api: Api,
  files: DuckDbFiles,
  { unfinished, partitions, stored }: FoundFiles,
): string {
  const isSkipping = files.invalid === 'skip';
  if (findFileFormat(files.glob) !== 'lines')
    return isSkipping ? documentsOnly(api, files, stored) : '';
  if (unfinished.length === 0 && !isSkipping) return '';
  const isStored = files.columns.filter(({ name }) => !partitions.has(name));
  const present = isStored.map(({ name }) => `${quoteName(name)} IS NOT NULL`);
  const isEntry = present.length === 0 ? 'true' : `(${present.join(' OR ')})`;
  if (isSkipping) return ` WHERE ${isEntry}`;
  const last = unfinished.map(quoteLiteral).join(', ');
  const file = quoteName(FILE);
  const fault = `error('Malformed JSON in file "' || ${file} || '"')`;
  return ` WHERE CASE WHEN ${isEntry} THEN true WHEN ${file} IN (${last}) THEN false ELSE ${fault} END`;
}

/** Leaves out entries in which a record's document is not JSON. */
function documentsOnly(api: Api, { columns }: DuckDbFiles, stored: FileTypes): string {
  const texts = columns.filter(column => {
    const found = stored(column.name);
    return isRecord(column) && found !== undefined && isTextType(api, found);
  });
  const checks = texts.map(({ name }) => {
    const sql = quoteName(name);
    return `(${sql} IS NULL OR TRY_CAST(${sql} AS JSON) IS NOT NULL)`;
  });
  return checks.length === 0 ? '' : ` WHERE ${checks.join(' AND ')}`;
}

/** `null` if the files cannot provide the column. */
function readingOf(
  api: Api,
  { records, invalid }: DuckDbFiles,
  field: ManifestField,
  { stored, whole }: FoundFiles,
): Reading | null {
  const sql = quoteName(field.name);
  const type = stored(field.name);
  if (type === undefined) {
    return field.optional === true ? { ...always(field, nullOf(field, records)) } : null;
  }
  if (!isRecord(field)) {
    const conversion = valueReading(api, field, type, sql);
    if (conversion === null) return null;
    return { field, document: null, ...leafReading(conversion, field, whole) };
  }
  // Only a bare column keeps its fields separate, so that a statement reads only the fields that it names from the
  // file.
  const isSound = records === 'nested' && isDeclared(api, field, type);
  if (isSound && isProven(field, whole)) return always(field, sql);
  if (records === 'nested' && isStructs(api, field, type)) {
    const parts = readStruct(api, field, type);
    return parts === null ? null : { field, document: null, ...parts };
  }
  if (!isTextType(api, type) && !isNested(api, type)) return null;
  const known = withFields(field, path => hasPath(api, stored, path), [field.name]);
  if (known === null) return null;
  const tried = invalid === 'skip' ? 'TRY_CAST' : 'CAST';
  const cast = isTextType(api, type) ? `${tried}(${sql} AS JSON)` : `to_json(${sql})`;
  const document = type.alias === 'JSON' ? sql : cast;
  const reading = withRequired(readDocumentColumn(known, records), known, leafOfDocument);
  return { field: known, document, ...reading };
}

function always(field: ManifestField, sql: string): Reading {
  return { field, document: null, strict: sql, plain: sql, valid: [] };
}

function leafReading(conversion: Conversion, field: ManifestField, whole: ReadonlySet<string>) {
  const isRequired = !field.nullable && !whole.has(field.name);
  const condition = validity(conversion, isRequired);
  return {
    strict: strictly(conversion, field.name, fieldTypeWords(field), isRequired),
    plain: conversion.sql,
    valid: condition === null ? [] : [condition],
  };
}

/** The record without fields that no file has; `null` if no field is left. */
function withFields(
  field: ManifestField,
  has: (path: readonly string[]) => boolean,
  path: readonly string[],
): ManifestField | null {
  const fields = (field.fields ?? []).flatMap(part => {
    const at = [...path, part.name];
    if (part.optional === true) return part;
    if (!has(at)) return [];
    return isRecord(part) ? (withFields(part, has, at) ?? []) : part;
  });
  return fields.length === 0 ? null : { ...field, fields };
}
