/** ClickHouse as the service has it, over tables of a test. A process can have one. */
import { filledClickHouse } from '../filled-engines.ts';
import type { Served, ServiceOptions } from '../kit.ts';
import { digest, rowsOf } from '../served.ts';
import type { TestTable } from '../test-engine.ts';

export async function openService(
  tables: readonly TestTable[],
  options: ServiceOptions,
): Promise<Served> {
  const { engine, server, close } = await filledClickHouse(tables, options);
  const look = (sql: string) => rowsOf(engine, sql);
  return {
    engine,
    trouble: trouble => {
      server.failEach(() => {
        if (trouble === 'none') return null;
        return trouble === 'stall' ? { kind: 'hang' } : { kind: 'error', code: 62 };
      });
    },
    fingerprint: async () => {
      const names = await look(
        'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
      );
      const sums = names.map(([table]) =>
        look(`SELECT count(), toString(sum(cityHash64(toString(tuple(*))))) FROM \`${table}\``),
      );
      return digest([names, await Promise.all(sums)]);
    },
    addBytes: () =>
      server.command(
        "INSERT INTO samples (id, timestamp, text) SELECT 'utf8', toDateTime64(0, 6, 'UTC'), unhex('61FF62')",
      ),
    close,
  };
}
