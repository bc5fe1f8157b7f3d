/** Runs a statement as a BigQuery job: submits it, waits for it, reads it page by page, and cancels it when nobody waits. */
import { randomUUID } from 'node:crypto';
import type { BoundStatement, Result, Row, RunLimits } from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';
import { createByteCount } from '../../support/result-rows.ts';
import { resultColumnsOf } from '../catalog.ts';
import type { AnswerPage, JobReference, QueryAnswer } from './answer.ts';
import { queryAnswer, viewsOf } from './answer.ts';
import { makeRowReader, type RowReader } from './cells.ts';
import type { Lifetime } from './lifetime.ts';
import type { CallApi, Patience } from './refusal.ts';
import { BigQueryRefusal, isTransient, rest } from './refusal.ts';
import type { QueryScope } from './request.ts';
import { queryCall } from './request.ts';
import { malformed } from './shape.ts';
import type { ApiCall } from './transport.ts';

export interface JobService {
  readonly scope: QueryScope;
  readonly ask: CallApi;
  readonly lifetime: Lifetime;
}

/**
 * How long a submission waits for the result before it returns the job. Before that, nothing can be cancelled; after it, each
 * look costs another call.
 */
const FIRST_WAIT_MS = 1_000;
const WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;
/** How much longer than its caller a submission waits, to learn which job to cancel. */
const GRACE_MS = 5_000;
const CANCEL_MS = 10_000;
/** In a row. The API may return some, but not forever. */
const EMPTY_PAGES = 10;

/** A run, and what is read of it. */
export type JobUse<T> = (
  service: JobService,
  statement: BoundStatement,
  limits: RunLimits,
  patience: Patience,
) => Promise<T>;

/** Runs the statement and reads its rows. */
export const runJob: JobUse<Result> = async (service, statement, limits, patience) => {
  const page = await endedJob(service, statement, limits, patience);
  const isOwn = statement.isOwn === true;
  const read = makeRowReader(page.columns, isOwn);
  const rows = await readPages(service, page, read, limits, patience);
  const { scannedBytes } = page;
  return isOwn
    ? { rows, scannedBytes, columns: resultColumnsOf(page.columns) }
    : { rows, scannedBytes };
};

/** Runs the statement and reads which materialized views BigQuery looked at: a dry run does not say. */
export const readViews: JobUse<ReadonlyMap<string, string | null>> = async (
  service,
  statement,
  limits,
  patience,
) => {
  const { job } = await endedJob(service, statement, { ...limits, isFresh: true }, patience);
  const call: ApiCall = {
    method: 'GET',
    path: ['projects', job.projectId, 'jobs', job.jobId],
    query: { ...locationOf(job), fields: 'statistics(query(materializedViewStatistics))' },
  };
  return viewsOf(await service.ask(call, patience).catch(lost));
};

/** `isFresh`: a kept answer says nothing of how it was made. */
type JobLimits = RunLimits & { readonly isFresh?: true };

/** Runs the statement to its end. Returns the first page. */
async function endedJob(
  service: JobService,
  statement: BoundStatement,
  limits: JobLimits,
  patience: Patience,
): Promise<AnswerPage> {
  const first = await submit(service, statement, limits, patience);
  return first.isComplete ? first : awaitJob(service, first.job, limits, patience);
}

/** A submission continues when its caller leaves, because only its answer names the job to cancel. */
async function submit(
  { scope, ask, lifetime }: JobService,
  statement: BoundStatement,
  { label, maxRows, isFresh }: JobLimits,
  patience: Patience,
): Promise<QueryAnswer> {
  const left = millisLeft(patience);
  const call = queryCall(scope, statement, {
    label,
    requestId: randomUUID(),
    maxRows,
    waitMs: Math.min(FIRST_WAIT_MS, left),
    jobTimeoutMs: left,
    ...(isFresh === undefined ? {} : { isFresh }),
  });
  const answer = queryAnswer(
    await ask(call, patience, once => lifetime.outliving(left + GRACE_MS, once)),
  );
  if (patience.signal.aborted && !answer.isComplete) cancel(ask, lifetime, answer.job);
  patience.signal.throwIfAborted();
  return answer;
}

