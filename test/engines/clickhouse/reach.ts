/** A ClickHouse server over tables of a test, for a process that asks it. */
import type { Reached } from '../kit.ts';
import { type ClickHouseServer, startClickHouseServer } from '../servers/clickhouse-server.ts';
import type { TestTable } from '../test-engine.ts';

const VARIABLE = 'CLICKHOUSE_PASSWORD';

export async function reach(
  tables: readonly TestTable[],
): Promise<Reached & { readonly server: ClickHouseServer }> {
  const server = await startClickHouseServer({ tables });
  return { ...reachedAt(server), server, close: server.close };
}

export function reachedAt({
  url,
  database,
  username,
  password,
}: ClickHouseServer): Omit<Reached, 'close'> {
  return {
    settings: { url, database, username, password: `\${${VARIABLE}}` },
    environment: { [VARIABLE]: password },
  };
}
