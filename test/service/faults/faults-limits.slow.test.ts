import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import {
  type BoundStatement,
  type Engine,
  type Result,
  unconfined,
} from '../../../engines/engine.ts';
import type { Running, ServeOptions } from '../../../server/socket/serve.ts';
import { serve } from '../../../server/socket/serve.ts';
import { openFaulty as openClickHouse } from '../../engines/clickhouse/faulty.ts';
import { writeDatabase } from '../../engines/duckdb/database-file.ts';
import { SLOW } from '../../engines/engine-runs.ts';
import { openFaulty as openBigQuery } from '../../engines/zetasql/faulty.ts';
import { amount } from '../../support/usually.ts';
import { keyRing, madeKey } from '../server-fixture.ts';
import { catalogueOf, EVENTS, type Times, timesAt } from './endpoints.ts';
import { CONCURRENCY } from './settings.ts';
import type { Asked, Reply } from './storm.ts';
import { busyWith, codeOf, faultsOf, get, metric, pathOf } from './storm.ts';

/** No test waits so long: whatever ends, ends for another reason, and what is kept is not refreshed meanwhile. */
const TIMES: Times = timesAt(100);
const folder = mkdtempSync(join(tmpdir(), 'quern-limits-'));
const database = join(folder, 'events.duckdb');
beforeAll(() => writeDatabase(database, [EVENTS]));
afterAll(() => rmSync(folder, { recursive: true }));

let running: Running | null = null;
afterEach(async () => {
  await running?.stop();
  running = null;
});
async function start(engine: Engine, options: Partial<ServeOptions> = {}): Promise<string> {
  running = await serve({
    manifest: catalogueOf(TIMES),
    engine,
    keys: null,
    port: 0,
    log: () => {},
    timeoutMs: TIMES.timeoutMs,
    public: ['metrics'],
    ...options,
  });
  return running.url;
}

const about = (tag: number, endpoint: Asked['endpoint'] = 'fresh') =>
  pathOf({ endpoint, project: 'alpha', tag });
const tagOf = ({ values }: BoundStatement) =>
  Number(values.find(({ name }) => name === 'tag')?.value);
const rowsFor = (tag: number, reply: Reply) =>
  faultsOf(
    [{ id: '', endpoint: 'fresh', project: 'alpha', tag, sentMs: Date.now(), reply }],
    TIMES,
  );
/** Asks, and can go away. */
function caller(url: string) {
  const leaving = new AbortController();
  const reply = get(url, {}, leaving.signal);
  reply.catch(() => undefined);
  return { reply, leave: () => leaving.abort() };
}
/** Whatever was sent before has been seen by the service, which reads in turn. */
async function arrived(url: string): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await get(`${url}/healthz`);
}
/** Until nothing is under way but the time of what is kept. */
const idle = (url: string) => {
  const isRun = (metric: string) => metric !== 'quern_cache_warm_entries';
  return expect.poll(async () => (await busyWith(url)).filter(isRun)).toEqual([]);
};

