/** Columns as DuckDB reports them: from its catalogue for tables, from the files for views over files. */
import type * as DuckDb from '@duckdb/node-api';
import type { ManifestField } from '../../generator/core/output/manifest.ts';
import type { CatalogueColumn, CatalogueTable } from '../engine.ts';
import { type StoredKinds, storedKinds } from '../stored-types.ts';
import { qualified, quoteLiteral, quoteName } from './driver/text.ts';
import { findPart, tableColumn } from './driver/types.ts';
import type { Api } from './driver/values.ts';
import { conversionOf, leafField } from './files/convert.ts';
import { type DuckDbFiles, FILE, type FoundFiles } from './files/files.ts';
import { findFileFormat } from './files/format.ts';
import { mayHoldRecords } from './files/found.ts';
import type { LackedBy } from './files/lacking.ts';
import { valueReading } from './files/records/records.ts';
import storedType from './stored-type.ts';

/** Leaves out tables that no longer exist. */
export async function tablesCatalogue(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  tables: readonly (readonly string[])[],
): Promise<readonly CatalogueTable[]> {
  const found: CatalogueTable[] = [];
  for (const parts of tables) {
    const columns = await columnsOfTable(api, connection, parts).catch(() => null);
    if (columns !== null) found.push({ table: parts.join('.'), columns });
  }
  return found;
}

export async function columnsOfTable(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  parts: readonly string[],
): Promise<readonly CatalogueColumn[]> {
  const probe = await connection.prepare(`SELECT * FROM ${qualified(parts)}`);
  const indices = Array.from({ length: probe.columnCount }, (_, index) => index);
  const columns = indices.map(i => [probe.columnName(i), probe.columnType(i)] as const);
  probe.destroySync();
  const declared = await declaredColumns(connection, parts);
  return columns.map(([name, type]) => {
    const { nullable = null, collation = null } = declared.get(name) ?? {};
    const column = tableColumn(api, name, type, nullable);
    return collation === null ? column : withCollation(column, collation);
  });
}

/** Texts that compare otherwise than by their characters. */
function withCollation(column: CatalogueColumn, collation: string): CatalogueColumn {
  const type = `${column.type} COLLATE ${collation}`;
  return { ...column, type, readAs: [], kinds: storedKinds(type, storedType) };
}

interface DeclaredColumn {
  readonly nullable: boolean;
  readonly collation: string | null;
}

/** NULLs and collations of the columns, as the table declares them. Empty for a view. */
async function declaredColumns(
  connection: DuckDb.DuckDBConnection,
  parts: readonly string[],
): Promise<ReadonlyMap<string, DeclaredColumn>> {
  const [table = '', schema, database] = parts.toReversed();
  // The first part of a two-part name may be a schema or a database.
  const place =
    schema === undefined
      ? 'c.database_name = current_database()'
      : `${quoteLiteral(schema)} IN (c.schema_name, c.database_name)`;
  const whole =
    database === undefined ? place : `${place} AND c.database_name = ${quoteLiteral(database)}`;
  const sql = `SELECT c.column_name, c.is_nullable, t.sql FROM duckdb_columns() AS c
    JOIN duckdb_tables() AS t USING (database_oid, table_oid)
    WHERE c.table_name = ${quoteLiteral(table)} AND ${whole}`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return new Map(
    rows.map(([name, nullable, created]) => {
      const collation = collationIn(String(created), String(name));
      return [String(name), { nullable: nullable === true, collation }] as const;
    }),
  );
}

/** Only the statement that created the table says it, as DuckDB wrote it. */
function collationIn(created: string, column: string): string | null {
  for (const name of [column, quoteName(column)])
    for (const before of ['(', ' ']) {
      const [, after] = created.split(`${before}${name} VARCHAR COLLATE `);
      if (after !== undefined) return /^[\w.]+/.exec(after)?.[0] ?? null;
    }
  return null;
}

interface ColumnsOfFiles {
  readonly has: FoundFiles['has'];
  /** Whether an entry that must have a value has none. */
  readonly hasNulls: (path: readonly string[]) => boolean;
  readonly lackedBy: LackedBy;
  /** Whether an entry may lack any key, as in NDJSON. */
  readonly isSparse: boolean;
}

/** The declared columns that the files can provide, those that statements read as NULL, and the names of the others. */
export function filesColumns(
  api: Api,
  { columns, glob, invalid }: DuckDbFiles,
  { stored, names, has, holed }: FoundFiles,
  lackedBy: LackedBy,
): readonly CatalogueColumn[] {
  const isSparse = findFileFormat(glob) === 'lines';
  const hasNulls = (path: readonly string[]) => invalid !== 'skip' && holed.has(path.join('.'));
  const declared = columns.flatMap(field => {
    const type = has([field.name]) ? stored(field.name) : undefined;
    return fileColumn(api, field, type, { has, hasNulls, lackedBy, isSparse }, [field.name]) ?? [];
  });
  return [...declared, ...undeclaredIn(names, columns)];
}

