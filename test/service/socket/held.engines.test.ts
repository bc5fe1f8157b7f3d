/** Signals while statements run: the test holds the engine's answers, so that they run for as long as it needs. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { quern, removeFolders } from '../../cli/cli-fixture.ts';
import { reach } from '../../engines/clickhouse/reach.ts';
import { get } from '../faults/storm.ts';
import { FILES } from '../operators/project.ts';
import { type ServeProcess, serveProcess } from '../serve-process.ts';

const ROWS = '{"result":[{"n":2}]}';
const FRESH = '/api/endpoints/fresh?tenant=t2';

let reached: Awaited<ReturnType<typeof reach>>;
const running: ServeProcess[] = [];

beforeAll(async () => {
  reached = await reach([]);
  const { command } = reached.server;
  await command('CREATE TABLE items (id Int64, tenant String) ENGINE = MergeTree ORDER BY id');
  await command("INSERT INTO items VALUES (0, 't2'), (1, 't2')");
  await command(
    'CREATE TABLE slow_items (id Int64, size Nullable(Int64)) ENGINE = MergeTree ORDER BY id',
  );
});
afterEach(async () => {
  reached.server.failEach(() => null);
  for (const served of running.splice(0)) await served.stop();
});
afterAll(async () => {
  await reached?.close();
  removeFolders();
});

/** Serves in one process: several count what each of them runs. */
async function serve(service: Readonly<Record<string, unknown>> = {}): Promise<ServeProcess> {
  const served = await serveProcess({
    engine: 'clickhouse',
    reached,
    files: FILES,
    service,
    words: [],
  });
  running.push(served);
  return served;
}

/** Holds the answers to statements of `fresh` until the returned function is called. */
function hold(): () => void {
  let letGo = () => {};
  const until = new Promise<void>(done => {
    letGo = done;
  });
  reached.server.failEach(({ query }) =>
    query.includes('tenant') && query.includes('count') ? { kind: 'held', until } : null,
  );
  return letGo;
}

async function metric({ url }: ServeProcess, name: string): Promise<number> {
  const { body } = await get(`${url}/metrics`);
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
}
const runs = (served: ServeProcess) => metric(served, 'quern_limiter_running');
const isGone = ({ child }: ServeProcess) => child.exitCode !== null || child.signalCode !== null;
const refused = ({ url }: ServeProcess) =>
  get(`${url}/healthz`, {}, AbortSignal.timeout(5_000)).then(
    () => 'answered',
    (cause: NodeJS.ErrnoException) => cause.code ?? cause.name,
  );
const events = (served: ServeProcess) => served.lines().flatMap(({ event }) => event ?? []);

describe('the end', () => {
  it.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
    ['SIGQUIT', 0],
  ] as const)(
    'after %s what runs is answered, nobody else is, and the process is gone',
    async (signal, code) => {
      const served = await serve();
      const letGo = hold();
      const asked = [1, 2].map(most => get(`${served.url}${FRESH}&most=${most}`));
      await expect.poll(() => runs(served)).toBe(2);
      // connections that browsers and balancers hold open
      const silent = connect(Number(new URL(served.url).port), '127.0.0.1');
      silent.on('error', () => {});
      await new Promise(done => silent.once('connect', done));
      served.child.kill(signal);
      await expect.poll(() => refused(served)).toBe('ECONNREFUSED');
      expect(isGone(served)).toBe(false);
      letGo();
      for (const reply of await Promise.all(asked))
        expect(reply).toMatchObject({ status: 200, body: ROWS, headers: { connection: 'close' } });
      expect(await served.ended).toBe(code);
      expect(isGone(served)).toBe(true);
    },
  );

  it('lets those that wait for a place have theirs while there is time', async () => {
    const served = await serve({ concurrency: 1 });
    const letGo = hold();
    const asked = [1, 2].map(most => get(`${served.url}${FRESH}&most=${most}`));
    await expect.poll(() => metric(served, 'quern_limiter_waiting')).toBe(1);
    served.child.kill('SIGTERM');
    await expect.poll(() => refused(served)).toBe('ECONNREFUSED');
    letGo();
    const replies = await Promise.all(asked);
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, ROWS],
      [200, ROWS],
    ]);
    expect(await served.ended).toBe(0);
  });
});

describe('a signal that means nothing to the service', () => {
  it.each(['SIGUSR1', 'SIGUSR2'] as const)(
    '%s drops no request, and opens nothing',
    async signal => {
      const served = await serve();
      const letGo = hold();
      const asked = get(`${served.url}${FRESH}`);
      await expect.poll(() => runs(served)).toBe(1);
      served.child.kill(signal);
      const told = () => events(served).filter(event => String(event).includes('SIG'));
      if (signal === 'SIGUSR2')
        await expect.poll(told).toEqual([expect.stringContaining(`${signal} is ignored`)]);
      letGo();
      expect(await asked).toMatchObject({ status: 200, body: ROWS });
      expect((await get(`${served.url}/healthz`)).status).toBe(200);
      // the words of Node when it opens its inspector
      expect(served.told()).not.toMatch(/debugger|inspector/i);
      if (signal === 'SIGUSR1') expect(told()).toEqual([]);
      served.child.kill('SIGTERM');
      expect(await served.ended).toBe(0);
    },
  );
});

it('SIGHUP reads the generated files again and drops no request', async () => {
  const served = await serve();
  const listed = async () => {
    const { result } = JSON.parse((await get(`${served.url}/api/endpoints`)).body);
    return result.map(({ name }: { name: string }) => name).toSorted();
  };
  expect(await listed()).toEqual(['fresh', 'kept', 'slow', 'slow.kept']);
  // reads the definition, which stays in use
  expect((await get(`${served.url}${FRESH}&unknown=1`)).status).toBe(400);
  const at = (name: string) => join(served.folder, `endpoints/${name}.yaml`);
  renameSync(at('fresh'), at('newer'));
  const text = readFileSync(at('newer'), 'utf8');
  writeFileSync(at('newer'), text.replace('endpoint: fresh', 'endpoint: newer'));
  const { environment } = reached;
  expect(await quern(served.folder, ['generate'], { environment })).toMatchObject({ exit: 0 });
  const letGo = hold();
  const asked = get(`${served.url}${FRESH}`);
  await expect.poll(() => runs(served)).toBe(1);
  served.child.kill('SIGHUP');
  await expect.poll(() => events(served)).toContain('read again: 4 endpoints');
  expect((await get(`${served.url}${FRESH}`)).status).toBe(404);
  expect(await listed()).toEqual(['kept', 'newer', 'slow', 'slow.kept']);
  letGo();
  expect(await asked).toMatchObject({ status: 200, body: ROWS });
  const newer = await get(`${served.url}${FRESH.replace('fresh', 'newer')}`);
  expect(newer).toMatchObject({ status: 200, body: ROWS });
});
