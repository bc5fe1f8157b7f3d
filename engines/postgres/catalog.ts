/** Columns as PostgreSQL's catalogue lists them. */
import {
  listsOf,
  mapsOf,
  SCALARS,
  type Scalar,
  type Type,
} from '../../generator/core/types/scalar.ts';
import { type CatalogueColumn, type Row, storedKinds } from '../engine.ts';
import { storedType } from './stored-type.ts';

/** The column of a row of `COLUMNS`. */
export function columnOf([name, type, base, nullable, description]: Row): CatalogueColumn {
  return {
    ...catalogueColumn(String(name), String(type), String(base)),
    nullable: nullable === 'true',
    ...(description == null ? {} : { description: String(description) }),
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
