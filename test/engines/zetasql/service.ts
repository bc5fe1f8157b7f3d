/** BigQuery as the service has it, over tables of a test: the driver before a server that runs ZetaSQL. */
import { filledBigQuery } from '../filled-engines.ts';
import type { Served, ServiceOptions } from '../kit.ts';
import { digest, rowsOf } from '../served.ts';
import type { TestTable } from '../test-engine.ts';

export async function openService(
  tables: readonly TestTable[],
  options: ServiceOptions,
): Promise<Served> {
  const { engine, server, close } = await filledBigQuery(tables, { ...options, firstPauseMs: 1 });
  const sum = (table: string) =>
    rowsOf(
      engine,
      `SELECT COUNT(*), BIT_XOR(FARM_FINGERPRINT(TO_JSON_STRING(t))) FROM \`${table}\` AS t`,
    );
  return {
    engine,
    trouble: trouble => {
      server.fault = ({ call }) => {
        if (trouble === 'none' || call !== 'jobs.query') return null;
        if (trouble === 'stall') return { kind: 'hang' };
        return { kind: 'refuse', code: 400, reason: 'invalidQuery', message: 'the_secret' };
      };
    },
    fingerprint: async () => digest(await Promise.all(tables.map(({ name }) => sum(name)))),
    addBytes: null,
    close,
  };
}
