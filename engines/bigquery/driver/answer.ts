/** Reads BigQuery's answers. An answer that breaks the API's form is a `failed` failure, never a partial result. */
import { EngineFailure } from '../../engine.ts';
import { fieldsOf, type SchemaField } from './schema.ts';
import { malformed, record, requireList, requireText, requireWholeNumber } from './shape.ts';

export interface JobReference {
  readonly projectId: string;
  readonly jobId: string;
  readonly location: string | null;
}
export type QueryAnswer = Running | AnswerPage;
interface Running {
  readonly isComplete: false;
  readonly job: JobReference;
}
export interface AnswerPage {
  readonly isComplete: true;
  readonly job: JobReference;
  readonly columns: readonly SchemaField[];
  /** As received: a `RowReader` reads them one by one. */
  readonly rows: readonly unknown[];
  /** The number of rows in the whole result. */
  readonly totalRows: number;
  /** The token of the next page; `null` on the last. */
  readonly pageToken: string | null;
  readonly scannedBytes: number | null;
}

/** The answer of jobs.query and of jobs.getQueryResults. */
export function queryAnswer(value: unknown): QueryAnswer {
  const answer = record('answer', value);
  const job = jobReference(answer['jobReference']);
  if (answer['jobComplete'] === false) return { isComplete: false, job };
  if (answer['jobComplete'] !== true) throw malformed('jobComplete', 'a bool');
  refuseChange(answer);
  const { pageToken } = answer;
  return {
    isComplete: true,
    job,
    columns: fieldsOf(answer['schema']),
    // A result without rows does not have this member.
    rows: requireList('rows', answer['rows'] ?? []),
    totalRows: requireWholeNumber('totalRows', answer['totalRows']),
    pageToken:
      pageToken === undefined || pageToken === '' ? null : requireText('pageToken', pageToken),
    scannedBytes: scannedBytes(answer),
  };
}

/**
 * Throws if the answer reports DML, which has run by then. DDL and scripts are visible only in a job's own record, which is not
 * read here. The analyst refuses them earlier, and the rights of the credentials should forbid them.
 */
function refuseChange(answer: Readonly<Record<string, unknown>>): void {
  if (answer['numDmlAffectedRows'] === undefined && answer['dmlStats'] === undefined) return;
  throw new EngineFailure('failed', 'the statement changed rows: it is not a SELECT');
}

export interface DryRun {
  readonly bytes: number;
  /** `PRECISE`, `UPPER_BOUND` or `LOWER_BOUND`; `null` if BigQuery does not report it. */
  readonly accuracy: string | null;
  readonly columns: readonly SchemaField[];
}

/** The answer of jobs.insert to a dry run. Throws a `failed` failure if the statement is not a SELECT. */
export function estimateOf(value: unknown): DryRun {
  const statistics = record('statistics', record('answer', value)['statistics']);
  const query = record('statistics.query', statistics['query']);
  const { statementType = 'SELECT' } = query;
  if (statementType !== 'SELECT') {
    const type = requireText('statementType', statementType);
    throw new EngineFailure('failed', `BigQuery takes the statement for ${type}, not for SELECT`);
  }
  const bytes = query['totalBytesProcessed'] ?? statistics['totalBytesProcessed'];
  const accuracy = query['totalBytesProcessedAccuracy'];
  return {
    bytes: requireWholeNumber('totalBytesProcessed', bytes),
    accuracy: typeof accuracy === 'string' ? accuracy : null,
    columns: fieldsOf(query['schema']),
  };
}

/** Whether a job read each materialized view that BigQuery looked at: by its name `null`, or why not. From the answer of jobs.get. */
export function viewsOf(value: unknown): ReadonlyMap<string, string | null> {
  const inside = (of: unknown, name: string) => record(name, record('answer', of)[name] ?? {});
  const query = inside(inside(value, 'statistics'), 'query');
  const known = inside(query, 'materializedViewStatistics')['materializedView'] ?? [];
  const views = new Map<string, string | null>();
  for (const view of requireList('materializedView', known).map(one => record('view', one))) {
    const name = requireText(
      'tableId',
      record('tableReference', view['tableReference'])['tableId'],
    );
    const isRead = view['chosen'] === true || views.get(name) === null;
    views.set(name, isRead ? null : requireText('rejectedReason', view['rejectedReason'] ?? ''));
  }
  return views;
}

function jobReference(value: unknown): JobReference {
  const { projectId, jobId, location } = record('jobReference', value);
  return {
    projectId: requireText('projectId', projectId),
    jobId: requireText('jobId', jobId),
    location: typeof location === 'string' ? location : null,
  };
}

function scannedBytes(answer: Readonly<Record<string, unknown>>): number | null {
  const bytes = answer['totalBytesBilled'] ?? answer['totalBytesProcessed'];
  return bytes === undefined ? null : requireWholeNumber('totalBytesProcessed', bytes);
}
