/**
 * All three engines at once. Each stands on a package with a binary for each platform; the import
 * is dynamic so that a platform without one is told by name instead of by the loader's complaint.
 */
import type { ClickHouseOptions } from './clickhouse/open-clickhouse.ts';
import type { TestEngine } from './test-engine.ts';
import type { ZetaSqlEngine } from './zetasql/open-zetasql.ts';

export interface Engines {
  readonly bigquery: ZetaSqlEngine;
  readonly duckdb: TestEngine;
  readonly clickhouse: TestEngine;
  close(): Promise<void>;
}

/**
 * Opens one engine of each kind, or none: rejects with the reason when one of them cannot be had
 * here. The options are ClickHouse's; the others have none.
 */
export async function openEngines(options: ClickHouseOptions = {}): Promise<Engines> {
  const opening = [
    named('ZetaSQL', async () => (await import('./zetasql/open-zetasql.ts')).openZetaSql()),
    named('DuckDB', async () => (await import('./duckdb/open-duckdb.ts')).openDuckDb()),
    named('ClickHouse', async () => {
      return (await import('./clickhouse/open-clickhouse.ts')).openClickHouse(options);
    }),
  ] as const;
  try {
    const [bigquery, duckdb, clickhouse] = await Promise.all(opening);
    const close = () => closeAll([bigquery, duckdb, clickhouse]);
    return { bigquery, duckdb, clickhouse, close };
  } catch (error) {
    const settled = await Promise.allSettled<TestEngine>(opening);
    await closeAll(settled.flatMap(one => (one.status === 'fulfilled' ? [one.value] : [])));
    throw error;
  }
}

export function all({ bigquery, duckdb, clickhouse }: Engines): readonly TestEngine[] {
  return [bigquery, duckdb, clickhouse];
}

async function named<Engine>(name: string, open: () => Promise<Engine>): Promise<Engine> {
  try {
    return await open();
  } catch (cause) {
    const platform = `${process.platform} on ${process.arch}`;
    throw new Error(`${name} does not start here (${platform}): ${cause}`, { cause });
  }
}

async function closeAll(engines: readonly TestEngine[]): Promise<void> {
  await Promise.all(engines.map(engine => engine.close()));
}
