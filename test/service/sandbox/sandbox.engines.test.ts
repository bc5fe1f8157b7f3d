/** Statements of callers over the views of a sandbox, on every engine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amount } from '../../support/usually.ts';
import { together } from '../injection/heard.ts';
import { memoryOf } from '../serve-process.ts';
import { randomFrom, shuffled } from '../tenants/data.ts';
import { ENGINES, openSite, rowsOf, type Site } from './site.ts';
import { holder, namedIn, questions, rowsOfTenants, tenants } from './tenants.ts';

/** 50 tenants and 200 statements with `QUERN_ALL=1`; else a few of each. */
const [TENANTS, QUESTIONS] = amount({
  usual: [tenants(5), questions(8)],
  all: [tenants(50), questions(200)],
});
const COUNTED = 'SELECT COUNT(*) AS n FROM edge_logs';
/** It may ask for any project. */
const ANYBODY = holder('anybody', {});

describe.each(ENGINES)('a sandbox on %s', engine => {
  let site: Site;
  beforeAll(async () => {
    const rows = new Map(Object.entries(rowsOf(['one', 'two'], 8, 12)));
    for (const [name, own] of Object.entries(rowsOfTenants(TENANTS)))
      rows.set(name, [...(rows.get(name) ?? []), ...own]);
    const keys = [ANYBODY, ...TENANTS].map(({ key }) => key);
    site = await openSite(engine, Object.fromEntries(rows), { keys });
  });
  afterAll(() => site.close());

  const { token } = ANYBODY;
  const rows = async (sql: string, project = 'one') => {
    const { status, text, body } = await site.ask(sql, { project, token });
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

  test('answers whole records, of a view, of UNNEST and of the statement', async () => {
    const metadata = { path: '/one/0', status: 200, request: { method: 'GET' } };
    const whole = { id: 'one-2', project: 'one', message: 'one says 2', amount: 2, ratio: 1 };
    const timestamp = '2026-01-01T23:58:00Z';
    expect(await rows("SELECT * FROM edge_logs WHERE id = 'one-2'")).toEqual([
      { ...whole, timestamp, metadata },
    ]);
    expect(await rows("SELECT metadata FROM edge_logs WHERE id = 'one-1'")).toEqual([
      { metadata: { path: '/one/1', status: 500, request: null } },
    ]);
    const unnested =
      "SELECT m, r FROM edge_logs, UNNEST(metadata) AS m, UNNEST(m.request) AS r WHERE id = 'one-2'";
    expect(await rows(unnested)).toEqual([{ m: metadata, r: metadata.request }]);
    const built = await site.ask(
      'SELECT STRUCT(name, calls * 2 AS twice) AS c FROM functions ORDER BY name',
      { token },
    );
    expect([built.status, built.body.result]).toEqual([
      200,
      [{ c: { name: 'one one', twice: 6 } }, { c: { name: 'one two', twice: null } }],
    ]);
    expect(JSON.parse(decodeURIComponent(built.headers.get('x-columns') ?? ''))).toEqual([
      { name: 'c', type: 'record', nullable: true },
    ]);
  });

  test('a record is a row of UNNEST even if all its fields are NULL, and is NULL then', async () => {
    const wanted = [
      { id: 'one-1', none: true },
      { id: 'one-2', none: false },
    ];
    for (const of of [
      'CROSS JOIN UNNEST(m.request)',
      'LEFT JOIN UNNEST(COALESCE(m.request, []))',
    ]) {
      const joined = `SELECT id, r IS NULL AS none FROM edge_logs CROSS JOIN UNNEST(metadata) AS m
        ${of} AS r WHERE id IN ('one-1', 'one-2') ORDER BY id`;
      expect(await rows(joined)).toEqual(wanted);
    }
  });

  test('compares a long value with each WHEN of a CASE', async () => {
    const parts = ['amount', 'm.status', 'LENGTH(m.path)'].map(
      part =>
        `SAFE_CAST(CONCAT(CAST(${part} AS STRING), CAST(LENGTH(project) AS STRING)) AS INT64)`,
    );
    const sql = `SELECT id, CASE COALESCE(${parts.join(', ')}) WHEN 13 THEN 'a' WHEN 23 THEN 'b' WHEN 2003 THEN 'c' END AS c
      FROM edge_logs, UNNEST(metadata) AS m WHERE amount < 4 OR amount IS NULL ORDER BY id`;
    expect(await rows(sql)).toEqual([
      { id: 'one-0', c: 'c' },
      { id: 'one-1', c: 'a' },
      { id: 'one-2', c: 'b' },
      { id: 'one-3', c: null },
      { id: 'one-4', c: 'c' },
    ]);
  });

  test('joins views, names expressions of them, and has WITH, windows and subqueries', async () => {
    const sql = `
      WITH f AS (SELECT name, twice FROM functions WHERE calls IS NOT NULL)
      SELECT f.name, f.twice, p.price, ROW_NUMBER() OVER (ORDER BY p.price) AS place
      FROM f JOIN plans AS p ON p.name = 'pro' WHERE p.name IN (SELECT name FROM plans)`;
    expect(await rows(sql)).toEqual([{ name: 'one one', twice: 6, price: 25, place: 1 }]);
  });

  test('counts a WITH query once in its bounds, up to eight times the size of one statement', async () => {
    const many = (count: number, text: (i: number) => string, between: string) =>
      Array.from({ length: count }, (_, i) => text(i)).join(between);
    const pairs = (count: number) =>
      many(count, i => `JOIN edge_logs AS t${i} ON t${i}.id = t.id`, ' ');
    const joined = `WITH w AS (SELECT t.id FROM edge_logs AS t ${pairs(4)})`;
    const reads = (count: number) =>
      `${joined} SELECT COUNT(*) AS n FROM (${many(count, () => 'SELECT id FROM w', ' UNION ALL ')})`;
    expect(await rows(reads(5))).toEqual([{ n: 40 }]);
    const refusal = async (sql: string) => {
      const { status, body } = await site.ask(sql, { token });
      return [status, body.detail];
    };
    expect(await refusal(reads(33))).toEqual([
      400,
      'The statement has more than 128 joins, each WITH query counted as often as it is read.',
    ]);
    expect(await refusal(`SELECT COUNT(*) AS n FROM edge_logs AS t ${pairs(17)}`)).toEqual([
      400,
      'The statement has more than 16 joins.',
    ]);
  });

  test('types rows by the analysis', async () => {
    const reply = await site.ask(
      'SELECT timestamp, amount, 1.5 AS r FROM edge_logs ORDER BY id LIMIT 1',
      { token },
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

  test('keeps the names that a statement gives its columns', async () => {
    const names = ['$$', '$', '$&', "$'", '$1', 'a$$b', '$col', '$x1y'];
    const columns = names.map((name, at) => `${at} AS \`${name}\``);
    const wanted = Object.fromEntries(names.map((name, at) => [name, at]));
    expect(await rows(`SELECT ${columns.join(', ')}, 8 FROM plans LIMIT 1`)).toEqual([
      { ...wanted, f0_: 8 },
    ]);
  });

  test('answers as usual without a statement where it has an answer', async () => {
    const usual = await site.ask(null, { endpoint: 'logs.either', token });
    expect([usual.status, usual.body.result?.length]).toEqual([200, 8]);
    const asked = await site.ask('SELECT COUNT(*) AS n FROM functions', {
      endpoint: 'logs.either',
      token,
    });
    expect([asked.status, asked.body.result]).toEqual([200, [{ n: 2 }]]);
    const missing = await site.ask(null, { token });
    expect([missing.status, missing.body.code]).toEqual([400, 'missing_parameter']);
  });

  test('keeps tenants apart, cold and warm', { timeout: 3_600_000 }, async () => {
    const asks = TENANTS.flatMap(tenant => QUESTIONS.map(question => ({ tenant, question })));
    /** Asks all in some order. Returns the wrong answers, and the states of the cache that were seen. */
    const askAll = async (seed: number) => {
      const faults: string[] = [];
      const states = new Set<string | null>();
      await together(shuffled(asks, randomFrom(seed)), 8, async ({ tenant, question }) => {
        const { sql, wanted } = question;
        const own = { project: null, endpoint: 'logs.kept', token: tenant.token };
        const { status, headers, text, body } = await site.ask(sql, own);
        states.add(headers.get('x-cache'));
        const foreign = namedIn(text).filter(name => name !== tenant.name);
        const isRight = JSON.stringify(body.result) === JSON.stringify(wanted(tenant));
        if (status !== 200 || foreign.length > 0 || !isRight)
          faults.push(`${tenant.name}: ${sql}: ${status} ${text.slice(0, 300)}`);
      });
      return { faults: faults.slice(0, 5), states: [...states] };
    };
    expect(await askAll(1)).toEqual({ faults: [], states: ['miss'] });
    expect(await askAll(2)).toEqual({ faults: [], states: ['hit'] });
    const [first, second] = TENANTS;
    const other = { project: second?.name ?? null, endpoint: 'logs.kept' };
    const stolen = await site.ask(QUESTIONS[0]?.sql ?? '', { ...other, token: first?.token ?? '' });
    expect([stolen.status, stolen.body.code]).toEqual([403, 'forbidden']);
  });
});

describe('a sandbox on DuckDB', () => {
  test('says so where the analyser is not installed, and answers without a statement', async () => {
    const site = await openSite('duckdb', rowsOf(['one'], 2, 0), { hasAnalyser: false });
    const asked = await site.ask('SELECT id FROM edge_logs', { endpoint: 'logs.either' });
    expect([asked.status, asked.body.code]).toEqual([503, 'engine_unavailable']);
    expect(asked.body.detail).toContain('the analyser of GoogleSQL is not installed');
    const usual = await site.ask(null, { endpoint: 'logs.either' });
    expect([usual.status, usual.body.result?.length]).toEqual([200, 2]);
    await site.close();
  });

  test('ends a statement that takes too much, and answers the next', async () => {
    const site = await openSite('duckdb', rowsOf(['one'], 60, 0));
    const held = memoryOf(site.served, 'VmRSS');
    const doubled = Array.from({ length: 30 }, (_, i) => {
      return `q${i + 1} AS (SELECT id, CONCAT(x, x) AS x FROM q${i})`;
    });
    const giant = await site.ask(
      `WITH q0 AS (SELECT id, message AS x FROM edge_logs), ${doubled.join(', ')} SELECT MAX(x) AS x FROM q30`,
    );
    expect([giant.status, giant.body.code]).toEqual([400, 'invalid_parameter']);
    const next = await site.ask(COUNTED);
    expect([next.status, next.body.result]).toEqual([200, [{ n: 60 }]]);
    expect(memoryOf(site.served, 'VmHWM') - held).toBeLessThan(300);
    await site.close();
  });

  test('ends a statement that takes too long, and answers the next', async () => {
    const site = await openSite('duckdb', rowsOf(['one'], 60, 0), { service: { timeout: '5s' } });
    const sides = Array.from({ length: 8 }, (_, i) => `edge_logs AS t${i}`).join(' CROSS JOIN ');
    const slow = await site.ask(
      `SELECT SUM(MOD(t0.amount, 7)) AS n FROM ${sides} WHERE t0.ratio > t7.ratio`,
    );
    expect([slow.status, slow.body.code]).toEqual([504, 'engine_timeout']);
    const next = await site.ask(COUNTED);
    expect([next.status, next.body.result]).toEqual([200, [{ n: 60 }]]);
    await site.close();
  });
});
