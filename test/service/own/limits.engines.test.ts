/** The bounds of own statements on each engine: rows, bytes, time, a caller that leaves, and a failure behind the first rows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../engines/engine.ts';
import { createApp } from '../../../server/http/app.ts';
import {
  type Filled,
  filledBigQuery,
  filledClickHouse,
  filledDuckDb,
} from '../../engines/filled-engines.ts';
import { manifestOf } from '../answers/spec-service.ts';
import { asking } from '../server-fixture.ts';

interface Statements {
  /** Whole numbers from 0, so many. */
  readonly numbers: (count: string) => string;
  /** The same, and a failure at 9,000. */
  readonly late: string;
  /** Runs for minutes. */
  readonly slow: string;
}

const CASES: readonly (readonly [string, Statements, () => Promise<Filled>])[] = [
  [
    'duckdb',
    {
      numbers: count => `SELECT i FROM range(${count}) t(i)`,
      late: "SELECT CASE WHEN i = 9000 THEN error('late')::BIGINT ELSE i END AS i FROM range(10000) t(i)",
      slow: 'SELECT count(*) AS i FROM range(4000000) a, range(100000) b WHERE (a.range * b.range) % @seven = 3',
    },
    () => filledDuckDb([], { concurrency: 1 }),
  ],
  [
    'clickhouse',
    {
      numbers: count => `SELECT number AS i FROM numbers(${count})`,
      late: "SELECT number + throwIf(number = 9000, 'late') AS i FROM numbers(10000)",
      slow: 'SELECT 3 AS i, @seven AS hangs',
    },
    () => filledClickHouse([], { concurrency: 1 }),
  ],
  [
    'bigquery',
    {
      numbers: count => `SELECT i FROM UNNEST(GENERATE_ARRAY(0, ${count} - 1)) AS i ORDER BY i`,
      late: "SELECT IF(i = 9000, ERROR('late'), i) AS i FROM UNNEST(GENERATE_ARRAY(0, 9999)) AS i",
      slow: 'SELECT 3 AS i, @seven AS hangs',
    },
    () => filledBigQuery([], { concurrency: 1, firstPauseMs: 5 }),
  ],
];

const MANY: Readonly<Record<string, string>> = {
  duckdb: '1000000000000',
  clickhouse: '1000000000000',
  bigquery: '15000',
};

describe.each(CASES)('own statements on %s', (name, { numbers, late, slow }, open) => {
  let filled: Filled;
  let app: ReturnType<typeof asking>;
  let hurried: ReturnType<typeof asking>;
  let narrow: ReturnType<typeof asking>;
  const read: number[] = [];
  const spec = (sql: string, maxRows: number) =>
    `query: ${JSON.stringify({ [name]: sql })}\ncolumns: { i: int64 }\nmax_rows: ${maxRows}`;
  const slowSpec = `params: { seven: { type: int64, default: 7 } }
${spec(slow, 1).replace('i: int64', slow.includes('hangs') ? 'i: int64, hangs: int64' : 'i: int64')}`;

  beforeAll(async () => {
    filled = await open();
    const engine: Engine = {
      ...filled.engine,
      run: async (statement, limits) => {
        const result = await filled.engine.run(statement, limits);
        read.push(result.rows.length);
        return result;
      },
    };
    const specs = {
      'own.cut': spec(numbers(MANY[name] ?? ''), 3),
      'own.whole': spec(numbers('3'), 3),
      'own.none': spec(numbers('0'), 3),
      'own.late': spec(late, 10_000),
      'own.slow': slowSpec,
      'own.wide': spec(numbers('500'), 500),
    };
    const manifest = manifestOf('  {}', specs, [name]);
    const options = { manifest, engine, keys: null, log: () => {} };
    app = asking(createApp(options));
    hurried = asking(createApp({ ...options, timeoutMs: 300 }));
    narrow = asking(createApp({ ...options, limits: { maxBytes: 2_000 } }));
  });
  afterAll(async () => {
    for (const one of [app, hurried, narrow]) one.close();
    await filled.close();
  });
  const ask = async (path: string, of = app, init?: RequestInit) => {
    const response = await of.request(`/api/endpoints/${path}`, init);
    return { response, status: response.status, body: await response.text() };
  };
  const isFree = async () => expect((await ask('own.whole')).status).toBe(200);
  /** ClickHouse and BigQuery stand on test servers, which hang on demand. */
  const hang = (isHanging: boolean) => {
    const server = 'server' in filled ? (filled.server as Hanging) : null;
    if (server === null) return;
    if ('behaviour' in server) server.behaviour.looksBeforeComplete = isHanging ? 1_000_000 : 0;
    else if (isHanging) server.fail({ kind: 'hang' });
  };

  test('are cut at `max_rows`, and no more is read than shows it', async () => {
    const { response, body } = await ask('own.cut');
    expect(JSON.parse(body)).toEqual({ result: [{ i: 0 }, { i: 1 }, { i: 2 }] });
    expect(response.headers.get('X-Truncated')).toBe('true');
    expect(read.at(-1)).toBe(4);
    for (const [path, count] of [
      ['own.whole', 3],
      ['own.none', 0],
    ] as const) {
      const { response, status, body } = await ask(path);
      expect([status, JSON.parse(body).result.length]).toEqual([200, count]);
      expect(response.headers.get('X-Truncated')).toBe(null);
    }
  });

  test('answer no rows where a later row fails', async () => {
    const { status, body } = await ask('own.late');
    expect([status, JSON.parse(body).code]).toEqual([502, 'engine_error']);
    expect(body).not.toContain('"i"');
    expect(body).not.toContain('late');
    await isFree();
  });

  test('answer no rows where they take more bytes than an answer may', async () => {
    const { status, body } = await ask('own.wide', narrow);
    expect([status, JSON.parse(body).code]).toEqual([500, 'result_too_large']);
    expect((await ask('own.wide')).status).toBe(200);
  });

  test('end at their time-out, and the engine is free', async () => {
    hang(true);
    const { status, body } = await ask('own.slow', hurried);
    expect([status, JSON.parse(body).code]).toEqual([504, 'engine_timeout']);
    hang(false);
    await isFree();
  });

  test('end when their caller leaves, and the engine is free', async () => {
    hang(true);
    const before = performance.now();
    const caller = new AbortController();
    const asked = ask('own.slow?seven=8', app, { signal: caller.signal });
    setTimeout(() => caller.abort(), 100);
    expect((await asked).status).toBe(499);
    hang(false);
    await isFree();
    expect(performance.now() - before).toBeLessThan(20_000);
  });
});

type Hanging =
  | { readonly behaviour: { looksBeforeComplete: number } }
  | { readonly fail: (fault: { readonly kind: 'hang' }) => void };
