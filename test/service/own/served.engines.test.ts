/** Endpoints in own SQL in the service: their listing, both routes, keys, readiness and kept rows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../engines/engine.ts';
import { createApp } from '../../../server/http/app.ts';
import { type Filled, filledDuckDb } from '../../engines/filled-engines.ts';
import { manifestOf } from '../answers/spec-service.ts';
import { asking, keyRing, madeKey } from '../server-fixture.ts';
import { SOURCES, TABLES } from './tables.ts';

const QUERY = `-- orders of @who, as "written"
SELECT id, qty
FROM orders
WHERE customer = @who AND qty >= coalesce(@least, 0)
ORDER BY id`;
const ORDERS = `
summary: Orders of a customer.
params: { who: { type: string, required: true }, least: { type: int64 } }
query: ${JSON.stringify({ duckdb: QUERY })}
columns: { id: { type: string, required: true }, qty: int64 }
max_rows: 7
cache: { ttl: 10m }`;
const PLACES = `
query: { duckdb: SELECT name FROM places }
columns: { name: string }`;
const ID = '00000000-0000-4000-8000-000000010000';
const ANN = {
  result: [
    { id: 'o1', qty: 3 },
    { id: 'o2', qty: 1 },
  ],
};

describe('endpoints in own SQL on DuckDB', () => {
  const sources = `${SOURCES}  places:\n    tables: { duckdb: { table: places } }\n    columns: { name: string }\n`;
  const all = madeKey();
  const ann = madeKey({ id: 'key_2', name: 'ann', params: { who: 'ann' } });
  let runs = 0;
  let filled: Filled;
  let app: ReturnType<typeof asking>;
  beforeAll(async () => {
    filled = await filledDuckDb(TABLES);
    const engine: Engine = {
      ...filled.engine,
      run: (statement, limits) => {
        runs += 1;
        return filled.engine.run(statement, limits);
      },
    };
    const manifest = manifestOf(sources, { 'own.orders': ORDERS, 'own.places': PLACES });
    const keys = keyRing([all.key, ann.key]);
    app = asking(createApp({ manifest, engine, keys, log: () => {} }));
  });
  afterAll(async () => {
    app.close();
    await filled.close();
  });
  const ask = async (path: string, { token } = all) => {
    const response = await app.request(path, { headers: { 'X-API-KEY': token } });
    const { status, headers } = response;
    return { status, headers, body: await response.json() };
  };

  test('are listed with the query as it is written, and with the parameters that are left', async () => {
    const { body } = await ask('/api/endpoints');
    const { result } = body as { readonly result: readonly object[] };
    expect(result.length).toBe(2);
    expect(result[0]).toMatchObject({
      id: ID,
      name: 'own.orders',
      query: QUERY,
      max_rows: 7,
      caching: 600,
      query_sandboxing: false,
      parameters: [{ name: 'who' }, { name: 'least' }],
      columns: [
        { name: 'id', type: 'string', nullable: false },
        { name: 'qty', type: 'int64', nullable: true },
      ],
    });
    const fixed = await ask('/api/endpoints', ann);
    expect(fixed.body).toMatchObject({ result: [{ parameters: [{ name: 'least' }] }] });
  });

  test('answer by name and by identifier, under the same kept rows', async () => {
    const before = runs;
    const first = await ask('/api/endpoints/own.orders?who=ann');
    expect([first.status, first.body]).toEqual([200, ANN]);
    for (const path of ['own.orders', `query/${ID}`, 'query/own.orders']) {
      const { status, body } = await ask(`/api/endpoints/${path}?who=ann`);
      expect([path, status, body]).toEqual([path, 200, ANN]);
    }
    expect(runs).toBe(before + 1);
    // an absent parameter is another request than one that is 0
    expect((await ask('/api/endpoints/own.orders?who=ann&least=0')).body).toEqual(ANN);
    expect(runs).toBe(before + 2);
  });

  test('take what a key fixes, and nothing else in its place', async () => {
    expect((await ask('/api/endpoints/own.orders', ann)).body).toEqual(ANN);
    const least = await ask('/api/endpoints/own.orders?least=2', ann);
    expect(least.body).toEqual({ result: [{ id: 'o1', qty: 3 }] });
    expect((await ask('/api/endpoints/own.orders?who=bob', ann)).status).toBe(403);
    expect((await ask('/api/endpoints/own.orders')).status).toBe(400);
  });

  test('are looked at by /readyz with the tables that they name', async () => {
    const { body } = await ask('/readyz');
    expect(JSON.stringify(body)).toContain('own.places');
    expect(JSON.stringify(body)).not.toContain('own.orders');
    expect((await ask('/api/endpoints/own.places')).status).toBeGreaterThanOrEqual(502);
  });
});
