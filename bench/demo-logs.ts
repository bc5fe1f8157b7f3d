/** A database file of demo logs, as benchmarks read it. */
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { makeDemoLogs } from '../cli/demo/logs.ts';

/** The size of the logs; `now` in microseconds since 1970 UTC. */
export interface Size {
  readonly rows: number;
  readonly days: number;
  readonly now: bigint;
}

/** Makes the file, and gives the projects in it, that with the most entries first. */
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
