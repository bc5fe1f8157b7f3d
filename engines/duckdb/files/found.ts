/** The present content of files: their columns and types, and where NULLs and unfinished lines are. */
import { open } from 'node:fs/promises';
import type * as DuckDb from '@duckdb/node-api';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { quoteLiteral, quoteName } from '../driver/text.ts';
import { findPart, isNested } from '../driver/types.ts';
import type { Api } from '../driver/values.ts';
import { type DuckDbFiles, FILE, type FoundFiles, type StoredTypes } from './files.ts';
import { findFileFormat } from './format.ts';
import { isRecord } from './records.ts';
import { describeRelation, linesRelation, relationOf } from './relation.ts';
import { holdsRequired, leafPaths } from './required.ts';

/** The result of a look at some files, kept for the next look. */
export interface FilesMemory {
  /** The files that were searched for all columns, with their sizes and times, and the result. */
  readonly searched: { readonly of: string; readonly has: FoundFiles['has'] } | null;
  readonly unfinished: readonly string[];
}
export const NOTHING_SEARCHED: FilesMemory = { searched: null, unfinished: [] };
const NO_NAMES: ReadonlySet<string> = new Set();

/** Looks at the files. Rejects if there are none, or if one cannot be read. */
export async function lookAtFiles(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
  memory: FilesMemory,
): Promise<{ readonly found: FoundFiles; readonly memory: FilesMemory }> {
  const relation = await relationOf(connection, files);
  const types = await typesOf(connection, relation(false));
  const stored: StoredTypes = name => types.get(name.toLowerCase());
  const format = findFileFormat(files.glob);
  if (format !== 'lines') {
    const whole = format === 'parquet' ? await withoutNulls(connection, files) : NO_NAMES;
    const has = (path: readonly string[]) => hasPath(api, stored, path);
    const found = { relation, stored, has, whole, unfinished: [], partitions: NO_NAMES };
    return { found, memory };
  }
  const paths = await pathsOf(connection, files);
  const searched = await search(api, connection, files, paths.key, memory.searched);
  const unfinished = await stillUnfinished(memory.unfinished);
  const { has } = searched;
  const found = { relation, stored, has, whole: NO_NAMES, unfinished, ...paths };
  return { found, memory: { searched, unfinished } };
}

/** By name in lower case. */
async function typesOf(
  connection: DuckDb.DuckDBConnection,
  relation: string,
): Promise<ReadonlyMap<string, DuckDb.DuckDBType>> {
  const columns = await describeRelation(connection, relation);
  return new Map(columns.map(([name, type]) => [name.toLowerCase(), type]));
}

async function pathsOf(connection: DuckDb.DuckDBConnection, { glob }: DuckDbFiles) {
  const sql = `SELECT filename, size, epoch_us(last_modified) FROM read_blob(${quoteLiteral(glob)}) ORDER BY 1`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  const folders = rows.flatMap(([name]) => String(name).split('/').slice(0, -1));
  const names = folders.flatMap(folder => /^([^=]+)=/.exec(folder)?.[1] ?? []);
  return { key: rows.map(String).join('\n'), partitions: new Set(names) };
}

// ---- columns --------------------------------------------------------------------------------------------------------

/** Whether the files have the column or field. JSON of no fixed shape may have any field. */
export function hasPath(
  api: Api,
  stored: StoredTypes,
  [name = '', ...parts]: readonly string[],
): boolean {
  let type = stored(name);
  for (const part of parts) {
    while (type instanceof api.DuckDBListType) type = type.valueType;
    if (!(type instanceof api.DuckDBStructType)) break;
    type = findPart(type, part);
  }
  return type !== undefined;
}

/**
 * Each line may have other columns. The search reads some lines first, and every line if those lack a needed column.
 */
async function search(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
  key: string,
  known: FilesMemory['searched'],
): Promise<NonNullable<FilesMemory['searched']>> {
  if (known?.of === key) return known;
  const needed = neededPaths(files.columns, files.reads);
  const some = await hasIn(api, connection, files, '');
  if (needed.every(path => some(path)))
    return { of: key, has: path => some(path) || !isNeeded(needed, path) };
  const all = 'sample_size = -1, maximum_sample_files = 2147483647, union_by_name = true,';
  return { of: key, has: await hasIn(api, connection, files, all) };
}

