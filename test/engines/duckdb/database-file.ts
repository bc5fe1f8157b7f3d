/** A database file with tables in it, as an operator would hand one over. */
import { DuckDBInstance } from '@duckdb/node-api';
import type { TestTable } from '../test-engine.ts';
import { loadTable } from './load-table.ts';

/** Writes the file; nothing holds it open afterwards. */
export async function writeDatabase(path: string, tables: readonly TestTable[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const table of tables) await loadTable(connection, table);
  connection.closeSync();
  instance.closeSync();
}
