/** `quern serve --processes`: several processes on one port are one service. */
import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiKey, KEY_FILE_FORMAT } from '../../../server/access/keys/key-file.ts';
import { AUDIENCE, CLAIMS, ISSUER, jwkOf, rsaPair, signed } from '../access/issuer.ts';
import { get, type Reply } from '../faults/storm.ts';
import {
  childrenOf,
  type ServeProcess,
  type ServeProcessOptions,
  tablesFile,
} from '../serve-process.ts';
import { madeKey } from '../server-fixture.ts';
import { askBeyond, itemsOf, serveItems, TENANTS, tables } from './project.ts';

const TWO = ['--processes', '2'];
const serveTwo = async (options: Partial<ServeProcessOptions> = {}, slowRows?: number) => {
  const served = await serveItems({ words: TWO, ...options }, slowRows);
  await vi.waitFor(() => expect(eventsOf(served)).toContain('2 processes listen'), 30_000);
  return served;
};

const eventsOf = (served: ServeProcess) => served.lines().map(({ event }) => event);

/** Each request has a connection of its own, so any process may answer it. */
const ask = ({ url }: ServeProcess, path: string, token = ''): Promise<Reply> =>
  get(`${url}${path}`, { Connection: 'close', ...(token === '' ? {} : { 'X-API-KEY': token }) });

const many = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

