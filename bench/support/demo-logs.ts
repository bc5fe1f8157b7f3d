/** A database file of demo logs for benchmarks. */
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { makeDemoLogs } from '../../engines/duckdb/demo/logs.ts';

/** The size of the logs. `now` is in microseconds since 1970 UTC. */
export interface Size {
  readonly rows: number;
  readonly days: number;
  readonly now: bigint;
}

/** Makes the file. Returns the projects in it, the one with the most entries first. */
export async function makeLogsFile(database: string, size: Size): Promise<readonly string[]> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  const schema = readFileSync('generated/sql/duckdb/schema.sql', 'utf8');
  const options = { connection, schema, seed: 1, ...size };
  const { projects } = await makeDemoLogs({ ...options, onProgress: () => {} });
  connection.closeSync();
  instance.closeSync();
  return projects;
}
