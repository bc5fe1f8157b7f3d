/** Columns of authors' own statements on ClickHouse: one mapping from the text of a type to the types that it is read as, and how. */
import { SCALARS, type Scalar } from '../../../generator/core/types/scalar.ts';
import type { CatalogueColumn } from '../../engine.ts';
import { columnOf, decimalScalars } from '../catalog.ts';
import { unwrapped } from '../type-text.ts';
import {
  any,
  bool,
  float,
  instantKind,
  integerKind,
  intervalKind,
  type LineKind,
  nothingKind,
  textKind,
} from './kind.ts';
import { findNestedLineKind } from './nested.ts';

type Kinds = readonly (readonly [type: RegExp, kind: typeof textKind, readAs: readonly Scalar[]])[];

/** By the name of the type, or its beginning. */
const KINDS: Kinds = [
  [/^U?Int\d+$/, integerKind, ['int64', 'float64', 'decimal']],
  [/^B?Float\d+$/, float, ['float64']],
  [/^Bool$/, bool, ['bool']],
  [/^String$/, textKind, ['string', 'json']],
  [/^(UUID|IPv[46])$|^(FixedString|Enum(8|16))\(|^Time(64\(|$)/, textKind, ['string']],
  [/^Date(32)?$/, textKind, ['date']],
  [/^DateTime64\([0-6](, *'UTC')?\)$/, instantKind, ['timestamp', 'datetime']],
  [/^DateTime(64)?(\(|$)/, instantKind, ['timestamp']],
  [/^Interval[A-Z]\w*$/, intervalKind, ['string']],
  [/^(JSON|Object|Dynamic|Variant)(\(|$)|^Geometry$/, any, ['json']],
  [/^Nothing$/, nothingKind, SCALARS],
];

/** `null` if values of the type are not read: states of aggregate functions, and unknown types. */
export function findLineKind(column: string, type: string): LineKind | null {
  const plain = unwrapped(type);
  for (const [pattern, make, readAs] of KINDS) {
    if (pattern.test(plain)) return make(readAs, column);
  }
  if (plain.startsWith('Decimal(')) return textKind(decimalScalars(plain), column);
  return findNestedLineKind(plain, inner => findLineKind(column, inner));
}

/** `readAs` is empty if no statement can return the column. */
export function resultColumn(name: string, type: string): CatalogueColumn {
  const column = columnOf(name, type);
  return { ...column, readAs: findLineKind(name, column.type)?.readAs ?? [] };
}
