/** Makes the demo's database. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { DemoMaker } from '../demo.ts';
import { EngineFailure } from '../engine.ts';
import { makeDemoLogs } from './demo/logs.ts';
import { qualified } from './driver/text.ts';
import { COPIES } from './settings.ts';

export default {
  beside: ['.wal', '.tmp', COPIES],
  make: async (file, logs, about, interrupted) => {
    const making = withConnection(file, {}, async connection => {
      const stop = stopping(connection, interrupted);
      const { projects } = await makeDemoLogs({ ...logs, connection }).finally(stop);
      const [project = ''] = projects;
      await connection.run('CREATE TABLE quern_demo AS SELECT $1 AS about', [about(project)]);
      return project;
    });
    return making.catch(asFailure);
  },
  readAbout: async file => {
    try {
      return await withConnection(file, READS, async connection => {
        const rows = await connection.runAndReadAll('SELECT about FROM quern_demo');
        return String(rows.getRows()[0]?.[0]);
      });
    } catch {
      return null;
    }
  },
  entries,
} satisfies DemoMaker;

async function* entries(file: string, table: readonly string[]): AsyncGenerator<readonly string[]> {
  const { connection, close } = await opened(file, READS);
  try {
    const sql = `SELECT to_json(entry)::VARCHAR FROM ${qualified(table)} AS entry ORDER BY timestamp, id`;
    const result = await connection.stream(sql);
    for await (const rows of result.yieldRows()) yield rows.map(([entry]) => String(entry));
  } finally {
    close();
  }
}

/** Interrupts the connection after `signal` is aborted. Repeats it, because an interrupt between two statements is lost. */
function stopping(connection: DuckDBConnection, signal: AbortSignal): () => void {
  const timer = setInterval(() => {
    if (signal.aborted) connection.interrupt();
  }, 20);
  return () => clearInterval(timer);
}

/** DuckDB has no error code for file system errors. */
function asFailure(cause: unknown): never {
  if (!(cause instanceof Error) || !/\bIO Error\b|Could not write file/.test(cause.message))
    throw cause;
  throw new EngineFailure('failed', cause.message, { cause });
}

async function withConnection<T>(
  file: string,
  settings: Readonly<Record<string, string>>,
  use: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const { connection, close } = await opened(file, settings);
  try {
    return await use(connection);
  } finally {
    close();
  }
}

const READS = { access_mode: 'READ_ONLY' };

async function opened(file: string, settings: Readonly<Record<string, string>>) {
  const { DuckDBInstance: Instance } = await import('@duckdb/node-api');
  const instance: DuckDBInstance = await Instance.create(file, { ...settings });
  try {
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    const close = () => {
      connection.closeSync();
      instance.closeSync();
    };
    return { connection, close };
  } catch (cause) {
    instance.closeSync();
    throw cause;
  }
}
