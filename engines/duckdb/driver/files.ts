/** Tables that are views over files. */
import type * as DuckDb from '@duckdb/node-api';
import { isWithoutFiles, messageOf, withoutStatement } from './failure.ts';
import { qualified, text } from './text.ts';
import type { Api } from './values.ts';
import { type DuckDbFiles, relationOf, type Stored, viewQuery } from './view.ts';

export type WithConnection = <T>(
  use: (connection: DuckDb.DuckDBConnection) => Promise<T>,
) => Promise<T>;
export interface FileViews {
  /** Makes the views that the files ask for by now. Calls share a look that has not begun. */
  readonly refresh: () => Promise<void>;
  /** How many views have been made so far: a statement that failed before one of them may not fail again. */
  readonly made: () => number;
  /** What stands against the tables that are not there, by their names' parts joined by a dot, as found by the last look. */
  readonly faults: () => ReadonlyMap<string, string>;
}

/**
 * Looks after the views of `files` in an in-memory database, over the connection that `withConnection` lends. A view matches its
 * glob anew with every statement; it is made anew only when the files have other columns, or where there were none before.
 */
export function createFileViews(
  api: Api,
  withConnection: WithConnection,
  files: readonly DuckDbFiles[],
): FileViews {
  const made = new Map<DuckDbFiles, string>();
  let count = 0;
  let faults: ReadonlyMap<string, string> = new Map();
  const remake = async (connection: DuckDb.DuckDBConnection, one: DuckDbFiles) => {
    const query = await queryOf(api, connection, one).catch(async cause => {
      // The view of files that can be read no more would go on to answer.
      if (made.delete(one)) await connection.run(`DROP VIEW ${qualified(one.table)}`);
      throw cause;
    });
    if (made.get(one) === query) return;
    await createView(connection, one.table, query);
    made.set(one, query);
    count += 1;
  };
  const look = async (connection: DuckDb.DuckDBConnection) => {
    next = null;
    const found = new Map<string, string>();
    for (const one of files) {
      try {
        await remake(connection, one);
      } catch (cause) {
        found.set(one.table.join('.'), reasonOf(cause, one));
      }
    }
    faults = found;
  };
  // One that has begun may have passed what its caller is about to ask for.
  let next: Promise<void> | null = null;
  return {
    refresh: () => {
      next ??= withConnection(look);
      return next;
    },
    made: () => count,
    faults: () => faults,
  };
}

/** What DuckDB says of files in general, told of these, and without the statement that looked at them. */
function reasonOf(cause: unknown, { glob }: DuckDbFiles): string {
  const message = withoutStatement(messageOf(cause));
  return isWithoutFiles(message) ? `no file matches \`${glob}\`` : message;
}

/** The directories that a database over the files must reach: no statement can read outside of them. */
export function directoriesOf(files: readonly DuckDbFiles[]): readonly string[] {
  const fixed = files.map(({ glob }) => glob.slice(0, glob.search(/[*?[{]|$/)));
  return [...new Set(fixed.map(path => path.slice(0, path.lastIndexOf('/') + 1)))];
}

const ENDINGS = '`.parquet`, `.ndjson` and `.jsonl`; `.gz` or `.zst` may follow the last two';

async function queryOf(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
): Promise<string> {
  const relation = relationOf(files);
  if (relation === null) throw new Error(`\`${files.glob}\` ends in none of ${ENDINGS}`);
  return viewQuery(api, files, relation, await storedTypes(connection, relation));
}

/** Reads no more than what files say about themselves. Rejects where there is no file. */
async function storedTypes(connection: DuckDb.DuckDBConnection, relation: string): Promise<Stored> {
  const prepared = await connection.prepare(`SELECT * FROM ${relation}`);
  const indices = Array.from({ length: prepared.columnCount }, (_, index) => index);
  const types = indices.map(i => [prepared.columnName(i), prepared.columnType(i)] as const);
  prepared.destroySync();
  return new Map(types);
}

async function createView(
  connection: DuckDb.DuckDBConnection,
  table: readonly string[],
  query: string,
): Promise<void> {
  const schema = table.slice(0, -1);
  if (schema.length === 2) {
    await connection.run(`ATTACH IF NOT EXISTS ':memory:' AS ${qualified(schema.slice(0, 1))}`);
  }
  if (schema.length > 0) await connection.run(`CREATE SCHEMA IF NOT EXISTS ${qualified(schema)}`);
  await connection.run(`CREATE OR REPLACE VIEW ${qualified(table)} AS ${query}`);
}

/** What opens the files' directories and nothing else. */
export function lockDown(files: readonly DuckDbFiles[]): readonly string[] {
  const directories = directoriesOf(files).map(text).join(', ');
  return [
    `SET GLOBAL allowed_directories = [${directories}]`,
    'SET GLOBAL enable_external_access = false',
  ];
}
