/** Reading of callers' statements by `quern serve`: what it costs the service, how it ends, and what it leaves behind. */
import { afterEach, describe, expect, test } from 'vitest';
import { memoryOf } from '../serve-process.ts';
import { type Process, processAt, processesBelow } from './processes.ts';
import { FILES, openSite, rowsOf, type Site } from './site.ts';

const ROWS = rowsOf(['one'], 6, 0);
const times = (count: number, text: (i: number) => string, between: string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(between);

const numbered = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Beyond the bound of tokens. */
const LONG = [
  `SELECT ${times(32_000, () => '1', ',')}`,
  `SELECT id FROM edge_logs WHERE ${times(1_500, i => `amount = ${i}`, ' OR ')}`,
];
/** Each query has twice as many columns as the one before it. */
const GROWING = `WITH q0 AS (SELECT * FROM edge_logs),
  ${times(40, i => `q${i + 1} AS (SELECT a.*, b.* FROM q${i} a, q${i} b)`, ', ')} SELECT 1 AS x FROM q40`;
/** Within the bound of tokens, but laborious to read. */
const HEAVY = [
  GROWING,
  `SELECT ${times(2_490, () => '1', ',')}`,
  `SELECT ${times(1_200, () => '*', ',')} FROM edge_logs`,
  `SELECT id FROM edge_logs WHERE ${times(1_200, i => `amount = ${i}`, ' OR ')}`,
];
const SIMPLE = 'SELECT COUNT(*) AS n FROM edge_logs';

let site: Site;
afterEach(() => site.close());

const isTranslator = ({ command }: Process) => command.includes('translator-child');
const pidOf = (of: Site) => Number(of.served.child.pid);
const translators = () => processesBelow(pidOf(site)).filter(isTranslator);

async function translator(): Promise<Process> {
  await expect.poll(() => translators().length).toBeGreaterThan(0);
  const [first] = translators();
  if (first === undefined) throw new Error('no translator runs');
  return first;
}

/** Waits until a statement is answered in time. Others get a 504, or a 400 if their process is replaced. */
async function ready(): Promise<void> {
  const status = async () => (await site.ask(SIMPLE)).status;
  await expect.poll(status, { timeout: 120_000 }).toBe(200);
}

/** A busy machine takes long. */
const PATIENT = { timeout: '120s' };

/** Reports each time that the process computes longer than 100 ms without a turn of its event loop. */
const WATCHED = `{
  let last = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    if (user + system > 100_000) process.stderr.write('busy for ' + (user + system) + '\\n');
  }, 5).unref();
}`;
const timesBusy = () => site.served.told().split('busy for').length - 1;

/** Asks for the health until `work` is done; returns how often it was answered. */
async function healthWhile(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let count = 0;
  while (!isDone) {
    const { status } = await fetch(`${site.served.url}/healthz`);
    if (status === 200) count += 1;
  }
  await done;
  return count;
}

describe('twenty laborious statements at once', () => {
  test('leave the work to other processes, and `/healthz` free', { timeout: 300_000 }, async () => {
    site = await openSite('duckdb', ROWS, { before: WATCHED, service: PATIENT });
    expect((await site.ask(SIMPLE)).status).toBe(200);
    const cpuS = () => processAt(pidOf(site))?.cpuS ?? 0;
    const before = { cpuS: cpuS(), busy: timesBusy() };
    const asked = numbered(20).map(i => site.ask(HEAVY[i % HEAVY.length] ?? ''));
    const replies = Promise.all(asked);
    expect(await healthWhile(replies)).toBeGreaterThan(20);
    expect(timesBusy()).toBe(before.busy);
    const statuses = (await replies).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400]));
    // ended processes are not counted, so this is less than what they used
    const elsewhere = translators().flatMap(({ pid }) => [processAt(pid), ...processesBelow(pid)]);
    const otherS = elsewhere.reduce((sum, one) => sum + (one?.cpuS ?? 0), 0);
    expect(cpuS() - before.cpuS).toBeLessThan(otherS / 2);
    expect(memoryOf(site.served, 'VmHWM')).toBeLessThan(400);
    expect((await site.ask(SIMPLE)).body.result).toEqual([{ n: 6 }]);
  });

  test('are refused unread if they have too many tokens', async () => {
    site = await openSite('duckdb', ROWS);
    const { pid } = await translator();
    expect((await site.ask(SIMPLE)).status).toBe(200);
    const cpuS = () => processesBelow(pidOf(site)).reduce((sum, one) => sum + one.cpuS, 0);
    const before = cpuS();
    const asked = numbered(20);
    const replies = await Promise.all(asked.map(i => site.ask(LONG[i % LONG.length] ?? '')));
    for (const { status, body } of replies) {
      expect([status, body.code]).toEqual([400, 'invalid_parameter']);
      expect(body.detail).toContain('more than 5000 words');
    }
    // one of them takes half a second to read
    expect(cpuS() - before).toBeLessThan(0.5);
    expect(translators().map(one => one.pid)).toContain(pid);
  });
});

