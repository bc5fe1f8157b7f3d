/** `quern serve` bounds statements of callers on each engine, and refuses them where it cannot. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reach as reachClickHouse } from '../../engines/clickhouse/reach.ts';
import { reach as reachBigQuery } from '../../engines/zetasql/reach.ts';
import { childrenOf, memoryOf } from '../serve-process.ts';
import { openSite, type Reply, rowsOf, type Site, siteOn, tablesOn } from './site.ts';

const SOME = 'SELECT COUNT(*) AS n FROM edge_logs';
/** The worst that was found: a text of 10^12 bytes. */
const LONG =
  "SELECT LENGTH(REPLACE(REPLACE(REPEAT('a',10000),'a',REPEAT('a',10000)),'a',REPEAT('a',10000))) c";
const SIDES = Array.from({ length: 8 }, (_, i) => `edge_logs AS t${i}`).join(' CROSS JOIN ');
const SLOW = `SELECT SUM(MOD(t0.amount, 7)) AS n FROM ${SIDES} WHERE t0.ratio > t7.ratio`;
const ROWS = rowsOf(['one'], 60, 0);
const told = ({ status, body }: Reply) => [status, body.code];

describe('on DuckDB', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite('duckdb', ROWS, { service: { timeout: '8s' } });
  });
  afterAll(() => site.close());

  test('a statement runs in a process of its own, whose memory is bounded', async () => {
    const reply = await site.ask(SOME);
    expect([reply.status, reply.body.result]).toEqual([200, [{ n: 60 }]]);
    const bounded = childrenOf(site.served).filter(pid => addressesOf(pid) !== null);
    expect(bounded.map(addressesOf)).toEqual([3 * 1024 ** 3]);
    const [pid = 0] = bounded;
    // the system ends it before the service if memory runs out, and runs it after the service
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
    expect(niceOf(pid)).toBeGreaterThan(niceOf(site.served.child.pid ?? 0));
  });

  test('two statements at once that build a text of 10^12 bytes end, and the service holds none of it', async () => {
    const replies = await Promise.all([site.ask(LONG), site.ask(LONG)]);
    for (const { status } of replies) expect([400, 504]).toContain(status);
    expect(memoryOf(site.served, 'VmHWM')).toBeLessThan(400);
    expect((await site.ask(SOME)).status).toBe(200);
  });

  test('a process that the system kills costs its own statement alone', async () => {
    expect((await site.ask(SOME)).status).toBe(200);
    const bounded = () => childrenOf(site.served).filter(pid => addressesOf(pid) !== null);
    const kill = () => bounded().map(pid => process.kill(pid, 'SIGKILL'));
    // two, where both statements of the test before left theirs
    expect(kill().length).toBeGreaterThan(0);
    await expect.poll(bounded).toEqual([]);
    const reply = site.ask(SLOW);
    // until the new process has started, and has worked on the statement for a while
    await expect.poll(() => bounded().some(pid => secondsOf(pid) > 1)).toBe(true);
    expect(kill()).toEqual([true]);
    expect(told(await reply)).toEqual([400, 'invalid_parameter']);
    expect((await site.ask(SOME)).status).toBe(200);
  });

  test('the process of a statement is killed when its time is up', async () => {
    const reply = site.ask(SLOW);
    const busy = () => childrenOf(site.served).filter(pid => addressesOf(pid) !== null);
    await expect.poll(() => busy().length).toBe(1);
    expect(told(await reply)).toEqual([504, 'engine_timeout']);
    await expect.poll(() => busy()).toEqual([]);
    expect((await site.ask(SOME)).status).toBe(200);
  });
});

test('on DuckDB a statement finds the process that an earlier one did not wait for', async () => {
  const before = `if (process.argv[1]?.includes('confined-child'))
    await new Promise(resolve => setTimeout(resolve, 1_500));`;
  const site = await openSite('duckdb', ROWS, { before, service: { timeout: '1s' } });
  expect(told(await site.ask(SOME))).toEqual([504, 'engine_timeout']);
  await expect.poll(async () => (await site.ask(SOME)).status, { interval: 200 }).toBe(200);
  await site.close();
});