/** The first page of a running job. Cancels the job if the page does not arrive, unless the job has ended. */
async function awaitJob(
  { ask, lifetime }: JobService,
  job: JobReference,
  limits: RunLimits,
  patience: Patience,
): Promise<AnswerPage> {
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await rest(pause, patience.signal);
      const timeoutMs = Math.min(WAIT_MS, millisLeft(patience));
      const query = { maxResults: String(limits.maxRows), timeoutMs: String(timeoutMs) };
      const answer = await askForResults(ask, job, query, patience);
      if (answer.isComplete) return answer;
    }
  } catch (cause) {
    const hasEnded = cause instanceof BigQueryRefusal && !isTransient(cause);
    if (!hasEnded) cancel(ask, lifetime, job);
    throw cause;
  }
}

/** All rows, or the first `maxRows`. */
async function readPages(
  { ask }: JobService,
  first: AnswerPage,
  read: RowReader,
  { maxRows, maxBytes }: RunLimits,
  patience: Patience,
): Promise<readonly Row[]> {
  const count = createByteCount(maxBytes);
  const rows: Row[] = [];
  const tokens = new Set<string>();
  let page = first;
  for (let empty = 0; ; empty = page.rows.length === 0 ? empty + 1 : 0) {
    for (const value of page.rows.slice(0, maxRows - rows.length)) {
      const row = read(value);
      count(row);
      rows.push(row);
    }
    const { pageToken } = page;
    if (pageToken === null || rows.length >= maxRows) break;
    if (tokens.has(pageToken) || empty === EMPTY_PAGES)
      throw malformed('pageToken', 'of a new page');
    tokens.add(pageToken);
    page = await nextPage(ask, first, pageToken, maxRows - rows.length, patience);
  }
  if (rows.length < Math.min(first.totalRows, maxRows)) throw malformed('rows', 'all rows');
  return rows;
}

async function nextPage(
  ask: CallApi,
  { job, columns }: AnswerPage,
  pageToken: string,
  maxResults: number,
  patience: Patience,
): Promise<AnswerPage> {
  const query = { maxResults: String(maxResults), pageToken };
  const answer = await askForResults(ask, job, query, patience);
  if (!answer.isComplete) throw malformed('jobComplete', 'true any more');
  if (JSON.stringify(answer.columns) !== JSON.stringify(columns)) {
    throw malformed('schema', 'that of the first page');
  }
  return answer;
}

async function askForResults(
  ask: CallApi,
  job: JobReference,
  query: Readonly<Record<string, string>>,
  patience: Patience,
): Promise<QueryAnswer> {
  const call: ApiCall = {
    method: 'GET',
    path: ['projects', job.projectId, 'queries', job.jobId],
    query: { ...query, ...locationOf(job), 'formatOptions.useInt64Timestamp': 'true' },
  };
  return queryAnswer(await ask(call, patience).catch(lost));
}

/** A 404 here means that the job itself is missing, which nobody can fix. */
function lost(cause: unknown): never {
  if (!(cause instanceof BigQueryRefusal) || cause.status !== 404) throw cause;
  throw new EngineFailure('failed', `the job is lost: ${cause.message}`, { cause });
}

/** Nobody waits for this call or learns whether it helped. `jobTimeoutMs` ends the jobs that it does not reach. */
function cancel(ask: CallApi, lifetime: Lifetime, job: JobReference): void {
  const call: ApiCall = {
    method: 'POST',
    path: ['projects', job.projectId, 'jobs', job.jobId, 'cancel'],
    query: locationOf(job),
  };
  const endsAt = performance.now() + CANCEL_MS;
  lifetime.outliving(CANCEL_MS, signal => ask(call, { signal, endsAt })).catch(() => undefined);
}

/** Whole and at least one, as the API requires. */
function millisLeft({ endsAt }: Patience): number {
  return Math.max(1, Math.floor(endsAt - performance.now()));
}

function locationOf({ location }: JobReference): Readonly<Record<string, string>> {
  return location === null ? {} : { location };
}
