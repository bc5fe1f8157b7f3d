/** Columns as ClickHouse's `DESCRIBE` lists them. */
import type { DecimalDigits } from '../../generator/core/types/decimal.ts';
import { listsOf, mapsOf, type Scalar, type Type } from '../../generator/core/types/scalar.ts';
import type { CatalogueColumn } from '../engine.ts';
import { storedKinds } from '../stored-types.ts';
import storedType from './stored-type.ts';
import { inOneLine, namedType, readTypeArguments, unwrapped, wrappedIn } from './type-text.ts';

/** The column for a name and a type, both as ClickHouse writes them. */
export function columnOf(name: string, written: string): CatalogueColumn {
  const type = inOneLine(written);
  const plain = unwrapped(type);
  const list = readTypeArguments('Array', plain);
  const element = list === null ? plain : unwrapped(list[0] ?? '');
  const nested = readTypeArguments('Nested', plain);
  const fields = (nested ?? readTypeArguments('Tuple', element))?.map(fieldOf) ?? null;
  const isList = (list ?? nested) !== null;
  const readAs = scalarsOf(plain);
  const kinds = storedKinds(plain, storedType);
  return {
    name,
    type,
    readAs,
    kinds,
    nullable: mayBeNull(type),
    isList,
    fields,
    ...digitsIn(plain),
  };
}

/** The lists of records that the arrays of each `Nested` are together. */
export function nestedIn(columns: readonly CatalogueColumn[]): readonly Nested[] {
  const found = new Map<string, CatalogueColumn[]>();
  for (const column of columns) {
    const owner = ownerOf(column);
    if (owner !== null) found.set(owner, [...(found.get(owner) ?? []), column]);
  }
  return [...found].map(([name, arrays]) => ({ arrays, records: nestedOf(name, arrays) }));
}

export interface Nested {
  /** The columns as the table has them. */
  readonly arrays: readonly CatalogueColumn[];
  readonly records: CatalogueColumn;
}

/** The name before the dot of an array's name; `null` for any other column. */
function ownerOf({ name, type }: CatalogueColumn): string | null {
  const [, owner = null] = /^([^.]+)\.[^.]+$/.exec(name) ?? [];
  return readTypeArguments('Array', unwrapped(type)) === null ? null : owner;
}

function nestedOf(name: string, parts: readonly CatalogueColumn[]): CatalogueColumn {
  const fields = parts.map(part => {
    const [item = ''] = readTypeArguments('Array', unwrapped(part.type)) ?? [];
    return columnOf(part.name.slice(name.length + 1), item);
  });
  const types = fields.map(field => `${field.name} ${field.type}`);
  return {
    ...columnOf(name, `Array(Tuple(${types.join(', ')}))`),
    type: `Nested(${types.join(', ')})`,
    fields,
  };
}

function digitsIn(type: string): Pick<CatalogueColumn, 'digits'> {
  const digits = digitsOf(type);
  return digits === null ? {} : { digits };
}

/** `Variant` and `Dynamic` may contain NULL without being `Nullable`. */
function mayBeNull(type: string): boolean {
  const inner = wrappedIn(type);
  return inner === undefined
    ? /^(Nullable\(|Variant\(|(Dynamic|Nothing)(\(|$))/.test(type)
    : mayBeNull(inner);
}

/** Whether items of the list, or values of the map, may be NULL. */
export function itemsMayBeNull(type: string): boolean {
  const plain = unwrapped(type);
  const items = [
    ...(readTypeArguments('Array', plain) ?? []),
    ...(readTypeArguments('Map', plain) ?? []),
  ];
  return items.some(mayBeNull);
}

/** A field of a tuple. If the tuple has no names, no path leads to its fields. */
function fieldOf(text: string): CatalogueColumn {
  const { name, type } = namedType(text);
  return columnOf(name, type);
}

/** Statements get microseconds only from a `DateTime64`, and JSON from texts. Any other type needs SQL of the column's own. */
function scalarsOf(type: string): readonly Type[] {
  if (type === 'String') return ['string', 'json'];
  if (/^(Enum\d*\(|UUID$|IPv[46]$)/.test(type)) return ['string'];
  if (/^(U?Int(8|16|32)|Int64)$/.test(type)) return ['int64', 'float64', 'decimal'];
  if (/^U?Int(64|128|256)$/.test(type)) return ['float64', 'decimal'];
  if (/^(B?Float\d+)$/.test(type)) return ['float64'];
  if (type === 'Bool') return ['bool'];
  if (/^DateTime64\([0-6](, *'UTC')?\)$/.test(type)) return ['timestamp', 'datetime'];
  if (/^Date(32)?$/.test(type)) return ['date'];
  const item = readTypeArguments('Array', type)?.[0];
  if (item !== undefined) return mayBeNull(item) ? [] : listsOf(scalarsOf(unwrapped(item)));
  const [key, value] = readTypeArguments('Map', type) ?? [];
  if (key !== undefined && value !== undefined)
    return unwrapped(key) === 'String' ? mapsOf(scalarsOf(unwrapped(value))) : [];
  return decimalScalars(type);
}

/** Decimals that a float64 represents with all digits may be float64; whole numbers that fit into an Int64 may be int64. */
export function decimalScalars(type: string): readonly Scalar[] {
  const digits = digitsOf(type);
  if (digits === null) return [];
  const { precision, scale } = digits;
  return [
    'decimal',
    ...(scale === 0 && precision <= 18 ? (['int64'] as const) : []),
    ...(precision <= 15 ? (['float64'] as const) : []),
  ];
}

function digitsOf(type: string): DecimalDigits | null {
  const [, precision, scale] = /^Decimal\((\d+), *(\d+)\)$/.exec(type) ?? [];
  if (precision === undefined) return null;
  return { precision: Number(precision), scale: Number(scale) };
}
