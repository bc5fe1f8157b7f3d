/** Columns as PostgreSQL's catalogue lists them. */
import {
  listsOf,
  mapsOf,
  SCALARS,
  type Scalar,
  type Type,
} from '../../generator/core/types/scalar.ts';
import type { CatalogueColumn, Row } from '../engine.ts';
import { storedKinds } from '../stored-types.ts';
import storedType from './stored-type.ts';

/** Rows of the fields of composite types, by the names of the types. */
export type Composites = ReadonlyMap<string, readonly Row[]>;

export function compositesOf(rows: readonly Row[]): Composites {
  const composites = new Map<string, Row[]>();
  for (const [type, ...field] of rows)
    composites.set(String(type), [...(composites.get(String(type)) ?? []), field]);
  return composites;
}

/** The column of a row of `COLUMNS`. A value of a composite type is a record, an array of one a list of records. */
export function describeRow(row: Row, composites: Composites): CatalogueColumn {
  const column = describeValue(row, composites);
  return column.isList === false ? { ...column, isTyped: true } : column;
}

function describeValue(row: Row, composites: Composites): CatalogueColumn {
  const [name, type, base, nullable, description] = row;
  const single = composites.get(String(base));
  const fields = single ?? composites.get(storedType.item(String(base), 'list') ?? '');
  return {
    ...catalogueColumn(String(name), String(type), String(base)),
    nullable: nullable === 'true',
    ...(description == null ? {} : { description: String(description) }),
    ...(fields === undefined
      ? {}
      : { isList: single === undefined, fields: fields.map(field => fieldOf(field, composites)) }),
  };
}

/** `base`: the type below a domain, else the type itself. */
export function catalogueColumn(name: string, type: string, base = type): CatalogueColumn {
  return {
    name,
    type,
    readAs: typesOf(base),
    kinds: storedKinds(base, storedType),
    nullable: null,
    isList: null,
    fields: null,
    ...digitsIn(base),
    ...(base === 'jsonb' ? ({ isOpen: true } as const) : {}),
  };
}

/** A field of a record. Statements read it from the document of the column. */
function fieldOf(row: Row, composites: Composites): CatalogueColumn {
  const column = describeValue(row, composites);
  const base = String(row[2]);
  const item = storedType.item(base, 'list');
  return {
    ...column,
    nullable: null,
    kinds: { ...column.kinds, converted: [], one: null, list: null, map: null },
    readAs: item === null ? inDocument(base) : listsOf(inDocument(item)),
  };
}

/** The types of a stored value that a document keeps; bytes and padded texts are others there. */
function inDocument(base: string): readonly Scalar[] {
  if (/^(bytea|character\(\d+\)|character|.*\[\])$/.test(base)) return [];
  if (base === 'jsonb' || base === 'json' || base === 'hstore') return ['json'];
  if (/^(smallint|integer)$/.test(base)) return ['int64', 'float64'];
  if (base === 'real') return ['float64'];
  const own = scalarsOf(base);
  return own.length === 0 ? ['string'] : own;
}

function scalarsOf(type: string): readonly Scalar[] {
  if (/^(text|character varying)/.test(type)) return ['string'];
  if (type === 'bigint') return ['int64'];
  if (type === 'double precision') return ['float64'];
  if (type.startsWith('numeric')) return ['decimal'];
  if (type === 'boolean') return ['bool'];
  if (/^timestamp.* with time zone$/.test(type)) return ['timestamp'];
  if (/^timestamp/.test(type)) return ['timestamp', 'datetime'];
  if (type === 'date') return ['date'];
  return [];
}

/** A `jsonb` holds records, maps and documents. */
function typesOf(type: string): readonly Type[] {
  if (type === 'jsonb') return ['json', ...mapsOf(SCALARS.filter(scalar => scalar !== 'json'))];
  const item = storedType.item(type, 'list');
  if (item !== null) return listsOf(scalarsOf(item));
  return type.endsWith('[]') ? [] : scalarsOf(type);
}

function digitsIn(type: string): Pick<CatalogueColumn, 'digits'> {
  const [, precision, scale] = /^numeric\((\d+),(-?\d+)\)$/.exec(type) ?? [];
  return precision === undefined
    ? {}
    : { digits: { precision: Number(precision), scale: Number(scale) } };
}
