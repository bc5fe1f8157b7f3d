/** Columns of authors' own statements on ClickHouse: one mapping from the text of a type to the types that it is read as, and how. */
import { SCALARS, type Scalar } from '../../../generator/core/scalar.ts';
import type { CatalogueColumn } from '../../engine.ts';
import { columnOf, decimalScalars } from '../catalog.ts';
import { unwrapped } from '../type-text.ts';
import { any, bool, float, instant, integer, interval, type Kind, nothing, text } from './kind.ts';
import { nestedKind } from './nested.ts';

type Kinds = readonly (readonly [type: RegExp, kind: typeof text, readAs: readonly Scalar[]])[];

/** By the name of the type, or its beginning. */
const KINDS: Kinds = [
  [/^U?Int\d+$/, integer, ['int64', 'float64', 'decimal']],
  [/^B?Float\d+$/, float, ['float64']],
  [/^Bool$/, bool, ['bool']],
  [/^String$/, text, ['string', 'json']],
  [/^(UUID|IPv[46])$|^(FixedString|Enum(8|16))\(|^Time(64\(|$)/, text, ['string']],
  [/^Date(32)?$/, text, ['date']],
  [/^DateTime(64)?(\(|$)/, instant, ['timestamp']],
  [/^Interval[A-Z]\w*$/, interval, ['string']],
  [/^(JSON|Object|Dynamic|Variant)(\(|$)|^Geometry$/, any, ['json']],
  [/^Nothing$/, nothing, SCALARS],
];

/** `null` if values of the type are not read: states of aggregate functions, and unknown types. */
export function kindOf(column: string, type: string): Kind | null {
  const plain = unwrapped(type);
  for (const [pattern, make, readAs] of KINDS) {
    if (pattern.test(plain)) return make(readAs, column);
  }
  if (plain.startsWith('Decimal(')) return text(decimalScalars(plain), column);
  return nestedKind(plain, inner => kindOf(column, inner));
}

/** `readAs` is empty if no statement can return the column. */
export function resultColumn(name: string, type: string): CatalogueColumn {
  const column = columnOf(name, type);
  return { ...column, readAs: kindOf(name, column.type)?.readAs ?? [] };
}
