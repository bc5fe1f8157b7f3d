/** The tables that DuckDB cannot read, each with the reason. */
import type * as DuckDb from '@duckdb/node-api';
import { messageOf } from '../../../generator/system/errors.ts';
import { EngineFailure, type MissingTable } from '../../engine.ts';
import type { FileViews } from '../files/views.ts';
import { whyUnreadable } from './failure.ts';
import { qualified } from './text.ts';

export async function findMissing(
  connection: DuckDb.DuckDBConnection,
  tables: readonly (readonly string[])[],
): Promise<readonly MissingTable[]> {
  // If the database itself is at fault, reject instead of reporting tables.
  await connection.run('SELECT 1').catch((cause: unknown) => {
    throw new EngineFailure('unavailable', messageOf(cause), { cause });
  });
  const absent: MissingTable[] = [];
  for (const parts of tables) {
    try {
      const probe = await connection.prepare(`SELECT 1 FROM ${qualified(parts)}`);
      probe.destroySync();
    } catch (cause) {
      absent.push({ table: parts.join('.'), reason: whyUnreadable(cause) });
    }
  }
  return absent;
}

/** If tables are views over files, the reason why a view could not be made is more exact. */
export function withViewFault(
  { table, reason }: MissingTable,
  views: FileViews | null,
): MissingTable {
  if (views === null) return { table, reason };
  return { table, reason: views.faults().get(table) ?? reason ?? 'no files are named for it' };
}
