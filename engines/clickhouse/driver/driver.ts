/** ClickHouse, over HTTP or HTTPS. */
import type * as ClickHouse from '@clickhouse/client';
import type {
  BoundStatement,
  Deadline,
  Engine,
  Estimate,
  Result,
  Row,
  RunLimits,
} from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';
import { confinedPlaces } from '../../support/confined-places.ts';
import { unreachable } from '../../support/connection-errors.ts';
import { withDeadline } from '../../support/deadline.ts';
import type { Pool } from '../../support/pool.ts';
import { createPool } from '../../support/pool.ts';
import { OWN_FORMAT, OWN_SETTINGS, ownLines } from '../results/lines.ts';
import { wrapClickHouseError } from './failure.ts';
import { ask, type ClientLink, createLink } from './request.ts';
import { findMissing, look, readCatalogue, readTable } from './tables.ts';
import { compiledLines, FORMAT, readLines, writeParameters } from './values.ts';

export interface ClickHouseOptions {
  /** `http://host:8123` or `https://host:8443`, with a path if a proxy needs one; or several servers with the same tables. */
  readonly url: string | readonly string[];
  readonly database: string;
  /** A user with `readonly = 2`, or an ordinary one: `readonly = 1` refuses the settings that statements need. */
  readonly username: string;
  readonly password: string;
  /** How many statements run at once. */
  readonly concurrency: number;
  /** How many bytes one statement may read; absent or `null`: as many as it needs. */
  readonly maximumBytes?: number | null;
}

type Library = typeof ClickHouse;
/** Loads the optional dependency. */
export type Load = () => Promise<Library>;

/** Less than the 3 s after which older servers close an idle connection. Newer servers wait 10 s, proxies longer. */
const IDLE_MS = 2_000;

const BOUNDS = { memoryBytes: 1024 ** 3, deadline: 'cancel' } as const;

/**
 * Connects and runs one statement, on the first of the servers that answers. Rejects with an `unavailable` failure if that fails: no library, no server, an unknown user,
 * or a user that may not send settings.
 */
export async function openClickHouse(
  options: ClickHouseOptions,
  load: Load = () => import('@clickhouse/client'),
): Promise<Engine> {
  const api = await library(load);
  const clients = [options.url].flat().map(url => createClient(api, url, options));
  const link = createLink(clients);
  const { maximumBytes = null } = options;
  const reading = maximumBytes === null ? {} : { max_bytes_to_read: maximumBytes };
  const pool = placesFor(options.concurrency);
  // statements of callers never occupy the places of others
  const confined = placesFor(confinedPlaces(options.concurrency));
  const close = async () => {
    link.isOpen = false;
    await Promise.all(clients.map(client => client.close()));
  };
  try {
    await lookAtOne(link);
  } catch (cause) {
    await close();
    throw unreachable(cause);
  }
  return {
    name: 'clickhouse',
    run: (statement, limits) => run(link, pool, statement, limits, reading),
    confined: {
      run: (statement, limits) =>
        run(link, confined, statement, limits, {
          ...reading,
          max_memory_usage: BOUNDS.memoryBytes,
        }),
      bounds: async () => ({ ...BOUNDS, readBytes: maximumBytes }),
    },
    explain: (statement, deadline) => explain(link, pool, statement, deadline),
    estimate: (statement, deadline) => estimate(link, pool, statement, deadline),
    missing: tables => findMissing(link, tables),
    catalogue: tables => readCatalogue(link, tables),
    close,
  };
}

function placesFor(length: number): Pool<number> {
  return createPool(Array.from({ length }, (_, index) => index));
}

async function library(load: Load): Promise<Library> {
  try {
    return await load();
  } catch (cause) {
    const hint = '`npm install @clickhouse/client@1` installs it';
    throw new EngineFailure('unavailable', `\`@clickhouse/client\` cannot be loaded: ${hint}`, {
      cause,
    });
  }
}

/** Looks until one of the servers answers: a look that times out leaves the next server to the one after it. */
async function lookAtOne(link: ClientLink): Promise<void> {
  for (let left = link.clients.length - 1; ; left -= 1) {
    try {
      await look(link, 'SELECT 1');
      return;
    } catch (cause) {
      if (left <= 0 || wrapClickHouseError(cause).kind !== 'timeout') throw cause;
    }
  }
}

