/** Replicas on one store: what they share, and that a broken store costs neither an answer nor its truth. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quern } from '../../cli/cli-fixture.ts';
import { type Gate, openGate } from '../../support/processes/gate.ts';
import { get } from '../faults/storm.ts';
import type { ServeProcess, ServeProcessOptions } from '../serve-process.ts';
import { madeKey } from '../server-fixture.ts';
import { askBeyond, itemsOf, serveReplicas, TENANTS } from './project.ts';
import { noStore, type Store, startStore } from './redis-server.ts';

if (noStore !== null) process.stderr.write(`Skipped: ${noStore}.\n`);

const SECRET = 'a secret of a test, of 32 characters and more';
const UNAVAILABLE = 'the shared store is unavailable';
const KEPT = '/api/endpoints/kept?tenant=';

/** Code by which a process finds another version in the package of quern. */
const OTHER_VERSION = `import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const read = fs.readFileSync;
  fs.readFileSync = (...given) => {
    const found = read(...given);
    return typeof found === 'string' && found.includes('"name": "quern"')
      ? found.replace(/"version": "[^"]*"/, '"version": "9.9.9"')
      : found;
  };
  syncBuiltinESMExports();
`;

const { key, token } = madeKey();
const { key: limited, token: often } = madeKey({ id: 'key_often', name: 'often', rate: 5 });
const { key: further, token: alsoOften } = madeKey({ id: 'key_other', name: 'other', rate: 5 });

let store: Store;
/** The way of the last of three replicas to the store. */
let gate: Gate;
/** Most tests share them. */
let replicas: readonly ServeProcess[];
beforeAll(async () => {
  if (noStore !== null) return;
  store = await startStore();
  gate = await openGate(store.url);
  replicas = await onStore(3);
});
afterAll(async () => {
  await gate?.close();
  await store?.close();
});

/** Further options of a replica, by its number. */
type Rest = (at: number) => Partial<ServeProcessOptions>;

const onStore = (count: number, rest: Rest = () => ({})) =>
  serveReplicas(
    count,
    at => {
      const shared = at === 2 ? `redis://127.0.0.1:${gate.port}` : store.url;
      const service = { shared, secret: SECRET, public: ['metrics'] };
      return { keys: [key, limited, further], service, ...rest(at) };
    },
    20_000_000,
  );

const ask = (served: ServeProcess | undefined, path: string, by = token) =>
  get(`${served?.url}${path}`, { 'X-API-KEY': by });

