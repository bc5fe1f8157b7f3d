import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, EngineFailure } from '../../../engines/engine.ts';
import { methodNames } from '../../../generator/emitters/clients/python/names.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { type Running, type ServeOptions, serve } from '../../../server/socket/serve.ts';
import { filledDuckDb } from '../../engines/filled-engines.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { instant } from '../../reference/values.ts';
import { invocation, request } from '../../service/conformance/entries.ts';
import { keyRing, madeKey } from '../../service/server-fixture.ts';
import { compiled, ownInputs } from '../../support/openapi-fixture.ts';
import { EVERY_VALUE, WITH_ID } from '../../support/projects/values-project.ts';
import { packageOf, written } from './package.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stdout.write('python3 is not there: the Python client is not run\n');

const NOW = instant('2026-01-15T10:07:33.123456Z');
const MINUTE = 60_000_000n;

// ---- endpoints and rows ---------------------------------------------------------------------------------------------

const SOURCES = `
sources:
  samples:
    tables: { duckdb: { table: samples }, clickhouse: { table: samples }, bigquery: { table: samples } }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      number: int64
      ratio: float64
      flag: bool
      day: date
      text: string
      doc: json
      meta: { record: { text: string, number: int64, seen: timestamp, inner: { record: { class: string } } } }
`;
const ENDPOINTS = {
  'values.all': `${WITH_ID}
${EVERY_VALUE}
cache: { ttl: 60s }`,
  'values.digits': `${WITH_ID}\nselect: { digits: { value: number, encode: string } }\ncache: off`,
  'values.page': 'select: [id]\norder_by: [id]\nmax_rows: 2\ncache: off',
  'values.typed': `params:
  class: { type: string, required: true, min_length: 2 }
  number: { type: int64, min: 1 }
  ratio: { type: float64 }
  flag: { type: bool }
  at: { type: timestamp }
  day: { type: date }
  key: { type: uuid }
  pattern: { type: regex }
  timeout: { enum: ['15', '<b>', é], default: '15', otherwise: default }
where:
  - id = @class and text != @timeout
  - { when: number, filter: number >= @number }
  - { when: ratio, filter: ratio >= @ratio }
  - { when: flag, filter: flag = @flag }
  - { when: at, filter: timestamp = @at }
  - { when: day, filter: day = @day }
  - { when: key, filter: text = @key }
  - { when: pattern, filter: 'matches(text, @pattern)' }
select: [id]
cache: off`,
};
const compilation = compiled([
  ...ownInputs(),
  { path: 'more/sources.yaml', bytes: SOURCES },
  ...Object.entries(ENDPOINTS).map(([name, text], index) => ({
    path: `endpoints/${name}.yaml`,
    bytes: `endpoint: ${name}\nid: 00000000-0000-4000-8000-00000000c0a${index}\nfrom: samples\n${text}\n`,
  })),
]);

const EVIL = 'é\u2028\u{1f388} "\'\\ \ufeff\n& + %';
const UUID = '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01';
const SAMPLES = [
  {
    id: EVIL,
    timestamp: instant('2026-01-15T10:07:00.000001Z'),
    number: 9_007_199_254_740_991n,
    ratio: 0.1,
    flag: true,
    day: '2026-01-15',
    text: EVIL,
    doc: '{"n": 12345678901234567890, "t": "\u2028"}',
    meta: {
      text: EVIL,
      number: -7n,
      seen: instant('1969-12-31T23:59:59.5Z'),
      inner: { class: 'c' },
    },
  },
  { id: 'empty', timestamp: instant('2026-01-15T10:07:00Z') },
  { id: 'large', timestamp: NOW, number: 9_223_372_036_854_775_807n },
  {
    id: 'typed',
    timestamp: NOW,
    number: 7n,
    ratio: 2.5,
    flag: false,
    day: '2026-01-15',
    text: UUID,
  },
];
const REQUESTS = [1n, 2n, 70n].map(age =>
  request('abc', NOW - age * MINUTE, { message: EVIL, path: age === 1n ? '/auth/v1' : '/rest/v1' }),
);
const INVOCATIONS = [
  invocation('abc', NOW - MINUTE, { ms: 12.5, status: 500n }),
  invocation('abc', NOW - MINUTE, { ms: null, status: 200n, fn: 'f2' }),
];

// ---- services -------------------------------------------------------------------------------------------------------

const { key, token } = madeKey();
const narrow = madeKey({ id: 'key_2', name: 'narrow', endpoints: ['logs.*'] });
const running: Pick<Running, 'stop'>[] = [];
let engine: Engine;
let close: () => Promise<void>;
let client = '';

async function start(options: Partial<ServeOptions> = {}): Promise<string> {
  const service = await serve({
    manifest: catalogue(manifestOf(compilation)),
    engine: { ...engine, close: async () => {} },
    keys: keyRing([key, narrow.key]),
    clock: () => NOW,
    log: () => {},
    port: 0,
    ...options,
  });
  running.push(service);
  return service.url;
}

