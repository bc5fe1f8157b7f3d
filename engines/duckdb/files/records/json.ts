/**
 * Reads records from JSON documents: plain objects, or arrays of one at every level, become records of their declared
 * types.
 */

import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { isScalar } from '../../../../generator/core/types/scalar.ts';
import { quoteLiteral, quoteName } from '../../driver/text.ts';
import { strictly, validity } from '../convert.ts';
import { fieldTypeWords, isRecord, textReading } from './records.ts';

interface RecordAt {
  /** Unique, because no part of it contains a dot. */
  readonly path: string;
  /** The SQL of its document, in the query of the level above. */
  readonly document: string;
  readonly field: ManifestField;
}

/**
 * The rows of `base`, with one more column for each level of records in `documents`. Each is named by the record's
 * path; the path of a column ends in a dot. Each level has its own query: in one expression, a document would be
 * repeated for each of its leaves, and twice for each level above.
 */
export function takenApart(base: string, documents: readonly ManifestField[]): string {
  let query = base;
  let level = documents.map(field => recordAt(null, field));
  while (level.length > 0) {
    const taken = level.map(
      ({ path, document, field }) =>
        `json_transform(${first(document)}, ${quoteLiteral(shapeOf(field))}) AS ${quoteName(path)}`,
    );
    query = `SELECT *, ${taken.join(', ')} FROM (${query})`;
    level = level.flatMap(({ path, field }) =>
      (field.fields ?? []).filter(isRecord).map(part => recordAt(path, part)),
    );
  }
  return query;
}

/**
 * DuckDB would push a filter on a part of a record below all levels and repeat each level's SQL in the next, which
 * takes seconds for 3,000 rows. A volatile expression stops this pushdown. Filters on other columns still reach the
 * files.
 */
const inPlace = (document: string) => `CASE WHEN random() >= 0 THEN ${document} END`;

function recordAt(parent: string | null, field: ManifestField): RecordAt {
  return {
    path: pathOf(parent, field),
    document: parent === null ? inPlace(quoteName(field.name)) : documentOf(parent, field),
    field,
  };
}

function pathOf(parent: string | null, { name }: ManifestField): string {
  const part = partOf(name);
  if (parent === null) return `${part}.`;
  return parent.endsWith('.') ? `${parent}${part}` : `${parent}.${part}`;
}

/** A stored name without its dots. */
function partOf(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('.', '%2E');
}

function documentOf(parent: string | null, { name }: ManifestField): string {
  return parent === null ? quoteName(name) : `${quoteName(parent)}.${quoteName(name)}`;
}

/** The SQL of a leaf in a column's documents, over the query of `takenApart`. The path begins with the column. */
export function leafOfDocument(path: readonly string[]): string {
  const above = path.slice(0, -1).map(partOf);
  const record = above.length === 1 ? `${above[0]}.` : above.join('.');
  return `${quoteName(record)}.${quoteName(path.at(-1) ?? '')}`;
}

/** The document itself, or the first document if it is an array. */
function first(document: string): string {
  return `coalesce(${document}->'$[0]', ${document})`;
}

/** Reads leaves as texts, so that one rule converts them all: `json_transform` reads `true` as the number 1. */
function shapeOf({ fields = [] }: ManifestField): string {
  const parts = fields.map(
    ({ name, type }) => [name, isReadAsDocument(type) ? 'JSON' : 'VARCHAR'] as const,
  );
  return JSON.stringify(Object.fromEntries(parts));
}

/** Whether a value of the type is read from NDJSON as a document. Any other value is read as a text. */
export function isReadAsDocument(type: ManifestField['type']): boolean {
  return type === 'record' || type === 'json' || type === 'decimal' || !isScalar(type);
}

/** A document's record, over the query of `takenApart`. */
export interface DocumentReading {
  /** Fails if a value has another type. */
  readonly strict: string;
  /** The conditions that are true if everything has its type. */
  readonly valid: readonly string[];
  /** Reads a value of another type as NULL. */
  readonly plain: string;
}

/** How the record of a column's documents is read. */
export function readDocumentColumn(
  field: ManifestField,
  records: 'nested' | 'repeated',
  parent: string | null = null,
): DocumentReading {
  const path = pathOf(parent, field);
  const shown = path.replace(/\.$/, '').replaceAll('%2E', '.').replaceAll('%25', '%');
  const parts = (field.fields ?? []).map(part => {
    if (isRecord(part)) return { name: part.name, ...readDocumentColumn(part, records, path) };
    const leaf = `${quoteName(path)}.${quoteName(part.name)}`;
    const conversion =
      part.type === 'json' ? { raw: leaf, sql: leaf, canFail: false } : textReading(part, leaf);
    const condition = validity(conversion, false);
    return {
      name: part.name,
      strict: strictly(conversion, `${shown}.${part.name}`, fieldTypeWords(part), false),
      plain: conversion.sql,
      valid: condition === null ? [] : [condition],
    };
  });
  const record = (of: 'strict' | 'plain') => {
    const list = parts.map(part => `${quoteName(part.name)}: ${part[of]}`).join(', ');
    return records === 'repeated' ? `[{${list}}]` : `{${list}}`;
  };
  const wrong = isNoRecord(documentOf(parent, field), path, field);
  const fault = `error(${quoteLiteral(`the column \`${shown}\` of the files holds a value that is not a record`)})`;
  return {
    strict: `CASE WHEN ${wrong} THEN ${fault} ELSE ${record('strict')} END`,
    plain: record('plain'),
    valid: [`NOT coalesce(${wrong}, false)`, ...parts.flatMap(({ valid }) => valid)],
  };
}

/**
 * The condition that a document exists but is not a record. It looks at the document again only if all its parts are
 * NULL.
 */
function isNoRecord(document: string, path: string, { fields = [] }: ManifestField): string {
  const parts = fields.map(({ name }) => `${quoteName(path)}.${quoteName(name)} IS NULL`);
  const empty = `json_type(${document}) = 'ARRAY' AND json_array_length(${document}) = 0`;
  const isRecord = `json_type(${first(document)}) IN ('OBJECT', 'NULL')`;
  return [`${document} IS NOT NULL`, ...parts, `NOT (${isRecord} OR ${empty})`].join(' AND ');
}