function isNeeded(needed: readonly (readonly string[])[], path: readonly string[]): boolean {
  return needed.some(one => path.every((name, index) => one[index] === name));
}

async function hasIn(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  { glob }: DuckDbFiles,
  options: string,
): Promise<FoundFiles['has']> {
  // Infers structs with all their fields, even rare ones, so that each field is found.
  const types = await typesOf(
    connection,
    `read_json(${quoteLiteral(glob)}, format = 'newline_delimited', ignore_errors = true, ${options}
      hive_types_autocast = false, map_inference_threshold = -1, field_appearance_threshold = 0)`,
  );
  // Files without an object have only this column.
  if (types.size === 1 && types.get('json')?.alias === 'JSON') return () => true;
  const stored: StoredTypes = name => types.get(name.toLowerCase());
  return path => hasPath(api, stored, path);
}

/** Paths of the leaves that statements read and that are not optional. */
function neededPaths(
  fields: readonly ManifestField[],
  reads: readonly string[] | undefined,
  above: readonly string[] = [],
): readonly (readonly string[])[] {
  return fields.flatMap(field => {
    const path = [...above, field.name];
    if (field.optional === true) return [];
    if (isRecord(field)) return neededPaths(field.fields ?? [], reads, path);
    return reads === undefined || reads.includes(path.join('.')) ? [path] : [];
  });
}

// ---- NULLs ----------------------------------------------------------------------------------------------------------

/**
 * Paths, joined by a dot, of the leaves that contain no NULL according to every file's metadata. Looks only at columns
 * in which something is required.
 */
async function withoutNulls(
  connection: DuckDb.DuckDBConnection,
  { glob, columns }: DuckDbFiles,
): Promise<ReadonlySet<string>> {
  const paths = columns.filter(holdsRequired).flatMap(column => leafPaths(column));
  if (paths.length === 0) return new Set();
  const names = new Map(paths.map(path => [path.join(', '), path.join('.')]));
  const sql = `SELECT path_in_schema FROM parquet_metadata(${quoteLiteral(glob)})
    WHERE path_in_schema IN (${[...names.keys()].map(quoteLiteral).join(', ')})
    GROUP BY 1 HAVING max(coalesce(stats_null_count, 1)) = 0
      AND count(DISTINCT file_name) = (SELECT count(*) FROM parquet_file_metadata(${quoteLiteral(glob)}))`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return new Set(rows.flatMap(([path]) => names.get(String(path)) ?? []));
}

// ---- unfinished lines -----------------------------------------------------------------------------------------------

/**
 * The files whose last line has no line break and is not JSON, because it is still being written. With `isOnly`, only
 * the files in which no other line fails to be a JSON object.
 */
export async function unfinishedIn(
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
  isOnly: boolean,
): Promise<readonly string[]> {
  if (findFileFormat(files.glob) !== 'lines') return [];
  const { partitions } = await pathsOf(connection, files);
  const names = files.columns.map(({ name }) => name).filter(name => !partitions.has(name));
  const absent = names.map(name => `${quoteName(name)} IS NULL`).join(' AND ');
  const sql = `SELECT ${quoteName(FILE)} FROM ${linesRelation(files, true)} WHERE ${absent} GROUP BY 1 ${isOnly ? 'HAVING count(*) = 1' : ''}`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return stillUnfinished(rows.map(([name]) => String(name)));
}

async function stillUnfinished(paths: readonly string[]): Promise<readonly string[]> {
  const are = await Promise.all(paths.map(isUnfinished));
  return paths.filter((_, index) => are[index]);
}

/** The longest last line that is looked at, in bytes. */
const TAIL = 16 * 1024 ** 2;

/** Whether the file's last line has no line break and is not JSON. Compressed files are never unfinished. */
async function isUnfinished(path: string): Promise<boolean> {
  if (/\.(gz|zst)$/.test(path)) return false;
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL);
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, size - length);
    const line = bytes.subarray(bytes.lastIndexOf('\n') + 1).toString();
    return line.trim() !== '' && !isJson(line);
  } finally {
    await file.close();
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Whether a column may contain the fields of a record: its values are nested, or text. */
export function mayHoldRecords(api: Api, stored: DuckDb.DuckDBType): boolean {
  return isNested(api, stored) || stored.typeId === api.DuckDBTypeId.VARCHAR;
}
