/**
 * The whole service on each engine over the same rows: real adapters, real clients, a socket, and a clock that stands still
 * until it is moved, so that answers are a function of rows.
 */

import type { BoundStatement, Engine } from '../../../engines/engine.ts';
import type { ApiKey } from '../../../server/access/key-file.ts';
import type { KeyRing } from '../../../server/access/key-ring.ts';
import { createKeySet } from '../../../server/access/key-set.ts';
import type { AppOptions } from '../../../server/http/app.ts';
import type { LogLine } from '../../../server/http/context.ts';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { SLOW } from '../../engines/engine-runs.ts';
import { filledBigQuery, filledClickHouse, filledDuckDb } from '../../engines/filled-engines.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import type { Row } from '../../reference/evaluate.ts';
import { instant } from '../../reference/values.ts';
import { ask, askRaw, type Init, type Reply } from './ask.ts';
import { KEYS, type KeyName, TOKENS } from './keys-of-callers.ts';
import { catalogueOf, OPENAPI, PROJECT } from './project.ts';

/** A Thursday, in the middle of a bucket of every size. */
export const NOW = instant('2026-01-15T10:07:33.123456Z');

/** Rows by data set. */
export type Rows = Readonly<Record<'edge_logs' | 'function_edge_logs' | 'samples', readonly Row[]>>;
export type EngineName = 'duckdb' | 'clickhouse' | 'bigquery';
/** `stall`: statements do not end; `refuse`: the engine refuses them. */
export type Trouble = 'none' | 'stall' | 'refuse';

/** Services that differ by their settings; all have the engine in common. */
const VARIANTS = {
  usual: {},
  open: { keys: null },
  public: { public: ['docs', 'metrics'] },
  cors: { cors: ['https://app.example'] },
  limited: { rateLimit: { perKey: 0.5, burst: 2 } },
  small: { limits: { maxBytes: 300 } },
  narrow: { limits: { concurrency: 1, queue: 0 } },
  hasty: { timeoutMs: 300 },
  lenient: { unknownParameters: 'ignore' },
  telling: { logValues: true },
  undocumented: { openapi: null },
  faulty: { keys: faultyKeys() },
  missing: { manifest: catalogueOf(name => name === 'values.gone' || name === 'logs.all') },
  lost: { manifest: catalogueOf(name => name === 'values.gone') },
} as const satisfies Record<string, Partial<AppOptions>>;
export type Variant = keyof typeof VARIANTS;

function faultyKeys(): KeyRing {
  const current = () => {
    throw new TypeError('the_secret of /srv');
  };
  return { current, close: () => {} };
}

/** A caller's request: whose it is, to which of the services, and when. */
export interface Ask extends Init {
  readonly path: string;
  /** `null`: no key is sent. */
  readonly key?: KeyName | null;
  readonly on?: Variant;
  /** Where the clock is set to, microseconds since 1970 UTC. */
  readonly at?: bigint;
}

export interface Run {
  readonly endpoint: string;
  readonly statement: BoundStatement;
}
export interface Service {
  readonly name: EngineName;
  readonly ask: (ask: Ask) => Promise<Reply>;
  /** Characters on the socket of the usual service, and all that comes back until it closes. */
  readonly askRaw: (text: string) => Promise<string>;
  /** Lines of the log, those of all the services. */
  readonly log: LogLine[];
  /** Runs that reached the engine, those that keep answers warm among them. */
  readonly runs: Run[];
  readonly trouble: (trouble: Trouble) => void;
  /** Lets no run begin until what it gives is called. */
  readonly pause: () => () => void;
  /** Keys that hold from now on; `null`: all of them. */
  readonly hold: (keys: readonly ApiKey[] | null) => void;
  readonly close: () => Promise<void>;
}

/** Opens the three; whoever opens them closes them. */
export async function openServices(
  rows: Rows,
): Promise<Readonly<Record<EngineName, Service>> & { readonly close: () => Promise<void> }> {
  const engines = await Promise.all([
    duckDb(tablesOfSources(PROJECT, 'duckdb', rows)),
    clickHouse(tablesOfSources(PROJECT, 'clickhouse', rows)),
    bigQuery(tablesOfSources(PROJECT, 'bigquery', rows)),
  ]);
  const [duckdb, clickhouse, bigquery] = engines.map(serviceOn);
  if (!duckdb || !clickhouse || !bigquery) throw new Error('there are three');
  const close = async () => {
    for (const service of [duckdb, clickhouse, bigquery]) await service.close();
  };
  return { duckdb, clickhouse, bigquery, close };
}

