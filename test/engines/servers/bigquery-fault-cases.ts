/**
 * Faults between the service and BigQuery, and their expected outcomes. Each case runs `COUNTING` over pages of ten rows:
 * either all of its rows, or a failure of the one kind.
 */
import { gzipSync } from 'node:zlib';
import type { FailureKind } from '../../../engines/engine.ts';
import type { Behaviour } from './bigquery-jobs.ts';
import type { CallName, Fault } from './bigquery-server.ts';

/** Three pages of ten rows, two columns. */
export const COUNTING =
  "SELECT n, CONCAT('row ', n) AS name FROM UNNEST(GENERATE_ARRAY(1, 25)) AS n ORDER BY n";

export interface FaultCase {
  readonly name: string;
  readonly expected: FailureKind | 'rows';
  /** Which calls fail; the submission unless told otherwise. */
  readonly call?: CallName;
  /** How many of them, counted from the first; all unless told otherwise. */
  readonly times?: number;
  readonly fault: Fault;
  readonly behaviour?: Partial<Behaviour>;
  /** How many calls of that name the server must have seen; unless told otherwise that is left open. */
  readonly calls?: number;
}

const html = '<html><body><h1>502 Bad Gateway</h1></body></html>';
const raw = (body: string | Buffer, headers?: Record<string, string>): Fault => ({
  kind: 'raw',
  body,
  ...(headers === undefined ? {} : { headers }),
});
const refuse = (code: number, reason: string, message = reason): Fault => ({
  kind: 'refuse',
  code,
  reason,
  message,
});
const edit = (changes: Record<string, unknown>): Fault => ({
  kind: 'edit',
  edit: body => ({ ...body, ...changes }),
});
interface SentRow {
  readonly f: readonly { readonly v: unknown }[];
}
const editRows = (change: (rows: readonly SentRow[]) => readonly SentRow[]): Fault => ({
  kind: 'edit',
  edit: body => ({ ...body, rows: change(body['rows'] as readonly SentRow[]) }),
});
const bad = {
  kind: 'raw',
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: html,
} as const;
const page = { call: 'jobs.getQueryResults' } as const;
const running = { ...page, behaviour: { looksBeforeComplete: 2 } } as const;
const once = { times: 1, expected: 'rows', calls: 2 } as const;
const stopped = 'Job execution was cancelled:';