describe('the time limit of a request', () => {
  test('covers the reading of its statement', async () => {
    site = await openSite('duckdb', ROWS, { service: { timeout: '1s' } });
    await ready();
    expect(await site.ask(GROWING)).toMatchObject({
      status: 504,
      body: { code: 'engine_timeout' },
    });
    await ready();
  });

  test('covers the wait for a translator, and their queue is bounded', async () => {
    const service = { timeout: '2s', queue: 3, concurrency: 1 };
    site = await openSite('duckdb', ROWS, { service });
    await ready();
    process.kill((await translator()).pid, 'SIGSTOP');
    const replies = await Promise.all(
      numbered(8).map(i => site.ask(`${SIMPLE} WHERE amount <> ${i}`)),
    );
    const counts = (status: number) => replies.filter(reply => reply.status === status).length;
    expect([counts(504), counts(503)]).toEqual([4, 4]);
    const refused = replies.find(({ status }) => status === 503);
    expect(refused?.body.code).toBe('overloaded');
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    // the stopped process is replaced
    await ready();
  });
});

describe('a translator', () => {
  test('runs before the first statement, and is replaced if it ends or stops working', async () => {
    site = await openSite('duckdb', ROWS);
    const first = await translator();
    await ready();
    process.kill(first.pid, 'SIGKILL');
    await expect.poll(() => translators().filter(({ pid }) => pid !== first.pid).length).toBe(1);
    expect((await site.ask(SIMPLE)).status).toBe(200);
    const [second] = translators();
    if (second === undefined) throw new Error('no translator runs');
    process.kill(second.pid, 'SIGSTOP');
    expect((await site.ask(SIMPLE)).body.detail).toBe('It takes too long to read the statement.');
    expect((await site.ask(SIMPLE)).status).toBe(200);
    expect(processAt(second.pid)).toBeNull();
  });

  test('is not started without the analyser, which the log and the answers report', async () => {
    site = await openSite('duckdb', ROWS, { hasAnalyser: false });
    await expect.poll(() => site.served.told()).toContain('statements of callers cannot be read');
    const { status, body } = await site.ask(SIMPLE);
    expect([status, body.code]).toEqual([503, 'engine_unavailable']);
    expect(body.detail).toContain('is not installed');
    expect(translators()).toEqual([]);
  });

  test('is not started for a project without a sandbox', async () => {
    const plain = `
endpoint: logs.plain
id: 00000000-0000-4000-8000-000000020000
params: { project: { type: string, required: true } }
from: edge_logs
where: [project = @project]
select: [id]
order_by: [id]
`;
    const [sources] = FILES;
    if (sources === undefined) throw new Error('the site has no data sets');
    const files = { [sources.path]: sources.bytes, 'endpoints/logs.plain.yaml': plain };
    site = await openSite('duckdb', ROWS, { files });
    const url = `${site.served.url}/api/endpoints/logs.plain?project=one`;
    expect((await fetch(url)).status).toBe(200);
    expect(translators()).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'and all that it started end with a service that ends by %s during a statement',
    async signal => {
      site = await openSite('duckdb', ROWS);
      expect((await site.ask(SIMPLE)).status).toBe(200);
      const asked = site.ask(GROWING).catch(() => null);
      const busy = () => translators().flatMap(({ pid }) => processesBelow(pid));
      await expect
        .poll(() => busy().some(({ command }) => command.includes('remote_server')))
        .toBe(true);
      const all = processesBelow(pidOf(site));
      expect(all.length).toBeGreaterThan(2);
      site.served.child.kill(signal);
      await site.served.ended;
      await asked;
      const left = () => all.filter(({ pid, command }) => processAt(pid)?.command === command);
      await expect.poll(left).toEqual([]);
    },
  );

  test('with a busy main thread ends with the service', async () => {
    // the stand-in for a statement without an end: every process of the service that has an answer to send spins instead
    const before = `process.send &&= () => { for (;;); };`;
    site = await openSite('duckdb', ROWS, { before });
    const { pid, command } = await translator();
    await expect.poll(() => processAt(pid)?.cpuS ?? 0).toBeGreaterThan(1);
    site.served.child.kill('SIGKILL');
    await site.served.ended;
    await expect.poll(() => processAt(pid)?.command === command).toBe(false);
  });
});
