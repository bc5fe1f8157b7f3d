/** A dialect's rules of an author's own SQL, compared with its engine. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { isText } from '../../../generator/params/text.ts';
import { rowFault } from '../../../generator/resolve/sources/sql-rows.ts';
import { type Engines, engineFor, openEngines } from '../../engines/open-engines.ts';
import type { TestEngine } from '../../engines/test-engine.ts';
import { usually } from '../../support/usually.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const dialects = [...DIALECTS.values()].map(dialect => [dialect.name, dialect.author] as const);

const runs = (name: string, sql: string) =>
  engineFor(engines, name)
    .run(sql)
    .then(
      () => true,
      () => false,
    );

/** Differences between lexers: quotes, line breaks, escapes whole and cut off. */
const body = fc.string({
  unit: fc.constantFrom(
    ...["'", '"', "''", '\\', '\\\\', '\n', '\r\n', 'a', ' ', '\\n', '\\d', '\\x4', '\\x41'],
    ...['\\101', '\\08', '\\u12', '\\u0041', '\\ud800', '\\U00000041', '\\U41', "\\'", '日'],
  ),
  maxLength: 5,
});
/** ClickHouse takes any two characters for the digits. */
const HALF_ESCAPE = /\\x(?![0-9a-f]{2})/;
const literal = fc
  .tuple(fc.constantFrom('', '', '', 'r', 'R', 'E', 'e'), fc.constantFrom("'", "'''", '"""'), body)
  .map(([prefix, quote, inside]) => `${prefix}${quote}${inside}${quote}`)
  .filter(isText);

describe.each(dialects)('%s: an author’s own SQL', (name, author) => {
  const isWhole = (text: string) => {
    author.quoted.lastIndex = 0;
    return author.quoted.exec(text)?.[0] === text;
  };

  test('a text between quotes is taken where the engine reads it', async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(literal, async text => {
        if (name === 'clickhouse' && HALF_ESCAPE.test(text)) return;
        const isRead = await runs(name, `SELECT LENGTH(${text}) AS x`);
        read += Number(isRead);
        if (isWhole(text) && text.endsWith("'")) expect([text, isRead]).toEqual([text, true]);
        if (isRead) expect([text, rowFault(text, author)]).toEqual([text, null]);
      }),
      { numRuns: usually(1_500), seed: 9 },
    );
    expect(read).toBeGreaterThan(usually(100));
  });

  test('a name between quotes is taken where the engine reads it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('"', '`'), body, async (quote, inside) => {
        const text = `${quote}${inside}${quote}`;
        if (!isWhole(text) || (name === 'bigquery' && quote === '"')) return;
        const sql = `SELECT t.${text} FROM (SELECT 1 AS ${text}) AS t`;
        expect([text, await runs(name, sql)]).toEqual([text, true]);
      }),
      { numRuns: usually(500), seed: 9 },
    );
  });

  test.each([
    'count(*)',
    'SUM(x)',
    'max (x)',
    'coalesce(min(x), 0)',
    'avg(x) > 1',
    'rank() over (order by x)',
    'sum(x) OVER w',
    'first_value(x) ignore nulls over (order by x)',
    'lower(s) over (partition by s)',
    '1 + ANY_VALUE(x)',
  ])('%s is of several rows', text => {
    expect(rowFault(text, author)).toMatch(/over/);
  });

  test.each([
    'x',
    'lower(s)',
    "s = 'sum(x) over (order by x)'",
    'count',
    'sum + 1',
    't.max',
    'concat(s, s)',
    'over',
    'over + 1',
    'coalesce(over, 1)',
    'count = 1 and (max > 2 or over in (1, 2))',
    'greatest(x, y)',
  ])('%s is of one row', text => {
    expect(rowFault(text, author)).toBe(null);
  });
});

describe('the engines’ own lists', () => {
  const names = async (engine: TestEngine, sql: string) =>
    (await engine.run(sql)).rows.map(([name]) => String(name));

  test('duckdb: every aggregate, and no other function', async () => {
    const { isAggregate } = authorOf('duckdb');
    const of = (not: string) =>
      `SELECT DISTINCT function_name FROM duckdb_functions() WHERE ${not} function_type = 'aggregate'`;
    const aggregates = await names(engines.duckdb, of(''));
    expect(aggregates.length).toBeGreaterThan(80);
    expect(aggregates.filter(name => !isAggregate(name))).toEqual([]);
    const others = await names(
      engines.duckdb,
      `${of('NOT')} AND function_type = 'scalar' EXCEPT ${of('')}`,
    );
    expect(others.filter(isAggregate)).toEqual([]);
  });

  test('duckdb: every macro that is made of an aggregate', async () => {
    const { isAggregate } = authorOf('duckdb');
    const { rows } = await engines.duckdb.run(
      "SELECT function_name, macro_definition FROM duckdb_functions() WHERE function_type = 'macro'",
    );
    const calls = /\b(\w+)\(/g;
    const aggregating = rows
      .filter(([, text]) =>
        [...String(text).matchAll(calls)].some(([, fn = '']) => isAggregate(fn)),
      )
      .map(([name]) => String(name));
    expect(aggregating.length).toBeGreaterThan(3);
    expect(aggregating.filter(name => !isAggregate(name))).toEqual([]);
  });

  test('clickhouse: every aggregate with every combinator, and no other function', async () => {
    const { isAggregate } = authorOf('clickhouse');
    const of = (not: string) => `SELECT name FROM system.functions WHERE ${not} is_aggregate`;
    const aggregates = await names(engines.clickhouse, of(''));
    expect(aggregates.length).toBeGreaterThan(200);
    const combinators = await names(
      engines.clickhouse,
      'SELECT name FROM system.aggregate_function_combinators',
    );
    const all = aggregates.flatMap(name => [name, ...combinators.map(after => name + after)]);
    expect([...all, 'sumIfOrNull', 'uniqStateIf'].filter(name => !isAggregate(name))).toEqual([]);
    const others = await names(engines.clickhouse, of('NOT'));
    const ofBlocks = /^(block|neighbor|rowNumber|running)/;
    expect(others.filter(name => !ofBlocks.test(name)).filter(isAggregate)).toEqual([]);
  });

  test('an aggregate in a subquery is hoisted where the dialect says so', async () => {
    const rows = '(SELECT 1 AS x UNION ALL SELECT 2 AS x) AS t';
    const hoisted = await engines.duckdb.run(
      `SELECT (SELECT sum(t.x) FROM (SELECT 1)) FROM ${rows}`,
    );
    expect(hoisted.rows).toEqual([[3n]]);
    expect(rowFault('(select sum(x))', authorOf('duckdb'))).not.toBe(null);
    const kept = await engines.bigquery.run(
      `SELECT (SELECT SUM(t.x) FROM UNNEST([1]) AS u) FROM ${rows} ORDER BY 1`,
    );
    expect(kept.rows).toEqual([[1n], [2n]]);
    expect(rowFault('(select sum(v) from unnest(list) as v)', authorOf('bigquery'))).toBe(null);
  });

  function authorOf(name: string) {
    const dialect = DIALECTS.get(name);
    if (dialect === undefined) throw new Error(`no dialect is named ${name}`);
    return dialect.author;
  }
});
