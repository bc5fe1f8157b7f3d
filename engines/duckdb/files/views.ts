/** Tables that are views over files. */
import { stat } from 'node:fs/promises';
import type * as DuckDb from '@duckdb/node-api';
import { messageOf } from '../../../generator/system/errors.ts';
import type { CatalogueColumn } from '../../engine.ts';
import { filesColumns } from '../catalog.ts';
import { isUnfinishedLine, isWithoutFiles, withoutStatement } from '../driver/failure.ts';
import { qualified, quoteLiteral } from '../driver/text.ts';
import type { Api } from '../driver/values.ts';
import { inspectFiles } from './csv/broken.ts';
import type { DuckDbFiles } from './files.ts';
import { findFileFormat } from './format.ts';
import { type FilesMemory, lookAtFiles, NOTHING_KNOWN, relationOf, unfinishedIn } from './found.ts';
import { type Heads, lookForLacking } from './lacking.ts';
import { nextAfter } from './pause.ts';
import { viewQuery } from './view.ts';

export type WithConnection = <T>(
  use: (connection: DuckDb.DuckDBConnection) => Promise<T>,
) => Promise<T>;
export interface FileViews {
  /**
   * Makes the views that the present files need. `cause` is the error of a failed statement. Calls share a look that
   * has not begun yet.
   */
  readonly refresh: (cause?: unknown) => Promise<void>;
  /** Looks again at files that have changed and whose unfinished last lines are skipped. */
  readonly settle: () => Promise<void>;
  /** How many views have been made so far. A statement that failed before a view was made may succeed now. */
  readonly made: () => number;
  /** Why tables are unavailable, as found by the last look. Keys are table names, their parts joined by a dot. */
  readonly faults: () => ReadonlyMap<string, string>;
  /** The columns that the files have, by table, as found by the last look. */
  readonly columns: () => ReadonlyMap<string, readonly CatalogueColumn[]>;
  /** How many entries are left out, by table. It counts again after a pause. */
  readonly skipped: () => Promise<ReadonlyMap<string, number>>;
}

/**
 * Maintains the views of `files` in an in-memory database, over connections from `withConnection`. A view matches its
 * glob again with every statement. It is replaced only if the files have other columns, or did not exist before.
 */
export function createFileViews(
  api: Api,
  withConnection: WithConnection,
  files: readonly DuckDbFiles[],
): FileViews {
  const made = new Map<DuckDbFiles, string>();
  const memories = new Map<DuckDbFiles, FilesMemory>();
  const heads = new Map<DuckDbFiles, Heads>();
  const columns = new Map<string, readonly CatalogueColumn[]>();
  const counts = createSkipCounts(withConnection);
  let count = 0;
  let faults: ReadonlyMap<string, string> = new Map();
  const queryOf = async (connection: DuckDb.DuckDBConnection, one: DuckDbFiles) => {
    const known = memories.get(one) ?? NOTHING_KNOWN;
    const { found, memory } = await lookAtFiles(api, connection, one, known);
    memories.set(one, memory);
    if (found.broken.length > 0) throw new Error(found.broken.join(', '));
    const lacking = await lookForLacking(api, connection, one.glob, heads.get(one) ?? new Map());
    heads.set(one, lacking.heads);
    columns.set(nameOf(one), filesColumns(api, one, found, lacking.lackedBy));
    return viewQuery(api, one, found);
  };
  const remake = async (connection: DuckDb.DuckDBConnection, one: DuckDbFiles) => {
    const query = await queryOf(connection, one).catch(async cause => {
      columns.delete(nameOf(one));
      // Otherwise the view would still answer from files that can no longer be read.
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
        found.set(nameOf(one), await reasonOf(cause, one, connection));
      }
    }
    faults = found;
  };
  /** Skips unfinished last lines. */
  const passOver = async (connection: DuckDb.DuckDBConnection) => {
    for (const one of files) {
      const unfinished = await unfinishedIn(connection, one, true).catch(() => []);
      memories.set(one, { ...(memories.get(one) ?? NOTHING_KNOWN), unfinished });
    }
    passedOver = await identities();
  };
  /** Differs if files whose last lines are skipped have changed. */
  const identities = async () => {
    const paths = [...memories.values()].flatMap(({ unfinished }) => unfinished);
    const stats = await Promise.all(paths.map(path => stat(path).catch(() => null)));
    return stats.map(found => `${found?.size} ${found?.mtimeMs}`).join();
  };
  let passedOver = '';
  // A look in progress may already have passed the files that its caller asks for.
  let next: Promise<void> | null = null;
  return {
    refresh: async cause => {
      if (isUnfinishedLine(cause)) await withConnection(passOver);
      next ??= withConnection(look);
      return next;
    },
    settle: async () => {
      if (passedOver === '' || (await identities()) === passedOver) return;
      await withConnection(passOver);
      next ??= withConnection(look);
      await next;
    },
    made: () => count,
    faults: () => faults,
    columns: () => columns,
    skipped: () => counts(files.filter(one => made.has(one) && one.invalid === 'skip')),
  };
}

