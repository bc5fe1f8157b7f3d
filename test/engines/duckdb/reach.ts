/** A database file over tables of a test, for a process that opens it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reached } from '../kit.ts';
import type { TestTable } from '../test-engine.ts';
import { writeDatabase } from './database-file.ts';

export async function reach(
  tables: readonly TestTable[],
): Promise<Reached & { readonly database: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-reach-'));
  const database = join(folder, 'logs.duckdb');
  await writeDatabase(database, tables);
  return {
    settings: { database },
    environment: {},
    database,
    close: async () => rmSync(folder, { recursive: true }),
  };
}