/** The names that no declared column or field has. */
function undeclaredIn(
  names: readonly string[],
  fields: readonly ManifestField[],
): readonly CatalogueColumn[] {
  const declared = new Set(fields.map(({ name }) => name.toLowerCase()));
  return names
    .filter(name => name !== FILE && !declared.has(name.toLowerCase()))
    .map(name => ({ name, ...UNKNOWN, isUndeclared: true }));
}

function fileColumn(
  api: Api,
  field: ManifestField,
  stored: DuckDb.DuckDBType | undefined,
  files: ColumnsOfFiles,
  path: readonly string[],
): CatalogueColumn | null {
  const { name, type } = field;
  const lack = field.optional === true ? undefined : files.lackedBy(path);
  const lackedBy = lack === undefined ? {} : { lackedBy: lack };
  const nullable = files.hasNulls(path) ? true : null;
  const column = { name, nullable, isList: null, ...lackedBy } as const;
  if (stored === undefined) {
    if (field.optional === true) return { ...column, ...absent(field) };
    return files.isSparse ? { ...column, ...absent(field), inNoFile: true } : null;
  }
  if (field.list === true) {
    const item = elementOf(api, stored);
    const isRead =
      item instanceof api.DuckDBStructType || valueReading(api, field, stored, '') !== null;
    const fields = (field.fields ?? []).map(part => itemPart(api, part, item));
    return { ...column, ...named(stored), readAs: [], fields: isRead ? fields : null };
  }
  if (type !== 'record') {
    const isRead = conversionOf(api, leafField(field), stored, '') !== null;
    return { ...column, ...named(stored), readAs: isRead ? [type] : [], fields: null };
  }
  const isRecord = mayHoldRecords(api, stored);
  const inner = elementOf(api, stored);
  const declared = (field.fields ?? []).flatMap(part => {
    const at = [...path, part.name];
    const known = findPart(inner, part.name);
    // In JSON of no fixed shape, a part may have any type.
    const found = known ?? (files.has(at) ? api.VARCHAR : undefined);
    return fileColumn(api, part, found, files, at) ?? [];
  });
  const names = inner instanceof api.DuckDBStructType ? inner.entryNames : [];
  const fields = [...declared, ...undeclaredIn(names, field.fields ?? [])];
  return { ...column, ...named(stored), readAs: [], fields: isRecord ? fields : null };
}

const NO_KINDS: StoredKinds = {
  written: 'absent',
  one: null,
  list: null,
  map: null,
  converted: [],
};
const UNKNOWN = {
  type: 'undeclared',
  kinds: NO_KINDS,
  readAs: [],
  nullable: null,
  isList: null,
  fields: null,
} as const;

function named(stored: DuckDb.DuckDBType): Pick<CatalogueColumn, 'type' | 'kinds'> {
  const type = String(stored);
  // the view converts what the files store, without `stored`
  return { type, kinds: { ...storedKinds(type, storedType), converted: [] } };
}

function elementOf(api: Api, stored: DuckDb.DuckDBType): DuckDb.DuckDBType {
  return stored instanceof api.DuckDBListType ? stored.valueType : stored;
}

/** A field of the records of a list. A document may have it, of any type; a STRUCT that lacks it has NULL. */
function itemPart(api: Api, field: ManifestField, item: DuckDb.DuckDBType): CatalogueColumn {
  const { name, type, fields = [] } = field;
  const stored = findPart(item, name);
  const known = stored === undefined ? { type, kinds: NO_KINDS } : named(stored);
  const column = { name, nullable: null, isList: null, ...known } as const;
  if (type === 'record')
    return {
      ...column,
      readAs: [],
      fields: fields.map(part => itemPart(api, part, stored ?? item)),
    };
  const isRead = stored === undefined || valueReading(api, field, stored, '') !== null;
  return { ...column, readAs: isRead ? [type] : [], fields: null };
}

/** A column that the files lack. It reads as NULL of its declared type. */
function absent({
  type,
  fields = [],
}: ManifestField): Omit<CatalogueColumn, 'name' | 'nullable' | 'isList'> {
  if (type !== 'record') return { type: 'absent', kinds: NO_KINDS, readAs: [type], fields: null };
  const parts = fields.map(field => ({
    name: field.name,
    nullable: null,
    isList: null,
    ...absent(field),
  }));
  return { type: 'absent', kinds: NO_KINDS, readAs: [], fields: parts };
}
