/** Several servers on `quern serve`: one that fails costs no answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { reach } from '../../engines/clickhouse/reach.ts';
import type { Reached } from '../../engines/kit.ts';
import { LACKING, mortalCluster } from '../../engines/postgres/cluster.ts';
import { createDatabase, type Database } from '../../engines/postgres/database.ts';
import { connectedTo, type Session } from '../../engines/postgres/session.ts';
import { type Gate, openGate } from '../../support/processes/gate.ts';
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
    await (await filled(database.settings)).close();
    const by = (ports: readonly number[]) =>
      reachedBy(
        database.settings,
        ports.map(port => `127.0.0.1:${port}`),
      );
    const address = `postgres://127.0.0.1:${database.settings.port}`;
    return { address, by, close: database.close };
  },
};
/** The session that fills the database. */
async function filled(settings: Database['settings']): Promise<Session> {
  const session = await connectedTo(settings);
  await session.query('CREATE TABLE orders (id bigint NOT NULL)');
  await session.query('INSERT INTO orders SELECT generate_series(0, 999)');
  return session;
}

function reachedBy(of: Database['settings'], host: readonly string[]) {
  const { database, user: username, password } = of;
  const settings = { host, database, username, password: `\${${PASSWORD}}` };
  return { environment: { [PASSWORD]: password }, settings };
}

const engines = Object.keys(OPENERS).filter(name => name !== 'postgres' || LACKING === null);

afterAll(removeFolders);

async function ask({ url }: ServeProcess, most: number): Promise<string> {
  const { status, body } = await get(`${url}/api/endpoints/orders.upto?most=${most}`);
  return status === 200 ? body : String(status);
}
const rows = (most: number) => `{"result":[{"n":${most}}]}`;

/** Callers ask until `fault` has happened and been borne. Returns what they were answered wrongly. */
async function whileAsked(served: ServeProcess, fault: () => unknown): Promise<readonly string[]> {
  const wrong: string[] = [];
  let isOver = false;
  const caller = async (first: number) => {
    for (let most = first; !isOver; most = (most + 7) % 1_000) {
      const answer = await ask(served, most);
      if (answer !== rows(most)) wrong.push(answer);
    }
  };
  const callers = [1, 2, 3, 4].map(caller);
  await ask(served, 5);
  await fault();
  for (let most = 0; most < 20; most += 1) await ask(served, most);
  isOver = true;
  await Promise.all(callers);
  return wrong;
}

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

  it('asks the next server when one is lost, and stays with it', async () => {
    const [first, second] = gates;
    expect(await ask(served, 7)).toBe(rows(7));
    expect(second.taken()).toBe(0);
    // statements that the first one was running are asked again
    expect(await whileAsked(served, first.cut)).toEqual([]);
    const before = first.taken();
    await first.open();
    expect(await ask(served, 8)).toBe(rows(8));
    expect(first.taken()).toBe(before);
    expect(await whileAsked(served, second.cut)).toEqual([]);
    expect(first.taken()).toBeGreaterThan(before);
  });

  it('is unavailable only while all are lost', async () => {
    const [first, second] = gates;
    await first.cut();
    expect(await ask(served, 9)).toBe('503');
    await second.open();
    await expect.poll(() => ask(served, 9)).toBe(rows(9));
    expect((await get(`${served.url}/readyz`)).status).toBe(200);
  });
});

it.skipIf(LACKING !== null)(
  'no caller sees that a server of PostgreSQL dies under load; the next one is reached by IPv6',
  async () => {
    const [dying, database] = [await mortalCluster(), await createDatabase()];
    const { settings } = database;
    const server = await connectedTo({ ...settings, port: dying.port, database: 'postgres' });
    await server.query(`CREATE DATABASE ${settings.database}`);
    await server.close();
    await (await filled({ ...settings, port: dying.port })).close();
    const session = await filled(settings);
    const connections = async () => {
      const { rows } = await session.query(
        "SELECT DISTINCT client_addr::text FROM pg_stat_activity WHERE application_name = 'quern' AND datname = current_database()",
      );
      return rows.flat();
    };
    const served = await serveProcess({
      engine: 'postgres',
      reached: reachedBy(settings, [`127.0.0.1:${dying.port}`, `[::1]:${settings.port}`]),
      files: filesOn('postgres'),
      hasAnalyser: false,
    });
    expect(await ask(served, 7)).toBe(rows(7));
    expect(await connections()).toEqual([]);
    expect(await whileAsked(served, dying.end)).toEqual([]);
    expect(await connections()).toEqual(['::1/128']);
    await served.stop();
    await session.close();
    await database.close();
  },
);