/** How many statements the replicas have run for an endpoint. */
async function runs(endpoint: string): Promise<number> {
  const texts = await Promise.all(replicas.map(({ url }) => get(`${url}/metrics`)));
  const counts = texts.map(({ body }) =>
    Number(
      new RegExp(`runs_total{endpoint="${endpoint}",outcome="ok"} (\\d+)`).exec(body)?.[1] ?? 0,
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

describe.skipIf(noStore !== null)('replicas on one store', () => {
  it('keep answers for each other, sealed, apart by tenant', async () => {
    const [first, second] = replicas;
    await store.command('FLUSHALL');
    for (const tenant of TENANTS) {
      const rows = `{"result":[{"n":${itemsOf(tenant)}}]}`;
      const made = await ask(first, `${KEPT}${tenant}`);
      expect([made.body, made.headers['x-cache']]).toEqual([rows, 'miss']);
      await expect
        .poll(async () => {
          const { body, headers } = await ask(second, `${KEPT}${tenant}&most=1000000`);
          return [body, headers['x-cache'], headers['etag']];
        })
        .toEqual([rows, 'hit', made.headers['etag']]);
    }
    expect(await runs('kept')).toBe(TENANTS.length);
    const keys = (await store.command('KEYS', '*')) as readonly string[];
    expect(keys).toHaveLength(TENANTS.length);
    for (const key of keys) {
      const stored = String(await store.command('HGETALL', key));
      expect(key + stored).not.toMatch(/tenant|kept|result|t\d"/);
    }
  });

  it('run one statement for all who wait for the same rows, in every format', async () => {
    const asked = Array.from({ length: 10 }, (_, at) =>
      ask(replicas[at % 2], `/api/endpoints/slow.kept?format=${at < 5 ? 'csv' : 'json'}`),
    );
    const replies = await Promise.all(asked);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(2);
    expect(await runs('slow.kept')).toBe(1);
  });

  it('count the requests of a key together', async () => {
    await askBeyond(5, at => ask(replicas[at % 2], '/api/endpoints', often));
  });

  it('have the ratio of hits of one process', async () => {
    // the same requests of 8 callers, of which a few are frequent
    const asked = Array.from(
      { length: 600 },
      (_, at) => 2_000 + Math.floor(((at * 37) % 100) ** 2 / 50),
    );
    const ratio = async (some: readonly ServeProcess[], from: number) => {
      const left = [...asked.map(most => most + from).entries()];
      let hits = 0;
      const caller = async () => {
        for (let next = left.pop(); next !== undefined; next = left.pop()) {
          const [at, most] = next;
          const { headers } = await ask(some[at % some.length], `${KEPT}t3&most=${most}`);
          if (headers['x-cache'] !== 'miss') hits += 1;
        }
      };
      await Promise.all(Array.from({ length: 8 }, caller));
      return hits / asked.length;
    };
    const alone = await serveReplicas(1, { words: [], keys: [key] });
    // a busy machine makes the store slow, and a slow store costs hits: one of three tries must do
    const differences: number[] = [];
    for (let from = 0; from < 900 && differences.every(one => one >= 0.05); from += 300) {
      const one = await ratio(alone, from);
      expect(one).toBeGreaterThan(0.5);
      differences.push(Math.abs((await ratio(replicas, from)) - one));
    }
    expect(Math.min(...differences)).toBeLessThan(0.05);
  });

  it('with another secret or other tables share nothing', async () => {
    const others = await Promise.all([
      onStore(1),
      onStore(1, () => ({ service: { shared: store.url, secret: `${SECRET}.` } })),
    ]);
    for (const served of [replicas[0], ...others.flat()]) {
      const { headers } = await ask(served, `${KEPT}t1&most=7`);
      expect(headers['x-cache']).toBe('miss');
    }
  });

  it('of another version keep answers apart, and share rates', async () => {
    const [first, second] = replicas;
    const { folder = '' } = first ?? {};
    const { engines } = JSON.parse(readFileSync(join(folder, 'quern.yaml'), 'utf8'));
    const reached = { settings: engines.duckdb, environment: {} };
    const [other] = await onStore(1, () => ({ reached, before: OTHER_VERSION }));
    const cacheOf = async (served: ServeProcess | undefined) =>
      (await ask(served, `${KEPT}t1&most=8`)).headers['x-cache'];
    expect(await cacheOf(first)).toBe('miss');
    await expect.poll(() => cacheOf(second), { interval: 100 }).toBe('hit');
    await expect.poll(() => cacheOf(other), { interval: 100 }).toBe('miss');
    await askBeyond(5, at => ask([first, other][at % 2], '/api/endpoints', alsoOften));
  });

  it('need a secret', async () => {
    const words = ['serve', '--insecure-no-auth', '--config', 'other.yaml', '--port', '0'];
    const { folder = '' } = replicas[0] ?? {};
    writeFileSync(`${folder}/other.yaml`, 'service: { shared: "redis://127.0.0.1:1" }\n');
    const { exit, stderr } = await quern(folder, words);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('needs `service.secret`')]);
  });
});

/** Begins a fault, or ends it. */
type Fault = (isOver: boolean) => Promise<unknown>;

const answers = (text: string): Fault => {
  return async isOver => gate.answer(isOver ? null : text);
};

/** Faults that only the last of three replicas has. */
const OF_ONE: Readonly<Record<string, Fault>> = {
  'cut off': isOver => (isOver ? gate.open() : gate.cut()),
  'a server that answers numbers': answers(':1\r\n'),
  'a server that answers words': answers('+OK\r\n'),
  'a server that answers lists of anything': answers('*2\r\n$1\r\n{\r\n$3\r\nnan\r\n'),
  'a server that answers lists of lists': answers('*1\r\n*1\r\n:1\r\n'),
};
const OF_ALL: Readonly<Record<string, Fault>> = {
  killed: isOver => (isOver ? store.start() : store.kill()),
  paused: async isOver => store.pause(!isOver),
  'behind another password': isOver => store.protect(isOver ? null : 'another'),
  full: async isOver => store.command('CONFIG', 'SET', 'maxmemory', isOver ? '0' : '1'),
  evicting: async isOver => {
    const policy = isOver ? 'noeviction' : 'allkeys-random';
    await store.command('CONFIG', 'SET', 'maxmemory-policy', policy);
    const info = async (name: string) =>
      new RegExp(`${name}:(\\d+)`).exec(String(await store.command('INFO')))?.[1] ?? '';
    const most = isOver ? '0' : await info('used_memory');
    await store.command('CONFIG', 'SET', 'maxmemory', most);
    if (!isOver) await expect.poll(() => info('evicted_keys'), { interval: 20 }).not.toBe('0');
  },
  flushed: async isOver => isOver || store.command('FLUSHALL'),
  'with other bytes': async isOver => {
    if (isOver) return;
    const keys = (await store.command('KEYS', '*:answer')) as readonly string[];
    for (const key of keys) await store.command('HSET', key, 'answer', 'x'.repeat(100));
  },
  'with answers exchanged': async isOver => {
    if (isOver) return;
    const keys = (await store.command('KEYS', '*:answer')) as readonly string[];
    for (const [at, key] of keys.entries())
      await store.command('COPY', keys[(at + 1) % keys.length] ?? '', key, 'REPLACE');
  },
};
/** Faults that each replica that has them must report. */
const REPORTED = [...Object.keys(OF_ONE), 'killed', 'paused', 'behind another password'];
/** The words of the log for some of them. */
const REASONS: Readonly<Record<string, string>> = {
  'behind another password': 'it refuses the user or the password of `service.shared`',
};

describe.skipIf(noStore !== null)('under load, a store that is', () => {
  it.each(Object.entries({ ...OF_ALL, ...OF_ONE }))(
    '%s costs no answer and no wrong one',
    async (name, fault) => {
      const before = replicas.map(({ lines }) => lines().length);
      /** Whether each replica has reported a fault of the store since. */
      const reports = () =>
        replicas.map(({ lines }, at) =>
          lines()
            .slice(before[at])
            .some(
              ({ event, failure }) =>
                event === UNAVAILABLE && failure === (REASONS[name] ?? failure),
            ),
        );
      let isOver = false;
      let asked = 0;
      const wrong: unknown[] = [];
      const caller = async (at: number) => {
        for (let round = at; !isOver; round += 1) {
          const tenant = TENANTS[round % TENANTS.length] ?? 't1';
          const path = `${KEPT}${tenant}&most=${100 + (round % 200)}`;
          const reply = await ask(replicas[round % 3], path).catch(String);
          asked += 1;
          const rows = `{"result":[{"n":${itemsOf(tenant)}}]}`;
          if (typeof reply === 'string' || reply.status !== 200 || reply.body !== rows)
            wrong.push(reply);
        }
      };
      const callers = Promise.all(Array.from({ length: 6 }, (_, at) => caller(at)));
      /** Waits until the callers have asked so often more. */
      const more = (count: number) => {
        const enough = asked + count;
        return expect.poll(() => asked, { interval: 10 }).toBeGreaterThan(enough);
      };
      await more(30);
      await fault(false);
      // a busy machine makes the store slow for the others too
      const reporting = () => (name in OF_ONE ? reports().slice(2) : reports());
      if (REPORTED.includes(name)) await expect.poll(reporting).not.toContain(false);
      await more(100);
      await fault(true);
      await more(30);
      isOver = true;
      await callers;
      expect(wrong).toEqual([]);
      // the store is used again, by each of them
      const path = `${KEPT}t5&most=${1_000 + asked}`;
      await expect
        .poll(
          async () => {
            const fresh = `${path}${Math.floor(performance.now())}`;
            await ask(replicas[2], fresh);
            await sleep(50);
            const others = replicas.slice(0, 2).map(served => ask(served, fresh));
            return (await Promise.all(others)).map(({ headers }) => headers['x-cache']);
          },
          { interval: 100 },
        )
        .toEqual(['hit', 'hit']);
    },
  );
});
