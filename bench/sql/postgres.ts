/**
 * PostgreSQL, a server on this machine, over tables as `schema.sql` declares them. Statements run on one process of the server, whose
 * CPU is measured, without helpers beside it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { type Engine, EngineFailure } from '../../engines/engine.ts';
import { openPostgres } from '../../engines/postgres/driver/driver.ts';
import type { Project } from './project.ts';
import { LIMITS, plain, type Tables } from './tables.ts';

/** Fewer rows than of engines that store columns: a row takes 2 KB. */
export const MOST_ROWS = 2_000_000;
const DATABASE = 'quern_bench';
const BATCH = 10_000;

/** `server`: a user who may create databases, as in `postgres://postgres@127.0.0.1:5432`. */
export function openPostgresTables(server: string) {
  return async (project: Project, files: string): Promise<Tables> => {
    const { hostname: host, port, username, password } = new URL(server);
    await load(project, files, { host, port: Number(port), user: username, password });
    const options = { host, port, username, password, tls: 'off', concurrency: 1 };
    const engine = await openPostgres({ ...options, database: DATABASE });
    const { rows } = await run(engine, { sql: 'SELECT pg_backend_pid() AS pid', values: [] }, 1e4);
    const usage = `/proc/${String(rows[0]?.[0])}/schedstat`;
    return {
      engine: 'postgres',
      hasAll: true,
      cpu: () => Number(readFileSync(usage, 'utf8').split(' ')[0]) / 1e9,
      rows: async (statement, timeoutMs) => {
        try {
          const { rows } = await run(engine, statement, timeoutMs);
          return rows.map(row => row.map(cell => sorted(plain(cell))).join(' | '));
        } catch (cause) {
          if (cause instanceof EngineFailure && cause.kind === 'timeout') return null;
          throw cause;
        }
      },
      close: () => engine.close(),
    };
  };
}

function run(engine: Engine, statement: Parameters<Engine['run']>[0], timeoutMs: number) {
  const { signal } = new AbortController();
  const label = { endpoint: 'bench', request: 'bench' };
  return engine.run(statement, { ...LIMITS, timeoutMs, signal, label });
}

/** A `jsonb` has its members in an order of its own. */
function sorted(text: string): string {
  if (!text.startsWith('{')) return text;
  return JSON.stringify(JSON.parse(text), (_, value) =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  );
}

async function load(
  { schema, written }: Project,
  files: string,
  server: pg.ClientConfig,
): Promise<void> {
  const maintenance = new pg.Client({ ...server, database: 'postgres' });
  await maintenance.connect();
  await maintenance.query(`DROP DATABASE IF EXISTS ${DATABASE}`);
  await maintenance.query(`CREATE DATABASE ${DATABASE}`);
  for (const setting of ['max_parallel_workers_per_gather = 0', 'jit = off'])
    await maintenance.query(`ALTER DATABASE ${DATABASE} SET ${setting}`);
  await maintenance.end();
  const client = new pg.Client({ ...server, database: DATABASE });
  await client.connect();
  await client.query(schema('postgres'));
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  for (const { table } of written) {
    const from = `read_parquet('${join(files, `${table}.parquet`)}', file_row_number = true)`;
    const insert = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
    for (let first = 0, isLast = false; !isLast; first += BATCH) {
      const batch = `SELECT to_json(one)::VARCHAR FROM ${from} AS one WHERE file_row_number BETWEEN ${first} AND ${first + BATCH - 1}`;
      const rows = (await connection.runAndReadAll(batch)).getRows();
      isLast = rows.length < BATCH;
      await client.query(insert, [`[${rows.map(([row]) => String(row)).join(',')}]`]);
    }
    await client.query(`VACUUM ANALYZE ${table}`);
  }
  connection.closeSync();
  instance.closeSync();
  await client.end();
}
