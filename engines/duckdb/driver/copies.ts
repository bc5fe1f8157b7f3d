/**
 * The copies of rollups, in the newest file of a folder. `quern rollup refresh` adds a file and never changes one, so that an open one stays
 * as it is. Each connection has a view of each copy that its statements read; without a copy, the view is empty.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type * as DuckDb from '@duckdb/node-api';
import type { ManifestCopy } from '../../../generator/core/output/manifest.ts';
import { isAbsent } from '../../../generator/system/errors.ts';
import { type DuckDbSession, forget } from './session.ts';
import { quoteLiteral, quoteName } from './text.ts';

/** The ending of the files, whose names are numbers. */
const ENDING = '.duckdb';

/** The path of a file of copies by its number. */
export function copiesFile(folder: string, number: number): string {
  return join(folder, `${number}${ENDING}`);
}

/** The numbers of the files in a folder, ascending; empty if there is no folder. */
export function copiesIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder)
      .flatMap(file => (/^\d+\.duckdb$/.test(file) ? [Number.parseInt(file, 10)] : []))
      .sort((a, b) => a - b);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** A file that is attached, under its alias. The tables of a broken file are left out. */
interface Attached {
  readonly alias: string;
  readonly tables: Promise<ReadonlySet<string>>;
  /** Whether statements read a copy, by its name, for entries that stay the same. */
  readonly isRead: Map<string, boolean>;
  /** How many connections have views of it. */
  readers: number;
}
/** The views of a connection. */
interface Views {
  readonly number: number | null;
  readonly file: Attached | null;
  readonly names: Set<string>;
}

export interface AttachedCopies {
  /** Makes the views that a statement reads, by their names, if the connection does not have them. */
  readonly prepare: (session: DuckDbSession, copies: Tables) => Promise<void>;
  /** The rollups whose copies the last statement of the connection read. */
  readonly read: (
    session: DuckDbSession,
    statement: { readonly sql: string; readonly copies: Tables },
  ) => Promise<readonly string[]>;
}
type Tables = Readonly<Record<string, ManifestCopy>>;

/**
 * `folder`: `null` if there are no copies; `isFixed`: whether the entries stay the same, as in a database that is open, so that one look says
 * whether statements read a copy.
 */
export function createCopies(folder: string | null, isFixed: boolean): AttachedCopies {
  const attached = new Map<number, Attached>();
  const known = new WeakMap<DuckDbSession, Views>();

  const enter = (connection: DuckDb.DuckDBConnection, number: number): Attached => {
    const file = attached.get(number) ?? attach(connection, folder ?? '', number);
    attached.set(number, file);
    file.readers += 1;
    return file;
  };

  const leave = async (connection: DuckDb.DuckDBConnection, { number, file, names }: Views) => {
    for (const name of names) await connection.run(`DROP VIEW temp.${quoteName(name)}`);
    if (number === null || file === null) return;
    file.readers -= 1;
    if (file.readers > 0) return;
    attached.delete(number);
    await connection.run(`DETACH DATABASE IF EXISTS ${file.alias}`);
  };

  /** The views of the newest file. */
  const viewsOf = async (session: DuckDbSession): Promise<Views> => {
    const number = folder === null ? null : (copiesIn(folder).at(-1) ?? null);
    const before = known.get(session);
    if (before?.number === number) return before;
    const file = number === null ? null : enter(session.connection, number);
    const views = { number, file, names: new Set<string>() };
    known.set(session, views);
    forget(session);
    if (before !== undefined) await leave(session.connection, before);
    return views;
  };

  return {
    prepare: async (session, copies) => {
      const { file, names } = await viewsOf(session);
      const tables = await file?.tables;
      for (const [name, { empty }] of Object.entries(copies)) {
        if (names.has(name)) continue;
        const quoted = quoteName(name);
        const isKept = tables?.has(name) === true;
        const rows = isKept ? `SELECT * FROM ${file?.alias}.${quoted}` : empty;
        // an interrupted run may have left the view of an older file
        await session.connection.run(`CREATE OR REPLACE TEMP VIEW ${quoted} AS ${rows}`);
        names.add(name);
      }
    },
    read: async (session, { sql, copies }) => {
      const file = known.get(session)?.file ?? null;
      const tables = await file?.tables;
      const read: string[] = [];
      for (const [name, { rollup }] of Object.entries(copies)) {
        if (rollup === undefined || file === null || tables?.has(name) !== true) continue;
        if (!sql.includes(quoteName(name))) continue;
        const known = isFixed ? file.isRead.get(name) : undefined;
        const isRead = known ?? (await isTrue(session.connection, rollup.isRead));
        file.isRead.set(name, isRead);
        if (isRead) read.push(rollup.name);
      }
      return read;
    },
  };
}

async function isTrue(connection: DuckDb.DuckDBConnection, select: string): Promise<boolean> {
  const [row] = (await connection.runAndReadAll(select)).getRows();
  return row?.[0] === true;
}

function attach(connection: DuckDb.DuckDBConnection, folder: string, number: number): Attached {
  const alias = `copies_${number}`;
  const path = quoteLiteral(copiesFile(folder, number));
  const look = async () => {
    await connection.run(`ATTACH ${path} AS ${alias} (READ_ONLY)`);
    const found = await connection.runAndReadAll(
      `SELECT table_name FROM duckdb_tables() WHERE database_name = '${alias}'`,
    );
    return new Set(found.getRows().map(([name]) => String(name)));
  };
  // statements answer from the entries, and `quern rollup status` names the file
  return { alias, tables: look().catch(() => new Set<string>()), isRead: new Map(), readers: 0 };
}
