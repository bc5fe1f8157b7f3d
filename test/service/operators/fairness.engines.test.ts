/** Keys share the service: none starves another, and a key may have limits of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { quern } from '../../cli/cli-fixture.ts';
import { reach } from '../../engines/clickhouse/reach.ts';
import { codeOf, get, type Reply } from '../faults/storm.ts';
import { type ServeProcess, serveProcess } from '../serve-process.ts';
import { askBeyond, FILES } from './project.ts';

/** How long the engine takes for a statement. */
const STATEMENT_MS = 300;
const CONNECTIONS = 100;
const QUEUE = 64;
const ROUNDS = 7;

let reached: Awaited<ReturnType<typeof reach>>;
let served: ServeProcess;

beforeAll(async () => {
  reached = await reach([]);
  await reached.server.command(
    'CREATE TABLE items (id Int64, tenant String) ENGINE = MergeTree ORDER BY id',
  );
  await reached.server.command("INSERT INTO items VALUES (0, 't2'), (1, 't2')");
  await reached.server.command(
    'CREATE TABLE slow_items (id Int64, size Nullable(Int64)) ENGINE = MergeTree ORDER BY id',
  );
  served = await serveProcess({
    engine: 'clickhouse',
    reached,
    files: FILES,
    service: { concurrency: 4, queue: QUEUE },
    keys: [],
  });
  slowDown();
});

const isOfFresh = (query: string) => query.includes('tenant') && query.includes('count');
const slowDown = () =>
  reached.server.failEach(({ query }) =>
    isOfFresh(query) ? { kind: 'slow', ms: STATEMENT_MS } : null,
  );

/** A metric of the service, which anybody may read. */
async function metric(name: string): Promise<number> {
  const { body } = await get(`${served.url}/metrics`);
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
}

afterAll(async () => {
  await served?.stop();
  await reached?.close();
});

/** Makes a key, and waits until the service knows it. */
async function makeKey(name: string, ...limits: readonly string[]): Promise<string> {
  const words = ['keys', 'create', '--keys', served.keyFile, '--name', name, ...limits];
  const { exit, stdout, stderr } = await quern(served.folder, words);
  expect(exit, stderr).toBe(0);
  const token = stdout.trim();
  const list = () => get(`${served.url}/api/endpoints`, { 'X-API-KEY': token });
  await expect.poll(async () => (await list()).status).toBe(200);
  return token;
}

let count = 0;
/** Rows that no other request asks for, so that each needs a statement. */
const ask = (token: string): Promise<Reply> => {
  count += 1;
  return rowsOf(token, count + 10);
};

const rowsOf = (token: string, most: number): Promise<Reply> =>
  get(`${served.url}/api/endpoints/fresh?tenant=t2&most=${most}`, { 'X-API-KEY': token });

async function medianMs(token: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const reply = await ask(token);
    expect(reply).toMatchObject({ status: 200, body: '{"result":[{"n":2}]}' });
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[(ROUNDS - 1) / 2] ?? 0;
}

describe('a key with 100 connections', () => {
  it('at most doubles the time of another', async () => {
    const [greedy, other] = [await makeKey('greedy'), await makeKey('other')];
    const alone = await medianMs(other);
    let isOver = false;
    const statuses = new Set<number>();
    const crowd = Array.from({ length: CONNECTIONS }, async () => {
      while (!isOver) {
        const { status } = await ask(greedy);
        statuses.add(status);
        // a caller that is turned away waits, though not as long as `Retry-After` says
        if (status !== 200) await sleep(50);
      }
    });
    await expect.poll(() => statuses.has(503)).toBe(true);
    const beside = await medianMs(other);
    isOver = true;
    await Promise.all(crowd);
    expect([...statuses].sort()).toEqual([200, 503]);
    expect(beside / alone).toBeLessThanOrEqual(2);
  });
});

describe('a full queue', () => {
  afterEach(() => slowDown());

  it('turns nobody away who waits for the run of a key that it turns away', async () => {
    const [greedy, other, third] = [
      await makeKey('greedy-2'),
      await makeKey('other-2'),
      await makeKey('third-2'),
    ];
    // no statement ends before all have come
    let letGo = () => {};
    const until = new Promise<void>(done => {
      letGo = done;
    });
    reached.server.failEach(({ query }) => (isOfFresh(query) ? { kind: 'held', until } : null));
    const waiting = new Set<number>();
    const crowd = Array.from({ length: CONNECTIONS }, async (_, at) => {
      waiting.add(at);
      const { status } = await rowsOf(greedy, 10_000 + at);
      waiting.delete(at);
      return { at, status };
    });
    // those that do not run fill the queue, and the service turns the others away
    await expect.poll(() => metric('quern_limiter_waiting')).toBe(QUEUE);
    const places = QUEUE + (await metric('quern_limiter_running'));
    await expect.poll(() => waiting.size).toBe(places);
    const last = Math.max(...waiting);
    const joined = rowsOf(other, 10_000 + last);
    // later requests are answered, so it has come
    for (let round = 0; round < 3; round += 1) await metric('quern_limiter_waiting');
    const pushing = [ask(third), ask(third), ask(third)];
    await expect.poll(() => waiting.has(last)).toBe(false);
    letGo();
    const [{ status, body }, ...pushed] = await Promise.all([joined, ...pushing]);
    const refused = (await Promise.all(crowd)).filter(one => one.status === 503);
    expect(refused.map(({ at }) => at)).toContain(last);
    expect({ status, body }).toEqual({ status: 200, body: '{"result":[{"n":2}]}' });
    expect(pushed.map(one => one.status)).toEqual([200, 200, 200]);
  });
});

describe('a key with limits of its own', () => {
  it('runs no more statements at once than it may', async () => {
    const token = await makeKey('one', '--concurrency', '1');
    const began = performance.now();
    const replies = await Promise.all(Array.from({ length: 4 }, () => ask(token)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(performance.now() - began).toBeGreaterThan(4 * STATEMENT_MS);
  });

  it('sends no more requests than it may', async () => {
    const token = await makeKey('slow', '--rate', '2');
    // the requests of `makeKey` took some of the first
    await sleep(1_100);
    const list = () => get(`${served.url}/api/endpoints`, { 'X-API-KEY': token });
    const [refused] = await askBeyond(2, list);
    expect(refused?.headers).toMatchObject({
      ratelimit: '"default";r=0;t=1',
      'ratelimit-policy': '"default";q=2;w=1',
      'retry-after': '1',
    });
    expect(refused && codeOf(refused)).toBe('rate_limited');
  });

  it('is listed with them', async () => {
    const words = ['keys', 'list', '--keys', served.keyFile, '--json'];
    const { keys } = JSON.parse((await quern(served.folder, words)).stdout);
    const limits = keys.map(({ name, rate, concurrency }: Record<string, unknown>) => [
      name,
      rate,
      concurrency,
    ]);
    expect(limits).toContainEqual(['one', undefined, 1]);
    expect(limits).toContainEqual(['slow', 2, undefined]);
  });

  it.each([
    ['--rate', '0', 'The rate of a key is a number from 0.001 to 1000000'],
    ['--rate', 'x', 'The rate of a key is a number'],
    ['--concurrency', '300', 'The concurrency of a key is a whole number from 1 to 256'],
  ])('with %s is refused for %s', async (flag, value, told) => {
    const words = ['keys', 'create', '--keys', served.keyFile, '--name', 'bad', flag, value];
    const { exit, stderr } = await quern(served.folder, words);
    expect(exit).toBe(2);
    expect(stderr).toContain(told);
  });
});
