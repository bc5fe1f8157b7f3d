/** The engines of the service over tables of a test: real adapters before DuckDB, ClickHouse and ZetaSQL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BigQueryOptions, openBigQuery } from '../../engines/bigquery/driver/driver.ts';
import { type ClickHouseOptions, openClickHouse } from '../../engines/clickhouse/driver/driver.ts';
import { type DuckDbOptions, openDuckDb } from '../../engines/duckdb/driver/driver.ts';
import type { Engine } from '../../engines/engine.ts';
import { writeDatabase } from './duckdb/database-file.ts';
import { type BigQueryServer, startBigQueryServer } from './servers/bigquery-server.ts';
import { type ClickHouseServer, startClickHouseServer } from './servers/clickhouse-server.ts';
import type { TestTable } from './test-engine.ts';

export interface Filled {
  readonly engine: Engine;
  /** Closes the engine, and takes away what it ran on. */
  readonly close: () => Promise<void>;
}
type Tables = readonly TestTable[];

/** `folder` holds the database and nothing else. */
export async function filledDuckDb(
  tables: Tables,
  options: Partial<DuckDbOptions> = {},
): Promise<Filled & { readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-filled-'));
  const database = join(folder, 'logs.duckdb');
  await writeDatabase(database, tables);
  const engine = await openDuckDb({ source: { database }, concurrency: 2, threads: 2, ...options });
  const close = async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  };
  return { engine, folder, close };
}

/** A process can have one. */
export async function filledClickHouse(
  tables: Tables,
  options: Partial<ClickHouseOptions> = {},
): Promise<Filled & { readonly server: ClickHouseServer }> {
  const server = await startClickHouseServer({ tables });
  const { url, database, username, password } = server;
  const engine = await openClickHouse({
    url,
    database,
    username,
    password,
    concurrency: 2,
    ...options,
  });
  return { engine, server, close: closing(engine, server) };
}

export async function filledBigQuery(
  tables: Tables,
  options: Partial<BigQueryOptions> = {},
): Promise<Filled & { readonly server: BigQueryServer }> {
  const server = await startBigQueryServer({ project: 'acme', dataset: 'logs', tables });
  const engine = await openBigQuery({
    project: 'acme',
    dataset: 'logs',
    location: null,
    maximumBytesBilled: null,
    apiEndpoint: server.url,
    concurrency: 2,
    ...options,
  });
  return { engine, server, close: closing(engine, server) };
}

function closing(engine: Engine, server: { readonly close: () => Promise<void> }) {
  return async () => {
    await engine.close();
    await server.close();
  };
}
