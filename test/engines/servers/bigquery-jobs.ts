/** The jobs of the server: each is a statement evaluated once, and what its calls answer. */
import { randomUUID } from 'node:crypto';
import type { ColumnProto } from '../../../engines/bigquery/analyst/server/protocol.ts';
import { SqlError } from '../sql-error.ts';
import type { Binding, TableShape } from '../test-engine.ts';
import type { Analysis } from '../zetasql/analysis.ts';
import type { Evaluated, ZetaSqlEngine } from '../zetasql/open-zetasql.ts';
import type { Answer } from './bigquery-faults.ts';
import { errorAnswer } from './bigquery-faults.ts';
import type { QueryParameter } from './bigquery-parameters.ts';
import { bindingOf } from './bigquery-parameters.ts';
import { cellOf, schemaOf } from './bigquery-rows.ts';
import type { ServedTable } from './bigquery-tables.ts';
import { withKnownNames } from './bigquery-tables.ts';

export interface Behaviour {
  /** Rows of a page at most. */
  pageSize: number;
  /** How often a job is looked at, its submission included, before it tells that it is complete. */
  looksBeforeComplete: number;
  /** What a row of a table is counted as. */
  bytesPerRow: number;
  /** The materialized views that a job looks at: each with why it is not read, or `null`. */
  views: Readonly<Record<string, string | null>>;
}

/** The members of a QueryRequest that the server knows. */
export interface QueryRequest {
  readonly query: string;
  readonly useLegacySql?: boolean;
  readonly queryParameters?: readonly QueryParameter[];
  readonly defaultDataset?: { readonly projectId?: string; readonly datasetId: string };
  readonly maximumBytesBilled?: string;
  readonly maxResults?: number;
  readonly useQueryCache?: boolean;
  readonly requestId?: string;
  readonly location?: string;
  readonly formatOptions?: { readonly useInt64Timestamp?: boolean };
}

export interface ServedJob {
  readonly id: string;
  readonly requestId: string | null;
  readonly location: string;
  readonly result: Evaluated;
  readonly bytes: number;
  /** Whether the rows may be those of an earlier job, which says nothing of views. */
  readonly mayBeKept: boolean;
  looks: number;
  isCancelled: boolean;
}

/** The error of a refused call. */
class Refused extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

export interface Jobs {
  /** Every job that was run and would be billed, oldest first. */
  readonly all: readonly ServedJob[];
  readonly query: (project: string, request: QueryRequest) => Promise<Answer>;
  readonly dryRun: (project: string, request: QueryRequest) => Promise<Answer>;
  readonly results: (project: string, id: string, query: URLSearchParams) => Promise<Answer>;
  readonly get: (project: string, id: string) => Promise<Answer>;
  readonly cancel: (project: string, id: string) => Promise<Answer>;
}

export function createJobs(
  evaluator: ZetaSqlEngine,
  tables: readonly ServedTable[],
  behaviour: Behaviour,
): Jobs {
  const all: ServedJob[] = [];
  const byId = new Map<string, ServedJob>();
  const byRequest = new Map<string, ServedJob>();
  const examine = examiner(evaluator, tables, behaviour);
  const find = (id: string): ServedJob => {
    const job = byId.get(id);
    if (job === undefined) throw refused(404, 'notFound', `Not found: Job ${id}`);
    return job;
  };
  const run = async (project: string, request: QueryRequest): Promise<ServedJob> => {
    const { requestId = null, location = 'US' } = request;
    const known = requestId === null ? undefined : byRequest.get(requestId);
    if (known !== undefined) return known;
    const { sql, bindings, bytes } = await examine(project, request);
    const result = await evaluator.evaluate(sql, bindings).catch(asRefused);
    const id = `job_${randomUUID()}`;
    const mayBeKept = request.useQueryCache !== false;
    const job = { id, requestId, location, result, bytes, mayBeKept, looks: 0, isCancelled: false };
    all.push(job);
    byId.set(id, job);
    if (requestId !== null) byRequest.set(requestId, job);
    return job;
  };
  return {
    all,
    query: answering(async (project, request) => {
      const job = await run(project, request);
      const { maxResults, formatOptions } = request;
      return page(project, job, behaviour, {
        start: 0,
        size: maxResults ?? behaviour.pageSize,
        int64Timestamp: formatOptions?.useInt64Timestamp === true,
      });
    }),
    dryRun: answering(async (project, request) => {
      const { columns, bytes } = await examine(project, request);
      return estimate(project, columns, bytes);
    }),
    results: answering(async (project, id, query) => {
      return page(project, find(id), behaviour, {
        start: Number(query.get('pageToken')?.replace('row-', '') ?? 0),
        size: Number(query.get('maxResults') ?? behaviour.pageSize),
        int64Timestamp: query.get('formatOptions.useInt64Timestamp') === 'true',
      });
    }),
    get: answering(async (project, id) => jobResource(project, find(id), behaviour)),
    cancel: answering(async (project, id) => {
      const job = find(id);
      job.isCancelled = true;
      return { kind: 'bigquery#jobCancelResponse', job: jobResource(project, job, behaviour) };
    }),
  };
}

function answering<Args extends readonly unknown[]>(
  make: (...args: Args) => Promise<object>,
): (...args: Args) => Promise<Answer> {
  return async (...args) => {
    try {
      return { status: 200, body: await make(...args) };
    } catch (cause) {
      if (cause instanceof Refused) return cause.answer;
      throw cause;
    }
  };
}

