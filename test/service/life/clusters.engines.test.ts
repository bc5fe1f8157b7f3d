/** Several servers on `quern serve`: one that fails costs no answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { reach } from '../../engines/clickhouse/reach.ts';
import type { Reached } from '../../engines/kit.ts';
import { LACKING } from '../../engines/postgres/cluster.ts';
import { createDatabase } from '../../engines/postgres/database.ts';
import { connectedTo } from '../../engines/postgres/session.ts';
import { type Gate, openGate } from '../../support/gate.ts';
import { get } from '../faults/storm.ts';
import { type ServeProcess, serveProcess } from '../serve-process.ts';

const PASSWORD = 'POSTGRES_PASSWORD';

const filesOn = (engine: string) => ({
  'endpoints/sources.yaml': `sources:
  orders:
    tables: { ${engine}: { table: orders } }
    columns: { id: { type: int64, required: true } }
`,
  'endpoints/orders.upto.yaml': `endpoint: orders.upto
id: 00000000-0000-4000-8000-000000001501
engines: [${engine}]
params: { most: { type: int64, required: true } }
from: orders
where: [id < @most]
select: { n: count() }
cache: off
`,
});

/** A server with a table of the numbers below 1000, and how the service reaches it by ways at these ports. */
interface Opened {
  readonly address: string;
  readonly by: (ports: readonly number[]) => Omit<Reached, 'close'>;
  readonly close: () => Promise<void>;
}

const OPENERS: Readonly<Record<string, () => Promise<Opened>>> = {
  clickhouse: async () => {
    const { server, settings, environment, close } = await reach([]);
    await server.command(`CREATE TABLE orders (id Int64) ENGINE = MergeTree ORDER BY id`);
    await server.command(`INSERT INTO orders SELECT number FROM numbers(1000)`);
    const url = (port: number) => `http://127.0.0.1:${port}`;
    const by = (ports: readonly number[]) => ({
      environment,
      settings: { ...settings, url: ports.map(url) },
    });
    return { address: server.url, by, close };
  },
  postgres: async () => {
    const database = await createDatabase();
    const session = await connectedTo(database.settings);
    await session.query('CREATE TABLE orders (id bigint NOT NULL)');
    await session.query('INSERT INTO orders SELECT generate_series(0, 999)');
    await session.close();
    const { port, database: name, user: username, password } = database.settings;
    const settings = { database: name, username, password: `\${${PASSWORD}}` };
    const by = (ports: readonly number[]) => ({
      environment: { [PASSWORD]: password },
      settings: { ...settings, host: ports.map(one => `127.0.0.1:${one}`) },
    });
    return { address: `postgres://127.0.0.1:${port}`, by, close: database.close };
  },
};
const engines = Object.keys(OPENERS).filter(name => name !== 'postgres' || LACKING === null);

afterAll(removeFolders);

describe.each(engines)('%s', engine => {
  let opened: Opened;
  let gates: readonly [Gate, Gate];
  let served: ServeProcess;
  beforeAll(async () => {
    const open = OPENERS[engine] ?? expect.fail();
    opened = await open();
    gates = [await openGate(opened.address), await openGate(opened.address)];
    served = await serveProcess({
      engine,
      reached: opened.by(gates.map(({ port }) => port)),
      files: filesOn(engine),
      hasAnalyser: false,
    });
  });
  afterAll(async () => {
    await served?.stop();
    for (const gate of gates ?? []) await gate.close();
    await opened?.close();
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
});