/** The sum of the samples of a metric whose labels contain a text. */
async function metric(served: ServeProcess, name: string, label = ''): Promise<number> {
  const { body } = await ask(served, '/metrics');
  const lines = body.split('\n').filter(line => line.startsWith(name) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** A statement of so many rows is seen while it runs. */
const SLOW_ROWS = 20_000_000;

/** The service of most tests: each leaves two processes that answer. */
let served: ServeProcess;
const { key: limited, token: often } = madeKey({ id: 'key_often', name: 'often', rate: 5 });
const { key, token } = madeKey();
const KEYS = { keys: [key, limited] };

const kept = (tenant: string) => ask(served, `/api/endpoints/kept?tenant=${tenant}`, token);
const slow = (name: string, most: number) =>
  ask(served, `/api/endpoints/${name}?most=${most}`, token);
const restarts = () => metric(served, 'quern_process_restarts_total');
const writeKeys = (text: string) => writeFileSync(served.keyFile, text);
const keyText = (keys: readonly ApiKey[]) => JSON.stringify({ format: KEY_FILE_FORMAT, keys });

/** Kills processes, and waits until as many new ones listen. */
async function replace(...olds: readonly number[]): Promise<void> {
  const listening = () => eventsOf(served).filter(event => event === 'the new process listens');
  const before = listening().length;
  for (const old of olds) process.kill(old, 'SIGKILL');
  await expect.poll(() => listening().length).toBe(before + olds.length);
}

const pair = rsaPair();
let isIssuerThere = true;
/** The key server of an issuer. */
const issuer = createServer((_, response) => {
  response.writeHead(isIssuerThere ? 200 : 500);
  response.end(JSON.stringify({ keys: [jwkOf(pair, { kid: 'one' })] }));
});
const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600;
/** Each token is another one, so no process has verified it before. */
const keptByToken = (at: number) => {
  const bearer = signed(pair, { ...CLAIMS, exp: inAnHour(), sub: `user-${at}` });
  const headers = { Connection: 'close', Authorization: `Bearer ${bearer}` };
  return get(`${served.url}/api/endpoints/kept?tenant=t2`, headers);
};

describe('several processes', () => {
  beforeAll(async () => {
    issuer.listen(0, '127.0.0.1');
    await once(issuer, 'listening');
    const { port } = issuer.address() as AddressInfo;
    const jwks = `http://127.0.0.1:${port}/jwks.json`;
    const jwt = { issuer: ISSUER, audience: AUDIENCE, jwks_url: jwks };
    const limits = { concurrency: 1, queue: 1, drain: '2s' };
    const service = { cors: ['*'], public: ['metrics'], ...limits, jwt };
    served = await serveTwo({ ...KEYS, service }, SLOW_ROWS);
  });
  afterAll(() => issuer.close());

  it('answer on one port, keep answers for each other and sum their metrics', async () => {
    for (let round = 0; round < 4; round += 1) {
      for (const tenant of TENANTS) {
        const reply = await kept(tenant);
        expect(reply.body).toBe(`{"result":[{"n":${itemsOf(tenant)}}]}`);
        expect(reply.headers['x-cache']).toBe(round === 0 ? 'miss' : 'hit');
      }
    }
    let asked = 4 * TENANTS.length;
    // until both have answered for each
    await expect
      .poll(async () => {
        await many(TENANTS.length, at => kept(TENANTS[at] ?? ''));
        asked += TENANTS.length;
        return metric(served, 'quern_cache_entries');
      })
      .toBe(2 * TENANTS.length);
    const ran = await metric(served, 'quern_engine_runs_total', 'endpoint="kept"');
    expect(ran).toBe(TENANTS.length);
    expect(await metric(served, 'quern_requests_total', 'endpoint="kept"')).toBe(asked);
    expect(await metric(served, 'quern_engine_info')).toBe(1);
    expect(await metric(served, 'quern_files_valid')).toBe(2);
    expect(await restarts()).toBe(0);
  });

  it('run one statement for all who wait for the same rows', async () => {
    const replies = await many(20, () => slow('slow.kept', 0));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await metric(served, 'quern_engine_runs_total', 'endpoint="slow.kept"')).toBe(1);
  });

  it('run no more statements at once than one would', async () => {
    const asked = many(6, at => slow('slow', at));
    await expect.poll(() => metric(served, 'quern_limiter_waiting'), { interval: 5 }).toBe(1);
    expect(await metric(served, 'quern_limiter_running')).toBe(1);
    const statuses = (await asked).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 503, 503, 503, 503]);
  });

  it('count the requests of a key together', async () => {
    const refused = await askBeyond(5, () => ask(served, '/api/endpoints', often));
    expect(refused).not.toEqual([]);
  });

  it('replace one that is killed, count that, and answer meanwhile', async () => {
    await kept('t3');
    const before = await restarts();
    const [first = 0, second = 0] = childrenOf(served);
    const replaced = replace(first);
    await expect.poll(() => childrenOf(served).includes(first)).toBe(false);
    for (const tenant of TENANTS) {
      const reply = await kept(tenant);
      expect(reply.body).toBe(`{"result":[{"n":${itemsOf(tenant)}}]}`);
    }
    await replaced;
    expect(childrenOf(served)).toContain(second);
    expect(await restarts()).toBe(before + 1);
    expect(eventsOf(served)).toContain('a process ended by SIGKILL');
    // an answer of the one that stayed is known to the new one
    const replies = await many(6, () => kept('t3'));
    expect(replies.map(({ headers }) => headers['x-cache'])).toEqual(Array(6).fill('hit'));
  });

  it.each([
    [
      'half of them is written',
      (text: string) => text.slice(0, text.length / 2),
      ['`quern.yaml` has changed, and no service can start with it'],
    ],
    ['they are gone', () => null, []],
    [
      'they say other things',
      (text: string) =>
        text.replace('"cors":["*"]', '"cors":[]').replace('"bigquery","duckdb",', '"duckdb",'),
      [
        '`quern.yaml` has changed: a restart takes over `service.cors`; `quern generate` and SIGHUP take over `dialects`',
      ],
    ],
  ])('start with the files that the others have read: %s', async (name, change, settings) => {
    const index = join(served.folder, 'generated/manifest/index.json');
    const files = [join(served.folder, 'quern.yaml'), served.keyFile, index];
    const texts = files.map(file => readFileSync(file, 'utf8'));
    for (const [at, file] of files.entries()) {
      const text = change(texts[at] ?? '');
      if (text === null) rmSync(file);
      else writeFileSync(file, text);
    }
    const before = eventsOf(served).length;
    const taken = () => eventsOf(served).slice(before);
    const isValid = name === 'they say other things';
    // each process reports the keys and, once it has begun without them, the definitions
    const valid = (of: string) => metric(served, 'quern_files_valid', of);
    await expect.poll(() => valid('keys')).toBe(isValid ? 1 : 0);
    const olds = childrenOf(served);
    isIssuerThere = false;
    for (const old of olds) await replace(old);
    expect(childrenOf(served).filter(pid => olds.includes(pid))).toEqual([]);
    expect(await valid('definitions')).toBe(isValid ? 1 : 0);
    const replies = await many(12, () =>
      get(`${served.url}/api/endpoints/kept?tenant=t2`, {
        Connection: 'close',
        Origin: 'https://app.example',
        'X-API-KEY': token,
      }),
    );
    expect(new Set(replies.map(({ body }) => body))).toEqual(new Set(['{"result":[{"n":2}]}']));
    const allowed = replies.map(({ headers }) => headers['access-control-allow-origin']);
    expect(new Set(allowed)).toEqual(new Set(['*']));
    expect((await ask(served, '/api/endpoints/kept?tenant=t2', 'another')).status).toBe(401);
    const ofTokens = await many(12, keptByToken);
    expect(ofTokens.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(taken()).toContain('the keys of the issuer cannot be refreshed');
    isIssuerThere = true;
    const ofSettings = () => taken().filter(event => String(event).includes('quern.yaml'));
    await expect.poll(ofSettings).toEqual(settings);
    for (const [at, file] of files.entries()) writeFileSync(file, texts[at] ?? '');
    await expect.poll(() => valid('keys')).toBe(1);
    served.child.kill('SIGHUP');
    await expect.poll(() => valid('definitions')).toBe(1);
    expect(ofSettings()).toEqual(settings);
    const others = [
      expect.stringContaining('the keys of the other processes are in use'),
      'the definitions of the other processes are in use',
    ];
    for (const event of others)
      if (isValid) expect(taken()).not.toContainEqual(event);
      else expect(taken()).toContainEqual(event);
  });

  it('run on if one is killed that runs a statement for all', async () => {
    const once = () => slow('slow.kept', 1);
    let lost = 0;
    const asked = many(6, () =>
      once().catch(() => {
        lost += 1;
        return once();
      }),
    );
    await expect.poll(() => metric(served, 'quern_limiter_running'), { interval: 5 }).toBe(1);
    const replaced = replace(await busyOne(served));
    // the connections of the killed process are lost
    expect(new Set((await asked).map(({ status }) => status))).toEqual(new Set([200]));
    expect(lost).toBeGreaterThan(0);
    await replaced;
  });

  it('listen on the same port after all have been killed', async () => {
    await replace(...childrenOf(served));
    expect((await ask(served, '/healthz')).status).toBe(200);
  });

  it('keep no answer from before SIGHUP, neither those that read again nor one that starts later', async () => {
    const bodies = async () => {
      const replies = await many(6, () => kept('t2'));
      return new Set(replies.map(({ body }) => body));
    };
    await expect.poll(bodies).toEqual(new Set(['{"result":[{"n":2}]}']));
    const { engines } = JSON.parse(readFileSync(join(served.folder, 'quern.yaml'), 'utf8'));
    const other = await tablesFile(`${tables(SLOW_ROWS)};
      DELETE FROM items; INSERT INTO items SELECT range, 't2' FROM range(5)`);
    renameSync(String(Object(other.settings).database), engines.duckdb.database);
    const again = () => eventsOf(served).filter(event => String(event).startsWith('read again'));
    const before = again().length;
    served.child.kill('SIGHUP');
    await expect.poll(again).toHaveLength(before + 2);
    expect(await bodies()).toEqual(new Set(['{"result":[{"n":5}]}']));
    const [pid = 0] = childrenOf(served);
    await replace(pid);
    // both have an answer once the new one has given one, too
    await expect
      .poll(async () => ({
        bodies: [...(await bodies())],
        entries: await metric(served, 'quern_cache_entries'),
      }))
      .toEqual({ bodies: ['{"result":[{"n":5}]}'], entries: 2 });
  });

  it('forget a key together', async () => {
    writeKeys(keyText([key]));
    const all = () => many(4, () => ask(served, '/api/endpoints', often));
    await expect
      .poll(async () => (await all()).map(({ status }) => status))
      .toEqual([401, 401, 401, 401]);
    // of one that asks no longer
    expect((await kept('t2')).status).toBe(200);
  });

  it('drain together, and leave nothing behind', async () => {
    const asked = many(2, at => slow('slow', at));
    await expect.poll(() => metric(served, 'quern_limiter_running')).toBeGreaterThan(0);
    const pids = childrenOf(served);
    served.child.kill('SIGTERM');
    await expect
      .poll(async () => (await many(4, () => ask(served, '/readyz'))).map(({ status }) => status))
      .toEqual([503, 503, 503, 503]);
    const taken = await many(4, () => kept('t2'));
    expect(taken.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await asked).map(({ status }) => status)).toEqual([200, 200]);
    expect(await served.ended).toBe(0);
    await expect.poll(() => pids.filter(isThere)).toEqual([]);
  });
});

