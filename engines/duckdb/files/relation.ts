/** The rows of files, as DuckDB's table functions read them. */
import type * as DuckDb from '@duckdb/node-api';
import { plainNames } from '../../support/plain-names.ts';
import { quoteLiteral, quoteName } from '../driver/text.ts';
import { csvRelation, separatorIn } from './csv/csv.ts';
import type { DuckDbFiles, FoundFiles } from './files.ts';

/** The relation of Parquet or CSV. Rejects if there are no files, or if one cannot be read. */
export async function columnsRelation(
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
  format: 'parquet' | 'csv',
): Promise<FoundFiles['relation']> {
  const { glob } = files;
  switch (format) {
    case 'parquet':
      return withPlainNames(connection, files, parquetRelation(glob));
    case 'csv':
      return withPlainNames(
        connection,
        files,
        csvRelation(glob, await separatorIn(connection, glob)),
      );
  }
}

export function parquetRelation(glob: string): string {
  // Read as text, a partition `project=0x1` does not become the number 1.
  return `read_parquet(${quoteLiteral(glob)}, union_by_name = true, hive_types_autocast = false)`;
}

/**
 * The relation itself if the declared columns are stored under their names. Otherwise those without a stored name have the names from
 * `plainNames`, and so have undeclared columns.
 */
async function withPlainNames(
  connection: DuckDb.DuckDBConnection,
  { columns }: DuckDbFiles,
  relation: string,
): Promise<FoundFiles['relation']> {
  const stored = await describeRelation(connection, relation);
  const names = plainNames(stored.map(([name]) => name));
  const declared = new Set(columns.map(({ name }) => name.toLowerCase()));
  const read = [...names].flatMap(([plain, name]): readonly (readonly [string, string])[] => {
    if (declared.has(name.toLowerCase())) return [[name, name]];
    return declared.has(plain.toLowerCase()) ? [[plain, name]] : [];
  });
  const isPlain = read.every(([plain, name]) => plain === name);
  const taken = new Set(read.flatMap(pair => pair.map(name => name.toLowerCase())));
  const others = [...names].filter(pair => pair.every(name => !taken.has(name.toLowerCase())));
  const named = isPlain ? relation : underNewNames(relation, [...read, ...others]);
  return () => named;
}

/** The names and types of a relation's columns, from a statement that is prepared but not run. */
export async function describeRelation(
  connection: DuckDb.DuckDBConnection,
  relation: string,
): Promise<readonly (readonly [name: string, type: DuckDb.DuckDBType])[]> {
  const prepared = await connection.prepare(`SELECT * FROM ${relation}`);
  const indices = Array.from({ length: prepared.columnCount }, (_, index) => index);
  const columns = indices.map(i => [prepared.columnName(i), prepared.columnType(i)] as const);
  prepared.destroySync();
  return columns;
}

/** The relation's columns under other names than the stored ones. */
export function underNewNames(
  relation: string,
  names: Iterable<readonly [string, string]>,
): string {
  const list = [...names].map(([plain, stored]) => `${quoteName(stored)} AS ${quoteName(plain)}`);
  return `(SELECT ${list.join(', ')} FROM ${relation})`;
}
