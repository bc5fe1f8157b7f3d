import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BigQueryOptions } from '../../../engines/bigquery/driver/driver.ts';
import { openBigQuery } from '../../../engines/bigquery/driver/driver.ts';
import { labelValue } from '../../../engines/bigquery/driver/request.ts';
import type { BoundStatement, BoundValue, Engine, RunLimits } from '../../../engines/engine.ts';
import { EngineFailure } from '../../../engines/engine.ts';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import type { Value } from '../../../generator/core/types/scalar.ts';
import { createBinder } from '../../../server/answers/bind.ts';
import { rowsWriter } from '../../../server/answers/cells/decode.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { leafType } from '../../equality/tables.ts';
import { generatedManifest } from '../../support/projects/manifest-files.ts';
import { missingIn, runLimits } from '../engine-runs.ts';
import { COUNTING, FAULT_CASES } from '../servers/bigquery-fault-cases.ts';
import type { BigQueryServer, CallName, RecordedRequest } from '../servers/bigquery-server.ts';
import { startBigQueryServer } from '../servers/bigquery-server.ts';
import type { FieldType, TestTable } from '../test-engine.ts';

const MANIFEST = generatedManifest('generated');
const NOW = micros('2026-01-08T12:00:30.123Z');
const ROWS = Array.from({ length: 25 }, (_, index) => [`${index + 1}`, `row ${index + 1}`]);

let server: BigQueryServer;
let engine: Engine;
const stray: unknown[] = [];
const strayed = (cause: unknown) => stray.push(cause);

beforeAll(async () => {
  process.on('unhandledRejection', strayed).on('uncaughtException', strayed);
  server = await startBigQueryServer({ project: 'acme', dataset: 'logs', tables: tables() });
  engine = await open();
});

afterAll(async () => {
  await server.close();
  await engine.close();
  expect(stray).toEqual([]);
  process.off('unhandledRejection', strayed).off('uncaughtException', strayed);
});

beforeEach(() => {
  server.requests.length = 0;
});

afterEach(() => {
  server.fault = null;
  Object.assign(server.behaviour, { pageSize: 10, looksBeforeComplete: 0, bytesPerRow: 1_024 });
});

describe('values', () => {
  const SCALARS: readonly (readonly [BoundValue['scalar'], Value, unknown])[] = [
    ['string', '', ''],
    ['string', ' \u{1F600}\n"\'\\`@x\uFEFF', ' \u{1F600}\n"\'\\`@x\uFEFF'],
    ['int64', 9_223_372_036_854_775_807n, '9223372036854775807'],
    ['int64', -9_223_372_036_854_775_808n, '-9223372036854775808'],
    ['int64', 9_007_199_254_740_993n, '9007199254740993'],
    ['float64', 1e308, 1e308],
    ['float64', 5e-324, 5e-324],
    ['float64', -0.1, -0.1],
    ['float64', 3, 3],
    ['bool', true, true],
    ['bool', false, false],
    ['timestamp', 1_767_873_630_123_456n, '1767873630123456'],
    ['timestamp', -1n, '-1'],
    ['timestamp', -62_135_596_800_000_000n, '-62135596800000000'],
    ['timestamp', 253_402_300_799_999_999n, '253402300799999999'],
    ['date', '0001-01-01', '0001-01-01'],
    ['date', '9999-12-31', '9999-12-31'],
  ];

  test.each(SCALARS)(
    'a parameter of %s comes back digit by digit: %s',
    async (scalar, value, cell) => {
      const result = await run('SELECT @p AS p', [{ name: 'p', scalar, value }]);
      expect(result.rows).toEqual([[cell]]);
    },
  );

  test('what has no parameter: NULL, NaN, the infinities and JSON', async () => {
    const sql = `SELECT CAST(NULL AS INT64), CAST('nan' AS FLOAT64), CAST('inf' AS FLOAT64),
      CAST('-inf' AS FLOAT64), JSON '{"a":[1,null]}'`;
    expect((await run(sql)).rows).toEqual([
      [null, Number.NaN, Infinity, -Infinity, '{"a":[1,null]}'],
    ]);
  });

  test('a list or a record is no cell', async () => {
    await expect(run('SELECT [1, 2] AS list')).rejects.toMatchObject({ kind: 'failed' });
    await expect(run('SELECT STRUCT(1 AS a) AS r')).rejects.toMatchObject({ kind: 'failed' });
  });

  test('no rows', async () => {
    expect((await run('SELECT 1 AS a FROM UNNEST([1]) WHERE FALSE')).rows).toEqual([]);
  });
});

