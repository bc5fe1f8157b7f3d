/** The files that a pattern matches now. */
import type * as DuckDb from '@duckdb/node-api';
import { quoteLiteral } from '../driver/text.ts';

export interface FoundFile {
  readonly path: string;
  readonly size: bigint;
  /** Microseconds since 1970 UTC of its last change. */
  readonly changed: bigint;
}

/** In ascending order. Rejects if there are none. */
export async function filesOf(
  connection: DuckDb.DuckDBConnection,
  glob: string,
): Promise<readonly FoundFile[]> {
  const sql = `SELECT filename, size::BIGINT, epoch_us(last_modified) FROM read_blob(${quoteLiteral(glob)}) ORDER BY 1`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return rows.map(([path, size, changed]) => {
    return { path: String(path), size: BigInt(String(size)), changed: BigInt(String(changed)) };
  });
}

/** The names of the partitions in the folders of the files. */
export function partitionsOf(files: readonly FoundFile[]): ReadonlySet<string> {
  const folders = files.flatMap(({ path }) => path.split('/').slice(0, -1));
  return new Set(folders.flatMap(folder => /^([^=]+)=/.exec(folder)?.[1] ?? []));
}

/** A pattern that matches only the file. */
export function itself(path: string): string {
  return path.replaceAll(/[*?[]/g, '[$&]');
}