describe('a caller that goes away', () => {
  it('interrupts DuckDB: its only connection runs the next statement', async () => {
    const real = await openDuckDb({ source: { database }, concurrency: 1, threads: 1 });
    let asked = 0;
    const engine: Engine = {
      ...real,
      run: (statement, limits) => {
        asked += 1;
        const isSlow = tagOf(statement) < 100;
        return real.run(isSlow ? { sql: SLOW, values: [] } : statement, limits);
      },
    };
    const url = await start(engine, { limits: { concurrency: 1, queue: 20 } });
    for (let turn = 0; turn < 6; turn++) {
      const slow = caller(url + about(turn, turn % 2 === 0 ? 'fresh' : 'kept'));
      await expect.poll(() => asked).toBe(2 * turn + 1);
      // Some are left before the statement has begun, some while it runs.
      if (turn > 1) await new Promise(done => setTimeout(done, turn * 20));
      slow.leave();
      const next = await get(url + about(100 + turn));
      expect(rowsFor(100 + turn, next)).toEqual([]);
      expect(next.status).toBe(200);
    }
    await idle(url);
  });

  it('leaves the queue before its statement is asked for', async () => {
    const { engine, asked, release } = gated();
    const url = await start(engine, { limits: { concurrency: 1, queue: 5 } });
    const first = caller(url + about(1));
    await expect.poll(() => asked).toEqual([1]);
    const second = caller(url + about(2));
    await expect.poll(() => metric(url, /^quern_limiter_waiting/)).toBe(1);
    second.leave();
    await expect.poll(() => metric(url, /^quern_limiter_waiting/)).toBe(0);
    release();
    expect((await first.reply).status).toBe(200);
    expect(asked).toEqual([1]);
    await idle(url);
  });

  it.each(['fresh', 'kept'] as const)('takes no rows from those who stay (%s)', async endpoint => {
    const { engine, asked, signals, release } = gated();
    const runsOf = (tag: number) => asked.filter(other => other === tag).length;
    const url = await start(engine);
    const first = caller(url + about(7, endpoint));
    await expect.poll(() => runsOf(7)).toBe(1);
    const [second, third] = [caller(url + about(7, endpoint)), caller(url + about(7, endpoint))];
    await arrived(url);
    first.leave();
    await arrived(url);
    second.leave();
    await arrived(url);
    expect(signals[0]?.aborted).toBe(false);
    release();
    expect((await third.reply).status).toBe(200);
    if (endpoint === 'fresh') expect(runsOf(7)).toBe(1);
    // With the last one the run is given up, and the next caller has one of its own.
    const [fourth, fifth] = [caller(url + about(8, endpoint)), caller(url + about(8, endpoint))];
    await expect.poll(() => runsOf(8)).toBe(1);
    const signal = signals[asked.indexOf(8)];
    await arrived(url);
    fourth.leave();
    fifth.leave();
    await expect.poll(() => signal?.aborted).toBe(true);
    const sixth = caller(url + about(8, endpoint));
    await expect.poll(() => runsOf(8)).toBe(2);
    release();
    expect((await sixth.reply).status).toBe(200);
    await idle(url);
  });

  it('has its query killed on ClickHouse, and no other', async () => {
    const { engine, server } = await openClickHouse([EVENTS], { concurrency: CONCURRENCY });
    const url = await start(engine);
    try {
      // The first look at the tables has ended: one that hangs would be killed too.
      await fetch(`${url}/readyz`);
      server.requests.length = 0;
      server.failEach(() => ({ kind: 'hang' }));
      const [first, second] = [caller(url + about(1)), caller(url + about(1))];
      const other = caller(url + about(2));
      const asked = () => server.requests.filter(({ queryId }) => !queryId.startsWith('quern-'));
      await expect.poll(() => asked().length).toBe(2);
      await arrived(url);
      first.leave();
      await arrived(url);
      expect(server.kills).toEqual([]);
      second.leave();
      await expect.poll(() => server.kills.length).toBe(1);
      const killed = asked().find(({ queryId }) => queryId === server.kills[0]);
      expect(killed?.parameters['tag']).toBe('1');
      await expect.poll(() => killed?.left).toBe(true);
      other.leave();
      await expect.poll(() => server.kills.length).toBe(2);
      server.failEach(() => ({ kind: 'slow', ms: 200 }));
      const [third, fourth] = [caller(url + about(3)), caller(url + about(3))];
      await expect.poll(() => asked().length).toBe(3);
      await arrived(url);
      third.leave();
      expect(rowsFor(3, await fourth.reply)).toEqual([]);
      expect(server.kills).toHaveLength(2);
      await idle(url);
      await running?.stop();
    } finally {
      await server.close();
    }
  });

  it('has its job cancelled on BigQuery, and no other', async () => {
    const { engine, server } = await openBigQuery([EVENTS], { concurrency: CONCURRENCY });
    const url = await start(engine);
    const calls = (name: string) => server.requests.filter(({ call }) => call === name);
    try {
      server.fault = ({ call }) => {
        if (call === 'jobs.cancel') return null;
        return { kind: 'edit', edit: body => ({ ...body, jobComplete: false }) };
      };
      const [first, second] = [caller(url + about(1)), caller(url + about(1))];
      await expect.poll(() => calls('jobs.getQueryResults').length).toBeGreaterThan(0);
      await arrived(url);
      first.leave();
      await arrived(url);
      expect(calls('jobs.cancel')).toEqual([]);
      second.leave();
      await expect.poll(() => calls('jobs.cancel').length).toBe(1);
      const [job] = server.jobs;
      expect(calls('jobs.cancel')[0]?.path).toContain(job?.id);
      server.fault = ({ call }) => (call === 'jobs.query' ? { kind: 'delay', millis: 200 } : null);
      const [third, fourth] = [caller(url + about(3)), caller(url + about(3))];
      await expect.poll(() => calls('jobs.query').length).toBe(2);
      await arrived(url);
      third.leave();
      expect(rowsFor(3, await fourth.reply)).toEqual([]);
      expect(calls('jobs.cancel')).toHaveLength(1);
      await idle(url);
    } finally {
      await running?.stop();
      await server.close();
    }
  });
});

