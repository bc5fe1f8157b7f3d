/** Columns as files store them: under the names, and as the types, that a data set states. */
import type { DuckDBType } from '@duckdb/node-api';
import type { ManifestField, ManifestStored } from '../../../../generator/core/output/manifest.ts';
import { held } from '../../../../generator/core/types/scalar.ts';
import { storedKinds } from '../../../stored-types.ts';
import storedType from '../../stored-type.ts';

const DIALECT = 'duckdb';

/** The fields under the names that the files have. The view shows these, and statements read them by these. */
export function underStoredNames(fields: readonly ManifestField[]): readonly ManifestField[] {
  return fields.map(field => ({
    ...field,
    name: storedName(field),
    ...(field.fields === undefined ? {} : { fields: underStoredNames(field.fields) }),
  }));
}

/** The path, joined by dots, under the names that the files have. */
export function storedPath(fields: readonly ManifestField[], path: string): string {
  const [name = '', ...rest] = path.split('.');
  const field = fields.find(one => one.name === name);
  if (field === undefined) return path;
  const stored = storedName(field);
  return rest.length === 0 ? stored : `${stored}.${storedPath(field.fields ?? [], rest.join('.'))}`;
}

function storedName(field: ManifestField): string {
  return storedIn(field).name ?? field.name;
}

function storedIn({ stored }: ManifestField): ManifestStored {
  return stored?.[DIALECT] ?? {};
}

/**
 * Whether the files store the column as the type that the data set states, which statements convert; `null` if it states none, and
 * the view converts the column.
 */
export function isAsStated(field: ManifestField, found: DuckDBType): boolean | null {
  const { kind } = storedIn(field);
  if (kind === undefined || field.type === 'record') return null;
  return storedKinds(String(found.alias ?? found), storedType)[held(field.type).as] === kind;
}