export const FAULT_CASES: readonly FaultCase[] = [
  { name: '429 once', ...once, fault: refuse(429, 'rateLimitExceeded') },
  { name: '429 always', expected: 'unavailable', fault: refuse(429, 'rateLimitExceeded') },
  { name: '403 rateLimitExceeded once', ...once, fault: refuse(403, 'rateLimitExceeded') },
  {
    name: '403 rateLimitExceeded always',
    expected: 'unavailable',
    fault: refuse(403, 'rateLimitExceeded'),
  },
  { name: '403 jobRateLimitExceeded once', ...once, fault: refuse(403, 'jobRateLimitExceeded') },
  {
    name: '403 quotaExceeded',
    expected: 'unavailable',
    fault: refuse(403, 'quotaExceeded'),
    calls: 1,
  },
  {
    name: '429 quotaExceeded',
    expected: 'unavailable',
    fault: refuse(429, 'quotaExceeded'),
    calls: 1,
  },
  {
    name: '403 accessDenied',
    expected: 'unavailable',
    fault: refuse(403, 'accessDenied'),
    calls: 1,
  },
  {
    name: '401, an expired token',
    expected: 'unavailable',
    fault: refuse(401, 'authError'),
    calls: 1,
  },
  { name: '500 once', ...once, fault: refuse(500, 'backendError') },
  { name: '500 always', expected: 'unavailable', fault: refuse(500, 'backendError') },
  { name: '502 as HTML once', ...once, fault: bad },
  { name: '502 as HTML always', expected: 'unavailable', fault: bad },
  { name: '503 once', ...once, fault: refuse(503, 'backendError') },
  { name: '503 always', expected: 'unavailable', fault: refuse(503, 'backendError') },
  { name: '204', expected: 'failed', fault: { kind: 'raw', status: 204, body: '' }, calls: 1 },
  {
    name: 'a redirection to itself',
    expected: 'unavailable',
    fault: { kind: 'raw', status: 302, headers: { location: '' }, body: '' },
  },
  { name: 'a reset before an answer once', ...once, fault: { kind: 'reset' } },
  { name: 'resets before an answer', expected: 'unavailable', fault: { kind: 'reset' } },
  { name: 'a reset in the middle of an answer once', ...once, fault: { kind: 'cut' } },
  { name: 'resets in the middle of an answer', expected: 'unavailable', fault: { kind: 'cut' } },
  { name: 'no answer ever', expected: 'timeout', fault: { kind: 'hang' } },
  { name: 'truncated JSON', expected: 'failed', fault: raw('{"jobComplete": true, "rows": [{') },
  { name: 'nothing', expected: 'failed', fault: raw('') },
  { name: 'HTML with 200', expected: 'failed', fault: raw(html, { 'content-type': 'text/html' }) },
  { name: 'an empty object', expected: 'failed', fault: raw('{}') },
  { name: '`null`', expected: 'failed', fault: raw('null') },
  { name: 'a JSON list', expected: 'failed', fault: raw('[]') },
  { name: 'a JSON text', expected: 'failed', fault: raw('"jobComplete"') },
  {
    name: 'what is no gzip',
    expected: 'failed',
    fault: raw('not zipped', { 'content-encoding': 'gzip' }),
  },
  {
    name: 'gzip that is cut',
    expected: 'failed',
    fault: raw(gzipSync('{"jobComplete": true}').subarray(0, 15), { 'content-encoding': 'gzip' }),
  },
  {
    name: '80 MB of gzipped blanks',
    expected: 'too_large',
    fault: raw(gzipSync(Buffer.alloc(80e6, ' ')), { 'content-encoding': 'gzip' }),
  },
  { name: 'a job without a reference', expected: 'failed', fault: edit({ jobReference: null }) },
  { name: 'no `jobComplete`', expected: 'failed', fault: edit({ jobComplete: 'true' }) },
  { name: 'no schema', expected: 'failed', fault: edit({ schema: null }) },
  {
    name: 'a schema of fewer columns',
    expected: 'failed',
    fault: edit({ schema: { fields: [{ name: 'n', type: 'INTEGER' }] } }),
  },
  {
    name: 'a schema with a record',
    expected: 'failed',
    fault: edit({ schema: { fields: [{ name: 'n', type: 'RECORD', fields: [] }] } }),
  },
  {
    name: 'rows with too few cells',
    expected: 'failed',
    fault: edit({ rows: [{ f: [{ v: '1' }] }] }),
  },
  {
    name: 'rows with too many cells',
    expected: 'failed',
    fault: editRows(rows => rows.map(({ f }) => ({ f: [...f, { v: '1' }] }))),
  },
  { name: 'rows that are none', expected: 'failed', fault: edit({ rows: [null] }) },
  { name: 'cells that are none', expected: 'failed', fault: edit({ rows: [{ f: [{}, {}] }] }) },
  {
    name: 'cells of lists',
    expected: 'failed',
    fault: edit({ rows: [{ f: [{ v: [] }, { v: [] }] }] }),
  },
  {
    name: 'integers that are none',
    expected: 'failed',
    fault: edit({ rows: [{ f: [{ v: '1.5' }, { v: 'row 1' }] }] }),
  },
  {
    name: 'no rows where there are some',
    expected: 'failed',
    fault: edit({ rows: [], pageToken: '' }),
  },
  { name: 'no count of rows', expected: 'failed', fault: edit({ totalRows: null }) },
  {
    name: 'more bytes than may be billed',
    expected: 'exhausted',
    fault: refuse(400, 'bytesBilledLimitExceeded'),
    calls: 1,
  },
  {
    name: 'an invalid statement',
    expected: 'failed',
    fault: refuse(400, 'invalidQuery'),
    calls: 1,
  },
  {
    name: 'a table that is not there',
    expected: 'unavailable',
    fault: refuse(404, 'notFound'),
    calls: 1,
  },
  {
    name: 'a result that is too large',
    expected: 'too_large',
    fault: refuse(403, 'responseTooLarge'),
  },
  {
    name: 'a job that never ends',
    expected: 'timeout',
    ...page,
    behaviour: { looksBeforeComplete: Infinity },
    fault: { kind: 'delay', millis: 1 },
  },
  {
    name: 'a job that is lost',
    expected: 'failed',
    ...running,
    fault: refuse(404, 'notFound'),
    calls: 1,
  },
  {
    name: 'a job stopped by its time limit',
    expected: 'timeout',
    ...running,
    fault: refuse(499, 'stopped', `${stopped} Job timed out after 1 sec`),
  },
  {
    name: 'a job that somebody stopped',
    expected: 'failed',
    ...running,
    fault: refuse(499, 'stopped', `${stopped} User requested cancellation`),
  },
  {
    name: 'a look at a job refused once',
    expected: 'rows',
    ...running,
    times: 1,
    fault: refuse(503, 'backendError'),
  },
  { name: 'a look at a job that hangs', expected: 'timeout', ...running, fault: { kind: 'hang' } },
  { name: 'a look at a job answered by garbage', expected: 'failed', ...running, fault: raw('{}') },
  {
    name: 'a second page refused once',
    expected: 'rows',
    ...page,
    times: 1,
    fault: refuse(500, 'backendError'),
    calls: 3,
  },
  {
    name: 'a second page refused always',
    expected: 'unavailable',
    ...page,
    fault: refuse(500, 'backendError'),
  },
  { name: 'a second page that hangs', expected: 'timeout', ...page, fault: { kind: 'hang' } },
  {
    name: 'a second page cut once',
    expected: 'rows',
    ...page,
    times: 1,
    fault: { kind: 'cut' },
    calls: 3,
  },
  { name: 'a second page of garbage', expected: 'failed', ...page, fault: raw('<html>') },
  {
    name: 'a second page that is not complete',
    expected: 'failed',
    ...page,
    fault: edit({ jobComplete: false }),
  },
  {
    name: 'a second page of other columns',
    expected: 'failed',
    ...page,
    fault: edit({
      schema: {
        fields: [
          { name: 'a', type: 'INTEGER' },
          { name: 'b', type: 'STRING' },
        ],
      },
    }),
  },
  {
    name: 'a second page that leads to itself',
    expected: 'failed',
    ...page,
    fault: edit({ pageToken: 'row-10' }),
  },
  {
    name: 'pages without rows for ever',
    expected: 'failed',
    ...page,
    fault: {
      kind: 'edit',
      edit: body => ({ ...body, rows: [], pageToken: `row-${Math.random()}` }),
    },
  },
  {
    name: 'a last page that is missing',
    expected: 'failed',
    ...page,
    fault: edit({ pageToken: undefined }),
  },
];
