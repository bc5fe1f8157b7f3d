/** `freshness` of data sets: what engines find, and what `/readyz`, headers, metrics and the log say about it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineFailure, type Row } from '../../../engines/engine.ts';
import { createFreshness, type FreshnessChange } from '../../../server/observe/freshness.ts';
import { type Engines, engineFor, openEngines } from '../../engines/open-engines.ts';
import { manifestOf } from '../answers/spec-service.ts';
import { fakeEngine, fixtureApp, madeKey } from '../server-fixture.ts';

const DIALECTS = ['bigquery', 'duckdb', 'clickhouse', 'postgres'];
const ON_ALL = (table: string, rest = '') =>
  `{ ${DIALECTS.map(name => `${name}: { table: ${table}${rest} }`).join(', ')} }`;

const MANIFEST = manifestOf(
  `
  orders:
    tables: ${ON_ALL('orders', ', where: "shop = \'a\'"')}
    scope: [shop]
    freshness: { of: seen, within: 15 minutes }
    columns:
      shop: { type: string, required: true }
      at: timestamp
      seen: { is: 'coalesce(at, at)' }
  visits:
    tables: ${ON_ALL('visits')}
    freshness: { of: at, within: 1 minute }
    columns: { at: timestamp }
  others:
    tables: ${ON_ALL('others')}
    columns: { at: timestamp }`,
  {
    'orders.list':
      'from: orders\nparams: { shop: { type: string, required: true } }\nwhere: [shop = @shop]\nselect: [shop]\ncache: { ttl: 1 hour }',
    'visits.list': 'from: visits\nselect: [at]',
    'others.list': 'from: others\nselect: [at]',
  },
  DIALECTS,
);

const MINUTE = 60_000_000n;
const NOW = 1_768_471_632_345_678n;

describe('the newest entry', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
  });
  afterAll(() => engines.close());

  const WITHIN = 15n * MINUTE;
  const SHOPS = ['a', 'b'];
  const cases = [
    { title: 'no entry', at: [] },
    { title: 'NULL only', at: [null] },
    { title: 'the edge itself is too old', at: [NOW - WITHIN] },
    { title: 'just inside', at: [NOW - WITHIN - 1n, NOW - WITHIN + 1n] },
    { title: 'now', at: [NOW - 5n, NOW, null] },
    { title: 'the future alone', at: [NOW + 1n] },
    { title: 'the future hides nothing', at: [NOW + MINUTE, NOW - 7n] },
  ] as const;
  // entries of shop `b` never count, by the `where` of the table
  const newest = (at: readonly (bigint | null)[]) =>
    at
      .filter(one => one !== null && one > NOW - WITHIN && one <= NOW)
      .reduce(
        (most: bigint | null, one) => (most === null || (one ?? 0n) > most ? one : most),
        null,
      );

  it.each(DIALECTS)('is found on %s', async dialect => {
    const statement = MANIFEST.sources['orders']?.freshness?.engines[dialect];
    if (statement === undefined) throw new Error('orders has no freshness');
    const { sql, now } = statement;
    const bindings = now.map(name => ({ name, scalar: 'timestamp' as const, value: NOW }));
    const engine = engineFor(engines, dialect);
    const found: unknown[] = [];
    for (const { at } of cases) {
      const rows = [
        ...at.map(at => ({ shop: 'a', at })),
        ...SHOPS.slice(1).map(shop => ({ shop, at: NOW - 1n })),
      ];
      await engine.load([
        {
          name: 'orders',
          layout: 'nested',
          columns: { shop: { type: 'string', required: true }, at: { type: 'timestamp' } },
          rows,
        },
      ]);
      found.push((await engine.run(sql, bindings)).rows);
    }
    expect(found).toEqual(cases.map(({ at }) => [[newest(at)]]));
  });
});

/** An engine whose newest entries a test sets: a failure is an engine that is lost. */
function setUp(orders: bigint | null = NOW, keys: Parameters<typeof fixtureApp>[1] = null) {
  const state: { orders: bigint | null | 'lost'; visits: bigint | null; runs: string[] } = {
    orders,
    visits: NOW,
    runs: [],
  };
  const engine = fakeEngine(({ sql }): readonly Row[] => {
    if (!sql.includes('max(')) return sql.includes('orders') ? [['a']] : [[NOW]];
    state.runs.push(sql.includes('orders') ? 'orders' : 'visits');
    if (!sql.includes('orders')) return [[state.visits]];
    if (state.orders === 'lost') throw new EngineFailure('unavailable', 'the engine is lost');
    return [[state.orders]];
  });
  return { state, engine, ...fixtureApp(engine, keys, { manifest: MANIFEST }) };
}

