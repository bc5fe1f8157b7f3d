/** Several ClickHouse servers on `quern serve`: one that fails costs no answer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { reach } from '../../engines/clickhouse/reach.ts';
import { type Gate, openGate } from '../../support/gate.ts';
import { get } from '../faults/storm.ts';
import { type ServeProcess, serveProcess } from '../serve-process.ts';

const FILES = {
  'endpoints/sources.yaml': `sources:
  orders:
    tables: { clickhouse: { table: orders } }
    columns: { id: { type: int64, required: true } }
`,
  'endpoints/orders.upto.yaml': `endpoint: orders.upto
id: 00000000-0000-4000-8000-000000001501
engines: [clickhouse]
params: { most: { type: int64, required: true } }
from: orders
where: [id < @most]
select: { n: count() }
cache: off
`,
};

let reached: Awaited<ReturnType<typeof reach>>;
let gates: readonly [Gate, Gate];
let served: ServeProcess;
beforeAll(async () => {
  reached = await reach([]);
  await reached.server.command(`CREATE TABLE orders (id Int64) ENGINE = MergeTree ORDER BY id`);
  await reached.server.command(`INSERT INTO orders SELECT number FROM numbers(1000)`);
  const { url } = reached.server;
  gates = [await openGate(url), await openGate(url)];
  const servers = gates.map(({ port }) => `http://127.0.0.1:${port}`);
  const { settings, environment } = reached;
  served = await serveProcess({
    engine: 'clickhouse',
    reached: { environment, settings: { ...settings, url: servers } },
    files: FILES,
    hasAnalyser: false,
  });
});
afterAll(async () => {
  await served?.stop();
  for (const gate of gates ?? []) await gate.close();
  await reached?.close();
  removeFolders();
});

async function ask(most: number) {
  const { status, body } = await get(`${served.url}/api/endpoints/orders.upto?most=${most}`);
  return status === 200 ? body : String(status);
}
const rows = (most: number) => `{"result":[{"n":${most}}]}`;

/** Callers ask until `fault` has happened and been borne. Returns what they were answered wrongly. */
async function whileAsked(fault: () => Promise<void>): Promise<readonly string[]> {
  const wrong: string[] = [];
  let isOver = false;
  const caller = async (first: number) => {
    for (let most = first; !isOver; most = (most + 7) % 1_000) {
      const answer = await ask(most);
      if (answer !== rows(most)) wrong.push(answer);
    }
  };
  const callers = [1, 2, 3, 4].map(caller);
  await ask(5);
  await fault();
  for (let most = 0; most < 20; most += 1) await ask(most);
  isOver = true;
  await Promise.all(callers);
  return wrong;
}

it('asks the next server when one is lost, and stays with it', async () => {
  const [first, second] = gates;
  expect(await ask(7)).toBe(rows(7));
  expect(second.taken()).toBe(0);
  // statements that the first one was running are asked again
  expect(await whileAsked(first.cut)).toEqual([]);
  const before = first.taken();
  await first.open();
  expect(await ask(8)).toBe(rows(8));
  expect(first.taken()).toBe(before);
  expect(await whileAsked(second.cut)).toEqual([]);
  expect(first.taken()).toBeGreaterThan(before);
});

it('is unavailable only while all are lost', async () => {
  const [first, second] = gates;
  await first.cut();
  expect(await ask(9)).toBe('503');
  await second.open();
  await expect.poll(() => ask(9)).toBe(rows(9));
  expect((await get(`${served.url}/readyz`)).status).toBe(200);
});
