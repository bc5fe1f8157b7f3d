/** Statements of callers over the views of a sandbox, on every engine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, openSite, rowsOf, type Site } from './site.ts';

describe.each(ENGINES)('a sandbox on %s', engine => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine, rowsOf(['one', 'two'], 8, 12));
  });
  afterAll(() => site.close());

  const rows = async (sql: string, project = 'one') => {
    const { status, text, body } = await site.ask(sql, { project });
    expect([status, text]).toEqual([200, text]);
    return body.result;
  };

  test('answers rows of the tenant alone', async () => {
    expect(await rows('SELECT COUNT(*) AS n, MIN(id) AS least FROM edge_logs')).toEqual([
      { n: 8, least: 'one-0' },
    ]);
    expect(await rows('SELECT COUNT(*) AS n FROM edge_logs', 'two')).toEqual([{ n: 8 }]);
    expect(await rows('SELECT COUNT(*) AS n FROM edge_logs', 'three')).toEqual([{ n: 0 }]);
  });

  test('reads records as they are, and unnested', async () => {
    const wanted = [
      { status: 200, n: 4 },
      { status: 500, n: 4 },
    ];
    const sql =
      'SELECT m.status, COUNT(*) AS n FROM edge_logs AS t CROSS JOIN UNNEST(t.metadata) AS m GROUP BY 1 ORDER BY 1';
    expect(await rows(sql)).toEqual(wanted);
    const nested =
      "SELECT r.method AS method FROM edge_logs t, UNNEST(metadata) m, UNNEST(m.request) r WHERE id = 'one-2'";
    expect(await rows(nested)).toEqual([{ method: 'GET' }]);
  });

  test('joins views, names expressions of them, and has WITH, windows and subqueries', async () => {
    const sql = `
      WITH f AS (SELECT name, twice FROM functions WHERE calls IS NOT NULL)
      SELECT f.name, f.twice, p.price, ROW_NUMBER() OVER (ORDER BY p.price) AS place
      FROM f JOIN plans AS p ON p.name = 'pro' WHERE p.name IN (SELECT name FROM plans)`;
    expect(await rows(sql)).toEqual([{ name: 'one one', twice: 6, price: 25, place: 1 }]);
  });

  test('types rows by the analysis', async () => {
    const reply = await site.ask(
      'SELECT timestamp, amount, 1.5 AS r FROM edge_logs ORDER BY id LIMIT 1',
    );
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.result).toEqual([
      { timestamp: '2026-01-02T00:00:00Z', amount: null, r: 1.5 },
    ]);
    expect(JSON.parse(decodeURIComponent(reply.headers.get('x-columns') ?? ''))).toEqual([
      { name: 'timestamp', type: 'timestamp', nullable: false },
      { name: 'amount', type: 'int64', nullable: true },
      { name: 'r', type: 'float64', nullable: false },
    ]);
  });

  test('answers as usual without a statement where it has an answer', async () => {
    const usual = await site.ask(null, { endpoint: 'logs.either' });
    expect([usual.status, usual.body.result?.length]).toEqual([200, 8]);
    const asked = await site.ask('SELECT COUNT(*) AS n FROM functions', {
      endpoint: 'logs.either',
    });
    expect([asked.status, asked.body.result]).toEqual([200, [{ n: 2 }]]);
    const missing = await site.ask(null);
    expect([missing.status, missing.body.code]).toEqual([400, 'missing_parameter']);
  });
});

describe('a sandbox on DuckDB', () => {
  test('says so where the analyser is not installed, and answers without a statement', async () => {
    const site = await openSite('duckdb', rowsOf(['one'], 2, 0), null, { packages: '/' });
    const asked = await site.ask('SELECT id FROM edge_logs', { endpoint: 'logs.either' });
    expect([asked.status, asked.body.code]).toEqual([503, 'engine_unavailable']);
    expect(asked.body.detail).toContain('the analyser of GoogleSQL is not installed');
    const usual = await site.ask(null, { endpoint: 'logs.either' });
    expect([usual.status, usual.body.result?.length]).toEqual([200, 2]);
    await site.close();
  });

  test('ends a statement that takes too long or too much, and answers the next', async () => {
    const site = await openSite('duckdb', rowsOf(['one'], 60, 0), null, { timeoutMs: 8_000 });
    const held = process.memoryUsage().rss;
    const doubled = Array.from({ length: 30 }, (_, i) => {
      return `q${i + 1} AS (SELECT id, CONCAT(x, x) AS x FROM q${i})`;
    });
    const giant = await site.ask(
      `WITH q0 AS (SELECT id, message AS x FROM edge_logs), ${doubled.join(', ')} SELECT MAX(x) AS x FROM q30`,
    );
    expect([giant.status, giant.body.code]).toEqual([400, 'invalid_parameter']);
    const sides = Array.from({ length: 8 }, (_, i) => `edge_logs AS t${i}`).join(' CROSS JOIN ');
    const slow = await site.ask(
      `SELECT SUM(MOD(t0.amount, 7)) AS n FROM ${sides} WHERE t0.ratio > t7.ratio`,
    );
    expect([slow.status, slow.body.code]).toEqual([504, 'engine_timeout']);
    const next = await site.ask('SELECT COUNT(*) AS n FROM edge_logs');
    expect([next.status, next.body.result]).toEqual([200, [{ n: 60 }]]);
    expect(process.memoryUsage().rss - held).toBeLessThan(300 * 1024 ** 2);
    await site.close();
  });
});