/** An engine whose runs end when they are told to, all of them at once. */
function gated() {
  const asked: number[] = [];
  const signals: AbortSignal[] = [];
  let waiting: (() => void)[] = [];
  const engine: Engine = {
    name: 'duckdb',
    run: (statement, { signal }) =>
      new Promise<Result>(resolve => {
        const tag = tagOf(statement);
        asked.push(tag);
        signals.push(signal);
        const row = ['alpha', tag, 0, '{"n":0}', 0];
        waiting.push(() => resolve({ rows: [row], scannedBytes: null }));
      }),
    explain: async () => '',
    estimate: async () => null,
    confined: unconfined('the engine of a test bounds nothing'),
    missing: async () => [],
    catalogue: async () => [],
    close: async () => {},
  };
  const release = () => {
    const all = waiting;
    waiting = [];
    for (const end of all) end();
  };
  return { engine, asked, signals, release };
}

describe('more than there is room for', () => {
  it.each([1, 4])('turns away exactly the surplus of %i', async surplus => {
    const { engine, asked, release } = gated();
    const [concurrency, queue] = [3, 5];
    const url = await start(engine, { limits: { concurrency, queue } });
    const replies: Reply[] = [];
    const all = Array.from({ length: concurrency + queue + surplus }, async (_, tag) => {
      replies.push(await get(url + about(tag)));
    });
    await expect.poll(() => replies.length).toBe(surplus);
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
      expect(codeOf(reply)).toBe('overloaded');
    }
    expect(asked).toHaveLength(concurrency);
    expect(await metric(url, /^quern_limiter_running/)).toBe(concurrency);
    expect(await metric(url, /^quern_limiter_waiting/)).toBe(queue);
    for (let turn = 0; turn < 3; turn++) {
      const ended = asked.length;
      release();
      await expect.poll(() => replies.length).toBe(surplus + ended);
      await arrived(url);
    }
    await Promise.all(all);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(concurrency + queue);
    expect(asked).toHaveLength(concurrency + queue);
    await idle(url);
  });

  it('tells who waits in vain that time is up, and never runs its statement', async () => {
    const { engine, asked, release } = gated();
    const url = await start(engine, { timeoutMs: 2_000, limits: { concurrency: 1, queue: 5 } });
    const replies = await Promise.all([1, 2, 3].map(tag => get(url + about(tag))));
    expect(replies.map(codeOf)).toEqual(Array(3).fill('engine_timeout'));
    expect(replies.map(({ status }) => status)).toEqual([504, 504, 504]);
    expect(asked).toHaveLength(1);
    // The engine does not heed its signal: the slot is taken for as long as it works.
    expect(await metric(url, /^quern_limiter_running/)).toBe(1);
    expect(await metric(url, /^quern_limiter_waiting/)).toBe(0);
    release();
    await idle(url);
    const next = caller(url + about(4));
    await expect.poll(() => asked.at(-1)).toBe(4);
    release();
    expect((await next.reply).status).toBe(200);
  });

  it('slows a key down, and no other, until its bucket fills again', async () => {
    const [one, two] = [madeKey({ id: 'key_1' }), madeKey({ id: 'key_2' })];
    let nowMs = Date.now();
    const { engine, release } = gated();
    const url = await start(
      {
        ...engine,
        run: (...args) => {
          setTimeout(release);
          return engine.run(...args);
        },
      },
      {
        keys: keyRing([one.key, two.key]),
        rateLimit: { perKey: 0.5, burst: 2 },
        clock: () => BigInt(nowMs) * 1_000n,
      },
    );
    const ask = (token: string) => get(url + about(1), { 'X-API-KEY': token });
    const statuses = [];
    for (let turn = 0; turn < 4; turn++) statuses.push((await ask(one.token)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    const refused = await ask(one.token);
    expect(codeOf(refused)).toBe('rate_limited');
    expect(refused.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'retry-after': '2',
      'ratelimit-policy': '"default";q=2;w=4',
      ratelimit: '"default";r=0;t=4',
    });
    expect((await ask(two.token)).status).toBe(200);
    nowMs += 1_999;
    expect((await ask(one.token)).status).toBe(429);
    nowMs += 1;
    expect([(await ask(one.token)).status, (await ask(one.token)).status]).toEqual([200, 429]);
    // Who has no key takes nothing from those who have one.
    for (let turn = 0; turn < 5; turn++) expect((await get(url + about(1))).status).toBe(401);
    nowMs += 10_000;
    expect((await ask(one.token)).status).toBe(200);
  });
});

