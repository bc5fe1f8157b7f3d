/**
 * DuckDB, embedded: one database file opened read-only, with no way out to other files, the network or its own settings.
 */
import type * as DuckDb from '@duckdb/node-api';
import { withDeadline } from './deadline.ts';
import type { Api, Library } from './duckdb-values.ts';
import { bind, loadLibrary, read } from './duckdb-values.ts';
import type { BoundStatement, Deadline, Engine, Result, RunLimits } from './engine.ts';
import { EngineFailure } from './engine.ts';
import { createPool } from './pool.ts';
import { createByteCount } from './result-bytes.ts';

export interface DuckDbOptions {
  /** Path of the database file. */
  readonly database: string;
  /** How many statements run at once. */
  readonly concurrency: number;
  /** As DuckDB writes sizes (`2GiB`). It bounds the engine's buffers, not the process. */
  readonly memoryLimit?: string;
  readonly threads?: number;
}

/** How many prepared statements a connection keeps; a statement and its guards make one each. */
const PREPARED = 64;
/** An interrupt that comes before the query has begun is lost, so it is repeated until the query ends. */
const INTERRUPT_EVERY_MS = 50;

interface Session {
  readonly connection: DuckDb.DuckDBConnection;
  /** By text; the least recently used first. */
  readonly prepared: Map<string, DuckDb.DuckDBPreparedStatement>;
}

/** Opens the file and its connections. Rejects with an `unavailable` failure where it is not there or cannot be read. */
export async function openDuckDb(options: DuckDbOptions): Promise<Engine> {
  const library = await loadLibrary();
  const instance = await open(library.api, options);
  // One more than statements: a look at the tables never waits behind them.
  const [spare, ...sessions] = await connect(instance, options.concurrency);
  const pool = createPool(sessions);
  let isOpen = true;
  const withSession: WithSession = async (signal, use) => {
    if (!isOpen) throw new EngineFailure('unavailable', 'the database is closed');
    const session = await pool.take(signal);
    return interruptible(session, signal, use).finally(() => pool.give(session));
  };
  return {
    name: 'duckdb',
    run: (statement, limits) => run(library, withSession, statement, limits),
    explain: (statement, deadline) => explain(library, withSession, statement, deadline),
    missing: tables => missing(spare, tables),
    close: async () => {
      isOpen = false;
      // Closing under a running statement would crash, so each connection is waited for.
      const forever = new AbortController().signal;
      await Promise.all(sessions.map(() => pool.take(forever)));
      for (const { connection } of [spare, ...sessions]) connection.closeSync();
      instance.closeSync();
    },
  };
}

async function open(api: Api, options: DuckDbOptions): Promise<DuckDb.DuckDBInstance> {
  const { database, memoryLimit, threads } = options;
  const settings: Record<string, string> = {
    access_mode: 'READ_ONLY',
    enable_external_access: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  };
  if (memoryLimit !== undefined) settings['memory_limit'] = memoryLimit;
  if (threads !== undefined) settings['threads'] = String(threads);
  try {
    return await api.DuckDBInstance.create(database, settings);
  } catch (cause) {
    throw new EngineFailure('unavailable', messageOf(cause), { cause });
  }
}

async function connect(
  instance: DuckDb.DuckDBInstance,
  count: number,
): Promise<readonly [Session, ...Session[]]> {
  const first = await instance.connect();
  // The time zone is no option of opening; it is set for all connections before settings are locked.
  await first.run("SET GLOBAL TimeZone = 'UTC'");
  await first.run('SET lock_configuration = true');
  const others = await Promise.all(Array.from({ length: count }, () => instance.connect()));
  return [session(first), ...others.map(session)];
}

function session(connection: DuckDb.DuckDBConnection): Session {
  return { connection, prepared: new Map() };
}

type WithSession = <T>(signal: AbortSignal, use: (session: Session) => Promise<T>) => Promise<T>;

/** The connection goes back to the pool when the query has really ended, however early the caller hears of its end. */
function run(
  library: Library,
  withSession: WithSession,
  statement: BoundStatement,
  limits: RunLimits,
): Promise<Result> {
  return bounded(limits, withSession, async (session, signal) => {
    const prepared = await prepare(library.api, session, statement.sql);
    bind(library.api, prepared, statement);
    signal.throwIfAborted();
    const count = createByteCount(limits.maxBytes);
    const rows = await read(library, await prepared.stream(), limits.maxRows, count);
    return { rows, scannedBytes: null };
  });
}

function explain(
  library: Library,
  withSession: WithSession,
  statement: BoundStatement,
  deadline: Deadline,
): Promise<string> {
  return bounded(deadline, withSession, async ({ connection }) => {
    const prepared = await connection.prepare(`EXPLAIN ${statement.sql}`);
    bind(library.api, prepared, statement);
    const rows = (await prepared.runAndReadAll()).getRows();
    prepared.destroySync();
    return rows.map(row => String(row[1])).join('\n');
  });
}

async function bounded<T>(
  deadline: Deadline,
  withSession: WithSession,
  use: (session: Session, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withDeadline(deadline, signal =>
      withSession(signal, session => use(session, signal)),
    );
  } catch (cause) {
    if (cause instanceof EngineFailure) throw cause;
    throw new EngineFailure('failed', messageOf(cause), { cause });
  }
}

/** Runs `use` and interrupts its connection once the signal is aborted, as long as it has not ended. */
async function interruptible<T>(
  session: Session,
  signal: AbortSignal,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    session.connection.interrupt();
    timer = setInterval(() => session.connection.interrupt(), INTERRUPT_EVERY_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await use(session);
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(timer);
  }
}

async function prepare(
  api: Api,
  { connection, prepared }: Session,
  sql: string,
): Promise<DuckDb.DuckDBPreparedStatement> {
  const known = prepared.get(sql);
  prepared.delete(sql);
  // `prepare` refuses several statements in one text; the type refuses whatever is no query.
  const statement = known ?? (await connection.prepare(sql));
  if (statement.statementType !== api.StatementType.SELECT) {
    throw new Error('the statement is no SELECT');
  }
  prepared.set(sql, statement);
  const [oldest] = prepared;
  if (prepared.size > PREPARED && oldest !== undefined) {
    prepared.delete(oldest[0]);
    oldest[1].destroySync();
  }
  return statement;
}

async function missing(
  session: Session,
  tables: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const absent: string[] = [];
  for (const parts of tables) {
    const name = parts.map(part => `"${part.replaceAll('"', '""')}"`).join('.');
    const probe = await session.connection.prepare(`SELECT 1 FROM ${name}`).catch(() => null);
    if (probe === null) absent.push(parts.join('.'));
    else probe.destroySync();
  }
  return absent;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
