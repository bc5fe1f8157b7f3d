/** A connection to DuckDB and its prepared statements. */
import type * as DuckDb from '@duckdb/node-api';
import type { Api } from './values.ts';

/** How many prepared statements a connection keeps. A statement and its guards need one each. */
const PREPARED = 64;
/** An interrupt before the query has begun is lost, so it is repeated until the query ends. */
const INTERRUPT_EVERY_MS = 50;

/** Settings that cannot be set when the database is opened. */
const SETTINGS = [
  "SET GLOBAL TimeZone = 'UTC'",
  // With the default of 50 rows, a statement for the newest 100 reads the wide columns of all candidates.
  'SET GLOBAL late_materialization_max_rows = 10000',
];

export interface DuckDbSession {
  readonly connection: DuckDb.DuckDBConnection;
  /** By SQL text; the least recently used first. */
  readonly prepared: Map<string, DuckDb.DuckDBPreparedStatement>;
}

/** Opens `count` connections. Sets and locks their shared settings before the first statement. */
export async function connect(
  instance: DuckDb.DuckDBInstance,
  count: number,
  settings: readonly string[],
): Promise<readonly [DuckDbSession, ...DuckDbSession[]]> {
  const first = await instance.connect();
  for (const setting of [...SETTINGS, ...settings]) await first.run(setting);
  await first.run('SET lock_configuration = true');
  const others = await Promise.all(Array.from({ length: count - 1 }, () => instance.connect()));
  return [session(first), ...others.map(session)];
}

function session(connection: DuckDb.DuckDBConnection): DuckDbSession {
  return { connection, prepared: new Map() };
}

/** Functions that stop the running statements. */
export type Stops = Set<() => void>;

/**
 * Runs `use`. Once the signal is aborted, or the function that it adds to `stops` is called, it interrupts the
 * connection until `use` has ended.
 */
export async function interruptible<T>(
  session: DuckDbSession,
  signal: AbortSignal,
  stops: Stops,
  use: (session: DuckDbSession) => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(timer);
    session.connection.interrupt();
    timer = setInterval(() => session.connection.interrupt(), INTERRUPT_EVERY_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  stops.add(stop);
  try {
    return await use(session);
  } finally {
    signal.removeEventListener('abort', stop);
    stops.delete(stop);
    clearInterval(timer);
  }
}

/** The prepared statement for the text, new or kept. Rejects if the text is not a single SELECT. */
export async function prepareStatement(
  api: Api,
  { connection, prepared }: DuckDbSession,
  sql: string,
): Promise<DuckDb.DuckDBPreparedStatement> {
  const known = prepared.get(sql);
  prepared.delete(sql);
  // `prepareStatement` refuses several statements in one text. The check of the type refuses everything except queries.
  const statement = known ?? (await connection.prepare(sql));
  if (statement.statementType !== api.StatementType.SELECT) {
    throw new Error('the statement is not a SELECT');
  }
  prepared.set(sql, statement);
  const [oldest] = prepared;
  if (prepared.size > PREPARED && oldest !== undefined) {
    prepared.delete(oldest[0]);
    oldest[1].destroySync();
  }
  return statement;
}

/** Drops the kept statements, because the views that they read were replaced. */
export function forget({ prepared }: DuckDbSession): void {
  for (const statement of prepared.values()) statement.destroySync();
  prepared.clear();
}
