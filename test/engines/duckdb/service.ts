/** DuckDB as the service has it, over tables of a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SLOW } from '../engine-runs.ts';
import { filledDuckDb } from '../filled-engines.ts';
import type { Served, ServiceOptions } from '../kit.ts';
import { digest, steered } from '../served.ts';
import type { TestTable } from '../test-engine.ts';

export async function openService(
  tables: readonly TestTable[],
  options: ServiceOptions,
): Promise<Served> {
  const { folder, engine, close } = await filledDuckDb(tables, options);
  return {
    ...steered(engine, SLOW),
    fingerprint: async () =>
      digest(readdirSync(folder).map(name => [name, digest(readFileSync(join(folder, name)))])),
    addBytes: null,
    close,
  };
}
