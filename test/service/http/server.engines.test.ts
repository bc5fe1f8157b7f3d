import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import type { BoundValue, Engine } from '../../../engines/engine.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { kindOf, missingIn, runLimits, SLOW } from '../../engines/engine-runs.ts';
import { heardLog } from '../../support/processes/heard-log.ts';
import { fakeEngine, fixtureApp, keyRing, MANIFEST, madeKey, NOW } from '../server-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'duckdb-'));
const database = join(folder, 'logs.duckdb');
let engine: Engine;
beforeAll(async () => {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE edge_logs AS SELECT range AS id,
    TIMESTAMP '2026-01-15 10:00:00.000001' + range * INTERVAL 1 MINUTE AS "at",
    'abc' AS project, 'https://abc.example/' || range AS url FROM range(10)`);
  await connection.run('CREATE SCHEMA "a ""b"; CREATE TABLE "a ""b"."c.d" (x INTEGER)');
  connection.closeSync();
  instance.closeSync();
  engine = await openDuckDb({
    source: { database },
    concurrency: 2,
    memoryLimit: '1GiB',
    threads: 2,
  });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const run = (sql: string, values: readonly BoundValue[] = [], rest = {}) =>
  engine.run({ sql, values }, runLimits(rest)).then(({ rows }) => rows);

describe('DuckDB', () => {
  it('gives back what is bound, digit by digit and character by character', async () => {
    const texts = [
      '',
      '\ufeffa',
      '\ufeff',
      'a\ufeff',
      '\0',
      'a\0b',
      "'; DROP TABLE x; --",
      '🜁é',
      'x'.repeat(13),
    ];
    for (const value of [...texts, '\ufeff longer than what fits in place']) {
      const rows = await run('SELECT $p', [{ name: 'p', scalar: 'string', value }]);
      expect(rows).toEqual([[value]]);
    }
    const rows = await run(
      'SELECT $i, $f, $b, epoch_us($t), $d::DATE, NULL, $t > now()::TIMESTAMP',
      [
        { name: 'i', scalar: 'int64', value: 9_223_372_036_854_775_807n },
        { name: 'f', scalar: 'float64', value: 0.1 },
        { name: 'b', scalar: 'bool', value: true },
        { name: 't', scalar: 'timestamp', value: -1n },
        { name: 'd', scalar: 'date', value: '1969-12-31' },
      ],
    );
    expect(rows).toEqual([[9_223_372_036_854_775_807n, 0.1, true, -1n, '1969-12-31', null, false]]);
  });

  it('reads further types as text and refuses what no statement returns', async () => {
    const uuid = '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01';
    const rows = await run(
      `SELECT '${uuid}'::UUID, '[1]'::JSON, 'a'::ENUM ('a'), 1::HUGEINT, -0.50, 12345678901234567.89`,
    );
    expect(rows).toEqual([[uuid, '[1]', 'a', 1n, '-0.50', '12345678901234567.89']]);
    await expect(run('SELECT [1] AS a')).rejects.toThrow('`a` is of type INTEGER[], ');
    await expect(run('SELECT 0, INTERVAL 1 DAY AS b')).rejects.toThrow('`b` is of type INTERVAL, ');
  });

  it('reads no more rows than asked for, and the connection stays usable', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const rows = await run('SELECT range FROM range(1000000)', [], { maxRows: 5 });
      expect(rows.map(([id]) => id)).toEqual([0n, 1n, 2n, 3n, 4n]);
    }
    expect(await run('SELECT range FROM range(5000)', [], { maxRows: 5_000 })).toHaveLength(5_000);
    expect(await run('SELECT 1 WHERE false')).toEqual([]);
  });

  it('ignores values that a statement does not name and refuses to run without one', async () => {
    const extra: BoundValue = { name: 'extra', scalar: 'string', value: 'x' };
    expect(await run('SELECT 1', [extra])).toEqual([[1]]);
    await expect(run('SELECT $p', [extra])).rejects.toThrow('no value is bound to `p`');
  });

  it.each([
    'SELECT 1; SELECT 2',
    'DROP TABLE edge_logs',
    'CREATE TABLE t (x INTEGER)',
    "INSERT INTO edge_logs SELECT 1, now(), '', ''",
    "COPY edge_logs TO 'out.csv'",
    "SELECT * FROM read_csv('/etc/passwd')",
    "ATTACH 'other.duckdb'",
    'INSTALL httpfs',
    'LOAD httpfs',
    'SET threads = 1',
    "SET TimeZone = 'America/New_York'",
    'SELECT nonsense',
  ])('does not run %s', async sql => {
    expect(await kindOf(run(sql))).toBe('failed');
    expect(await run('SELECT count(*) FROM edge_logs')).toEqual([[10n]]);
  });

  it('is unavailable to a statement whose table is not there, a file of that name included', async () => {
    for (const table of ['none', 'none.edge_logs', 'a.b.c', "'/etc/passwd'"]) {
      expect(await kindOf(run(`SELECT * FROM ${table}`))).toBe('unavailable');
    }
    expect(await kindOf(run('SELECT none(1)'))).toBe('failed');
  });

  it('is in UTC on every connection', async () => {
    const ask = () =>
      run("SELECT current_setting('TimeZone'), hour(TIMESTAMPTZ '2026-01-15 10:00:00+02')");
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(Array(4).fill([['UTC', 8n]]));
  });

  it('gives up in time and goes on', async () => {
    // the statement itself would run for minutes
    expect(await kindOf(run(SLOW, [], { timeoutMs: 150 }))).toBe('timeout');
    expect(await run('SELECT 1')).toEqual([[1]]);
    expect(await kindOf(run('SELECT 1', [], { timeoutMs: 1, signal: AbortSignal.abort() }))).toBe(
      'cancelled',
    );
  });

  it('stops when nobody waits, running or waiting for a connection', async () => {
    const controllers = Array.from({ length: 5 }, () => new AbortController());
    const runs = controllers.map(({ signal }) => kindOf(run(SLOW, [], { signal })));
    setTimeout(() => {
      for (const controller of controllers) controller.abort();
    }, 100);
    expect(await Promise.all(runs)).toEqual(Array(5).fill('cancelled'));
    expect(await Promise.all([run('SELECT 1'), run('SELECT 1'), run('SELECT 1')])).toHaveLength(3);
  });

  it('times out while it waits for a connection, and serves who comes later', async () => {
    const stop = new AbortController();
    const busy = [1, 2].map(() => kindOf(run(SLOW, [], { signal: stop.signal })));
    expect(await kindOf(run('SELECT 1', [], { timeoutMs: 100 }))).toBe('timeout');
    expect(await missingIn(engine, [['edge_logs']])).toEqual([]);
    const later = run('SELECT 1');
    stop.abort();
    expect(await later).toEqual([[1]]);
    expect(await Promise.all(busy)).toEqual(['cancelled', 'cancelled']);
  });

  it('keeps a bounded number of prepared statements', async () => {
    for (let turn = 0; turn < 300; turn++) await run(`SELECT ${turn % 150}`);
    expect(await run('SELECT 7')).toEqual([[7]]);
  });

  it('says which tables are missing', async () => {
    const tables = [['edge_logs'], ['main', 'edge_logs'], ['a "b', 'c.d'], ['c', 'd'], ['x"; --']];
    expect(await missingIn(engine, tables)).toEqual(['c.d', 'x"; --']);
  });

  it('gives up what runs when it is closed, and is unavailable from then on', async () => {
    const other = await openDuckDb({ source: { database }, concurrency: 1 });
    const slow = kindOf(other.run({ sql: SLOW, values: [] }, runLimits()));
    await other.close();
    expect(await slow).toBe('unavailable');
    await other.close();
    const late = other.run({ sql: 'SELECT 1', values: [] }, runLimits());
    expect(await kindOf(late)).toBe('unavailable');
  });

  it('is unavailable where there is no file, or one of another kind', async () => {
    const none = { source: { database: join(folder, 'none.duckdb') }, concurrency: 1 };
    expect(await kindOf(openDuckDb(none))).toBe('unavailable');
    const other = { source: { database: new URL(import.meta.url).pathname }, concurrency: 1 };
    expect(await kindOf(openDuckDb(other))).toBe('unavailable');
  });
});

describe('the service over DuckDB', () => {
  it('answers rows', async () => {
    const { app } = fixtureApp(engine, null);
    const all = await app.request('/api/endpoints/logs.all?project=abc');
    expect(await all.text()).toBe(
      '{"result":[{"id":0,"at":"2026-01-15T10:00:00.000001Z"},{"id":1,"at":"2026-01-15T10:01:00.000001Z"},{"id":2,"at":"2026-01-15T10:02:00.000001Z"}]}',
    );
    expect(all.headers.get('X-Truncated')).toBe('true');
    const after = 'after=2026-01-15T10:04:00.000001Z&least=5';
    const some = await app.request(`/api/endpoints/logs.all?project=abc&${after}`);
    expect(JSON.parse(await some.text()).result.map(({ id }: { id: number }) => id)).toEqual([
      5, 6,
    ]);
    const counts = '/api/endpoints/usage.api-counts?project=abc&interval=hourly';
    expect(await (await app.request(counts)).text()).toBe('{"result":[{"total":2}]}');
    expect(await (await app.request(`${counts}&tier=PRO`)).text()).toBe(
      '{"result":[{"total":10}]}',
    );
    const none = await app.request("/api/endpoints/logs.all?project=abc'+OR+1=1+--");
    expect(await none.text()).toBe('{"result":[]}');
    expect((await app.request('/readyz')).status).toBe(200);
  });
});

describe('on a socket', () => {
  const { key, token } = madeKey();
  const options = { manifest: catalogue(MANIFEST), keys: keyRing([key]) };
  const path = '/api/endpoints/logs.all?project=abc';
  let lines: readonly unknown[] = [];
  const start = (of: Engine): Promise<Running> => {
    const heard = heardLog();
    ({ lines } = heard);
    return serve({
      ...options,
      engine: of,
      port: 0,
      clock: () => NOW,
      log: heard.log,
    });
  };
  const raw = (url: string, text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(text));
      let answer = '';
      socket.setEncoding('utf8').on('data', data => {
        answer += data;
      });
      socket.on('end', () => resolve(answer)).on('error', reject);
    });

  it('answers on 127.0.0.1 and stops', async () => {
    const running = await start({ ...engine, close: async () => {} });
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(running.url + path, { headers: { 'X-API-KEY': token } });
    expect(response.status).toBe(200);
    expect(JSON.parse(await response.text()).result).toHaveLength(3);
    const head = await fetch(running.url + path, {
      method: 'HEAD',
      headers: { 'X-API-KEY': token },
    });
    expect(head.status).toBe(200);
    await running.stop();
    await running.stopped;
    await expect(fetch(running.url)).rejects.toThrow();
  });

  it('sees both of two headers of one name', async () => {
    const running = await start(fakeEngine(() => []));
    const ask = (...headers: string[]) =>
      raw(
        running.url,
        [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'),
      );
    const bearer = `Authorization: Bearer ${token}`;
    expect(await ask(bearer)).toMatch(/^HTTP\/1.1 200 /);
    expect(await ask(bearer, bearer)).toMatch(/^HTTP\/1.1 401 /);
    expect(await ask(bearer, `Authorization: Bearer ${madeKey().token}`)).toMatch(
      /^HTTP\/1.1 401 /,
    );
    expect(await ask(`X-API-KEY: ${token}`, `x-api-key: ${token}`)).toMatch(/^HTTP\/1.1 401 /);
    expect(await ask(`X-API-KEY: ${token}`, bearer)).toMatch(/^HTTP\/1.1 200 /);
    await running.stop();
  });

  it('cancels the statement when the caller goes away', async () => {
    let begin = () => {};
    const begun = new Promise<void>(resolve => {
      begin = resolve;
    });
    const running = await start({
      ...engine,
      run: (_, given) => {
        begin();
        return engine.run({ sql: SLOW, values: [] }, given);
      },
      close: async () => {},
    });
    const asked = request(running.url + path, { headers: { 'X-API-KEY': token } });
    asked.on('error', () => {}).end();
    await begun;
    asked.destroy();
    await expect.poll(() => lines).toMatchObject([{ status: 499 }]);
    await running.stop();
  });

  it('lets what runs finish when it is told to end', async () => {
    let closed = false;
    const slow = fakeEngine(() => new Promise(resolve => setTimeout(() => resolve([]), 300)));
    const running = await start({
      ...slow,
      close: async () => {
        closed = true;
      },
    });
    const answer = fetch(running.url + path, { headers: { 'X-API-KEY': token } });
    await expect.poll(() => slow.asked.length).toBe(1);
    process.kill(process.pid, 'SIGTERM');
    const response = await answer;
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{"result":[]}');
    await running.stopped;
    expect(closed).toBe(true);
    expect(process.listenerCount('SIGTERM')).toBe(0);
  });

  it('rejects an address that is taken, and any but loopback without keys', async () => {
    const running = await start(fakeEngine(() => []));
    const port = Number(new URL(running.url).port);
    const again = { ...options, engine: fakeEngine(() => []) };
    await expect(serve({ ...again, port })).rejects.toThrow('EADDRINUSE');
    await running.stop();
    await expect(serve({ ...again, keys: null, host: '0.0.0.0', port: 0 })).rejects.toThrow(
      'loopback',
    );
  });
});
