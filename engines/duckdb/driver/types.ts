/** DuckDB's types, and the types that a data set may declare for them. */
import type { DuckDBType } from '@duckdb/node-api';
import { listsOf, mapsOf, type Scalar, type Type } from '../../../generator/core/types/scalar.ts';
import type { CatalogueColumn } from '../../engine.ts';
import { storedKinds } from '../../stored-types.ts';
import storedType from '../stored-type.ts';
import type { Api } from './values.ts';

export const NUMBERS = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\))$/;
const INTEGERS = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/;

export function isTextType(api: Api, stored: DuckDBType): boolean {
  return stored.typeId === api.DuckDBTypeId.VARCHAR || stored.typeId === api.DuckDBTypeId.ENUM;
}

export function isJson(stored: DuckDBType): boolean {
  return stored.alias === 'JSON';
}

export function isNested(api: Api, stored: DuckDBType): boolean {
  return (
    stored instanceof api.DuckDBStructType ||
    stored instanceof api.DuckDBListType ||
    stored instanceof api.DuckDBMapType ||
    stored instanceof api.DuckDBArrayType ||
    stored instanceof api.DuckDBUnionType
  );
}

export function isInstant(stored: DuckDBType): boolean {
  return String(stored).startsWith('TIMESTAMP');
}

/** `isWhole`: it has no fraction and fits into a BIGINT. `isExact`: a float64 keeps all digits of every value. */
export function describeDecimal(
  api: Api,
  stored: DuckDBType,
): { readonly isWhole: boolean; readonly isExact: boolean } | null {
  if (!(stored instanceof api.DuckDBDecimalType)) return null;
  const { width, scale } = stored;
  return { isWhole: scale === 0 && width <= 18, isExact: width <= 15 };
}

/** The part with that name. DuckDB ignores letter case in names of parts. */
export function findPart(stored: DuckDBType, name: string): DuckDBType | undefined {
  if (!('entryNames' in stored)) return undefined;
  const index = stored.entryNames.findIndex(entry => entry.toLowerCase() === name.toLowerCase());
  return stored.entryTypes[index];
}

/** A column of a table. Statements read it in its stored type. */
export function tableColumn(
  api: Api,
  name: string,
  stored: DuckDBType,
  nullable: boolean | null,
): CatalogueColumn {
  const isList = stored instanceof api.DuckDBListType;
  const element = isList ? stored.valueType : stored;
  const fields =
    element instanceof api.DuckDBStructType
      ? element.entryNames.map((entry, index) =>
          tableColumn(api, entry, element.entryTypes[index] ?? api.SQLNULL, null),
        )
      : null;
  const type = String(stored.alias ?? stored);
  const readAs = tableScalars(api, stored);
  const kinds = storedKinds(type, storedType);
  return { name, type, readAs, kinds, nullable, isList, fields, ...digitsOf(api, stored) };
}

function digitsOf(api: Api, stored: DuckDBType): Pick<CatalogueColumn, 'digits'> {
  if (!(stored instanceof api.DuckDBDecimalType)) return {};
  return { digits: { precision: stored.width, scale: stored.scale } };
}

function tableScalars(api: Api, stored: DuckDBType): readonly Type[] {
  const name = String(stored);
  if (isJson(stored)) return ['json'];
  if (isTextType(api, stored)) return ['string', 'json'];
  if (stored === api.UUID) return ['string'];
  if (stored instanceof api.DuckDBListType)
    return ['json', ...listsOf(tableScalars(api, stored.valueType))];
  if (stored instanceof api.DuckDBMapType && isTextType(api, stored.keyType))
    return ['json', ...mapsOf(tableScalars(api, stored.valueType))];
  if (isNested(api, stored)) return ['json'];
  if (INTEGERS.test(name)) return ['int64', 'float64', 'decimal'];
  if (name === 'FLOAT' || name === 'DOUBLE') return ['float64'];
  if (stored instanceof api.DuckDBDecimalType) return listDecimalScalars(api, stored);
  if (name === 'BOOLEAN') return ['bool'];
  if (stored === api.DATE) return ['date'];
  return isInstant(stored) && name !== 'TIMESTAMP_NS' ? ['timestamp', 'datetime'] : [];
}

/** The scalars that a column of the decimal type may be declared as. */
export function listDecimalScalars(api: Api, stored: DuckDBType): readonly Scalar[] {
  const decimal = describeDecimal(api, stored);
  return [
    'decimal',
    ...(decimal?.isWhole === true ? (['int64'] as const) : []),
    ...(decimal?.isExact === true ? (['float64'] as const) : []),
  ];
}