// ---- engines --------------------------------------------------------------------------------------------------------

interface Steered {
  readonly name: EngineName;
  readonly engine: Engine;
  readonly trouble: (trouble: Trouble) => void;
  readonly close: () => Promise<void>;
}

async function duckDb(tables: readonly TestTable[]): Promise<Steered> {
  const { engine, close } = await filledDuckDb(tables, { concurrency: 4 });
  let now: Trouble = 'none';
  const statement = (usual: BoundStatement): BoundStatement =>
    now === 'none' ? usual : { sql: now === 'stall' ? SLOW : 'SELECT the_secret', values: [] };
  return {
    name: 'duckdb',
    engine: { ...engine, run: (usual, limits) => engine.run(statement(usual), limits) },
    trouble: trouble => {
      now = trouble;
    },
    close,
  };
}

async function clickHouse(tables: readonly TestTable[]): Promise<Steered> {
  const { engine, server, close } = await filledClickHouse(tables, { concurrency: 4 });
  // what is no UTF-8 can stand in this engine's texts alone
  await server.command(
    "INSERT INTO samples (id, timestamp, text) SELECT 'utf8', toDateTime64(0, 6, 'UTC'), unhex('61FF62')",
  );
  return {
    name: 'clickhouse',
    engine,
    trouble: trouble => {
      server.failEach(() => {
        if (trouble === 'none') return null;
        return trouble === 'stall' ? { kind: 'hang' } : { kind: 'error', code: 62 };
      });
    },
    close,
  };
}

async function bigQuery(tables: readonly TestTable[]): Promise<Steered> {
  const { engine, server, close } = await filledBigQuery(tables, {
    concurrency: 4,
    firstPauseMs: 1,
  });
  return {
    name: 'bigquery',
    engine,
    trouble: trouble => {
      server.fault = ({ call }) => {
        if (trouble === 'none' || call !== 'jobs.query') return null;
        if (trouble === 'stall') return { kind: 'hang' };
        return { kind: 'refuse', code: 400, reason: 'invalidQuery', message: 'the_secret' };
      };
    },
    close,
  };
}

// ---- services -------------------------------------------------------------------------------------------------------

function serviceOn({ name, engine, trouble, close }: Steered): Service {
  const log: LogLine[] = [];
  const runs: Run[] = [];
  let now = NOW;
  let keys = createKeySet(KEYS);
  let gate: Promise<void> | null = null;
  const usual: AppOptions = {
    manifest: catalogueOf(endpoint => endpoint !== 'values.gone'),
    engine: {
      ...engine,
      run: async (statement, limits) => {
        runs.push({ endpoint: limits.label.endpoint, statement });
        await gate;
        return engine.run(statement, limits);
      },
      // the services have it in common
      close: async () => {},
    },
    keys: { current: () => keys, close: () => {} },
    clock: () => now,
    log: (level, line) => log.push({ level, ...line }),
    openapi: OPENAPI,
    limits: { concurrency: 4 },
  };
  const running = new Map<Variant, Promise<Running>>();
  const start = (variant: Variant): Promise<Running> => {
    const known = running.get(variant) ?? serve({ ...usual, ...VARIANTS[variant], port: 0 });
    running.set(variant, known);
    return known;
  };
  return {
    name,
    log,
    runs,
    trouble,
    ask: async ({ path, key = 'all', on = 'usual', at = NOW, headers = {}, ...init }) => {
      now = at;
      const { url } = await start(on);
      const own = key === null ? {} : { 'X-API-KEY': TOKENS[key] };
      return ask(url, path, { ...init, headers: { ...own, ...headers } });
    },
    askRaw: async text => askRaw((await start('usual')).url, text),
    pause: () => {
      let open = () => {};
      gate = new Promise<void>(resolve => {
        open = resolve;
      });
      return () => {
        gate = null;
        open();
      };
    },
    hold: held => {
      keys = createKeySet(held ?? KEYS);
    },
    close: async () => {
      for (const one of running.values()) await (await one).stop();
      await close();
    },
  };
}
