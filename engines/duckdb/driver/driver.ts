/**
 * DuckDB, embedded: a database file opened read-only, or views over files in an in-memory database. It cannot reach
 * other files, the network or its own settings.
 */
import type * as DuckDb from '@duckdb/node-api';
import { messageOf } from '../../../generator/system/errors.ts';
import type { BoundStatement, Deadline, Engine, Result, RunLimits } from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';
import { withDeadline } from '../../support/deadline.ts';
import { createPool } from '../../support/pool.ts';
import { createByteCount, watchTaken } from '../../support/result-rows.ts';
import { tablesCatalogue } from '../catalog.ts';
import { createConfined } from '../confined/confined.ts';
import { createFileViews, type FileViews, lockDown, type WithConnection } from '../files/views.ts';
import { ownResult } from '../results/rows.ts';
import { type AttachedCopies, createCopies } from './copies.ts';
import { identifyFile, withoutLinks } from './database-file.ts';
import { wrapDuckDbError } from './failure.ts';
import { findMissing, withViewFault } from './missing.ts';
import type { DuckDbOptions } from './options.ts';
import {
  connect,
  type DuckDbSession,
  forget,
  interruptible,
  prepareStatement,
  type Stops,
} from './session.ts';
import type { Api, DuckDbLibrary } from './values.ts';
import { bindValues, compiledCells, loadDuckDb, read } from './values.ts';

export type { DuckDbFiles } from '../files/files.ts';
export type { DuckDbOptions, DuckDbSource } from './options.ts';

const FOREVER = new AbortController().signal;

/**
 * Opens the source and its connections. Rejects with an `unavailable` failure if a database file does not exist or
 * cannot be read. Files may appear later: a table is missing until a file exists for it.
 */
export async function openDuckDb(given: DuckDbOptions): Promise<Engine> {
  const library = await loadDuckDb();
  const asOpened = await identifyFile(given.source);
  const source = await withoutLinks(given.source).catch(unavailable);
  const options = { ...given, source };
  const { concurrency } = options;
  const instance = await open(library.api, options);
  const { rollups = null } = options;
  const settings = lockDown('files' in source ? source.files : [], rollups);
  // One more than statements need: a look at the tables never waits for them.
  const [spare, ...sessions] = await connect(instance, concurrency + 1, settings);
  const pool = createPool(sessions);
  const spares = createPool([spare]);
  const ended = new AbortController();
  const withSpare: WithConnection = async use => {
    const { connection } = await spares.take(ended.signal);
    return use(connection).finally(() => spares.give(spare));
  };
  const files = 'files' in source ? source.files : null;
  const views = files === null ? null : createFileViews(library.api, withSpare, files);
  await views?.refresh();
  const stops: Stops = new Set();
  let isOpen = true;
  let closing: Promise<void> | null = null;
  const end = async () => {
    for (const stop of stops) stop();
    // Closing under a running statement would crash, so wait for each connection.
    await Promise.all(sessions.map(() => pool.take(FOREVER)));
    await spares.take(FOREVER);
    // No connection returns to the pool any more, so reject its waiters: they would wait forever.
    ended.abort(new EngineFailure('unavailable', 'the database is closed'));
    for (const { connection } of [spare, ...sessions]) connection.closeSync();
    instance.closeSync();
  };
  const refuseClosed = () => {
    if (!isOpen) throw new EngineFailure('unavailable', 'the database is closed');
  };
  const use: Database['use'] = async (signal, work) => {
    refuseClosed();
    const session = await pool.take(signal);
    try {
      refuseClosed();
      return await interruptible(session, signal, stops, work);
    } finally {
      pool.give(session);
    }
  };
  const confined = createConfined(options);
  const copies = createCopies(rollups, !('files' in source));
  const database: Database = { library, views, copies, refuseClosed, use };
  return {
    name: 'duckdb',
    confined: confined.of,
    run: (statement, limits) => run(database, statement, limits),
    explain: (statement, deadline) => explain(database, statement, deadline),
    // it counts neither bytes nor rows that a statement would read
    estimate: async () => null,
    missing: async tables => {
      refuseClosed();
      if ((await identifyFile(given.source)) !== asOpened) {
        throw new EngineFailure('unavailable', 'the database file was replaced');
      }
      await views?.refresh();
      const absent = await withSpare(connection => findMissing(connection, tables));
      return absent.map(one => withViewFault(one, views));
    },
    catalogue: async tables => {
      refuseClosed();
      if (views === null) {
        return withSpare(connection => tablesCatalogue(library.api, connection, tables));
      }
      const skipped = await views.skipped();
      return tables.flatMap(parts => {
        const table = parts.join('.');
        const columns = views.columns().get(table);
        const count = skipped.get(table);
        if (columns === undefined) return [];
        return [{ table, columns, ...(count === undefined ? {} : { skipped: count }) }];
      });
    },
    close: () => {
      isOpen = false;
      closing ??= Promise.all([end(), confined.close()]).then(() => {});
      return closing;
    },
  };
}

function unavailable(cause: unknown): never {
  throw new EngineFailure('unavailable', messageOf(cause), { cause });
}

