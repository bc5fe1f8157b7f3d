/** Looks at BigQuery's tables. */
import type { CatalogueTable, MissingTable } from '../../engine.ts';
import { eachAtMost } from '../../support/at-most.ts';
import { readTableColumns } from '../catalog.ts';
import type { JobService } from './job.ts';
import type { Patience } from './refusal.ts';
import { BigQueryRefusal } from './refusal.ts';
import { defaultDataset } from './request.ts';

/** The deadline of a look at one table. */
const LOOK_MS = 10_000;
/** How many tables are requested at once: BigQuery refuses more than 100 requests a second. */
export const LOOKS = 16;

/** A look without a caller's deadline. */
export function looking<T>(
  { lifetime }: JobService,
  use: (patience: Patience) => Promise<T>,
  timeoutMs: number = LOOK_MS,
): Promise<T> {
  const endsAt = performance.now() + timeoutMs;
  return lifetime.outliving(timeoutMs, signal => use({ signal, endsAt }));
}

export async function findMissing(
  service: JobService,
  tables: readonly (readonly string[])[],
): Promise<readonly MissingTable[]> {
  const absent = await eachAtMost(LOOKS, tables, parts =>
    looking(service, patience => isMissing(service, parts, patience)),
  );
  const found = tables.filter((_, index) => absent[index]);
  return found.map(parts => ({ table: parts.join('.'), reason: null }));
}

async function isMissing(
  service: JobService,
  parts: readonly string[],
  patience: Patience,
): Promise<boolean> {
  // A wildcard is not itself a table. Only a statement shows whether it matches any.
  if (isWildcard(parts)) return false;
  return (await tableOf(service, parts, 'id', patience)) === null;
}

export async function readCatalogue(
  service: JobService,
  tables: readonly (readonly string[])[],
): Promise<readonly CatalogueTable[]> {
  const found = await eachAtMost(LOOKS, tables, parts =>
    looking(service, patience => described(service, parts, patience)),
  );
  return found.flat();
}

async function described(
  service: JobService,
  parts: readonly string[],
  patience: Patience,
): Promise<readonly CatalogueTable[]> {
  const table = parts.join('.');
  if (isWildcard(parts)) return [{ table, columns: null }];
  const answer = await tableOf(service, parts, 'type,schema', patience);
  return answer === null ? [] : [{ table, columns: readTableColumns(answer) }];
}

function isWildcard(parts: readonly string[]): boolean {
  return parts.at(-1)?.endsWith('*') === true;
}

/** The path of a table, below the version of the API; `null` if neither the name nor the settings have a data set. */
export function findTablePath(
  { scope }: JobService,
  parts: readonly string[],
): readonly string[] | null {
  const [table = '', dataset, project] = parts.toReversed();
  const home = defaultDataset(scope);
  const datasetId = dataset ?? home?.datasetId;
  if (datasetId === undefined) return null;
  const owner = project ?? (dataset === undefined ? home?.projectId : undefined) ?? scope.project;
  return ['projects', owner, 'datasets', datasetId, 'tables', table];
}

/** `fields` of the answer of `tables.get`, or all; `null` if the table does not exist or cannot be read. */
export async function tableOf(
  service: JobService,
  parts: readonly string[],
  fields: string | null,
  patience: Patience,
): Promise<unknown> {
  const path = findTablePath(service, parts);
  if (path === null) return null;
  try {
    const query = fields === null ? {} : { fields };
    return (await service.ask({ method: 'GET', path, query }, patience)) ?? {};
  } catch (cause) {
    if (isUnreadable(cause)) return null;
    throw cause;
  }
}

function isUnreadable(cause: unknown): boolean {
  return (
    cause instanceof BigQueryRefusal && (cause.status === 404 || cause.reason === 'accessDenied')
  );
}