interface Examined {
  readonly sql: string;
  readonly bindings: readonly Binding[];
  readonly columns: readonly ColumnProto[];
  readonly bytes: number;
}

/** The checks of BigQuery before it runs a statement. */
function examiner(
  evaluator: ZetaSqlEngine,
  tables: readonly ServedTable[],
  behaviour: Behaviour,
): (project: string, request: QueryRequest) => Promise<Examined> {
  const analyses = new Map<string, Analysis>();
  /** The values of parameters do not matter. */
  const analysisOf = async (
    sql: string,
    shapes: readonly TableShape[],
    bindings: readonly Binding[],
  ): Promise<Analysis> => {
    const types = bindings.map(({ name, scalar, value }) => [name, scalar, Array.isArray(value)]);
    const key = JSON.stringify([sql, shapes.map(({ name }) => name), types]);
    const analysis = analyses.get(key) ?? (await evaluator.analyze(sql, shapes, bindings));
    analyses.set(key, analysis);
    return analysis;
  };
  return async (project, request) => {
    if (request.useLegacySql !== false) throw refused(400, 'invalid', 'Legacy SQL is not served');
    const bindings = (request.queryParameters ?? []).map(parameter => {
      const binding = bindingOf(parameter);
      if (binding !== null) return binding;
      throw refused(400, 'invalidQuery', `Could not cast the value of parameter ${parameter.name}`);
    });
    const visible = tables.filter(table => isVisible(table, request));
    const sql = withKnownNames(request.query, visible, project);
    const shapes = visible.map(({ table }) => table);
    const analysis = await analysisOf(sql, shapes, bindings).catch(asRefused);
    const read = shapes.filter(({ name }) => analysis.tables.includes(name));
    const bytes = read.reduce((sum, { rows }) => sum + rows.length * behaviour.bytesPerRow, 0);
    const { maximumBytesBilled: limit } = request;
    if (limit !== undefined && bytes > Number(limit)) {
      const message = `Query exceeded limit for bytes billed: ${limit}. ${bytes} or higher required.`;
      throw refused(400, 'bytesBilledLimitExceeded', message);
    }
    return { sql, bindings, columns: analysis.output, bytes };
  };
}

/** A single name means a table of the request's default data set, and nothing without one. */
function isVisible({ dataset, table }: ServedTable, { defaultDataset }: QueryRequest): boolean {
  return table.name.includes('.') || defaultDataset?.datasetId === dataset;
}

function asRefused(cause: unknown): never {
  if (!(cause instanceof SqlError)) throw cause;
  const table = /^Table not found: ([^;]+)/.exec(cause.message)?.[1];
  if (table !== undefined) {
    throw refused(404, 'notFound', `Not found: Table ${table} was not found in location US`);
  }
  const place = cause.line === null ? '' : ` at [${cause.line}:${cause.column}]`;
  throw refused(400, 'invalidQuery', `${cause.message}${place}`);
}

function refused(code: number, reason: string, message: string): Refused {
  return new Refused(errorAnswer(code, reason, message));
}

function page(
  project: string,
  job: ServedJob,
  { pageSize, looksBeforeComplete }: Behaviour,
  wanted: { readonly start: number; readonly size: number; readonly int64Timestamp: boolean },
): object {
  const jobReference = { projectId: project, jobId: job.id, location: job.location };
  if (job.isCancelled) {
    const message = 'Job execution was cancelled: User requested cancellation';
    throw refused(499, 'stopped', message);
  }
  if (job.looks++ < looksBeforeComplete) return { jobReference, jobComplete: false };
  const { columns, rows } = job.result;
  const end = wanted.start + Math.min(wanted.size, pageSize);
  const some = rows.slice(wanted.start, end).map(row => ({
    f: columns.map((column, index) => {
      return { v: cellOf(row[index] ?? {}, column.type, wanted.int64Timestamp) };
    }),
  }));
  return {
    jobReference,
    jobComplete: true,
    schema: schemaOf(columns),
    totalRows: String(rows.length),
    ...(some.length === 0 ? {} : { rows: some }),
    ...(end < rows.length ? { pageToken: `row-${end}` } : {}),
    totalBytesProcessed: String(job.bytes),
    cacheHit: false,
  };
}

function estimate(project: string, columns: readonly ColumnProto[], bytes: number): object {
  const totalBytesProcessed = String(bytes);
  return {
    kind: 'bigquery#job',
    jobReference: { projectId: project, location: 'US' },
    configuration: { dryRun: true },
    status: { state: 'DONE' },
    statistics: {
      totalBytesProcessed,
      query: {
        totalBytesProcessed,
        totalBytesProcessedAccuracy: 'PRECISE',
        statementType: 'SELECT',
        schema: schemaOf(columns),
      },
    },
  };
}

function jobResource(project: string, job: ServedJob, { views }: Behaviour): object {
  const materializedView = Object.entries(views).map(([tableId, rejectedReason]) => ({
    tableReference: { projectId: project, datasetId: 'any', tableId },
    ...(rejectedReason === null ? { chosen: true } : { chosen: false, rejectedReason }),
  }));
  const query = job.mayBeKept ? {} : { materializedViewStatistics: { materializedView } };
  return {
    kind: 'bigquery#job',
    jobReference: { projectId: project, jobId: job.id, location: job.location },
    status: { state: job.isCancelled ? 'DONE' : 'RUNNING' },
    statistics: { totalBytesProcessed: String(job.bytes), query },
  };
}
