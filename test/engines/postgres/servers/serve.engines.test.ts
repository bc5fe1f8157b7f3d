/** `quern serve` on PostgreSQL, over tables as a log collector makes them: a document, and a time with a BRIN index. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quern } from '../../../cli/cli-fixture.ts';
import { type ServeProcess, serveProcess } from '../../../service/serve-process.ts';
import { LACKING } from '../cluster.ts';
import { createDatabase, type Database } from '../database.ts';
import { connectedTo, type Session } from '../session.ts';
import { MISSING, startPooler } from './pooler.ts';

if (LACKING !== null) test.skip(`on a server: ${LACKING}`, () => {});

const TABLES = [
  'CREATE TABLE log_events (id text PRIMARY KEY, body jsonb, event_message text, timestamp timestamp NOT NULL)',
  'CREATE INDEX ON log_events USING brin (timestamp) WITH (pages_per_range = 4)',
  `INSERT INTO log_events SELECT n::text, jsonb_build_object('level', CASE WHEN n % 10 = 0 THEN 'error' ELSE 'info' END,
     'request', jsonb_build_object('path', '/p/' || n % 7, 'status', 200 + n % 3)), repeat('x', 200), timestamp '2026-01-01' + n * interval '1 minute'
   FROM generate_series(0, 19999) AS n`,
  'ANALYZE log_events',
];

const FILES = {
  'endpoints/sources.yaml': `
sources:
  logs:
    tables: { postgres: { table: log_events } }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      event_message: string
      body: { record: { level: string, request: { record: { path: string, status: int64 } } } }
`,
  'endpoints/logs.errors.yaml': `
endpoint: logs.errors
id: 00000000-0000-4000-8000-00000000f411
engines: [postgres]
from: logs
params:
  start: { type: timestamp, required: true }
  end: { type: timestamp, required: true }
  level: { type: string }
  path: { type: string }
where:
  - timestamp >= @start
  - timestamp < @end
  - { when: level, filter: body.level = @level }
  - { when: path, filter: body.request.path = @path }
group_by: { path: body.request.path }
select: { requests: count(), worst: max(body.request.status), last: max(timestamp) }
order_by: [path]
`,
  'endpoints/logs.search.yaml': `
endpoint: logs.search
id: 00000000-0000-4000-8000-00000000f412
engines: [postgres]
from: logs
params: { pattern: { type: regex, required: true } }
where: ['matches(body.request.path, @pattern)']
filters: { level: { of: body.level, operators: [matches], ignore_case: true } }
select: { requests: count() }
`,
  'endpoints/logs.own.yaml': `
endpoint: logs.own
id: 00000000-0000-4000-8000-00000000f413
params:
  start: { type: timestamp, required: true }
  end: { type: timestamp, required: true }
query:
  postgres: |
    SELECT count(*)::int AS requests, min(n)::smallint AS first, md5('x')::uuid AS key, interval '1 hour' AS step, sum(n) AS sum,
      array_agg(timestamp ORDER BY timestamp) AS times, array_agg(id ORDER BY n) AS ids, array_agg(n::numeric ORDER BY n) AS numbers
    FROM (SELECT *, id::int AS n FROM log_events) AS e WHERE timestamp >= @start AND timestamp < @end
columns: { requests: int64, first: int64, key: string, step: string, sum: int64, times: json, ids: { type: json }, numbers: json }
`,
};

const VARIABLE = 'POSTGRES_PASSWORD';
const HOUR = 'start=2026-01-02T00:00:00Z&end=2026-01-02T01:00:00Z';

describe.skipIf(LACKING !== null)('the service on PostgreSQL', () => {
  let database: Database;
  let session: Session;
  let served: ServeProcess;
  beforeAll(async () => {
    database = await createDatabase();
    session = await connectedTo(database.settings);
    for (const statement of TABLES) await session.query(statement);
    const { host, port, database: name, user: username, password } = database.settings;
    const settings = {
      host,
      port: String(port),
      database: name,
      username,
      password: `\${${VARIABLE}}`,
    };
    const reached = { settings, environment: { [VARIABLE]: password } };
    served = await serveProcess({
      engine: 'postgres',
      reached,
      files: FILES,
      service: { timeout: '3s' },
    });
  });
  afterAll(async () => {
    await served.stop();
    await session.close();
    await database.close();
  });

  const ask = (query: string) => fetch(`${served.url}/api/endpoints/logs.errors?${query}`);
  const search = (asked: Readonly<Record<string, string>>) =>
    fetch(`${served.url}/api/endpoints/logs.search?${new URLSearchParams(asked)}`);
  const resultOf = async (answer: Response) =>
    ((await answer.json()) as { readonly result: readonly { readonly requests: number }[] }).result;

  test('answers own SQL in the types that it declares, and lists as JSON', async () => {
    const query = 'start=2026-01-02T00:00:00Z&end=2026-01-02T00:03:00Z';
    const answer = await fetch(`${served.url}/api/endpoints/logs.own?${query}`);
    const rows = [1440, 1441, 1442];
    expect([answer.status, await resultOf(answer)]).toEqual([
      200,
      [
        {
          requests: rows.length,
          first: rows[0],
          key: '9dd4e461-268c-8034-f5c8-564e155c67a6',
          step: '01:00:00',
          sum: rows.reduce((sum, n) => sum + n, 0),
          times: rows.map((_, i) => `2026-01-02T00:0${i}:00Z`),
          ids: rows.map(String),
          numbers: rows.map(String),
        },
      ],
    ]);
  });

  test('answers what the table holds', async () => {
    const answer = await ask(HOUR);
    expect(answer.status).toBe(200);
    const rows = Array.from({ length: 60 }, (_, i) => 1440 + i);
    const expected = Array.from({ length: 7 }, (_, k) => {
      const own = rows.filter(n => n % 7 === k);
      const last = new Date(Date.parse('2026-01-01T00:00:00Z') + Math.max(...own) * 60_000);
      return {
        path: `/p/${k}`,
        requests: own.length,
        worst: 200 + Math.max(...own.map(n => n % 3)),
        last: last.toISOString().replace('.000Z', 'Z'),
      };
    });
    expect(await answer.json()).toMatchObject({ result: expected });
  });

  test('binds the values of the parameters that a request has', async () => {
    // the number of `path` stays, where `level` is left out
    const answer = await ask(`${HOUR}&path=/p/3`);
    expect(await resultOf(answer)).toEqual([expect.objectContaining({ path: '/p/3' })]);
    const errors = await ask(`${HOUR}&level=error`);
    const counts = (await resultOf(errors)).map(({ requests }) => requests);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
  });

  test('searches for the patterns of a caller as RE2 does', async () => {
    const count = (of: (n: number) => boolean) => [
      { requests: Array.from({ length: 20_000 }, (_, n) => n).filter(of).length },
    ];
    const one = await search({ pattern: '^/p/(?:[23]|\\x{34}+?)$' });
    expect(await resultOf(one)).toEqual(count(n => [2, 3, 4].includes(n % 7)));
    const both = await search({ pattern: '\\d', 'level[matches]': '^ERR\\w{2}$' });
    expect(await resultOf(both)).toEqual(count(n => n % 10 === 0));
    expect((await search({ pattern: '(?<=p)' })).status).toBe(400);
  });

  test('reads the blocks that the index of the time leaves', async () => {
    const words = [
      'explain',
      'logs.errors',
      '--engine',
      'postgres',
      '--param',
      'start=2026-01-02T00:00:00Z',
      '--param',
      'end=2026-01-02T01:00:00Z',
    ];
    const { stdout, stderr } = await quern(served.folder, words, {
      environment: { [VARIABLE]: database.settings.password },
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('Bitmap Index Scan on log_events_timestamp_idx');
  });

  test.skipIf(MISSING !== null)(
    'behind a pooler of transactions, each request has the rows of its own values, also after the server closes all connections',
    async () => {
      const pooler = await startPooler(database);
      const { host, port, database: name, user: username, password } = pooler.way;
      const reached = {
        settings: {
          host,
          port: String(port),
          database: name,
          username,
          password: `\${${VARIABLE}}`,
        },
        environment: { [VARIABLE]: password },
      };
      const behind = await serveProcess({ engine: 'postgres', reached, files: FILES });
      const asked = async (k: number) => {
        const answer = await fetch(`${behind.url}/api/endpoints/logs.errors?${HOUR}&path=/p/${k}`);
        return [answer.status, Object(await answer.json()).result?.map(Object)];
      };
      const all = () => Promise.all(Array.from({ length: 7 }, (_, k) => asked(k)));
      const own = (k: number) => [200, [expect.objectContaining({ path: `/p/${k}` })]];
      const expected = Array.from({ length: 7 }, (_, k) => own(k));
      expect(await all()).toEqual(expected);
      await session.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await expect.poll(all).toEqual(expected);
      await behind.stop();
      pooler.stop();
    },
  );

  test('answers 504 behind a lock, 503 without its connections, and then answers again', async () => {
    await session.query('BEGIN');
    await session.query('LOCK TABLE log_events IN ACCESS EXCLUSIVE MODE');
    expect((await ask(`${HOUR}&path=/p/1`)).status).toBe(504);
    await session.query('ROLLBACK');
    await session.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quern' AND datname = current_database()",
    );
    await expect.poll(async () => (await ask(`${HOUR}&path=/p/2`)).status).toBe(200);
  });
});