function createClient(
  api: Library,
  url: string,
  { database, username, password }: ClickHouseOptions,
): ClickHouse.ClickHouseClient {
  try {
    return api.createClient({
      url,
      database,
      username,
      password,
      application: 'quern',
      // callers set deadlines and the pool limits runs; KILL QUERY and looks at tables wait for neither
      request_timeout: 0,
      max_open_connections: Number.POSITIVE_INFINITY,
      keep_alive: { enabled: true, idle_socket_ttl: IDLE_MS, eagerly_destroy_stale_sockets: true },
      // the log would show statements and values
      log: { level: api.ClickHouseLogLevel.OFF },
    });
  } catch (cause) {
    throw unreachable(cause);
  }
}

/** Takes a place for a concurrent run, and returns it when the connection is free or closed. */
async function bounded<T>(
  pool: Pool<number>,
  deadline: Deadline,
  use: (signal: AbortSignal, secondsLeft: number) => Promise<T>,
): Promise<T> {
  const end = performance.now() + deadline.timeoutMs;
  try {
    return await withDeadline(deadline, async signal => {
      const place = await pool.take(signal);
      const secondsLeft = Math.max(1, Math.ceil((end - performance.now()) / 1_000));
      try {
        return await use(signal, secondsLeft);
      } finally {
        pool.give(place);
      }
    });
  } catch (cause) {
    throw wrapClickHouseError(cause);
  }
}

function run(
  link: ClientLink,
  pool: Pool<number>,
  statement: BoundStatement,
  limits: RunLimits,
  bounds: Readonly<Record<string, number>>,
): Promise<Result> {
  const { maxRows, maxBytes, label } = limits;
  const own = statement.isOwn === true ? ownLines() : null;
  return bounded(pool, limits, (signal, secondsLeft) => {
    // no setting limits the rows of the result: statements have their LIMIT, and shards apply `max_result_rows` also to the
    // results of subqueries (ClickHouse issue 66470), where it would silently cut off rows
    const settings = {
      max_execution_time: secondsLeft,
      log_comment: label.endpoint,
      ...bounds,
    };
    const question = {
      sql:
        own === null ? `${statement.sql}\nFORMAT ${FORMAT}` : ownQuestion(statement.sql, maxRows),
      parameters: writeParameters(statement.values),
      settings: own === null ? settings : { ...settings, ...OWN_SETTINGS },
      label: label.request,
    };
    return ask(link, question, signal, async ({ body, scannedBytes, sentRows }) => {
      const rows = await readLines(body, { maxRows, maxBytes, sentRows }, own ?? compiledLines());
      return { rows, scannedBytes, ...(own === null ? {} : { columns: own.columns() }) };
    });
  });
}

/**
 * Wraps an author's own statement in a LIMIT, because the server keeps the whole result until it is complete. The setting
 * `limit` would cut every branch of a UNION DISTINCT or an INTERSECT, and returns nothing if the statement has a negative
 * LIMIT.
 */
export function ownQuestion(sql: string, maxRows: number): string {
  return `SELECT * FROM (\n${sql}\n) LIMIT ${maxRows}\nFORMAT ${OWN_FORMAT}`;
}

function explain(
  link: ClientLink,
  pool: Pool<number>,
  statement: BoundStatement,
  deadline: Deadline,
): Promise<string> {
  return bounded(pool, deadline, async (signal, secondsLeft) => {
    const told = async (kind: ExplainKind) =>
      (await explained(link, kind, statement, signal, secondsLeft)).map(row => row.join(' '));
    const plan = await told('indexes = 1');
    // only some kinds of tables can be estimated; for others, the answer is only the plan
    const estimate = await told('ESTIMATE').catch(() => []);
    const title = estimate.length > 0 ? ['', 'database table parts rows marks'] : [];
    return [...plan, ...title, ...estimate].join('\n');
  });
}

/** Sums the rows of all tables. Of some kinds of tables, the server estimates nothing. */
function estimate(
  link: ClientLink,
  pool: Pool<number>,
  statement: BoundStatement,
  deadline: Deadline,
): Promise<Estimate | null> {
  return bounded(pool, deadline, async (signal, secondsLeft) => {
    const tables = await explained(link, 'ESTIMATE', statement, signal, secondsLeft);
    if (tables.length === 0) return null;
    const amount = tables.reduce((sum, [, , , rows]) => sum + Number(rows), 0);
    return { amount, unit: 'rows' };
  });
}

type ExplainKind = 'indexes = 1' | 'ESTIMATE';

function explained(
  link: ClientLink,
  kind: ExplainKind,
  { sql, values }: BoundStatement,
  signal: AbortSignal,
  secondsLeft: number,
): Promise<readonly Row[]> {
  return readTable(link, `EXPLAIN ${kind} ${sql}`, writeParameters(values), secondsLeft, signal);
}