it('processes of which one hangs replace it, or end with it, and end if the first is killed', async () => {
  const [hanging, ending] = await Promise.all([serveTwo(), serveTwo()]);
  const [[paused = 0], [other = 0]] = [childrenOf(hanging), childrenOf(ending)];
  for (const pid of [paused, other]) process.kill(pid, 'SIGSTOP');
  const stopped = ending.stop();
  // it takes no further connection, so none is lost with it
  const replies = await many(20, () => ask(hanging, '/healthz'));
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  // the sum waits for it
  expect(await metric(hanging, 'quern_requests_total')).toBe(20);
  await expect.poll(() => childrenOf(hanging).includes(paused)).toBe(false);
  expect(eventsOf(hanging)).toContain('a process has not answered for 10 s');
  await expect.poll(() => metric(hanging, 'quern_process_restarts_total')).toBe(1);
  expect(await stopped).toBe(0);
  const pids = childrenOf(hanging);
  hanging.child.kill('SIGKILL');
  await hanging.ended;
  await expect.poll(() => pids.filter(isThere)).toEqual([]);
});

it.each([
  [[], 3, 'not an address of this machine'],
  [null, 2, 'is for loopback addresses'],
])('processes report once why they cannot start: with the keys %j', async (keys, exit, why) => {
  const failed = serveItems({ words: [...TWO, '--host', '203.0.113.1'], keys });
  const text = await failed.then(String, (cause: Error) => cause.message);
  expect(text).toContain(`ended with ${exit}: `);
  expect(text.split(why)).toHaveLength(2);
});

/** The child that uses the processor from now on. */
async function busyOne(served: ServeProcess): Promise<number> {
  const used = (pid: number) => {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = new Map(childrenOf(served).map(pid => [pid, used(pid)]));
  const busy = () => [...before].find(([pid, ticks]) => used(pid) >= ticks + 10)?.[0] ?? 0;
  await expect.poll(busy, { interval: 5 }).not.toBe(0);
  return busy();
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
