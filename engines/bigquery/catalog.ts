/** What the schema of BigQuery's `tables.get` says of columns. */
import type { Scalar } from '../../generator/core/scalar.ts';
import type { CatalogueColumn } from '../engine.ts';

/** The columns; `null` where the answer has no schema. Of views, BigQuery does not say which columns may be NULL. */
export function columnsOf(table: unknown): readonly CatalogueColumn[] | null {
  const { type, schema } = Object(table);
  const { fields } = Object(schema);
  return Array.isArray(fields) ? fields.map(field => columnOf(field, type === 'TABLE')) : null;
}

function columnOf(field: unknown, isTable: boolean): CatalogueColumn {
  const { name, type, mode, fields } = Object(field);
  const isList = mode === 'REPEATED';
  const isRecord = type === 'RECORD' || type === 'STRUCT';
  return {
    name: String(name),
    type: isList ? `${type} (REPEATED)` : String(type),
    readAs: isList || isRecord ? ['json'] : (SCALARS[String(type)] ?? []),
    nullable: isTable ? mode !== 'REQUIRED' && !isList : null,
    isList,
    fields: isRecord && Array.isArray(fields) ? fields.map(part => columnOf(part, isTable)) : null,
  };
}

const SCALARS: Readonly<Record<string, readonly Scalar[] | undefined>> = {
  STRING: ['string'],
  INTEGER: ['int64', 'float64'],
  INT64: ['int64', 'float64'],
  NUMERIC: ['decimal'],
  BIGNUMERIC: ['decimal'],
  FLOAT: ['float64'],
  FLOAT64: ['float64'],
  BOOLEAN: ['bool'],
  BOOL: ['bool'],
  TIMESTAMP: ['timestamp'],
  DATE: ['date'],
  JSON: ['json'],
};