beforeAll(async () => {
  const rows = {
    edge_logs: REQUESTS,
    function_edge_logs: INVOCATIONS,
    samples: SAMPLES,
  };
  ({ engine, close } = await filledDuckDb(tablesOfSources(compilation.project, 'duckdb', rows)));
  const root = written(packageOf(compilation));
  running.push({ stop: async () => rmSync(root, { recursive: true }) });
  client = join(root, 'clients/python/src');
});
afterAll(async () => {
  for (const { stop } of running) await stop();
  await close();
});

// ---- calls ----------------------------------------------------------------------------------------------------------

const methods = methodNames(manifestOf(compilation).endpoints);

interface Call {
  readonly endpoint: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly url: string;
  readonly key?: string;
  readonly options?: Readonly<Record<string, unknown>>;
}
interface Outcome {
  readonly sync: Readonly<Record<string, unknown>>;
  readonly async: Readonly<Record<string, unknown>>;
}

/** The outcome of each call in both clients. */
async function driven(calls: readonly Call[]): Promise<readonly Outcome[]> {
  const cases = calls.map(({ endpoint, params = {}, url, key = token, options = {} }) => {
    return { url, key, method: methods.get(endpoint), params, options };
  });
  const child = spawn('python3', ['drive.py'], {
    cwd: join(import.meta.dirname, 'scripts'),
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: client },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(cases));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    text += chunk;
  });
  const code = await new Promise(resolve => child.on('close', resolve));
  expect(code).toBe(0);
  return JSON.parse(text);
}

interface Answered {
  readonly result: readonly unknown[];
  readonly parameters?: readonly unknown[];
}

async function fetched({ url, endpoint, key = token }: Call, query: string) {
  const response = await fetch(`${url}/api/endpoints/${endpoint}?${query}`, {
    headers: { 'X-API-KEY': key },
  });
  return { headers: response.headers, body: (await response.json()) as Answered };
}