describe('what is asked for', () => {
  test('labels, limits, types and the default data set', async () => {
    const limited = await open({ location: 'EU', maximumBytesBilled: 5_000_000_000 });
    const values: readonly BoundValue[] = [
      { name: 's', scalar: 'string', value: "'; DROP TABLE x --" },
      { name: 'i', scalar: 'int64', value: 9_007_199_254_740_993n },
      { name: 'f', scalar: 'float64', value: 1e308 },
      { name: 'b', scalar: 'bool', value: true },
      { name: 't', scalar: 'timestamp', value: -1n },
      { name: 'd', scalar: 'date', value: '2026-01-08' },
    ];
    const label = { endpoint: 'Usage.api-counts', request: '0b6c/É' };
    await limited.run(
      { sql: 'SELECT @s, @i, @f, @b, @t, @d', values },
      { ...limits(20_000), maxRows: 7, label },
    );
    await limited.close();
    const parameter = (name: string, type: string, value: string) => {
      return { name, parameterType: { type }, parameterValue: { value } };
    };
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.requests[0]).toMatchObject({
      call: 'jobs.query',
      path: '/bigquery/v2/projects/acme/queries',
      body: {
        useLegacySql: false,
        parameterMode: 'NAMED',
        queryParameters: [
          parameter('s', 'STRING', "'; DROP TABLE x --"),
          parameter('i', 'INT64', '9007199254740993'),
          parameter('f', 'FLOAT64', '1e+308'),
          parameter('b', 'BOOL', 'true'),
          parameter('t', 'TIMESTAMP', '1969-12-31 23:59:59.999999+00'),
          parameter('d', 'DATE', '2026-01-08'),
        ],
        labels: { endpoint: 'usage_api-counts', request: '0b6c__' },
        maximumBytesBilled: '5000000000',
        defaultDataset: { projectId: 'acme', datasetId: 'logs' },
        location: 'EU',
        maxResults: 7,
        jobTimeoutMs: expect.stringMatching(/^1\d{4}$/),
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        formatOptions: { useInt64Timestamp: true },
      },
    });
    expect(server.requests[0]?.body).not.toHaveProperty('useQueryCache');
  });

  test.each([
    ['usage.api-counts', 'usage_api-counts'],
    ['UPPER lower 9', 'upper_lower_9'],
    ['a\u{1F600}b', 'a_b'],
    ['x'.repeat(80), 'x'.repeat(63)],
  ])('a label of %s is %s', (text, label) => {
    expect(labelValue(text)).toBe(label);
  });

  test('tells the bytes that were read', async () => {
    server.behaviour.bytesPerRow = 1_000;
    const { scannedBytes } = await run('SELECT COUNT(*) FROM `cloudflare-logs-prod`');
    expect(scannedBytes).toBe(3_000);
  });

  test('a statement that would read more than may be billed fails', async () => {
    const limited = await open({ maximumBytesBilled: 100 });
    const sql = 'SELECT COUNT(*) FROM `cloudflare-logs-prod`';
    await expect(limited.run({ sql, values: [] }, limits())).rejects.toMatchObject({
      kind: 'exhausted',
      message: expect.stringContaining('bytesBilledLimitExceeded'),
    });
    await limited.close();
  });

  test('a wrong statement fails, a missing table is unavailable', async () => {
    await expect(run('SELECT nothing')).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Unrecognized name: nothing'),
    });
    await expect(run('SELECT * FROM nowhere')).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('the endpoints of the manifest', () => {
  const { byName } = catalogue(MANIFEST);

  const answer = async (name: string, values: Record<string, Value>) => {
    const endpoint = byName.get(name);
    const statements = endpoint?.engines['bigquery'];
    if (endpoint === undefined || statements === undefined) throw new Error(`no ${name}`);
    const statement = createBinder(statements)(new Map(Object.entries(values)), NOW);
    const { rows } = await engine.run(statement, limits());
    return JSON.parse(rowsWriter(endpoint.columns)(rows));
  };

  test('usage.api-counts', async () => {
    expect(await answer('usage.api-counts', { project: 'abc', interval: 'hourly' })).toEqual([
      {
        timestamp: '2026-01-08T11:00:00Z',
        total_rest_requests: 1,
        total_storage_requests: 0,
        total_auth_requests: 0,
        total_realtime_requests: 0,
      },
      {
        timestamp: '2026-01-08T12:00:00Z',
        total_rest_requests: 0,
        total_storage_requests: 0,
        total_auth_requests: 1,
        total_realtime_requests: 0,
      },
    ]);
  });

  test('logs.all', async () => {
    const values = {
      project: 'abc',
      project_tier: 'FREE',
      iso_timestamp_start: micros('2026-01-08T11:59:00Z'),
    };
    expect(await answer('logs.all', values)).toMatchObject([
      {
        id: 'b',
        timestamp: '2026-01-08T12:00:01.000001Z',
        event_message: null,
        metadata: {
          logflare_worker: null,
          request: { path: '/auth/v1', cf: null, url: 'https://abc.example/auth/v1' },
          response: { status_code: 500 },
        },
      },
    ]);
  });

  test('functions.invocation-stats', async () => {
    const values = { project: 'abc', function_id: 'f1', interval: '15min' };
    expect(await answer('functions.invocation-stats', values)).toEqual([
      {
        timestamp: '2026-01-08T11:59:00Z',
        min_execution_time: 0.5,
        max_execution_time: 12.25,
        avg_execution_time: 6.375,
        p95_execution_time: 12.25,
        p99_execution_time: 12.25,
        count: 2,
        error_count: 1,
      },
    ]);
  });
});

describe('reading', () => {
  test('all pages', async () => {
    expect((await run(COUNTING)).rows).toEqual(ROWS);
    expect(calls()).toEqual(['jobs.query', ...Array(2).fill('jobs.getQueryResults')]);
    expect(server.requests.slice(1).map(({ query }) => query)).toMatchObject([
      { pageToken: 'row-10', location: 'US', 'formatOptions.useInt64Timestamp': 'true' },
      { pageToken: 'row-20', location: 'US', 'formatOptions.useInt64Timestamp': 'true' },
    ]);
  });

  test('no more rows than are wanted', async () => {
    const { rows } = await engine.run({ sql: COUNTING, values: [] }, { ...limits(), maxRows: 12 });
    expect(rows).toEqual(ROWS.slice(0, 12));
    expect(calls()).toHaveLength(2);
  });

  test('no more rows than are wanted where more are answered', async () => {
    server.fault = () => ({
      kind: 'edit',
      edit: body => ({ ...body, rows: [body['rows'], body['rows']].flat() }),
    });
    const { rows } = await engine.run({ sql: COUNTING, values: [] }, { ...limits(), maxRows: 12 });
    expect(rows).toEqual([...ROWS.slice(0, 10), ...ROWS.slice(0, 2)]);
  });

  test('no more bytes than are allowed', async () => {
    const tight = { ...limits(), maxBytes: 100 };
    await expect(engine.run({ sql: COUNTING, values: [] }, tight)).rejects.toMatchObject({
      kind: 'too_large',
    });
  });

  test('a job that is not complete at first', async () => {
    server.behaviour.looksBeforeComplete = 3;
    expect((await run(COUNTING)).rows).toEqual(ROWS);
    expect(calls()).toEqual(['jobs.query', ...Array(5).fill('jobs.getQueryResults')]);
  });
});

describe('giving up', () => {
  const endless = () => {
    server.behaviour.looksBeforeComplete = Infinity;
  };
  const sawCancel = async () => {
    await expect.poll(calls).toContain('jobs.cancel');
    const { path = '', query } = server.requests.find(({ call }) => call === 'jobs.cancel') ?? {};
    const job = server.jobs.at(-1);
    expect(path).toBe(`/bigquery/v2/projects/acme/jobs/${job?.id}/cancel`);
    expect(query).toMatchObject({ location: 'US' });
    await expect.poll(() => job?.isCancelled).toBe(true);
  };

  test('out of time, the job is cancelled', async () => {
    endless();
    await expect(run(COUNTING, [], limits(1_000))).rejects.toMatchObject({ kind: 'timeout' });
    await sawCancel();
  });

  test('when nobody waits, the job is cancelled', async () => {
    endless();
    const caller = new AbortController();
    const running = run(COUNTING, [], { ...limits(), signal: caller.signal });
    await Promise.all([
      expect(running).rejects.toMatchObject({ kind: 'cancelled' }),
      expect
        .poll(calls)
        .toContain('jobs.getQueryResults')
        .then(() => caller.abort()),
    ]);
    await sawCancel();
  });

  test('a job whose submission is not answered yet is cancelled once it is', async () => {
    endless();
    server.fault = ({ call }) => (call === 'jobs.query' ? { kind: 'delay', millis: 2_000 } : null);
    await expect(run(COUNTING, [], limits(1_000))).rejects.toMatchObject({ kind: 'timeout' });
    await sawCancel();
    expect(calls()).toEqual(['jobs.query', 'jobs.cancel']);
  });

  test('a job that ends with its submission is not cancelled', async () => {
    server.fault = () => ({ kind: 'delay', millis: 2_000 });
    const before = server.jobs.length;
    await expect(run(COUNTING, [], limits(1_000))).rejects.toMatchObject({ kind: 'timeout' });
    await expect.poll(() => server.jobs.length).toBe(before + 1);
    server.fault = null;
    await run('SELECT 1');
    expect(calls()).not.toContain('jobs.cancel');
  });

  test('what has no caller from the start asks nothing', async () => {
    const gone = { ...limits(), signal: AbortSignal.abort() };
    await expect(run(COUNTING, [], gone)).rejects.toMatchObject({ kind: 'cancelled' });
    expect(calls()).toEqual([]);
  });

  test('closing gives up what runs, cancels it, and refuses what comes', async () => {
    endless();
    const closing = await open();
    const running = closing.run({ sql: COUNTING, values: [] }, limits());
    await Promise.all([
      expect(running).rejects.toMatchObject({ kind: 'cancelled' }),
      expect
        .poll(calls)
        .toContain('jobs.getQueryResults')
        .then(() => closing.close()),
    ]);
    expect(calls()).toContain('jobs.cancel');
    await expect(closing.run({ sql: COUNTING, values: [] }, limits())).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });

  test.each(['jobs.query', 'jobs.getQueryResults'])(
    'a run that waits for a slot gets that of one whose %s hangs',
    async hung => {
      const narrow = await open({ concurrency: 1 });
      let isFirst = true;
      server.fault = ({ call }) => {
        if (!isFirst || call !== hung) return null;
        isFirst = false;
        return { kind: 'hang' };
      };
      const hanging = narrow.run({ sql: COUNTING, values: [] }, limits(1_000));
      const waiting = narrow.run({ sql: COUNTING, values: [] }, limits());
      await expect(hanging).rejects.toMatchObject({ kind: 'timeout' });
      expect((await waiting).rows).toEqual(ROWS);
      // The slot has come back once: there is still no more than one.
      server.requests.length = 0;
      server.fault = () => ({ kind: 'delay', millis: 100 });
      const both = [1, 2].map(() => narrow.run({ sql: 'SELECT 1', values: [] }, limits()));
      await Promise.race(both);
      expect(calls()).toEqual(['jobs.query']);
      await Promise.all(both);
      await narrow.close();
    },
  );
});

describe('looking without running', () => {
  test('explain tells the bytes and the columns, and no job runs', async () => {
    const before = server.jobs.length;
    const statement: BoundStatement = {
      sql: 'SELECT id, COUNT(*) AS count FROM `cloudflare-logs-prod` WHERE project = @p GROUP BY 1',
      values: [{ name: 'p', scalar: 'string', value: 'abc' }],
    };
    expect(await engine.explain(statement, limits())).toBe(
      [
        'estimated: 3072 bytes to be processed (precise)',
        'columns:',
        '  id STRING',
        '  count INTEGER',
      ].join('\n'),
    );
    expect(server.jobs).toHaveLength(before);
    expect(server.requests).toMatchObject([
      { call: 'jobs.insert', body: { configuration: { dryRun: true } } },
    ]);
    const wrong = engine.explain({ sql: 'SELECT nothing', values: [] }, limits());
    await expect(wrong).rejects.toMatchObject({ kind: 'failed' });
  });

  test('missing tables, by one, two and three parts', async () => {
    const asked = [
      ['cloudflare-logs-prod'],
      ['gone'],
      ['logs', 'deno-relay-logs'],
      ['elsewhere', 'deno-relay-logs'],
      ['acme', 'logs', 'deno-relay-logs'],
      ['other', 'logs', 'deno-relay-logs'],
      ['events_*'],
    ];
    expect(await missingIn(engine, asked)).toEqual([
      'gone',
      'elsewhere.deno-relay-logs',
      'other.logs.deno-relay-logs',
    ]);
    expect(calls()).toEqual(Array(6).fill('tables.get'));
  });

  test('a default data set of another project, and none', async () => {
    const other = await open({ project: 'payer', dataset: 'acme.logs' });
    expect(await missingIn(other, [['cloudflare-logs-prod'], ['gone']])).toEqual(['gone']);
    const none = await open({ dataset: null });
    expect(await missingIn(none, [['cloudflare-logs-prod']])).toEqual(['cloudflare-logs-prod']);
    await Promise.all([other.close(), none.close()]);
  });

  test('many tables are asked for by sixteen at once', async () => {
    const other = await open();
    server.fault = () => ({ kind: 'hang' });
    const names = Array.from({ length: 40 }, (_, index) => [`table_${index}`]);
    const looks = [other.missing(names), other.catalogue(names)];
    const ends = Promise.allSettled(looks);
    await expect.poll(() => server.requests.length).toBe(32);
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(server.requests).toHaveLength(32);
    await other.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    server.requests.length = 0;
    server.fault = null;
    expect(await missingIn(engine, names)).toHaveLength(40);
    expect(server.requests).toHaveLength(40);
  });

  test('an engine that refuses or is not there rejects instead of missing all', async () => {
    server.fault = () => ({ kind: 'refuse', code: 401, reason: 'authError' });
    await expect(engine.missing([['gone']])).rejects.toMatchObject({ kind: 'unavailable' });
    server.fault = () => ({ kind: 'refuse', code: 403, reason: 'accessDenied' });
    expect(await missingIn(engine, [['gone']])).toEqual(['gone']);
    const nowhere = await open({ apiEndpoint: 'http://127.0.0.1:1' });
    const failure = { kind: 'unavailable' };
    await expect(nowhere.run({ sql: 'SELECT 1', values: [] }, limits())).rejects.toMatchObject(
      failure,
    );
    await nowhere.close();
  });
});

describe('opening', () => {
  test('without the package it says what installs it', async () => {
    vi.resetModules();
    vi.doMock('@google-cloud/bigquery', () => {
      throw new Error('Cannot find package');
    });
    const fresh = await import('../../../engines/bigquery/driver/driver.ts');
    await expect(fresh.openBigQuery(options())).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('npm install @google-cloud/bigquery'),
    });
    vi.doUnmock('@google-cloud/bigquery');
    vi.resetModules();
  });

  test('credentials that cannot be read are a failure of the run, and nothing is asked', async () => {
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/credentials.json');
    const google = await open({ apiEndpoint: null });
    await expect(google.run({ sql: 'SELECT 1', values: [] }, limits())).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('no usable credentials'),
    });
    await google.close();
    vi.unstubAllEnvs();
  });

  test('a local endpoint needs a project', async () => {
    await expect(open({ project: null })).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('faults', () => {
  test.each(FAULT_CASES)('$name: $expected', async case_ => {
    const { expected, call = 'jobs.query', times = Infinity, fault, behaviour } = case_;
    const before = server.jobs.length;
    let seen = 0;
    Object.assign(server.behaviour, behaviour);
    server.fault = request => (request.call === call && seen++ < times ? fault : null);
    const outcome = await run(COUNTING, [], limits(expected === 'timeout' ? 2_000 : 20_000)).then(
      ({ rows }) => rows,
      (cause: unknown) => cause,
    );
    if (expected === 'rows') expect(outcome).toEqual(ROWS);
    else expect(outcome).toBeInstanceOf(EngineFailure);
    if (expected !== 'rows') expect(outcome).toMatchObject({ kind: expected });
    expect(seen).toBeGreaterThan(0);
    if (case_.calls !== undefined)
      expect(calls().filter(name => name === call)).toHaveLength(case_.calls);
    // A submission that is repeated is one job.
    expect(server.jobs.length - before).toBeLessThanOrEqual(1);
    server.fault = null;
    server.behaviour.looksBeforeComplete = 0;
    expect((await run(COUNTING)).rows).toEqual(ROWS);
    expect(stray).toEqual([]);
  });

  test('a try that would come too late is not waited for', async () => {
    const slow = await open({ firstPauseMs: 4_000 });
    server.fault = () => ({ kind: 'refuse', code: 503, reason: 'backendError' });
    const running = slow.run({ sql: COUNTING, values: [] }, limits(1_500));
    await expect(running).rejects.toMatchObject({ kind: 'unavailable' });
    expect(calls()).toEqual(['jobs.query']);
    await slow.close();
  });

  test('a call is tried so often, no more', async () => {
    server.fault = () => ({ kind: 'refuse', code: 503, reason: 'backendError' });
    await expect(run('SELECT 1')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(calls()).toEqual(Array(7).fill('jobs.query'));
  });

  test('a refusal for good is told as BigQuery told it', async () => {
    server.fault = () => ({ kind: 'refuse', code: 403, reason: 'quotaExceeded', message: 'Full.' });
    await expect(run('SELECT 1')).rejects.toMatchObject({
      message: 'HTTP 403: quotaExceeded: Full.',
    });
  });
});

function options(changes: Partial<BigQueryOptions> = {}): BigQueryOptions {
  return {
    project: 'acme',
    dataset: 'logs',
    location: null,
    maximumBytesBilled: null,
    apiEndpoint: server.url,
    concurrency: 4,
    firstPauseMs: 5,
    ...changes,
  };
}

function open(changes: Partial<BigQueryOptions> = {}): Promise<Engine> {
  return openBigQuery(options(changes));
}

function limits(timeoutMs = 20_000): RunLimits {
  return runLimits({ timeoutMs });
}

function run(sql: string, values: readonly BoundValue[] = [], within: RunLimits = limits()) {
  return engine.run({ sql, values }, within);
}

function calls(): readonly CallName[] {
  return server.requests.map(({ call }: RecordedRequest) => call);
}

function micros(instant: string): bigint {
  return BigInt(Date.parse(instant)) * 1_000n;
}

/** The tables of the endpoints, of the types that the manifest tells, with rows of our own. */
function tables(): readonly TestTable[] {
  const edge = (id: string, timestamp: bigint, path: string, status_code: bigint) => {
    const request = { path, url: `https://abc.example${path}` };
    const metadata = { request, response: { status_code } };
    return { id, timestamp, project: 'abc', metadata };
  };
  const invocation = (id: string, execution_time_ms: number, status_code: bigint) => {
    const response = { status_code };
    const metadata = { project_ref: 'abc', function_id: 'f1', execution_time_ms, response };
    return { id, timestamp: micros('2026-01-08T11:59:30Z'), project: 'abc', metadata };
  };
  return [
    table('edge_logs', [
      edge('a', micros('2026-01-08T11:30:00Z'), '/rest/v1', 200n),
      edge('b', micros('2026-01-08T12:00:01Z') + 1n, '/auth/v1', 500n),
      edge('c', micros('2026-01-07T11:00:00Z'), '/storage/v1', 200n),
    ]),
    table('function_edge_logs', [invocation('a', 0.5, 200n), invocation('b', 12.25, 400n)]),
  ];
}

function table(source: string, rows: TestTable['rows']): TestTable {
  const { columns = [], tables: named = {} } = MANIFEST.sources[source] ?? {};
  const types = columns.map(({ name, type, fields = [] }) => {
    return [name, { type: type === 'record' ? recordOf(fields) : leafType(type) }] as const;
  });
  return {
    name: named['bigquery']?.table.join('.') ?? source,
    columns: Object.fromEntries(types),
    layout: 'repeated',
    rows,
  };
}

function recordOf(fields: readonly ManifestField[]): FieldType {
  const types = fields.map(({ name, type, fields: inner = [] }) => {
    return [name, type === 'record' ? recordOf(inner) : leafType(type)] as const;
  });
  return { record: Object.fromEntries(types) };
}