test('on ClickHouse a statement has a limit of memory and of time, and others have none of memory', async () => {
  const reached = await reachClickHouse(tablesOn('clickhouse', ROWS));
  const site = await siteOn('clickhouse', reached, { service: { timeout: '9s' } });
  const settingsOf = async (ask: Promise<Reply>) => {
    const before = reached.server.requests.length;
    expect((await ask).status).toBe(200);
    const asked = reached.server.requests.slice(before).map(({ settings }) => settings);
    // not the looks at tables
    return asked.filter(({ log_comment: of }) => of?.startsWith('logs.'));
  };
  const [own = {}] = await settingsOf(site.ask(SOME));
  expect(own['max_memory_usage']).toBe(String(1024 ** 3));
  expect(Number(own['max_execution_time'])).toBeLessThanOrEqual(9);
  const [usual = {}] = await settingsOf(site.ask(null, { endpoint: 'logs.either' }));
  expect(usual['max_memory_usage']).toBeUndefined();
  expect(Number(usual['max_execution_time'])).toBeLessThanOrEqual(9);
  await site.close();
});

test('on BigQuery a statement has a dry run and a limit of bytes', async () => {
  const reached = await reachBigQuery(tablesOn('bigquery', ROWS));
  const site = await siteOn('bigquery', reached);
  const bodiesOf = async (ask: Promise<Reply>) => {
    const before = reached.server.requests.length;
    expect((await ask).status).toBe(200);
    const bodies = reached.server.requests.slice(before).map(({ body }) => Object(body));
    return bodies.filter(({ query, configuration }) => (query ?? configuration) !== undefined);
  };
  const [dry, own] = await bodiesOf(site.ask(SOME));
  expect(dry['configuration']).toMatchObject({ dryRun: true });
  expect(own['maximumBytesBilled']).toBe(String(10 * 1024 ** 3));
  const [usual] = await bodiesOf(site.ask(null, { endpoint: 'logs.either' }));
  expect(usual['maximumBytesBilled']).toBeUndefined();
  await site.close();
});

test('where no process can be bounded, statements get a 503, the start says so, and the rest works', async () => {
  // only to the code that would start processes is this Windows
  const before = `const { platform } = process;
    const get = () => / createConfined /.test(new Error().stack.split('\\n')[2]) ? 'win32' : platform;
    Object.defineProperty(process, 'platform', { get });`;
  const site = await openSite('duckdb', ROWS, { before });
  const finding = 'statements of callers cannot run: a process cannot be confined on Windows';
  const asked = await site.ask(SOME);
  expect(told(asked)).toEqual([503, 'engine_unavailable']);
  expect(asked.body.detail).toBe('The engine cannot bound statements of callers here.');
  expect(Number(asked.headers.get('retry-after'))).toBeGreaterThan(0);
  for (const endpoint of ['logs.either', 'logs.plain']) {
    const usual = await site.ask(null, { endpoint });
    expect([usual.status, usual.body.result?.length]).toEqual([200, 60]);
  }
  expect(site.served.told()).toContain(`warning: not ready: logs.either: ${finding}`);
  expect(await (await site.request('/readyz')).text()).toContain('"unavailable":3');
  await site.close();
});

/** The bytes of addresses that a process may have; `null` without a limit. */
function addressesOf(pid: number): number | null {
  const limits = `/proc/${pid}/limits`;
  const text = existsSync(limits) ? readFileSync(limits, 'utf8') : '';
  const [, limit] = /^Max address space +(\S+)/m.exec(text) ?? [];
  return limit === undefined || limit === 'unlimited' ? null : Number(limit);
}

/** Seconds of the processor that the process has used. */
function secondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11]) / 100;
}

/** The least niceness of its threads. */
function niceOf(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return Math.min(
    ...tasks.map(task => {
      const stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    }),
  );
}