describe.skipIf(!hasPython)('the Python client with the service', () => {
  it('gets the rows of every endpoint, digit by digit and character by character', async () => {
    const url = await start();
    const calls: readonly (Call & { readonly query: string })[] = [
      {
        ...{ url, endpoint: 'usage.api-counts', params: { project: 'abc', interval: 'minutely' } },
        query: 'project=abc&interval=minutely',
      },
      {
        ...{ url, endpoint: 'logs.all', params: { project: 'abc', project_tier: 'PAYG' } },
        query: 'project=abc&project_tier=PAYG',
      },
      {
        ...{ url, endpoint: 'functions.invocation-stats', params: { project: 'abc' } },
        query: 'project=abc',
      },
      {
        ...{ url, endpoint: 'usage.statuses', params: { project: 'abc', interval: '1day' } },
        query: 'project=abc&interval=1day',
      },
      {
        url,
        endpoint: 'values.all',
        params: { id: EVIL },
        query: `id=${encodeURIComponent(EVIL)}`,
      },
      { url, endpoint: 'values.all', params: { id: 'empty' }, query: 'id=empty' },
      { url, endpoint: 'values.digits', params: { id: 'large' }, query: 'id=large' },
      { url, endpoint: 'values.page', query: '' },
    ];
    const outcomes = await driven(calls);
    for (const [index, call] of calls.entries()) {
      const { body, headers } = await fetched(call, call.query);
      const age = headers.get('Age');
      expect(body.result.length).toBeGreaterThan(0);
      for (const outcome of Object.values(outcomes[index] ?? {})) {
        expect(outcome).toEqual({
          rows: body.result,
          truncated: call.endpoint === 'values.page',
          row_limit: Number(headers.get('X-Row-Limit')),
          cache: expect.stringMatching(age === null ? /^bypass$/ : /^(hit|miss)$/),
          age: age === null ? null : 0,
          request_id: expect.stringMatching(/./),
          step: null,
          columns: null,
          next_cursor: null,
        });
      }
    }
    expect(outcomes[6]?.sync['rows']).toEqual([{ digits: '9223372036854775807' }]);
    expect(new Set(calls.map(({ endpoint }) => endpoint))).toEqual(
      new Set([...methods.keys()].filter(name => name !== 'values.typed')),
    );
  });

  it('hands over every kind of parameter', async () => {
    const url = await start();
    const found = (params: object): Call => {
      return { url, endpoint: 'values.typed', params: { class_: 'typed', ...params } };
    };
    const every = [
      ...[
        { number: 7 },
        { ratio: 2.5 },
        { ratio: 2 },
        { flag: false },
        { day: { $date: '2026-01-15' } },
      ],
      ...[{ day: '2026-01-15' }, { at: { $datetime: '2026-01-15T12:07:33.123456+02:00' } }],
      ...[{ at: '2026-01-15T12:07:33.123456+02:00' }, { key: UUID }, { pattern: '^6f.*(a|b)01$' }],
      ...[{ timeout_: 'é' }, { timeout_: 'anything' }, { number: null }, { pattern: '' }],
    ];
    const none = [
      ...[
        { number: 8 },
        { number: 2 ** 53 - 1 },
        { ratio: 2.6 },
        { flag: true },
        { day: '2026-01-16' },
      ],
      ...[{ at: { $datetime: '2026-01-15T12:07:33.123457+02:00' } }, { pattern: EVIL.slice(0, 2) }],
    ];
    const outcomes = await driven([...every, ...none].map(found));
    const rows = outcomes.map(({ sync, async }) => [sync['rows'], async['rows']]);
    const typed = [{ id: 'typed' }];
    expect(rows).toEqual([...every.map(() => [typed, typed]), ...none.map(() => [[], []])]);
  });

  it('raises what the service says of each error', async () => {
    const url = await start({ manifest: catalogue(without('values.page')) });
    const limited = await start({ rateLimit: { perKey: 0.001, burst: 1 } });
    const failing = (kind: ConstructorParameters<typeof EngineFailure>[0]) =>
      start({
        engine: {
          ...engine,
          run: () => Promise.reject(new EngineFailure(kind, 'of the test')),
          close: async () => {},
        },
      });
    const typed = { url, endpoint: 'values.typed' };
    const failed = { endpoint: 'values.page', options: { max_retries: 0 } };
    const calls: readonly (readonly [Call, kind: string, status: number, code: string])[] = [
      [{ ...typed, params: { class_: '' } }, 'BadRequestError', 400, 'missing_parameter'],
      [
        { ...typed, params: { class_: 'a', number: 0 } },
        'BadRequestError',
        400,
        'invalid_parameter',
      ],
      [
        { ...typed, params: { class_: 'ab' }, key: 'qk_none' },
        'AuthenticationError',
        401,
        'unauthorized',
      ],
      [
        { ...typed, params: { class_: 'ab' }, key: narrow.token },
        'PermissionDeniedError',
        403,
        'forbidden',
      ],
      [{ url, endpoint: 'values.page' }, 'NotFoundError', 404, 'unknown_endpoint'],
      [{ url: limited, ...failed }, 'RateLimitError', 429, 'rate_limited'],
      [
        { url, endpoint: 'values.all', params: { id: 'large' } },
        'ServerError',
        500,
        'unsafe_integer',
      ],
      [{ url: await failing('too_large'), ...failed }, 'ServerError', 500, 'result_too_large'],
      [{ url: await failing('failed'), ...failed }, 'ServerError', 502, 'engine_error'],
      [{ url: await failing('unavailable'), ...failed }, 'ServerError', 503, 'engine_unavailable'],
      [{ url: await failing('timeout'), ...failed }, 'ServerError', 504, 'engine_timeout'],
    ];
    // of the burst there is nothing left for those that are counted
    await fetched({ url: limited, endpoint: 'values.page' }, '');
    const outcomes = await driven(calls.map(([call]) => call));
    for (const [index, [, kind, status, code]] of calls.entries()) {
      const { sync, async } = outcomes[index] ?? {};
      const expected = {
        kind,
        status,
        code,
        isStatus: true,
        requestId: expect.stringMatching(/./),
      };
      expect(sync).toMatchObject(expected);
      expect(async).toMatchObject(expected);
      expect(async?.['detail']).toBe(sync?.['detail']);
    }
    const faults = outcomes[1]?.sync['parameters'];
    expect(faults).toEqual((await fetched(typed, 'class=a&number=0')).body.parameters);
    expect(faults).toHaveLength(2);
  });

  it('goes on after a failure of the engine that passes', async () => {
    let runs = 0;
    const url = await start({
      engine: {
        ...engine,
        run: (statement, limits) => {
          runs += 1;
          if (runs % 2 === 1) return Promise.reject(new EngineFailure('failed', 'of the test'));
          return engine.run(statement, limits);
        },
        close: async () => {},
      },
    });
    const [outcome] = await driven([{ url, endpoint: 'values.page' }]);
    expect([outcome?.sync['rows'], outcome?.async['rows']]).toEqual([
      [{ id: 'empty' }, { id: 'large' }],
      [{ id: 'empty' }, { id: 'large' }],
    ]);
    expect(runs).toBe(8);
  });

  it('gives up in time, and the service gives up the statement', async () => {
    const aborted: Promise<void>[] = [];
    const url = await start({
      engine: {
        ...engine,
        run: (_, { signal }) => {
          const end = new Promise<void>(resolve =>
            signal.addEventListener('abort', () => resolve()),
          );
          aborted.push(end);
          return end.then(() => Promise.reject(new EngineFailure('cancelled', 'of the test')));
        },
        close: async () => {},
      },
    });
    const options = { timeout: 2, max_retries: 0 };
    const [outcome] = await driven([{ url, endpoint: 'values.page', options }]);
    const expected = { kind: 'APITimeoutError', code: 'timeout', status: null, isStatus: false };
    expect(outcome?.sync).toMatchObject(expected);
    expect(outcome?.async).toMatchObject(expected);
    expect(aborted).toHaveLength(2);
    await Promise.all(aborted);
  });
});

function without(name: string) {
  const manifest = manifestOf(compilation);
  return { ...manifest, endpoints: manifest.endpoints.filter(endpoint => endpoint.name !== name) };
}
