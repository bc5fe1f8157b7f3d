/** Budgets of bytes on `quern serve`, by the counts of a ClickHouse server. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken, digest } from '../../../server/access/tokens.ts';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { reach } from '../../engines/clickhouse/reach.ts';
import { openGate } from '../../support/processes/gate.ts';
import { get } from '../faults/storm.ts';
import { noStore, startStore } from '../operators/redis-server.ts';
import {
  childrenOf,
  type ServeProcess,
  type ServeProcessOptions,
  serveProcess,
} from '../serve-process.ts';

if (noStore !== null) process.stderr.write(`Skipped: ${noStore}.\n`);

const FILES = {
  'endpoints/sources.yaml': `sources:
  orders:
    tables: { clickhouse: { table: orders } }
    columns: { id: { type: int64, required: true }, shop: { type: string, required: true } }
  visits: { tables: { clickhouse: { table: visits } }, columns: { id: { type: int64, required: true } } }
`,
  'endpoints/orders.list.yaml': `endpoint: orders.list
id: 00000000-0000-4000-8000-000000001201
engines: [clickhouse]
params: { shop: { type: string, required: true } }
from: orders
where: [shop = @shop]
select: [id]
order_by: [id]
cache: { ttl: 10m }
`,
  'endpoints/visits.sum.yaml': `endpoint: visits.sum
id: 00000000-0000-4000-8000-000000001202
engines: [clickhouse]
from: visits
select: { sum: sum(id) }
`,
};
const ROWS = 20_000;
const NAMES = ['one', 'other', 'third', 'fourth', 'fifth'] as const;
const [ONE, OTHER, THIRD, FOURTH, FIFTH] = NAMES.map(createToken) as Five;
type Five = [string, string, string, string, string];
const keyOf = (name: string, token: string) => ({
  ...{ id: `key_${name}`, name, sha256: digest(token).toString('hex') },
  ...{ created: '2026-01-01T00:00:00Z', expires: null, endpoints: ['*'], params: {} },
});

let reached: Awaited<ReturnType<typeof reach>>;
/** The service of the test. */
let served: ServeProcess;
const running: ServeProcess[] = [];

beforeAll(async () => {
  reached = await reach([]);
  await reached.server.command(
    `CREATE TABLE orders (id Int64, shop String) ENGINE = MergeTree ORDER BY id`,
  );
  await reached.server.command(
    `INSERT INTO orders SELECT number, toString(number % 100) FROM numbers(${ROWS})`,
  );
  await reached.server.command(`CREATE TABLE visits (id Int64) ENGINE = MergeTree ORDER BY id`);
  await reached.server.command(`INSERT INTO visits SELECT number FROM numbers(1000000)`);
});

afterAll(async () => {
  await Promise.all(running.map(one => one.stop()));
  await reached?.close();
  removeFolders();
});

type Settings = Readonly<Record<string, unknown>>;

async function serve(
  service: Settings,
  settings: Settings = {},
  further: Partial<ServeProcessOptions> = {},
): Promise<ServeProcess> {
  const started = await serveProcess({
    engine: 'clickhouse',
    reached: { ...reached, settings: { ...reached.settings, ...settings } },
    files: FILES,
    // a store that suites share keeps the budgets of each secret apart
    service: { log_values: true, secret: `${SECRET} ${randomUUID()}`, ...service },
    keys: [ONE, OTHER, THIRD, FOURTH, FIFTH].map((token, at) => keyOf(NAMES[at] ?? '', token)),
    hasAnalyser: false,
    ...further,
  });
  running.push(started);
  return started;
}

const ask = (token: string, shop: number) => askFor(`orders.list?shop=${shop}`, token);

async function askFor(path: string, token: string) {
  const response = await fetch(`${served.url}/api/endpoints/${path}`, {
    headers: { 'X-API-KEY': token },
  });
  const { headers, status } = response;
  return { status, headers, body: Object(await response.json()) };
}

/** Asks for rows of other shops until the key is refused, and returns how often it was answered. */
async function askUntilRefused(token: string, first = 0) {
  for (let answered = 0; answered < 20; answered += 1) {
    const answer = await ask(token, first + answered);
    if (answer.status !== 200) return { answered, ...answer };
    expect(answer.body.result).toHaveLength(ROWS / 100);
  }
  throw new Error('the key is never refused');
}

const scannedBy = (key: string) =>
  served
    .lines()
    .filter(line => line['key'] === key && line['scannedBytes'] !== undefined)
    .map(line => Number(line['scannedBytes']));

const add = (total: number, one: number) => total + one;
const SECRET = 'a secret of a test, of 32 characters and more';

async function statusOf(url = '', token: string, shop: number): Promise<number> {
  const path = `/api/endpoints/orders.list?shop=${shop}`;
  return (await get(url + path, { 'X-API-KEY': token })).status;
}