function nameOf({ table }: DuckDbFiles): string {
  return table.join('.');
}

/** A count reads all files. */
function createSkipCounts(withConnection: WithConnection) {
  const counts = new Map<string, number>();
  let notBefore = 0;
  const countIn = async (connection: DuckDb.DuckDBConnection, one: DuckDbFiles) => {
    const count = async (from: string) => {
      const rows = await connection.runAndReadAll(`SELECT count(*) FROM ${from}`);
      return Number(rows.getRows()[0]?.[0]);
    };
    const relation = await relationOf(connection, one);
    const all = await count(relation(true));
    const entries = await count(qualified(one.table));
    const last = (await unfinishedIn(connection, one, false)).length;
    counts.set(nameOf(one), Math.max(0, all - entries - last));
  };
  return async (files: readonly DuckDbFiles[]): Promise<ReadonlyMap<string, number>> => {
    if (performance.now() < notBefore) return counts;
    const started = performance.now();
    await withConnection(async connection => {
      // If files come or go meanwhile, the next count includes them.
      for (const one of files) await countIn(connection, one).catch(() => undefined);
    });
    notBefore = nextAfter(started);
    return counts;
  };
}

/** The broken lines of CSV files, or else DuckDB's message without the statement. */
async function reasonOf(
  cause: unknown,
  { glob }: DuckDbFiles,
  connection: DuckDb.DuckDBConnection,
): Promise<string> {
  const message = withoutStatement(messageOf(cause));
  if (isWithoutFiles(message)) return `no file matches \`${glob}\``;
  if (findFileFormat(glob) !== 'csv') return message;
  const { broken } = await inspectFiles(connection, glob).catch(() => ({ broken: [] }));
  const lines = broken.map(({ file, line, fault }) => `${file}:${line}: ${fault}`);
  return lines.length === 0 ? message : lines.join(', ');
}

/** The directories that a database over the files must reach. Statements cannot read outside them. */
function directoriesOf(files: readonly DuckDbFiles[]): readonly string[] {
  const fixed = files.map(({ glob }) => glob.slice(0, glob.search(/[*?[{]|$/)));
  return [...new Set(fixed.map(path => path.slice(0, path.lastIndexOf('/') + 1)))];
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

/** The settings that allow only the directories of the files, and the folder of copies of rollups. */
export function lockDown(files: readonly DuckDbFiles[], rollups: string | null): readonly string[] {
  const folders = [...directoriesOf(files), ...(rollups === null ? [] : [`${rollups}/`])];
  const directories = folders.map(quoteLiteral).join(', ');
  return [
    `SET GLOBAL allowed_directories = [${directories}]`,
    'SET GLOBAL enable_external_access = false',
  ];
}
