/** `quern serve --processes`: several processes on one port are one service. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEY_FILE_FORMAT } from '../../../server/access/keys/key-file.ts';
import { get, type Reply } from '../faults/storm.ts';
import {
  childrenOf,
  type ServeProcess,
  type ServeProcessOptions,
  tablesFile,
} from '../serve-process.ts';
import { madeKey } from '../server-fixture.ts';
import { askBeyond, itemsOf, serveItems, TENANTS } from './project.ts';

const TWO = ['--processes', '2'];
const serveTwo = async (options: Partial<ServeProcessOptions> = {}, slowRows?: number) => {
  const served = await serveItems({ words: TWO, ...options }, slowRows);
  await expect.poll(() => eventsOf(served)).toContain('2 processes listen');
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

describe('several processes', () => {
  it('answer on one port, keep answers for each other and sum their metrics', async () => {
    const served = await serveTwo();
    for (let round = 0; round < 4; round += 1) {
      for (const tenant of TENANTS) {
        const reply = await ask(served, `/api/endpoints/kept?tenant=${tenant}`);
        expect(reply.body).toBe(`{"result":[{"n":${itemsOf(tenant)}}]}`);
        expect(reply.headers['x-cache']).toBe(round === 0 ? 'miss' : 'hit');
      }
    }
    let asked = 4 * TENANTS.length;
    // until both have answered for each
    await expect
      .poll(async () => {
        await many(TENANTS.length, at => ask(served, `/api/endpoints/kept?tenant=${TENANTS[at]}`));
        asked += TENANTS.length;
        return metric(served, 'quern_cache_entries');
      })
      .toBe(2 * TENANTS.length);
    const ran = await metric(served, 'quern_engine_runs_total', 'endpoint="kept"');
    expect(ran).toBe(TENANTS.length);
    expect(await metric(served, 'quern_requests_total', 'endpoint="kept"')).toBe(asked);
    expect(await metric(served, 'quern_engine_info')).toBe(1);
    expect(await metric(served, 'quern_process_restarts_total')).toBe(0);
  });

  it('run one statement for all who wait for the same rows', async () => {
    const served = await serveTwo({}, 3_000_000);
    const replies = await many(20, () => ask(served, '/api/endpoints/slow.kept'));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await metric(served, 'quern_engine_runs_total', 'endpoint="slow.kept"')).toBe(1);
  });

  it('run no more statements at once than one would', async () => {
    const served = await serveTwo({ service: { concurrency: 1, queue: 1 } }, 60_000_000);
    const asked = many(6, at => ask(served, `/api/endpoints/slow?most=${at}`));
    await expect.poll(() => metric(served, 'quern_limiter_waiting'), { interval: 5 }).toBe(1);
    expect(await metric(served, 'quern_limiter_running')).toBe(1);
    const statuses = (await asked).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 503, 503, 503, 503]);
  });

  it('count the requests of a key together, and forget a key together', async () => {
    const { key, token } = madeKey({ rate: 5 });
    const served = await serveTwo({ keys: [key], service: { public: ['metrics'] } });
    const refused = await askBeyond(5, () => ask(served, '/api/endpoints', token));
    expect(refused).not.toEqual([]);
    writeFileSync(served.keyFile, JSON.stringify({ format: KEY_FILE_FORMAT, keys: [] }));
    await expect
      .poll(async () => {
        const all = await many(4, () => ask(served, '/api/endpoints', token));
        return all.map(({ status }) => status);
      })
      .toEqual([401, 401, 401, 401]);
  });

  it('replace one that is killed, count that, and answer meanwhile', async () => {
    const served = await serveTwo();
    const [first = 0, second = 0] = childrenOf(served);
    process.kill(first, 'SIGKILL');
    await expect.poll(() => childrenOf(served).includes(first)).toBe(false);
    for (const tenant of TENANTS) {
      const reply = await ask(served, `/api/endpoints/kept?tenant=${tenant}`);
      expect(reply.body).toBe(`{"result":[{"n":${itemsOf(tenant)}}]}`);
    }
    await expect.poll(() => childrenOf(served).length).toBe(2);
    expect(childrenOf(served)).toContain(second);
    await expect.poll(() => metric(served, 'quern_process_restarts_total')).toBe(1);
    expect(eventsOf(served)).toContain('a process ended by SIGKILL');
    // an answer of the one that stayed is known to the new one
    const replies = await many(6, () => ask(served, '/api/endpoints/kept?tenant=t3'));
    expect(replies.map(({ headers }) => headers['x-cache'])).toEqual(Array(6).fill('hit'));
  });

  it.each([
    ['half of it is written', (text: string) => text.slice(0, text.length / 2)],
    ['it is gone', () => null],
    [
      'it says other things',
      (text: string) => {
        const config = JSON.parse(text);
        return JSON.stringify({ ...config, service: { ...config.service, cors: [] } });
      },
    ],
  ])('start with the configuration that the first has read: %s', async (_, change) => {
    const served = await serveTwo({ service: { cors: ['*'] } });
    const file = join(served.folder, 'quern.yaml');
    const text = change(readFileSync(file, 'utf8'));
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
    const olds = childrenOf(served);
    for (const [at, old] of olds.entries()) {
      process.kill(old, 'SIGKILL');
      await expect.poll(() => metric(served, 'quern_process_restarts_total')).toBe(at + 1);
      // the sum has the entries of those that listen, once both have answered
      await expect
        .poll(async () => {
          await many(6, () => ask(served, '/api/endpoints/kept?tenant=t1'));
          return metric(served, 'quern_cache_entries');
        })
        .toBe(2);
    }
    expect(await metric(served, 'quern_process_restarts_total')).toBe(olds.length);
    expect(childrenOf(served).filter(pid => olds.includes(pid))).toEqual([]);
    const replies = await many(12, () =>
      get(`${served.url}/healthz`, { Connection: 'close', Origin: 'https://app.example' }),
    );
    const allowed = replies.map(({ headers }) => headers['access-control-allow-origin']);
    expect(new Set(allowed)).toEqual(new Set(['*']));
  });

  it('replace one that hangs, and end with one that does', async () => {
    const served = await serveTwo();
    const pause = () => {
      const [first = 0] = childrenOf(served);
      process.kill(first, 'SIGSTOP');
      return first;
    };
    const paused = pause();
    // it takes no further connection, so none is lost with it
    const replies = await many(20, () => ask(served, '/healthz'));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    // the sum waits for it
    expect(await metric(served, 'quern_requests_total')).toBe(20);
    await expect.poll(() => childrenOf(served).includes(paused)).toBe(false);
    expect(eventsOf(served)).toContain('a process has not answered for 10 s');
    await expect.poll(() => metric(served, 'quern_process_restarts_total')).toBe(1);
    await expect.poll(() => childrenOf(served).length).toBe(2);
    pause();
    expect(await served.stop()).toBe(0);
  });

  it('listen on the same port after all have been killed', async () => {
    const served = await serveTwo();
    const killed = childrenOf(served);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    const status = () =>
      ask(served, '/healthz').then(
        reply => reply.status,
        () => null,
      );
    await expect.poll(() => childrenOf(served).filter(pid => !killed.includes(pid)).length).toBe(2);
    await expect.poll(status).toBe(200);
  });

  it('run on if one is killed that runs a statement for all', async () => {
    const served = await serveTwo({}, 150_000_000);
    const once = () => ask(served, '/api/endpoints/slow.kept');
    let lost = 0;
    const asked = many(6, () =>
      once().catch(() => {
        lost += 1;
        return once();
      }),
    );
    await expect.poll(() => metric(served, 'quern_limiter_running'), { interval: 5 }).toBe(1);
    process.kill(await busyOne(served), 'SIGKILL');
    // the connections of the killed process are lost
    expect(new Set((await asked).map(({ status }) => status))).toEqual(new Set([200]));
    expect(lost).toBeGreaterThan(0);
  });

  it('read the generated files again at SIGHUP', async () => {
    const served = await serveTwo();
    served.child.kill('SIGHUP');
    const again = () => eventsOf(served).filter(event => String(event).startsWith('read again'));
    await expect.poll(again).toHaveLength(2);
  });

  it('keep no answer from before SIGHUP, neither those that read again nor one that starts later', async () => {
    const served = await serveTwo();
    const bodies = async () => {
      const replies = await many(6, () => ask(served, '/api/endpoints/kept?tenant=t2'));
      return new Set(replies.map(({ body }) => body));
    };
    expect(await bodies()).toEqual(new Set(['{"result":[{"n":2}]}']));
    const { engines } = JSON.parse(readFileSync(join(served.folder, 'quern.yaml'), 'utf8'));
    const other =
      await tablesFile(`CREATE TABLE items (id BIGINT NOT NULL, tenant VARCHAR NOT NULL);
      INSERT INTO items SELECT range, 't2' FROM range(5);
      CREATE VIEW slow_items AS SELECT 1::BIGINT AS id, 1::BIGINT AS size`);
    renameSync(String(Object(other.settings).database), engines.duckdb.database);
    served.child.kill('SIGHUP');
    const again = () => eventsOf(served).filter(event => String(event).startsWith('read again'));
    await expect.poll(again).toHaveLength(2);
    expect(await bodies()).toEqual(new Set(['{"result":[{"n":5}]}']));
    const [pid = 0] = childrenOf(served);
    process.kill(pid, 'SIGKILL');
    const entries = () => metric(served, 'quern_cache_entries');
    await expect.poll(() => eventsOf(served)).toContain('another process takes its place');
    // both have an answer once the new one has given one, too
    await expect
      .poll(async () => ({ bodies: [...(await bodies())], entries: await entries() }))
      .toEqual({ bodies: ['{"result":[{"n":5}]}'], entries: 2 });
  });

  it('drain together, and leave nothing behind', async () => {
    const served = await serveTwo({ service: { drain: '2s' } }, 20_000_000);
    const asked = many(2, at => ask(served, `/api/endpoints/slow?most=${at}`));
    await expect.poll(() => metric(served, 'quern_limiter_running')).toBeGreaterThan(0);
    const pids = childrenOf(served);
    served.child.kill('SIGTERM');
    await expect
      .poll(async () => (await many(4, () => ask(served, '/readyz'))).map(({ status }) => status))
      .toEqual([503, 503, 503, 503]);
    const taken = await many(4, () => ask(served, '/api/endpoints/kept?tenant=t2'));
    expect(taken.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await asked).map(({ status }) => status)).toEqual([200, 200]);
    expect(await served.ended).toBe(0);
    await expect.poll(() => pids.filter(isThere)).toEqual([]);
  });

  it('end if the first of them is killed', async () => {
    const served = await serveTwo();
    const pids = childrenOf(served);
    served.child.kill('SIGKILL');
    await served.ended;
    await expect.poll(() => pids.filter(isThere)).toEqual([]);
  });

  it.each([
    [[], 3, 'not an address of this machine'],
    [null, 2, 'is for loopback addresses'],
  ])('report once why they cannot start: with the keys %j', async (keys, exit, why) => {
    const failed = serveItems({ words: [...TWO, '--host', '203.0.113.1'], keys });
    const text = await failed.then(String, (cause: Error) => cause.message);
    expect(text).toContain(`ended with ${exit}: `);
    expect(text.split(why)).toHaveLength(2);
  });
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