describe('a budget of bytes', () => {
  beforeAll(async () => {
    const budget = { key: '8KiB/day', total: '24KiB/day' };
    served = await serve({ budget, concurrency: 1 }, { maximum_bytes: '4MiB' });
  });

  it('of one statement is a bound of the engine: `maximum_bytes`', async () => {
    const { status, body } = await askFor('visits.sum', OTHER);
    expect({ status, code: body.code }).toEqual({ status: 502, code: 'engine_error' });
    expect(JSON.stringify(served.lines())).toContain('TOO_MANY_BYTES');
  });

  it('ends the runs of a key that has read its bytes of the day, not its kept answers or other keys', async () => {
    const { answered, status, headers, body } = await askUntilRefused(ONE);
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'budget_exhausted' });
    // a line may follow its answer
    await expect.poll(() => scannedBy('key_one')).toHaveLength(answered);
    const reads = scannedBy('key_one');
    const sum = (all: readonly number[]) => all.reduce(add, 0);
    // the last run may end beyond the budget, none begins beyond it
    expect(sum(reads)).toBeGreaterThanOrEqual(8 * 1024);
    expect(sum(reads.slice(0, -1))).toBeLessThan(8 * 1024);
    const reset = headers.get('X-Budget-Reset') ?? '';
    expect(reset).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
    const left = (Date.parse(reset) - Date.now()) / 1_000;
    expect(left).toBeGreaterThan(-60);
    expect(left).toBeLessThanOrEqual(86_400);
    expect(Math.abs(Number(headers.get('Retry-After')) - left)).toBeLessThan(60);
    expect(body.detail).toContain(reset);
    expect((await ask(ONE, 0)).status).toBe(200);
    expect((await ask(OTHER, 60)).status).toBe(200);
    expect((await ask(ONE, 60)).status).toBe(200);
    expect((await ask(ONE, 61)).status).toBe(429);
  });

  it('ends those that wait for their turn, too', async () => {
    const reads = scannedBy('key_one');
    for (const shop of reads.slice(1).keys())
      expect((await ask(THIRD, 20 + shop)).status).toBe(200);
    reached.server.failEach(({ query }) =>
      query.includes('orders') ? { kind: 'slow', ms: 300 } : null,
    );
    const all = await Promise.all(Array.from({ length: 6 }, (_, at) => ask(THIRD, 40 + at)));
    reached.server.failEach(() => null);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429]);
  });

  it('may bound all keys together', async () => {
    const { answered } = await askUntilRefused(FOURTH, 50);
    expect(answered).toBeLessThan(scannedBy('key_one').length);
    const { status, body } = await ask(FIFTH, 70);
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'budget_exhausted' });
    expect(body.detail).toContain('All keys together');
  });
});

it('a budget is one for the processes of a service, and for the process that replaces one', async () => {
  served = await serve({ budget: { key: '8KiB/day' } }, {}, { words: ['--processes', '2'] });
  const status = async (shop: number) => {
    const headers = { 'X-API-KEY': ONE, Connection: 'close' };
    return (await get(`${served.url}/api/endpoints/orders.list?shop=${shop}`, headers)).status;
  };
  await expect
    .poll(() => JSON.stringify(served.lines()), { timeout: 10_000 })
    .toContain('2 processes listen');
  let shop = 0;
  while ((await status(shop)) === 200) shop += 1;
  // either process may take each connection
  expect([await status(80), await status(81), await status(82)]).toEqual([429, 429, 429]);
  await expect.poll(() => scannedBy('key_one')).toHaveLength(shop);
  expect(scannedBy('key_one').slice(0, -1).reduce(add, 0)).toBeLessThan(8 * 1024);
  const [first = 0] = childrenOf(served);
  process.kill(first, 'SIGKILL');
  await expect
    .poll(() => JSON.stringify(served.lines()), { timeout: 10_000 })
    .toContain('another process takes its place');
  expect([await status(83), await status(84), await status(85)]).toEqual([429, 429, 429]);
  expect((await ask(OTHER, 60)).status).toBe(200);
});

it.skipIf(noStore !== null)(
  'a budget is one for replicas on a store, which costs no answer while it is lost',
  async () => {
    const store = await startStore();
    const gate = await openGate(store.url);
    const shared = { budget: { key: '8KiB/day' }, secret: SECRET };
    const replicas: ServeProcess[] = [];
    try {
      for (const url of [store.url, store.url, `redis://127.0.0.1:${gate.port}`])
        replicas.push(await serve({ ...shared, shared: url }));
      const status = (at: number, token: string, shop: number) =>
        statusOf(replicas[at]?.url, token, shop);
      await gate.cut();
      let shop = 0;
      while ((await status(0, ONE, shop)) === 200) shop += 1;
      expect(shop).toBeGreaterThan(0);
      expect(await status(1, ONE, 80)).toBe(429);
      // it cannot know, and answers
      expect(await status(2, ONE, 81)).toBe(200);
      await gate.open();
      // rows of one shop are kept once they are answered
      const shops = Array.from({ length: 15 }, (_, at) => 82 + at).values();
      await expect
        .poll(() => status(2, ONE, shops.next().value ?? 0), { interval: 500, timeout: 7_000 })
        .toBe(429);
      await store.kill();
      for (const at of [0, 1, 2]) {
        expect(await status(at, ONE, 98)).toBe(429);
        expect(await status(at, OTHER, 70 + at)).toBe(200);
      }
      await store.start();
      // a replica sends its counts to the empty store
      await expect
        .poll(
          async () => {
            expect(await status(0, ONE, 97)).toBe(429);
            return (await store.command('KEYS', '*:total')) as unknown[];
          },
          { interval: 300, timeout: 7_000 },
        )
        .toHaveLength(1);
    } finally {
      await gate.close();
      await store.close();
    }
  },
);