async function open(api: Api, options: DuckDbOptions): Promise<DuckDb.DuckDBInstance> {
  const { source, memoryLimit, threads, spills = true } = options;
  const settings: Record<string, string> = {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  };
  if (memoryLimit !== undefined) settings['memory_limit'] = memoryLimit;
  if (threads !== undefined) settings['threads'] = String(threads);
  if (!spills) settings['temp_directory'] = '';
  try {
    if ('files' in source) return await api.DuckDBInstance.create(':memory:', settings);
    settings['access_mode'] = 'READ_ONLY';
    return await api.DuckDBInstance.create(source.database, settings);
  } catch (cause) {
    return unavailable(cause);
  }
}

interface Database {
  readonly library: DuckDbLibrary;
  /** `null` if the tables are not views over files. */
  readonly views: FileViews | null;
  readonly copies: AttachedCopies;
  /** Throws once the database is being closed. */
  readonly refuseClosed: () => void;
  /**
   * The connection returns to the pool only when the query has ended, even if the caller got an answer earlier.
   */
  readonly use: <T>(signal: AbortSignal, use: (session: DuckDbSession) => Promise<T>) => Promise<T>;
}

function run(database: Database, statement: BoundStatement, limits: RunLimits): Promise<Result> {
  const { library, copies, refuseClosed } = database;
  const { limits: watched, isRepeatable } = watchTaken(limits);
  const work = async (session: DuckDbSession, signal: AbortSignal): Promise<Result> => {
    if (statement.copies !== undefined) await copies.prepare(session, statement.copies);
    const prepared = await prepareStatement(library.api, session, statement.sql);
    bindValues(library.api, prepared, statement);
    signal.throwIfAborted();
    const count = createByteCount(limits.maxBytes);
    const result = await prepared.stream();
    const own = statement.isOwn === true ? ownResult(library, result) : null;
    const cells = own?.cells ?? compiledCells(library, result);
    const rows = await read(cells, result, watched, count);
    if (rows === null) {
      // Closing and deadlines interrupt on purpose, so no other reason is needed.
      refuseClosed();
      signal.throwIfAborted();
      throw await whyBrokenOff(library, session, statement);
    }
    const { sql, copies: tables } = statement;
    const rollups = tables === undefined ? [] : await copies.read(session, { sql, copies: tables });
    return {
      rows,
      scannedBytes: null,
      ...(own === null ? {} : { columns: own.columns }),
      ...(rollups.length === 0 ? {} : { rollups }),
    };
  };
  return bounded(database, limits, work, isRepeatable);
}

/**
 * Why the statement failed after its first rows. Its stream does not report the reason, so EXPLAIN ANALYZE runs it once
 * more and drops its rows.
 */
async function whyBrokenOff(
  { api }: DuckDbLibrary,
  { connection }: DuckDbSession,
  statement: BoundStatement,
): Promise<unknown> {
  const again = await connection.prepare(`EXPLAIN ANALYZE ${statement.sql}`);
  try {
    bindValues(api, again, statement);
    await again.run();
    return new Error(
      'the rows broke off, and the statement ran to its end when it was tried again',
    );
  } catch (cause) {
    return cause;
  } finally {
    again.destroySync();
  }
}

function explain(
  database: Database,
  statement: BoundStatement,
  deadline: Deadline,
): Promise<string> {
  const { library, copies } = database;
  return bounded(database, deadline, async session => {
    const { connection } = session;
    if (statement.copies !== undefined) await copies.prepare(session, statement.copies);
    const prepared = await connection.prepare(`EXPLAIN ${statement.sql}`);
    try {
      bindValues(library.api, prepared, statement);
      const rows = (await prepared.runAndReadAll()).getRows();
      return rows.map(row => String(row[1])).join('\n');
    } finally {
      prepared.destroySync();
    }
  });
}

async function bounded<T>(
  { views, use }: Database,
  deadline: Deadline,
  work: (session: DuckDbSession, signal: AbortSignal) => Promise<T>,
  isRepeatable: () => boolean = () => true,
): Promise<T> {
  const onNewViews = async (session: DuckDbSession, signal: AbortSignal) => {
    await views?.settle();
    const made = views?.made();
    try {
      return await work(session, signal);
    } catch (cause) {
      if (signal.aborted || cause instanceof EngineFailure) throw cause;
      await views?.refresh(cause);
      // Files came back or were replaced, so the statement runs again, unless its caller has rows of the first run.
      if (signal.aborted || views?.made() === made || !isRepeatable()) throw cause;
      forget(session);
      return work(session, signal);
    }
  };
  try {
    return await withDeadline(deadline, signal =>
      use(signal, session => onNewViews(session, signal)),
    );
  } catch (cause) {
    const failure = wrapDuckDbError(cause);
    const faults = failure.kind === 'unavailable' ? [...(views?.faults() ?? [])] : [];
    if (faults.length === 0) throw failure;
    const told = faults.map(([table, reason]) => `${table}: ${reason}`);
    throw new EngineFailure(failure.kind, [failure.message, ...told].join('\n'), { cause });
  }
}
