/** BigQuery's API before ZetaSQL over tables of a test, for a process that asks it. */
import type { Reached } from '../kit.ts';
import { type BigQueryServer, startBigQueryServer } from '../servers/bigquery-server.ts';
import type { TestTable } from '../test-engine.ts';

const [project, dataset] = ['acme', 'logs'];

export async function reach(
  tables: readonly TestTable[],
): Promise<Reached & { readonly server: BigQueryServer }> {
  const server = await startBigQueryServer({ project, dataset, tables });
  return { ...reachedAt(server), server, close: server.close };
}

export function reachedAt({ url }: BigQueryServer): Omit<Reached, 'close'> {
  return { settings: { project, dataset, api_endpoint: url }, environment: {} };
}
