/** Columns and fields that no entry has. */
import type * as DuckDb from '@duckdb/node-api';
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { quoteName } from '../../driver/text.ts';
import type { DuckDbFiles } from '../files.ts';
import { leafOfDocument, takenApart } from '../records/json.ts';
import { isRecord } from '../records/records.ts';

export type Path = readonly string[];

/** Paths of the columns and fields that statements read and that are not optional, each before what is below it. */
export function neededPaths(
  fields: readonly ManifestField[],
  reads: readonly string[] | undefined,
  above: Path = [],
): readonly Path[] {
  return fields.flatMap((field): readonly Path[] => {
    const path = [...above, field.name];
    if (field.optional === true) return [];
    if (isRecord(field)) {
      const below = neededPaths(field.fields ?? [], reads, path);
      return below.length === 0 ? [] : [path, ...below];
    }
    return reads === undefined || reads.includes(path.join('.')) ? [path] : [];
  });
}

/** The entries that are read first, before all. */
export const FIRST = 20_480;

/**
 * Those of the paths that are NULL in every entry; `null` if the relation has no entry. Reads all entries only if the first ones leave
 * some path open.
 */
export async function absentIn(
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
  paths: readonly Path[],
  relation: string,
): Promise<readonly Path[] | null> {
  const some = await search(connection, files, paths, `(FROM ${relation} LIMIT ${FIRST})`);
  if (some === null || some.length === 0) return some;
  return search(connection, files, some, relation);
}

async function search(
  connection: DuckDb.DuckDBConnection,
  { columns }: DuckDbFiles,
  paths: readonly Path[],
  relation: string,
): Promise<readonly Path[] | null> {
  const has = paths.map(path => `bool_or(${leafOf(path)} IS NOT NULL)`);
  const read = columns.filter(
    column => isRecord(column) && paths.some(path => path[0] === column.name && path.length > 1),
  );
  const sql = `SELECT count(*), ${has.join(', ')} FROM (${takenApart(`FROM ${relation}`, read)})`;
  const [[count, ...found] = []] = (await connection.runAndReadAll(sql)).getRows();
  return count === 0n ? null : paths.filter((_, index) => found[index] !== true);
}

function leafOf(path: Path): string {
  const [name = '', ...below] = path;
  return below.length === 0 ? quoteName(name) : leafOfDocument(path);
}
