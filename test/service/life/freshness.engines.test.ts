/** `freshness` of data sets on `quern serve`: what its processes and replicas say, and that one of them checks and reports for all. */
import { afterEach, describe, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { get } from '../faults/storm.ts';
import { noStore, startStore } from '../operators/redis-server.ts';
import {
  childrenOf,
  type ServeProcess,
  type ServeProcessOptions,
  serveProcess,
  tablesFile,
} from '../serve-process.ts';

if (noStore !== null) process.stderr.write(`Skipped: ${noStore}.\n`);

const ID = '00000000-0000-4000-8000-00000000130';
const source = (name: string, freshness: string) => `  ${name}:
    tables: { duckdb: { table: ${name} } }
    ${freshness}
    columns: { at: timestamp }
`;
const endpoint = (name: string, digit: number, cache: string) => `endpoint: ${name}.newest
id: ${ID}${digit}
engines: [duckdb]
from: ${name}
select: { newest: max(at) }
cache: ${cache}
`;
const FILES = {
  'endpoints/sources.yaml': `sources:
${source('visits', 'freshness: { of: at, within: 10 minutes }')}${source('orders', 'freshness: { of: at, within: 20 minutes }')}${source('others', '')}`,
  'endpoints/visits.newest.yaml': endpoint('visits', 1, '{ ttl: 1 hour }'),
  'endpoints/orders.newest.yaml': endpoint('orders', 2, 'off'),
  'endpoints/others.newest.yaml': endpoint('others', 3, 'off'),
};
/** No visit is new, and one order of the next hour is no proof that orders arrive; the one of now is. */
const TABLES = `CREATE TABLE visits AS SELECT timezone('UTC', now()) - INTERVAL 20 MINUTE AS at;
CREATE TABLE orders AS SELECT timezone('UTC', now()) + INTERVAL 1 HOUR AS at UNION ALL SELECT timezone('UTC', now());
CREATE TABLE others AS SELECT timezone('UTC', now()) - INTERVAL 1 YEAR AS at`;

const running: ServeProcess[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(served => served.stop()));
  removeFolders();
});

async function serve(count: number, options: Partial<ServeProcessOptions>) {
  const reached = await tablesFile(TABLES);
  for (let at = 0; at < count; at += 1)
    running.push(await serveProcess({ engine: 'duckdb', reached, files: FILES, ...options }));
  return running;
}

const ask = async (served: ServeProcess | undefined, path: string) => {
  const { status, headers, body } = await get(`${served?.url}${path}`, { Connection: 'close' });
  return { status, stale: headers['x-stale'], body };
};
const staleOf = async (served: ServeProcess, name: string) =>
  (await ask(served, `/api/endpoints/${name}.newest`)).stale;
const eventsOf = (served: ServeProcess) => served.lines().map(({ event }) => String(event));
const reports = (all: readonly ServeProcess[]) =>
  all.flatMap(eventsOf).filter(event => /stale|fresh/.test(event));

describe('a stale data set', () => {
  it('is named by both processes, reported by one, and known to the one that replaces another', async () => {
    const [served] = await serve(1, { words: ['--processes', '2'] });
    if (served === undefined) throw new Error('nothing is served');
    await expect.poll(() => eventsOf(served)).toContain('2 processes listen');
    for (let turn = 0; turn < 4; turn += 1) {
      await expect.poll(() => staleOf(served, 'visits')).toBe('visits');
      expect(await staleOf(served, 'orders')).toBe(undefined);
      expect(await staleOf(served, 'others')).toBe(undefined);
      const { status, body } = await ask(served, '/readyz?fresh');
      expect([status, JSON.parse(body)]).toEqual([
        503,
        { status: 'stale', stale: 1, sources: ['visits'] },
      ]);
      expect((await ask(served, '/readyz')).status).toBe(200);
    }
    const { body: metrics } = await ask(served, '/metrics');
    expect(metrics).toContain('\nquern_source_fresh{source="visits"} 0\n');
    expect(metrics).toContain('\nquern_source_fresh{source="orders"} 1\n');
    const document = JSON.parse((await ask(served, '/openapi.json')).body);
    const headersOf = (rows: string) => Object.keys(document.components.responses[rows].headers);
    expect(headersOf('VisitsNewestRows')).toContain('X-Stale');
    expect(headersOf('OrdersNewestRows')).toContain('X-Stale');
    expect(headersOf('OthersNewestRows')).not.toContain('X-Stale');
    expect(document.components.headers['X-Stale'].description).toMatch(/Absent otherwise\.$/);
    const [first = 0] = childrenOf(served);
    process.kill(first, 'SIGKILL');
    await expect.poll(() => eventsOf(served)).toContain('another process takes its place');
    await expect.poll(() => childrenOf(served).length).toBe(2);
    for (let turn = 0; turn < 4; turn += 1)
      await expect.poll(() => staleOf(served, 'visits')).toBe('visits');
    expect(reports([served])).toEqual(['visits is stale: no entry of the last 600 s']);
  });

  it.skipIf(noStore !== null)('is reported by one of the replicas on a store', async () => {
    const store = await startStore();
    try {
      const secret = 'a secret of a test, of 32 characters and more';
      const replicas = await serve(2, { service: { shared: store.url, secret } });
      for (const one of replicas) await expect.poll(() => staleOf(one, 'visits')).toBe('visits');
      expect(reports(replicas)).toEqual(['visits is stale: no entry of the last 600 s']);
      // the store is lost: each replica checks for itself
      await store.kill();
      const [first] = replicas;
      expect((await ask(first, '/readyz?fresh')).status).toBe(503);
      expect(await staleOf(first as ServeProcess, 'visits')).toBe('visits');
    } finally {
      await store.close();
    }
  });
});
