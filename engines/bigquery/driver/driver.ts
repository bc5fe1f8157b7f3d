/**
 * BigQuery: each run is a query job with labels and limits, through the v2 REST API. Statements are sent unchanged, and values
 * as typed named parameters.
 */

import type { BoundStatement, CatalogueColumn, Engine, RunLimits } from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';
import { resultColumnsOf } from '../catalog.ts';
import { estimateOf } from './answer.ts';
import type { JobService, JobUse } from './job.ts';
import { readViews, runJob } from './job.ts';
import type { Patience } from './refusal.ts';
import { dryRunCall } from './request.ts';
import { type BigQueryOptions, openService } from './service.ts';
import { findMissing, readCatalogue } from './tables.ts';

export type { BigQueryOptions } from './service.ts';

/** The most bytes that a caller's statement may read if the settings have no limit. */
const MOST_BYTES = 10 * 1024 ** 3;

/**
 * Opens BigQuery with application default credentials. Rejects with an `unavailable` failure if the package is not installed or
 * no project is found, and with `timeout` if finding one takes too long. Wrong credentials fail at the first call.
 */
export async function openBigQuery(options: BigQueryOptions): Promise<Engine> {
  const service = await openService(options);
  const { lifetime } = service;
  const readBytes = options.maximumBytesBilled ?? MOST_BYTES;
  const capped = { ...service, scope: { ...service.scope, maximumBytesBilled: readBytes } };
  const confined =
    <T>(use: JobUse<T>) =>
    (statement: BoundStatement, limits: RunLimits) =>
      lifetime.confined(limits, async patience => {
        await checkBytes(service, readBytes, statement, patience);
        return use(capped, statement, limits, patience);
      });
  return {
    name: 'bigquery',
    run: (statement, limits) =>
      lifetime.bounded(limits, patience => runJob(service, statement, limits, patience)),
    confined: {
      run: confined(runJob),
      bounds: async () => ({ memoryBytes: null, readBytes, deadline: 'cancel' }),
    },
    explain: (statement, deadline) =>
      lifetime.bounded(deadline, patience => explain(service, statement, patience)),
    estimate: (statement, deadline) =>
      lifetime.bounded(deadline, async patience => {
        const { bytes } = await dryRun(service, statement, patience);
        return { amount: Number(bytes), unit: 'bytes' };
      }),
    copies: confined(readViews),
    missing: tables => findMissing(service, tables),
    catalogue: tables => readCatalogue(service, tables),
    close: lifetime.close,
  };
}

async function dryRun({ scope, ask }: JobService, statement: BoundStatement, patience: Patience) {
  return estimateOf(await ask(dryRunCall(scope, statement), patience));
}

/** Refuses a caller's statement that would read more than `most` bytes. */
async function checkBytes(
  service: JobService,
  most: number,
  statement: BoundStatement,
  patience: Patience,
): Promise<void> {
  const { bytes } = await dryRun(service, statement, patience);
  if (Number(bytes) > most)
    throw new EngineFailure('exhausted', `it would read ${bytes} bytes, and may read ${most}`);
}

async function explain(
  service: JobService,
  statement: BoundStatement,
  patience: Patience,
): Promise<string> {
  const { bytes, accuracy, columns } = await dryRun(service, statement, patience);
  const bound = accuracy === null ? '' : ` (${accuracy.toLowerCase().replace('_', ' ')})`;
  return [
    `estimated: ${bytes} bytes to be processed${bound}`,
    'columns:',
    ...resultColumnsOf(columns).map(line),
  ].join('\n');
}

function line({ name, type }: CatalogueColumn): string {
  return `  ${name} ${type}`;
}
