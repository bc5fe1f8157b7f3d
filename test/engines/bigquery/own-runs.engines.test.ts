/** Own statements on BigQuery: what ZetaSQL answers over the REST API, and the bounds of a run. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BigQueryOptions, openBigQuery } from '../../../engines/bigquery/driver/driver.ts';
import type { BoundValue, Engine, Result, RunLimits } from '../../../engines/engine.ts';
import { SCALARS } from '../../../generator/core/types/scalar.ts';
import { createApp } from '../../../server/http/app.ts';
import { manifestOf } from '../../service/answers/spec-service.ts';
import { asking } from '../../service/server-fixture.ts';
import { runLimits } from '../engine-runs.ts';
import { type BigQueryServer, startBigQueryServer } from '../servers/bigquery-server.ts';

let server: BigQueryServer;
let engine: Engine;

beforeAll(async () => {
  server = await startBigQueryServer({
    project: 'acme',
    dataset: 'logs',
    tables: [
      {
        name: 'edge',
        columns: {
          id: { type: 'string' },
          meta: { type: { record: { path: 'string', ms: 'int64' } } },
        },
        layout: 'repeated',
        rows: [
          {
            id: 'a',
            meta: [
              { path: '/', ms: 9_007_199_254_740_993n },
              { path: null, ms: 2n },
            ],
          },
          { id: 'b', meta: [] },
        ],
      },
    ],
  });
  engine = await open();
});
afterAll(async () => {
  await engine.close();
  await server.close();
});
beforeEach(() => {
  server.requests.length = 0;
});
afterEach(() => {
  server.fault = null;
  Object.assign(server.behaviour, { pageSize: 10, looksBeforeComplete: 0, bytesPerRow: 1_024 });
});

function open(changes: Partial<BigQueryOptions> = {}): Promise<Engine> {
  return openBigQuery({
    project: 'acme',
    dataset: 'logs',
    location: null,
    maximumBytesBilled: null,
    apiEndpoint: server.url,
    concurrency: 2,
    firstPauseMs: 5,
    ...changes,
  });
}

function own(
  sql: string,
  values: readonly BoundValue[] = [],
  rest: Partial<RunLimits> = {},
): Promise<Result> {
  return engine.run({ sql, values, isOwn: true }, runLimits(rest));
}

const calls = () => server.requests.map(({ call }) => call);
const COUNTING = 'SELECT [n, n + 1] AS pair FROM UNNEST(GENERATE_ARRAY(1, 25)) AS n ORDER BY n';
const PAIRS = Array.from({ length: 25 }, (_, index) => [`[${index + 1},${index + 2}]`]);

describe('rows of ZetaSQL', () => {
  test.each([
    ["'a\"b'", 'STRING', 'a"b'],
    ["b'\\xff\\x00a'", 'BYTES', '/wBh'],
    ['-9223372036854775808', 'INTEGER', '-9223372036854775808'],
    ['1e308', 'FLOAT', 1e308],
    ["CAST('nan' AS FLOAT64)", 'FLOAT', Number.NaN],
    ["NUMERIC '-0.5'", 'NUMERIC', '-0.5'],
    [
      `BIGNUMERIC '${'9'.repeat(38)}.${'9'.repeat(38)}'`,
      'BIGNUMERIC',
      `${'9'.repeat(38)}.${'9'.repeat(38)}`,
    ],
    ['TRUE', 'BOOLEAN', true],
    ["TIMESTAMP '2026-01-02 03:04:05.123456+09'", 'TIMESTAMP', '1767290645123456'],
    ["DATE '0001-01-01'", 'DATE', '0001-01-01'],
    ["DATETIME '2026-01-02 03:04:05.000001'", 'DATETIME', '2026-01-02T03:04:05.000001'],
    ["DATETIME '1969-12-31 23:59:59'", 'DATETIME', '1969-12-31T23:59:59'],
    ["TIME '23:59:59.000001'", 'TIME', '23:59:59.000001'],
    ["TIME '01:02:03'", 'TIME', '01:02:03'],
    ['JSON \'{"a":[1.5,null]}\'', 'JSON', '{"a":[1.5,null]}'],
    ["RANGE<DATE> '[2026-01-02, UNBOUNDED)'", 'RANGE<DATE>', '[2026-01-02, UNBOUNDED)'],
    [
      "RANGE<TIMESTAMP> '[2026-01-02 03:04:05.5, 2026-01-03)'",
      'RANGE<TIMESTAMP>',
      '[2026-01-02T03:04:05.500Z, 2026-01-03T00:00:00Z)',
    ],
    ['CAST(NULL AS BYTES)', 'BYTES', null],
    ['CAST(NULL AS STRUCT<a INT64>)', 'RECORD', null],
    ['CAST(NULL AS ARRAY<INT64>)', 'INTEGER (REPEATED)', '[]'],
    ['[1, 2]', 'INTEGER (REPEATED)', '[1,2]'],
    ["STRUCT(1 AS a, 'x')", 'RECORD', '{"a":1,"_field_2":"x"}'],
    [
      "[STRUCT([STRUCT(DATE '2026-01-02' AS d)] AS list, STRUCT(NUMERIC '1.5' AS n, b'a' AS b, CAST('inf' AS FLOAT64) AS f) AS r)]",
      'RECORD (REPEATED)',
      '[{"list":[{"d":"2026-01-02"}],"r":{"n":"1.5","b":"YQ==","f":null}}]',
    ],
    [
      "STRUCT(TIMESTAMP '2026-01-02 03:04:05.123456' AS t, [TIME '01:02:03'] AS times, JSON '{\"a\": 12345678901234567890}' AS j, TRUE AS b)",
      'RECORD',
      '{"t":"2026-01-02T03:04:05.123456Z","times":["01:02:03"],"j":{"a":12345678901234567890},"b":true}',
    ],
  ])('%s is %s: %s', async (sql, type, cell) => {
    const { rows, columns } = await own(`SELECT ${sql} AS x, ${sql}`);
    expect(rows).toEqual([[cell, cell]]);
    expect(columns).toMatchObject([
      { name: 'x', type },
      { name: 'f0_', type },
    ]);
  });

  test('come from repeated records of tables, and an empty result has its columns', async () => {
    const { rows, scannedBytes } = await own('SELECT id, meta FROM edge ORDER BY id');
    expect(rows).toEqual([
      ['a', '[{"path":"/","ms":9007199254740993},{"path":null,"ms":2}]'],
      ['b', '[]'],
    ]);
    expect(scannedBytes).toBe(2_048);
    const none = await own('SELECT meta FROM edge WHERE FALSE');
    expect(none.rows).toEqual([]);
    expect(none.columns).toMatchObject([
      {
        name: 'meta',
        readAs: ['json'],
        fields: [{ name: 'path' }, { name: 'ms', type: 'INTEGER' }],
      },
    ]);
  });
});

describe('parameters', () => {
  // no parameter is a datetime
  test.each(SCALARS.filter(scalar => scalar !== 'datetime'))(
    'that are absent are a typed NULL: %s',
    async scalar => {
      const { rows, columns } = await own('SELECT @p IS NULL AS is_absent, @p AS p', [
        { name: 'p', scalar, value: null },
      ]);
      expect(rows).toEqual([[true, null]]);
      expect(columns?.[1]?.readAs).toContain(scalar);
      expect(server.requests[0]?.body).toMatchObject({
        queryParameters: [{ name: 'p', parameterType: {}, parameterValue: { value: null } }],
      });
    },
  );

  test('that are there stay what they are', async () => {
    const text = '\'; DROP TABLE edge; -- @q `\\"';
    const { rows } = await own("SELECT @p AS p, '@p' AS q", [
      { name: 'p', scalar: 'string', value: text },
    ]);
    expect(rows).toEqual([[text, '@p']]);
  });
});

describe('bounds', () => {
  test('pages are read up to the rows that are wanted', async () => {
    expect((await own(COUNTING)).rows).toEqual(PAIRS);
    expect(calls()).toHaveLength(3);
    server.requests.length = 0;
    expect((await own(COUNTING, [], { maxRows: 12 })).rows).toEqual(PAIRS.slice(0, 12));
    expect(calls()).toEqual(['jobs.query', 'jobs.getQueryResults']);
    expect(server.requests[1]?.query).toMatchObject({ maxResults: '2' });
  });

  test('a result that ends before its last row is a failure', async () => {
    server.fault = ({ call }) =>
      call === 'jobs.query' ? { kind: 'edit', edit: body => ({ ...body, totalRows: '26' }) } : null;
    await expect(own(COUNTING)).rejects.toMatchObject({
      kind: 'failed',
      message: "the answer's `rows` is not all rows",
    });
  });

  test('a later page of other fields is a failure', async () => {
    server.fault = ({ call }) =>
      call === 'jobs.getQueryResults'
        ? {
            kind: 'edit',
            edit: body => ({
              ...body,
              schema: { fields: [{ name: 'pair', type: 'FLOAT', mode: 'REPEATED' }] },
            }),
          }
        : null;
    await expect(own(COUNTING)).rejects.toMatchObject({ kind: 'failed' });
  });

  test('the text of lists counts as bytes', async () => {
    const sql = 'SELECT ARRAY(SELECT n FROM UNNEST(GENERATE_ARRAY(1, 200)) AS n) AS list';
    await expect(own(sql, [], { maxBytes: 600 })).rejects.toMatchObject({ kind: 'too_large' });
    expect((await own(sql, [], { maxBytes: 800 })).rows).toHaveLength(1);
  });

  test('labels, the limit of bytes and 64-bit instants are asked for', async () => {
    const frugal = await open({ maximumBytesBilled: 1_000 });
    const label = { endpoint: 'own.list', request: 'r1' };
    const running = frugal.run(
      { sql: 'SELECT meta FROM edge', values: [], isOwn: true },
      runLimits({ label, maxRows: 7 }),
    );
    await expect(running).rejects.toMatchObject({
      kind: 'exhausted',
      message: expect.stringContaining('bytesBilledLimitExceeded'),
    });
    expect(server.requests[0]?.body).toMatchObject({
      maximumBytesBilled: '1000',
      labels: { endpoint: 'own_list', request: 'r1' },
      formatOptions: { useInt64Timestamp: true },
      maxResults: 7,
      useLegacySql: false,
    });
    await frugal.close();
  });

  test('a job for which nobody waits is cancelled', async () => {
    server.behaviour.looksBeforeComplete = Infinity;
    await expect(own(COUNTING, [], { timeoutMs: 300 })).rejects.toMatchObject({ kind: 'timeout' });
    await expect.poll(calls).toContain('jobs.cancel');
  });
});

describe('explain', () => {
  const explain = (sql: string) => {
    return engine.explain({ sql, values: [], isOwn: true }, runLimits());
  };
  const claim = (statementType: unknown) => {
    server.fault = () => ({
      kind: 'edit',
      edit: body => {
        const { statistics } = body as { readonly statistics: { readonly query: object } };
        return {
          ...body,
          statistics: { ...statistics, query: { ...statistics.query, statementType } },
        };
      },
    });
  };

  test('estimates a statement with nested columns, and nothing runs', async () => {
    const before = server.jobs.length;
    expect(await explain('SELECT id, meta, [1.5] AS list FROM edge')).toBe(
      [
        'estimated: 2048 bytes to be processed (precise)',
        'columns:',
        '  id STRING',
        '  meta RECORD (REPEATED)',
        '  list FLOAT (REPEATED)',
      ].join('\n'),
    );
    expect(server.jobs).toHaveLength(before);
  });

  test.each(['INSERT', 'DROP_TABLE', 'SCRIPT', 'EXPORT_DATA'])(
    'says that it is not a SELECT: %j',
    async statementType => {
      claim(statementType);
      await expect(explain('SELECT 1')).rejects.toMatchObject({
        kind: 'failed',
        message: `BigQuery takes the statement for ${statementType}, not for SELECT`,
      });
    },
  );

  test('takes a statement whose type BigQuery leaves out', async () => {
    claim(undefined);
    expect(await explain('SELECT 1 AS n')).toContain('  n INTEGER');
    claim(7);
    await expect(explain('SELECT 1')).rejects.toMatchObject({ kind: 'failed' });
  });
});

describe('an endpoint over HTTP', () => {
  const SOURCES = `  edge:
    tables: { bigquery: { table: edge } }
    columns: { id: string }`;
  const endpoint = (columns: string) => `params:
  id: { type: string }
  since: { type: timestamp }
  sort: { enum: [up, down], default: up }
query:
  bigquery:
    - SELECT id, meta, ARRAY_LENGTH(meta) AS items, NUMERIC '1.50' AS price, b'a' AS raw, DATETIME '2026-01-02 03:04:05' AS civil, @since AS since FROM edge WHERE (id = @id OR @id IS NULL)
    - { when: since, sql: "AND @since < TIMESTAMP '2026-01-02'" }
    - { by: sort, cases: { up: ORDER BY id, down: ORDER BY id DESC } }
columns: { ${columns} }
max_rows: 5`;
  const COLUMNS =
    'id: string, meta: json, items: int64, price: decimal, raw: string, civil: string, since: timestamp';
  const appOf = (columns: string) => {
    const manifest = manifestOf(SOURCES, { own: endpoint(columns) }, ['bigquery']);
    return asking(createApp({ manifest, engine, keys: null, log: () => {} }));
  };

  test('answers rows of every kind as they are declared', async () => {
    const app = appOf(COLUMNS);
    const rest = { price: '1.5', raw: 'YQ==', civil: '2026-01-02T03:04:05' };
    const all = await app.request('/api/endpoints/own?sort=down');
    expect(await all.json()).toMatchObject({
      result: [
        { id: 'b', meta: [], items: 0, ...rest, since: null },
        { id: 'a', items: 2, ...rest, since: null },
      ],
    });
    const text = await (await app.request('/api/endpoints/own?id=a')).text();
    expect(text).toContain('"meta":[{"path":"/","ms":9007199254740993},{"path":null,"ms":2}]');
    const some = await app.request('/api/endpoints/own?id=b&since=2026-01-01T00:00:00.000001Z');
    expect(await some.json()).toMatchObject({
      result: [{ id: 'b', since: '2026-01-01T00:00:00.000001Z' }],
    });
  });

  test('refuses a column of another type by its name', async () => {
    const app = appOf(COLUMNS.replace('civil: string', 'civil: timestamp'));
    const response = await app.request('/api/endpoints/own');
    expect(response.status).toBe(502);
    expect(JSON.stringify(await response.json())).toContain('civil');
  });
});
