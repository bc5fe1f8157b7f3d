/**
 * BigQuery's v2 REST API on this machine, as far as running queries needs it. ZetaSQL answers the statements over the rows that
 * a test gives; every request is recorded, and any can be made to fail.
 */
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestTable } from '../test-engine.ts';
import { openZetaSql } from '../zetasql/open-zetasql.ts';
import type { Answer, Fault } from './bigquery-faults.ts';
import { errorAnswer, respond } from './bigquery-faults.ts';
import type { Behaviour, Jobs, QueryRequest, ServedJob } from './bigquery-jobs.ts';
import { createJobs } from './bigquery-jobs.ts';
import type { ServedTable } from './bigquery-tables.ts';
import { servedTable, tableResource } from './bigquery-tables.ts';

export type { Fault } from './bigquery-faults.ts';

/** The calls of the API that are served. */
export type CallName =
  | 'jobs.query'
  | 'jobs.insert'
  | 'jobs.getQueryResults'
  | 'jobs.get'
  | 'jobs.cancel'
  | 'tables.get'
  | 'tables.list'
  | 'tabledata.list'
  | 'unknown';

export interface RecordedRequest {
  readonly call: CallName;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export interface BigQueryServer {
  /** For `apiEndpoint`. */
  readonly url: string;
  /** Oldest first; a test may empty it. */
  readonly requests: RecordedRequest[];
  /** Those that ran, each once however often it was submitted. */
  readonly jobs: readonly ServedJob[];
  readonly behaviour: Behaviour;
  /** The fault of a request; `null`: the request gets its answer. */
  fault: ((request: RecordedRequest) => Fault | null) | null;
  readonly close: () => Promise<void>;
}

/**
 * Starts a server, and a ZetaSQL of its own. Tables are named `table`, `dataset.table` or `project.dataset.table`, the default
 * data set being the one given here.
 */
export async function startBigQueryServer(options: {
  readonly project: string;
  readonly dataset: string;
  readonly tables?: readonly TestTable[];
  /** Members of `tables.get` by the names of tables, in place of what the rows say. */
  readonly resources?: Readonly<Record<string, object>>;
}): Promise<BigQueryServer> {
  const { project, dataset, tables = [], resources = {} } = options;
  const served = tables.map(table =>
    servedTable(project, dataset, table, resources[table.name] ?? {}),
  );
  const evaluator = await openZetaSql();
  await evaluator.load(served.map(({ table }) => table));
  const behaviour: Behaviour = {
    pageSize: 10_000,
    looksBeforeComplete: 0,
    bytesPerRow: 1_024,
    views: {},
  };
  const jobs = createJobs(evaluator, served, behaviour);
  const http = createServer(async (incoming, response) => {
    const request = await recorded(incoming);
    state.requests.push(request);
    const fault = state.fault?.(request) ?? null;
    // A fault of the server itself must show in a test, not end its process.
    await respond(response, fault, () =>
      answer(jobs, served, request).catch((cause: unknown) =>
        errorAnswer(500, 'internalError', `the test server failed: ${cause}`),
      ),
    );
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const state: BigQueryServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: [],
    jobs: jobs.all,
    behaviour,
    fault: null,
    close: async () => {
      http.closeAllConnections();
      await new Promise(resolve => http.close(resolve));
      await evaluator.close();
    },
  };
  return state;
}

/** Under the prefix of the API's version, or without it as some clients ask a local server. */
const ROUTES: readonly (readonly [CallName, string, RegExp])[] = [
  ['jobs.query', 'POST', /^(?:\/bigquery\/v2)?\/projects\/([^/]+)\/queries$/],
  ['jobs.insert', 'POST', /^(?:\/bigquery\/v2)?\/projects\/([^/]+)\/jobs$/],
  ['jobs.getQueryResults', 'GET', /^(?:\/bigquery\/v2)?\/projects\/([^/]+)\/queries\/([^/]+)$/],
  ['jobs.get', 'GET', /^(?:\/bigquery\/v2)?\/projects\/([^/]+)\/jobs\/([^/]+)$/],
  ['jobs.cancel', 'POST', /^(?:\/bigquery\/v2)?\/projects\/([^/]+)\/jobs\/([^/]+)\/cancel$/],
  [
    'tables.get',
    'GET',
    /^(?:\/bigquery\/v2)?\/projects\/([^/]+)\/datasets\/([^/]+)\/tables\/([^/]+)$/,
  ],
  ['tables.list', 'GET', /^(?:\/bigquery\/v2)?\/projects\/([^/]+)\/datasets\/([^/]+)\/tables$/],
  [
    'tabledata.list',
    'GET',
    /^(?:\/bigquery\/v2)?\/projects\/([^/]+)\/datasets\/([^/]+)\/tables\/([^/]+)\/data$/,
  ],
];

async function recorded(incoming: IncomingMessage): Promise<RecordedRequest> {
  const { method = '', url = '', headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(url, 'http://server');
  const route = ROUTES.find(([, verb, path]) => verb === method && path.test(pathname));
  return {
    call: route?.[0] ?? 'unknown',
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

async function answer(
  jobs: Jobs,
  tables: readonly ServedTable[],
  { call, path, query, body }: RecordedRequest,
): Promise<Answer> {
  const pattern = ROUTES.find(([name]) => name === call)?.[2];
  const [project = '', second = '', third = ''] = (pattern?.exec(path) ?? [])
    .slice(1)
    .map(decodeURIComponent);
  switch (call) {
    case 'jobs.query':
      return jobs.query(project, body as QueryRequest);
    case 'jobs.insert':
      return insert(jobs, project, body as InsertedJob);
    case 'jobs.getQueryResults':
      return jobs.results(project, second, new URLSearchParams(query));
    case 'jobs.get':
      return jobs.get(project, second);
    case 'jobs.cancel':
      return jobs.cancel(project, second);
    case 'tables.get':
      return tableAnswer(tables, [project, second, third], query['fields']);
    case 'tables.list':
      return listAnswer(tables, [project, second], query);
    case 'tabledata.list':
      return dataAnswer(tables, [project, second, third], query);
    case 'unknown':
      return errorAnswer(404, 'notFound', `no such call: ${path}`);
  }
}

interface InsertedJob {
  readonly configuration: { readonly dryRun?: boolean; readonly query: QueryRequest };
}

async function insert(
  jobs: Jobs,
  project: string,
  { configuration }: InsertedJob,
): Promise<Answer> {
  if (configuration.dryRun === true) return jobs.dryRun(project, configuration.query);
  const { status, body } = await jobs.query(project, configuration.query);
  if (status !== 200) return { status, body };
  const { jobReference } = body as { readonly jobReference: { readonly jobId: string } };
  return jobs.get(project, jobReference.jobId);
}

function tableAnswer(
  tables: readonly ServedTable[],
  parts: readonly string[],
  members: string | undefined,
): Answer {
  const known = tableAt(tables, parts);
  if (known === undefined) return notFound(parts);
  return { status: 200, body: tableResource(known, members?.split(',') ?? null) };
}

function tableAt(
  tables: readonly ServedTable[],
  parts: readonly string[],
): ServedTable | undefined {
  const name = parts.join('.');
  return tables.find(({ project, dataset, id }) => `${project}.${dataset}.${id}` === name);
}

function notFound(parts: readonly string[]): Answer {
  return errorAnswer(404, 'notFound', `Not found: Table ${parts.join('.')}`);
}

type Query = RecordedRequest['query'];

/** Two tables a page, however many are asked for. */
function listAnswer(
  tables: readonly ServedTable[],
  [project, dataset]: readonly string[],
  { pageToken = '0' }: Query,
): Answer {
  const all = tables.filter(table => table.project === project && table.dataset === dataset);
  const from = Number(pageToken);
  const page = all.slice(from, from + 2).map(table => tableResource(table, ['tableReference']));
  const more = from + 2 < all.length ? { nextPageToken: String(from + 2) } : {};
  return { status: 200, body: { kind: 'bigquery#tableList', tables: page, ...more } };
}

/** Single values alone, three rows a page at most. */
function dataAnswer(
  tables: readonly ServedTable[],
  parts: readonly string[],
  { pageToken = '0', maxResults = '3', selectedFields = '' }: Query,
): Answer {
  const known = tableAt(tables, parts);
  if (known === undefined) return notFound(parts);
  const { columns, rows } = known.table;
  const asked = selectedFields.split(',');
  const names = Object.keys(columns).filter(name => asked.includes(name));
  const [from, count] = [Number(pageToken), Math.min(3, Number(maxResults))];
  const page = rows.slice(from, from + count).map(row => ({
    f: names.map(name => ({ v: row[name] == null ? null : String(row[name]) })),
  }));
  const more = from + count < rows.length ? { pageToken: String(from + count) } : {};
  const body = { kind: 'bigquery#tableDataList', totalRows: String(rows.length), rows: page };
  return { status: 200, body: { ...body, ...more } };
}
