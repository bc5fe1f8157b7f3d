/** DuckDB over a database file, and over Parquet files as the service reads them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openDuckDb } from '../../engines/duckdb/driver/driver.ts';
import { type Engine, EngineFailure } from '../../engines/engine.ts';
import type { Project } from './project.ts';
import { LIMITS, plain, type Tables } from './tables.ts';

export async function openDuckDbTables(project: Project, files: string): Promise<Tables> {
  const database = join(files, 'tables.duckdb');
  if (!existsSync(database)) await load(database, project, files);
  return tablesOf(await openDuckDb({ source: { database }, concurrency: 1, threads: 2 }), true);
}

export async function openDuckDbFiles(
  { manifest, written }: Project,
  files: string,
): Promise<Tables> {
  const source = {
    files: written.map(({ table, columns }) => ({
      table: [table],
      glob: join(files, `${table}.parquet`),
      columns,
      records: manifest.sources[table]?.tables['duckdb']?.records ?? ('nested' as const),
    })),
  };
  return tablesOf(await openDuckDb({ source, concurrency: 1, threads: 2 }), false);
}

async function load(database: string, { schema, written }: Project, files: string): Promise<void> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(schema('duckdb'));
  for (const { table } of written)
    await connection.run(`INSERT INTO ${table} BY NAME SELECT * FROM '${files}/${table}.parquet'`);
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
}

/** The tables of an engine that is open; `hasAll`: also of the data sets without entries. */
export function tablesOf(engine: Engine, hasAll: boolean): Tables {
  return {
    engine: 'duckdb',
    hasAll,
    rows: async (statement, timeoutMs) => {
      const { signal } = new AbortController();
      const label = { endpoint: 'bench', request: 'bench' };
      const limits = { ...LIMITS, timeoutMs, signal, label };
      try {
        const { rows } = await engine.run(statement, limits);
        return rows.map(row => row.map(plain).join(' | '));
      } catch (cause) {
        if (cause instanceof EngineFailure && cause.kind === 'timeout') return null;
        throw cause;
      }
    },
    close: () => engine.close(),
  };
}
