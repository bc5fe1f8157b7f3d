/**
 * BigQuery: each run is a query job, under labels and limits, through the v2 REST API. Statements reach it as they are, values
 * as typed named parameters.
 */

import type {
  BoundStatement,
  CatalogueColumn,
  CatalogueTable,
  Engine,
  MissingTable,
} from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';
import { columnsOf, resultColumnsOf } from '../catalog.ts';
import { estimateOf } from './answer.ts';
import type { JobService } from './job.ts';
import { runJob } from './job.ts';
import { createLifetime } from './lifetime.ts';
import type { Patience } from './refusal.ts';
import { createAsk, Refusal } from './refusal.ts';
import { defaultDataset, dryRunCall } from './request.ts';
import { openTransport } from './transport.ts';

export interface BigQueryOptions {
  /** The project that is billed; `null`: that of the credentials. */
  readonly project: string | null;
  /** Where tables without one are; `project.dataset` for that of another project. */
  readonly dataset: string | null;
  /** Where the data is, as `EU`; `null`: BigQuery finds it out. */
  readonly location: string | null;
  /** A statement that would read more is refused, unbilled. */
  readonly maximumBytesBilled: number | null;
  /** Of a local server that speaks the API; it is asked without credentials. `null`: Google's. */
  readonly apiEndpoint: string | null;
  /** How many statements run at once. */
  readonly concurrency: number;
  /** Milliseconds before a call that was refused for the moment is tried again; it doubles with each try. By default 100. */
  readonly firstPauseMs?: number;
}

/** The bytes that a statement of a caller may read where the settings have no bound. */
const MOST_BYTES = 10 * 1024 ** 3;
const FIRST_PAUSE_MS = 100;
const PROJECT_MS = 10_000;
const MISSING_MS = 10_000;

/**
 * Opens BigQuery with application default credentials. Rejects with an `unavailable` failure if the package is not
 * installed or no project is found, with `timeout` if finding one takes too long. Wrong credentials show at the first
 * call.
 */
export async function openBigQuery(options: BigQueryOptions): Promise<Engine> {
  const lifetime = createLifetime(options.concurrency);
  const { project, exchange } = await lifetime.outliving(PROJECT_MS, () => openTransport(options));
  const ask = createAsk(exchange, options.firstPauseMs ?? FIRST_PAUSE_MS);
  const service: JobService = { scope: { ...options, project }, ask, lifetime };
  return {
    name: 'bigquery',
    run: (statement, limits) =>
      lifetime.bounded(limits, patience => runJob(service, statement, limits, patience)),
    confined: {
      run: (statement, limits) =>
        lifetime.bounded(limits, async patience => {
          await checkBytes(service, statement, patience);
          return runJob(service, statement, limits, patience);
        }),
    },
    explain: (statement, deadline) =>
      lifetime.bounded(deadline, patience => explain(service, statement, patience)),
    missing: tables => missing(service, tables),
    catalogue: tables => catalogue(service, tables),
    close: lifetime.close,
  };
}

/** A statement of a caller that would read more is not run. */
async function checkBytes(
  { scope, ask }: JobService,
  statement: BoundStatement,
  patience: Patience,
): Promise<void> {
  const most = scope.maximumBytesBilled ?? MOST_BYTES;
  const { bytes } = estimateOf(await ask(dryRunCall(scope, statement), patience));
  if (Number(bytes) > most)
    throw new EngineFailure('exhausted', `it would read ${bytes} bytes, and may read ${most}`);
}

async function explain(
  { scope, ask }: JobService,
  statement: BoundStatement,
  patience: Patience,
): Promise<string> {
  const answer = await ask(dryRunCall(scope, statement), patience);
  const { bytes, accuracy, columns } = estimateOf(answer);
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

async function missing(
  service: JobService,
  tables: readonly (readonly string[])[],
): Promise<readonly MissingTable[]> {
  const absent = await service.lifetime.outliving(MISSING_MS, signal => {
    const patience = { signal, endsAt: performance.now() + MISSING_MS };
    return Promise.all(tables.map(parts => isMissing(service, parts, patience)));
  });
  const found = tables.filter((_, index) => absent[index]);
  return found.map(parts => ({ table: parts.join('.'), reason: null }));
}

async function isMissing(
  service: JobService,
  parts: readonly string[],
  patience: Patience,
): Promise<boolean> {
  // A wildcard names no table of its own: only a statement shows whether it finds any.
  if (isWildcard(parts)) return false;
  return (await tableOf(service, parts, 'id', patience)) === null;
}

async function catalogue(
  service: JobService,
  tables: readonly (readonly string[])[],
): Promise<readonly CatalogueTable[]> {
  const found = await service.lifetime.outliving(MISSING_MS, signal => {
    const patience = { signal, endsAt: performance.now() + MISSING_MS };
    return Promise.all(
      tables.map(async (parts): Promise<readonly CatalogueTable[]> => {
        const table = parts.join('.');
        if (isWildcard(parts)) return [{ table, columns: null }];
        const answer = await tableOf(service, parts, 'type,schema', patience);
        return answer === null ? [] : [{ table, columns: columnsOf(answer) }];
      }),
    );
  });
  return found.flat();
}

function isWildcard(parts: readonly string[]): boolean {
  return parts.at(-1)?.endsWith('*') === true;
}

/** `fields` of what `tables.get` answers; `null` where there is no such table for us. */
async function tableOf(
  { scope, ask }: JobService,
  parts: readonly string[],
  fields: string,
  patience: Patience,
): Promise<unknown> {
  const [table = '', dataset, project] = parts.toReversed();
  const home = defaultDataset(scope);
  const datasetId = dataset ?? home?.datasetId;
  if (datasetId === undefined) return null;
  const owner = project ?? (dataset === undefined ? home?.projectId : undefined) ?? scope.project;
  const path = ['projects', owner, 'datasets', datasetId, 'tables', table];
  try {
    return (await ask({ method: 'GET', path, query: { fields } }, patience)) ?? {};
  } catch (cause) {
    if (isUnreadable(cause)) return null;
    throw cause;
  }
}

function isUnreadable(cause: unknown): boolean {
  return cause instanceof Refusal && (cause.status === 404 || cause.reason === 'accessDenied');
}
