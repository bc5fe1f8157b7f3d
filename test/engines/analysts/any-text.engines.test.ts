import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis, Analyst } from '../../../engines/analyst.ts';
import { openAnalyst } from '../../../engines/support/analysis.ts';
import { ROOT } from '../../support/root.ts';
import { unicodeText } from '../../support/unicode-text.ts';

const WORDS =
  `SELECT FROM WHERE WITH AS t u a b * ( ) [ ] { } , ; . :: -> = < + - / % || 1 0.5 'x' "a" \`a\` $$ $x$ ' " \` -- /* */ # \\ \n
  AND OR NOT IN LIKE NULL UNION ALL INTERSECT EXCEPT JOIN LEFT USING ON GROUP BY ORDER HAVING QUALIFY WINDOW OVER PARTITION LIMIT
  OFFSET VALUES TABLE RECURSIVE MATERIALIZED LATERAL UNNEST ARRAY PIVOT UNPIVOT CASE WHEN THEN END CAST EXISTS DISTINCT FINAL
  INSERT INTO UPDATE SET DELETE DROP CREATE TABLE DESCRIBE SHOW SUMMARIZE EXPLAIN FORMAT SETTINGS OUTFILE INTERVAL DAY DATE
  count sum max range numbers file url query $p $1 ? {p:String} @p @@x é 😀 \u00a0 \ufeff \ud800 \0`
    .split(/(?<=\S)[ \n]+/)
    .map(word => word.trim());
const soup = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 3 })), { maxLength: 20 })
  .map(words => words.join(' '));
/** A statement with a hole. */
const nearly = fc
  .tuple(
    fc.constantFrom(
      ['SELECT ', ' FROM t'],
      ['SELECT * FROM ', ''],
      ['WITH v AS (', ') SELECT * FROM v'],
      ['SELECT a FROM t WHERE a = ', ' ORDER BY a'],
      ['SELECT a, ', ' FROM t JOIN u ON t.a = u.a'],
    ),
    soup,
  )
  .map(([[before, after], middle]) => `${before}${middle}${after}`);

const ENGINES = {
  duckdb: 'CREATE TABLE t (a INTEGER, b VARCHAR[]); CREATE TABLE u (a INTEGER);',
  clickhouse:
    'CREATE TABLE t (a Int32, b Array(String)) ENGINE = Memory; CREATE TABLE u (a Int32) ENGINE = Memory;',
  postgres: 'CREATE TABLE t (a integer, b text[]); CREATE TABLE u (a integer);',
};

describe.each(Object.entries(ENGINES))('%s', (engine, schema) => {
  let analyst: Analyst;
  beforeAll(async () => {
    const declared = { sources: [], schema };
    analyst = await openAnalyst(engine, declared, { folder: join(ROOT, 'test') });
  });
  afterAll(() => analyst.close());
  const ask = (sql: string) => analyst.analyse({ sql, parameters: [] });

  test.each([
    ['texts', unicodeText({ maxLength: 200 }), 300],
    ['tokens', soup, 700],
    ['statements with a hole', nearly, 700],
  ])('says of any text what it is: %s', async (_, texts, numRuns) => {
    await fc.assert(
      fc.asyncProperty(texts, async sql => {
        const analysis = await ask(sql);
        checkShape(analysis, sql);
        expect(analysis.kind === 'refused' ? analysis.message : '').not.toMatch(/crash|within/);
      }),
      { numRuns },
    );
  });

  test.each([
    ['parentheses', `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['open parentheses', `SELECT ${'('.repeat(100_000)}`],
    ['a sum', `SELECT ${'1 + '.repeat(20_000)}1`],
    ['subqueries', `${'SELECT * FROM ('.repeat(3_000)}SELECT 1${')'.repeat(3_000)}`],
    ['unions', `${'SELECT 1 UNION ALL '.repeat(5_000)}SELECT 1`],
    ['NOT', `SELECT ${'NOT '.repeat(20_000)}true`],
    ['a list', `SELECT [${'1, '.repeat(100_000)}1] AS l`],
    ['a text', `SELECT '${'x'.repeat(1_000_000)}' AS s`],
    ['statements', 'SELECT 1;'.repeat(20_000)],
    ['comments', `${'/* x */ -- y\n'.repeat(50_000)}SELECT 1 AS x`],
  ])('and of much: %s', async (_, sql) => {
    checkShape(await ask(sql), sql);
    expect(await ask('SELECT a FROM t')).toMatchObject({ columns: [{ name: 'a' }] });
  });
});

function checkShape(analysis: Analysis, sql: string): void {
  const fault = analysis.kind === 'refused' ? analysis : analysis.reason;
  if (analysis.kind === 'understood') {
    expect((analysis.columns === null) === (analysis.reason === null)).toBe(false);
    expect(new Set(analysis.parameters).size).toBe(analysis.parameters.length);
  }
  if (fault === null) return;
  expect(fault.message).toMatch(/^[A-Z`]/);
  expect(fault.message.length).toBeLessThan(1_000);
  expect(fault.hint ?? '.').toMatch(/\.$/);
  if (fault.at !== null) {
    expect(fault.at).toBeGreaterThanOrEqual(0);
    expect(fault.at).toBeLessThanOrEqual(sql.length);
  }
}
