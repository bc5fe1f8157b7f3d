/** Reads records that are stored as STRUCTs. */
import type { DuckDBType } from '@duckdb/node-api';
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { isScalar } from '../../../../generator/core/types/scalar.ts';
import { leafType, quoteName } from '../../driver/text.ts';
import { findPart } from '../../driver/types.ts';
import type { Api } from '../../driver/values.ts';
import { strictly, validity } from '../convert.ts';
import { fieldTypeWords, isRecord, valueReading } from './records.ts';
import { withRequired } from './required.ts';
import { isAsStated } from './stored-fields.ts';

/** An absent value of the declared type. */
export function nullOf(field: ManifestField, records: 'nested' | 'repeated'): string {
  return `NULL::${typeOf(field, records)}`;
}

function typeOf(
  { type, fields = [], list }: ManifestField,
  records: 'nested' | 'repeated',
): string {
  if (type !== 'record') return leafType(type);
  const inner = list === true ? 'nested' : records;
  const parts = fields.map(part => `${quoteName(part.name)} ${typeOf(part, inner)}`);
  return `STRUCT(${parts.join(', ')})${list === true || records === 'repeated' ? '[]' : ''}`;
}

/** Whether every declared part exists with its declared type. False for lists and maps, whose values need a check. */
export function isDeclared(api: Api, field: ManifestField, stored: DuckDBType): boolean {
  const { type, fields } = field;
  if (field.list === true) return false;
  const isStated = isAsStated(field, stored);
  if (isStated !== null) return isStated;
  if (type !== 'record') return isScalar(type) && String(stored.alias ?? stored) === leafType(type);
  return (
    stored instanceof api.DuckDBStructType &&
    (fields ?? []).every(field => {
      const part = findPart(stored, field.name);
      return part !== undefined && isDeclared(api, field, part);
    })
  );
}

/** Whether every record that exists is a STRUCT. */
export function isStructs(api: Api, { fields }: ManifestField, stored: DuckDBType): boolean {
  return (
    stored instanceof api.DuckDBStructType &&
    (fields ?? []).every(field => {
      const part = isRecord(field) ? findPart(stored, field.name) : undefined;
      return part === undefined || isStructs(api, field, part);
    })
  );
}

export interface StructReading {
  readonly strict: string;
  readonly plain: string;
  readonly valid: readonly string[];
}

/** How a column of STRUCTs is read; `null` if the files can provide none of its fields. */
export function readStruct(
  api: Api,
  column: ManifestField,
  type: DuckDBType,
): StructReading | null {
  const { name } = column;
  const reading = structOf(api, column, type, quoteName(name), name);
  const leaf = (path: readonly string[]) => path.map(quoteName).join('.');
  const known = ofFiles(column, type);
  return reading === null || known === null ? reading : withRequired(reading, known, leaf);
}

/** The record without fields that no file has; `null` if no field is left. */
function ofFiles(field: ManifestField, stored: DuckDBType): ManifestField | null {
  if (!isRecord(field)) return field;
  const fields = (field.fields ?? []).flatMap(part => {
    const type = findPart(stored, part.name);
    return type === undefined ? [] : (ofFiles(part, type) ?? []);
  });
  return fields.length === 0 ? null : { ...field, fields };
}

/** The fields that the files have; `null` if they have none. */
function structOf(
  api: Api,
  { fields = [] }: ManifestField,
  stored: DuckDBType,
  sql: string,
  path: string,
): StructReading | null {
  const parts = fields.flatMap(field => {
    const reading = partReading(api, field, findPart(stored, field.name), sql, path);
    return reading === null ? [] : [{ name: quoteName(field.name), ...reading }];
  });
  if (parts.length === 0) return null;
  const struct = (of: 'strict' | 'plain') =>
    `{${parts.map(part => `${part.name}: ${part[of]}`).join(', ')}}`;
  return {
    strict: struct('strict'),
    plain: struct('plain'),
    valid: parts.flatMap(({ valid }) => valid),
  };
}

function partReading(
  api: Api,
  field: ManifestField,
  stored: DuckDBType | undefined,
  record: string,
  path: string,
): StructReading | null {
  const sql = `${record}.${quoteName(field.name)}`;
  const at = `${path}.${field.name}`;
  if (stored === undefined) {
    const absent = nullOf(field, 'nested');
    return field.optional === true ? { strict: absent, plain: absent, valid: [] } : null;
  }
  if (isRecord(field)) return structOf(api, field, stored, sql, at);
  const conversion = valueReading(api, field, stored, sql);
  if (conversion === null) return null;
  const condition = validity(conversion, false);
  return {
    strict: strictly(conversion, at, fieldTypeWords(field), false),
    plain: conversion.sql,
    valid: condition === null ? [] : [condition],
  };
}