/** The same rows with records of about `bytes` bytes. */
function swollen(engine: Engine, bytes: number): Engine {
  const detail = `CONCAT('{"n":1,"text":"', REPEAT('x', ${bytes}), '"}') AS detail`;
  return {
    ...engine,
    run: ({ sql, values }, limits) =>
      engine.run(
        { sql: `SELECT project, tag, n, ${detail}, asked FROM (\n${sql}) AS usual`, values },
        limits,
      ),
  };
}

describe('an answer that is kept warm', () => {
  it('is of the instant of its refresh, also where several callers had waited for the first', async () => {
    const { engine, asked, release } = gated();
    const instants: unknown[] = [];
    let nowMs = Date.now();
    const watched: Engine = {
      ...engine,
      run: (statement, limits) => {
        instants.push(statement.values.find(({ name }) => name === 'now')?.value);
        return engine.run(statement, limits);
      },
    };
    const manifest = catalogueOf({ ...TIMES, refresh: 0.3 });
    const url = await start(watched, { manifest, clock: () => BigInt(nowMs) * 1_000n });
    const first = BigInt(nowMs) * 1_000n;
    const callers = [caller(url + about(1, 'kept')), caller(url + about(1, 'kept'))];
    await expect.poll(() => asked.length).toBe(1);
    await arrived(url);
    nowMs += 10;
    release();
    for (const { reply } of callers) expect((await reply).status).toBe(200);
    await expect.poll(() => asked.length).toBe(2);
    expect(instants).toEqual([first, first + 10_000n]);
    release();
    await expect.poll(() => metric(url, /events_total\{kind="refreshed"\}/)).toBe(1);
  });
});

describe('answers that are too large', () => {
  it('are bounded in number and bytes, however many ask at once', async () => {
    const real = await openDuckDb({ source: { database }, concurrency: 4, threads: 1 });
    let [underWay, most] = [0, 0];
    const counted: Engine = {
      ...real,
      run: async (statement, limits) => {
        most = Math.max(most, ++underWay);
        return real.run(statement, limits).finally(() => {
          underWay -= 1;
        });
      },
    };
    const bytes = 8_000_000;
    const url = await start(swollen(counted, 20_000), {
      limits: { concurrency: 4, queue: 200, maxBytes: 600_000 },
      cache: { bytes },
    });
    let largest = 0;
    const look = async () => {
      largest = Math.max(largest, await metric(url, /^quern_cache_bytes/));
    };
    const replies = await Promise.all(
      Array.from({ length: amount({ usual: 50, all: 200 }) }, async (_, tag) => {
        const reply = await get(url + about(tag, 'kept'));
        if (tag % 10 === 0) await look();
        return { status: reply.status, length: reply.body.length };
      }),
    );
    await look();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Math.max(...replies.map(({ length }) => length))).toBeLessThan(600_000);
    expect(Math.min(...replies.map(({ length }) => length))).toBeGreaterThan(500_000);
    expect(most).toBeLessThanOrEqual(4);
    expect(largest).toBeGreaterThan(bytes / 2);
    expect(largest).toBeLessThanOrEqual(bytes);
  });

  it('are refused while DuckDB is read', async () => {
    const real = await openDuckDb({ source: { database }, concurrency: 1, threads: 1 });
    const url = await start(swollen(real, 20_000), { limits: { maxBytes: 100_000 } });
    const reply = await get(url + about(1));
    expect([reply.status, codeOf(reply)]).toEqual([500, 'result_too_large']);
    expect(
      faultsOf([{ id: '', endpoint: 'fresh', project: 'alpha', tag: 1, sentMs: 0, reply }], TIMES),
    ).toEqual([]);
    await idle(url);
  });

  it('are not read to their end from BigQuery', async () => {
    const { engine, server } = await openBigQuery([EVENTS], { concurrency: CONCURRENCY });
    const url = await start(swollen(engine, 20_000), { limits: { maxBytes: 250_000 } });
    try {
      const reply = await get(url + about(1));
      expect([reply.status, codeOf(reply)]).toEqual([500, 'result_too_large']);
      // Ten rows a page: the third is never asked for.
      const pages = server.requests.filter(({ call }) => call === 'jobs.getQueryResults');
      expect(pages).toHaveLength(1);
    } finally {
      await running?.stop();
      await server.close();
    }
  });
});
