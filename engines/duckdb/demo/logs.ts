import type { DuckDBConnection } from '@duckdb/node-api';
import { pgbouncerLogs, postgresLogs, postgrestLogs } from './database-logs.ts';
import { type DemoDataSet, insertInto } from './demo-data-set.ts';
import { defineMix, dropMix } from './draw.ts';
import { edgeLogs } from './edge-logs.ts';
import { functionEdgeLogs, functionLogs } from './function-logs.ts';
import { authLogs, realtimeLogs, storageLogs } from './service-logs.ts';
import { dropWorld, type LogPeriod, makeRows, makeWorld } from './world.ts';

export interface DemoLogsOptions {
  /** A database that has none of the tables yet. It has temporary tables while this runs. */
  readonly connection: DuckDBConnection;
  /** The CREATE TABLE statements of all nine data sets. */
  readonly schema: string;
  /** A whole number; 32 bits of it are used. */
  readonly seed: number;
  /** Microseconds since 1970. The newest entries are right before it; none are at or after it. */
  readonly now: bigint;
  /** The number of whole days before `now` that the entries span. */
  readonly days: number;
  /** The number of entries in all tables together; fewer than 2^32. */
  readonly rows: number;
  /** Called after each table with the number of entries made so far. */
  readonly onProgress?: (made: number) => void;
}

export interface WrittenLogs {
  /** Entries by table. */
  readonly tables: Readonly<Record<string, number>>;
  /** References of the projects, the one with the most traffic first. */
  readonly projects: readonly string[];
}

const dataSets: readonly DemoDataSet[] = [
  edgeLogs,
  postgresLogs,
  functionEdgeLogs,
  functionLogs,
  authLogs,
  realtimeLogs,
  storageLogs,
  postgrestLogs,
  pgbouncerLogs,
];

/**
 * Makes the tables and fills them with logs like those of a platform: 200 projects of different sizes, busy days, quiet nights, and minutes
 * in which errors pile up. Each table is sorted by (project, timestamp). The same options produce the same entries. Throws DuckDB's errors,
 * which are bugs of ours unless the disk is full.
 */
export async function makeDemoLogs(options: DemoLogsOptions): Promise<WrittenLogs> {
  const { connection, rows } = options;
  const span: LogPeriod = { seed: options.seed >>> 0, now: options.now, days: options.days };
  await connection.run(options.schema);
  try {
    await runAll(connection, [...defineMix, ...makeWorld(span)]);
    const tables: Record<string, number> = {};
    let made = 0;
    for (const { set, count } of shares(rows)) {
      await runAll(connection, [makeRows(span, count, made), insertInto(set, 'demo_rows')]);
      tables[set.table] = count;
      made += count;
      options.onProgress?.(made);
    }
    return { tables, projects: await projectsBySize(connection) };
  } finally {
    await runAll(connection, [...dropWorld, ...dropMix]);
  }
}

/** The number of entries of each data set; together they are exactly `rows`. */
function shares(rows: number): readonly { readonly set: DemoDataSet; readonly count: number }[] {
  let share = 0;
  return dataSets.map(set => {
    const before = Math.floor((rows * share) / 100);
    share += set.share;
    return { set, count: Math.floor((rows * share) / 100) - before };
  });
}

async function projectsBySize(connection: DuckDBConnection): Promise<readonly string[]> {
  const reader = await connection.runAndReadAll('SELECT ref FROM demo_projects ORDER BY p');
  return reader.getColumns()[0]?.map(String) ?? [];
}

async function runAll(connection: DuckDBConnection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.run(statement);
}