describe('the service', () => {
  it('answers as usual while all is fresh', async () => {
    const { app } = setUp();
    const response = await app.request('/readyz?fresh');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }]);
    expect((await app.request('/api/endpoints/visits.list')).headers.get('X-Stale')).toBe(null);
    app.close();
  });

  it('names a stale data set in the answers that read it, and is ready unless asked', async () => {
    const { app } = setUp(null);
    expect(await asksFresh(app)).toEqual([503, { status: 'stale', stale: 1, sources: ['orders'] }]);
    expect((await app.request('/readyz')).status).toBe(200);
    const staleOf = async (path: string) => (await app.request(path)).headers.get('X-Stale');
    const orders = '/api/endpoints/orders.list?shop=a';
    expect(await staleOf(orders)).toBe('orders');
    expect(await staleOf(orders), 'a kept answer').toBe('orders');
    expect(await staleOf('/api/endpoints/orders.list'), 'a problem').toBe('orders');
    expect(await staleOf('/api/endpoints/visits.list')).toBe(null);
    expect(await staleOf('/api/endpoints/others.list')).toBe(null);
    const metrics = await (await app.request('/metrics')).text();
    expect(metrics).toContain('\nquern_source_fresh{source="orders"} 0\n');
    expect(metrics).toContain('\nquern_source_fresh{source="visits"} 1\n');
    expect(metrics).toContain(
      '\nquern_source_newest_timestamp_seconds{source="visits"} 1768471632.345678\n',
    );
    expect(metrics).not.toContain('quern_source_newest_timestamp_seconds{source="orders"}');
    app.close();
  });

  it('shows names only to keys that may run a reader', async () => {
    const { key, token } = madeKey({ endpoints: ['visits.*'] });
    const { app } = setUp(null, [key]);
    expect(await asksFresh(app)).toEqual([503, { status: 'stale', stale: 1 }]);
    const known = await app.request('/readyz?fresh', { headers: { 'X-API-KEY': token } });
    expect(await known.json()).toEqual({ status: 'stale', stale: 1, sources: [] });
    app.close();
  });
});

async function asksFresh(app: ReturnType<typeof setUp>['app']) {
  const response = await app.request('/readyz?fresh');
  return [response.status, await response.json()];
}

describe('checks', () => {
  it('report changes and failures once, and are shared and kept', async () => {
    const { state, engine, app } = setUp();
    app.close();
    state.runs = [];
    const told: FreshnessChange[] = [];
    const { look } = createFreshness(MANIFEST, {
      engine,
      clock: () => NOW,
      timeoutMs: 1_000,
      tell: change => told.push(change),
    });
    state.orders = 'lost';
    const [first] = await Promise.all([look(), look()]);
    expect(first).toEqual([
      { source: 'orders', within: 900, newest: null, isFresh: null },
      { source: 'visits', within: 60, newest: NOW, isFresh: true },
    ]);
    expect(told).toEqual([{ source: 'orders', failure: 'the engine is lost' }]);
    // a failed check is repeated, the other one is kept
    await look();
    expect(state.runs.sort()).toEqual(['orders', 'orders', 'visits']);
    expect(told).toHaveLength(1);
    state.orders = null;
    await look();
    expect(told.slice(1)).toEqual([{ source: 'orders', within: 900, isFresh: false }]);
  });
});
