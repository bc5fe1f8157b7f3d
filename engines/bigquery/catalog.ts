/** Columns from BigQuery's schemas of tables and of results. */
import { mapsOf, type Scalar, type Type } from '../../generator/core/types/scalar.ts';
import type { CatalogueColumn } from '../engine.ts';
import { storedKinds } from '../stored-types.ts';
import { listTypes } from '../support/canonical.ts';
import storedType from './stored-type.ts';

/** A TableFieldSchema of the REST API, unchecked. */
export interface TableField {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly mode?: unknown;
  readonly fields?: unknown;
  readonly description?: unknown;
  /** Digits of a NUMERIC or BIGNUMERIC, as texts, if the table bounds them. */
  readonly precision?: unknown;
  readonly scale?: unknown;
  /** Only for a range. */
  readonly rangeElementType?: unknown;
  /** How texts compare, if not by their characters. */
  readonly collation?: unknown;
  /** The digits of a second's fraction; 6 if BigQuery does not report them. */
  readonly timestampPrecision?: unknown;
}

/**
 * The columns of a table, from the answer of `tables.get`; `null` if the answer has no schema. BigQuery does not report which
 * columns of a view may be NULL.
 */
export function readTableColumns(table: unknown): readonly CatalogueColumn[] | null {
  const { type, schema } = Object(table);
  const { fields } = Object(schema);
  const isTable = type === 'TABLE';
  return Array.isArray(fields) ? fields.map(field => columnOf(field, STORED, isTable)) : null;
}

/** The columns of a statement's rows, from the fields of their schema. BigQuery does not report which may be NULL. */
export function resultColumnsOf(fields: readonly unknown[]): readonly CatalogueColumn[] {
  return fields.map(field => columnOf(field, ANSWERED, false));
}

type ReadAs = Readonly<Record<string, readonly Scalar[] | undefined>>;

function columnOf(value: unknown, readAs: ReadAs, isTable: boolean): CatalogueColumn {
  const field: TableField = Object(value);
  const collation = readAs === STORED ? collationText(field) : '';
  const type = `${typeText(field)}${digitsText(field)}${collation}`;
  const fields =
    isStruct(field) && Array.isArray(field.fields)
      ? field.fields.map(part => columnOf(part, readAs, isTable))
      : null;
  return {
    name: String(field.name),
    type: isList(field) ? `${type} (REPEATED)` : type,
    readAs: collation === '' ? readAsOf(field, readAs) : [],
    kinds: storedKinds(isList(field) ? `ARRAY<${type}>` : type, storedType),
    nullable: isTable ? field.mode !== 'REQUIRED' && !isList(field) : null,
    isList: isList(field),
    fields,
    ...digitsOf(field),
    ...(typeof field.description === 'string' ? { description: field.description } : {}),
  };
}

/** `(12, 4)` after the type, as a statement declares it; empty if the table bounds no digits. */
function digitsText({ precision, scale = '0' }: TableField): string {
  if (precision === undefined) return '';
  return String(scale) === '0' ? `(${precision})` : `(${precision}, ${scale})`;
}

/** The collation after the type, as a statement declares it. */
function collationText({ collation }: TableField): string {
  return typeof collation === 'string' && collation !== '' ? ` COLLATE '${collation}'` : '';
}

/** The digits that the table declares. */
function digitsOf({ precision, scale }: TableField): Pick<CatalogueColumn, 'digits'> {
  if (precision === undefined) return {};
  return { digits: { precision: Number(precision), scale: Number(scale ?? 0) } };
}

function readAsOf(field: TableField, readAs: ReadAs): readonly Type[] {
  if (isStruct(field)) return readAs === STORED ? ['json', ...mapTypes(field, readAs)] : ['json'];
  const one = readAs[typeText(field)] ?? [];
  if (!isList(field)) return one;
  return listTypes(one);
}

/** An array of keys and values is a map. */
function mapTypes(field: TableField, readAs: ReadAs): readonly Type[] {
  if (!isList(field) || !Array.isArray(field.fields) || field.fields.length !== 2) return [];
  const [key, value]: readonly TableField[] = field.fields;
  if (key?.name !== 'key' || value?.name !== 'value' || typeText(key) !== 'STRING') return [];
  const isSingle = !isList(value) && !isStruct(value);
  return isSingle ? mapsOf(readAs[typeText(value)] ?? []) : [];
}

export function isList({ mode }: TableField): boolean {
  return mode === 'REPEATED';
}

export function isStruct({ type }: TableField): boolean {
  return type === 'RECORD' || type === 'STRUCT';
}

/** The type of a value, or of an item of a list: `INTEGER`, `RANGE<DATE>`, `TIMESTAMP(12)`. */
export function typeText({ type, rangeElementType, timestampPrecision }: TableField): string {
  if (type === 'RANGE' && rangeElementType !== undefined)
    return `RANGE<${Object(rangeElementType).type}>`;
  const isFine = timestampPrecision !== undefined && timestampPrecision !== '6';
  return type === 'TIMESTAMP' && isFine ? `TIMESTAMP(${timestampPrecision})` : String(type);
}

const STORED: ReadAs = {
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
  DATETIME: ['datetime'],
  DATE: ['date'],
  JSON: ['json'],
};

const ANY_NUMBER: readonly Scalar[] = ['int64', 'float64', 'decimal'];
const TEXT: readonly Scalar[] = ['string'];

/** By type of the cells of an own statement. A type without its own scalar becomes a text. */
const ANSWERED: ReadAs = {
  ...STORED,
  STRING: ['string', 'json'],
  JSON: ['json', 'string'],
  INTEGER: ANY_NUMBER,
  INT64: ANY_NUMBER,
  BYTES: TEXT,
  DATETIME: ['string', 'datetime'],
  TIME: TEXT,
  INTERVAL: TEXT,
  GEOGRAPHY: TEXT,
  'RANGE<DATE>': TEXT,
  'RANGE<DATETIME>': TEXT,
  'RANGE<TIMESTAMP>': TEXT,
};
