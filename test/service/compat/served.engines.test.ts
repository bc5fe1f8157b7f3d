/** Requests of the original's clients to `quern serve`: each gets the rows that it asks for, or an error in words where they show it. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KITS } from '../../engines/index.ts';
import type { Reached } from '../../engines/kit.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { compiled } from '../../support/openapi-fixture.ts';
import { type ServeProcess, serveProcess } from '../serve-process.ts';
import { foreignTable, studio, tool } from './readers.ts';

const table = (name: string) =>
  `{ bigquery: { table: ${name}, records: repeated }, duckdb: { table: ${name} }, clickhouse: { table: ${name} } }`;
const columns = (metadata: string) => `{
      id: { type: string, required: true }, timestamp: { type: timestamp, required: true },
      project: { type: string, required: true }, metadata: { record: { ${metadata} } } }`;
const ID = '00000000-0000-4000-8000-0000000cb101';
const FILES = {
  'endpoints/sources.yaml': `sources:
  edge_logs:
    tables: ${table('edge_logs')}
    columns: ${columns('path: string, status: int64')}
  auth_logs:
    tables: ${table('auth_logs')}
    columns: ${columns('level: string')}
`,
  'endpoints/logs.all.yaml': `endpoint: logs.all
id: ${ID}
compat: logflare
ignore: [ref]
params: { project: { type: string, required: true } }
sandbox: true
views: [edge_logs, auth_logs]
from: edge_logs
where: [project = @project]
select: [id, timestamp, metadata]
order_by: [timestamp desc, id]
`,
  'endpoints/usage.counts.yaml': `endpoint: usage.counts
id: 00000000-0000-4000-8000-0000000cb102
compat: logflare
params: { project: { type: string, required: true } }
from: edge_logs
where: [project = @project]
buckets: { of: timestamp, last: 1 hour, step: hour, encode: datetime }
select: { count: count(), last: max(timestamp), last_at: { value: max(timestamp), encode: datetime } }
order_by: [timestamp]
cache: { ttl: 60s }
`,
};

const NOW = 1_768_471_653_000_000n;
const log = (id: string, project: string, ago: bigint, metadata: Row | null): Row => {
  return { id, timestamp: NOW - ago * 60_000_000n, project, metadata };
};
const ROWS = {
  edge_logs: [
    log('e1', 'demo', 1n, { path: '/rest', status: 200n }),
    log('e2', 'demo', 2n, null),
    log('e3', 'other', 3n, { path: '/auth', status: 500n }),
  ],
  auth_logs: [1n, 2n, 3n].map(ago => log(`a${ago}`, 'demo', ago, { level: 'info' })),
};
const SQL = 'select count(*) as n, cast(min(timestamp) as datetime) as least from auth_logs';
const COUNTED = { result: [{ n: 3, least: '2026-01-15T10:04:33' }] };
const NEWEST = ['e1', '2026-01-15T10:06:33.000Z', null];
const LOGS = '/api/endpoints/query/logs.all';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** `fetch` sends no body with a GET. */
function sent(url: string, method: string, body: string | null): Promise<Reply> {
  const length = Buffer.byteLength(body ?? '');
  const headers =
    body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': length };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, answer => {
      const { statusCode: status = 0, headers } = answer;
      textOf(answer).then(text => resolve({ status, headers, text }), reject);
    });
    asked.once('error', reject);
    asked.end(body ?? '');
  });
}

describe.each(['duckdb', 'clickhouse'])('on %s', engine => {
  let reached: Reached;
  let served: ServeProcess;
  beforeAll(async () => {
    const inputs = Object.entries(FILES).map(([path, bytes]) => ({ path, bytes }));
    const tables = tablesOfSources(compiled(inputs).project, engine, ROWS);
    const kit = KITS.get(engine);
    if (kit === undefined) throw new Error(`no test engine runs ${engine}`);
    reached = await kit.service.reach(tables);
    // the first statement waits until the analyser has started, which takes long on a busy machine
    const service = { timeout: '2m' };
    served = await serveProcess({ engine, reached, files: FILES, service, now: NOW });
  });
  afterAll(async () => {
    await served?.stop();
    await reached?.close();
  });

  const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
    sent(served.url + path, method, body === undefined ? null : JSON.stringify(body));
  const sql = (text: string) => `sql=${encodeURIComponent(text)}`;

  test.each([
    ['GET', `${LOGS}?project=demo&${sql(SQL)}`, undefined],
    ['GET', `${LOGS}?project=demo`, { sql: SQL }],
    ['POST', LOGS, { project: 'demo', sql: SQL }],
    ['POST', `${LOGS}?project=demo`, { sql: SQL }],
    ['POST', `${LOGS}?project=demo&${sql(SQL)}`, undefined],
    ['POST', `${LOGS}?${sql(SQL)}`, { project: 'demo' }],
    ['GET', `/api/endpoints/query/name/logs.all?project=demo&${sql(SQL)}`, undefined],
    ['GET', `/endpoints/query/${ID}?project=demo`, { sql: SQL }],
    ['POST', `/endpoints/query/${ID}?project=demo`, { sql: SQL }],
    ['GET', `/endpoints/query/logs.all?project=demo&${sql(SQL)}`, undefined],
  ])('%s answers the rows of the statement at %s', async (method, path, body) => {
    const { status, text } = await ask(method, path, body);
    expect([status, JSON.parse(text)]).toEqual([200, COUNTED]);
  });

  test.each([
    ['GET', `${LOGS}?project=demo&${sql(SQL)}`, { sql: SQL }, 'in both'],
    ['GET', `${LOGS}?project=demo`, { lql: 'm.level:error' }, 'a statement in another language'],
    ['GET', '/api/endpoints/query/usage.counts?project=demo', { sql: SQL }, 'without a sandbox'],
    ['POST', `/api/endpoints/query/usage.counts?project=demo&${sql(SQL)}`, undefined, 'likewise'],
  ])('%s is refused at %s with %j: %s', async (method, path, body, _) => {
    const { status, headers, text } = await ask(method, path, body);
    expect([status, headers['cache-control']]).toEqual([400, 'no-store']);
    const { error, detail } = JSON.parse(text);
    expect(error.message).toBe(detail);
  });

  test('clients show the words of an error where they look for them', async () => {
    const reply = await ask('GET', `${LOGS}?project=demo&${sql('select x from edge_log')}`);
    const words = 'There is no view `edge_log`, at line 1, column 15. Did you mean `edge_logs`?';
    expect(reply.status).toBe(400);
    expect(studio(reply)).toEqual({ error: `Failed: ${words}` });
    expect(tool(reply)).toEqual({ error: `Failed to fetch logs: ${words}` });
  });

  test('a foreign table reads numbers as bigint, and datetimes as timestamps', async () => {
    const counts = await ask('GET', '/api/endpoints/query/usage.counts?project=demo');
    const typed = { timestamp: 'timestamp', last: 'bigint', last_at: 'timestamptz' } as const;
    expect(foreignTable({ ...typed, count: 'bigint' })(counts)).toEqual({
      rows: [['2026-01-15 10:00:00', NOW - 60_000_000n, '2026-01-15 10:06:33+00', 2n]],
    });
    const logs = await ask('GET', `${LOGS}?project=demo&ref=default`);
    expect(studio(logs)).toEqual({ rows: [NEWEST, ['e2', '2026-01-15T10:05:33.000Z', null]] });
    expect(foreignTable({ id: 'text', timestamp: 'bigint' })(logs)).toEqual({
      rows: [
        ['e1', NOW - 60_000_000n],
        ['e2', NOW - 120_000_000n],
      ],
    });
  });
});
