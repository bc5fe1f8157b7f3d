import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analyst, AskedParameter } from '../../../engines/analyst.ts';
import { openAnalyst } from '../../../engines/support/analysis.ts';
import { beside, disguised } from './attempts.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-duckdb-'));
const MARKER = join(folder, 'marker.duckdb');
const OUT = join(folder, 'out');

/** A file of the test's own is attached, so that what a statement did can be seen afterwards. */
const SCHEMA = `
  ATTACH '${MARKER}' AS marked;
  CREATE TABLE marked.marker (x INTEGER);
  INSERT INTO marked.marker VALUES (1);
  CREATE SEQUENCE marked.counter;
  CREATE TABLE t (
    a INTEGER, b STRUCT(x INTEGER[], y MAP(VARCHAR, INTEGER)), ts TIMESTAMP, d DECIMAL(12, 2), j JSON, s VARCHAR);
  CREATE TABLE u (a INTEGER, "odd name" VARCHAR);
  CREATE SCHEMA logs;
  CREATE TABLE logs.edge (id UUID, ended TIMESTAMPTZ);`;

let analyst: Analyst;
beforeAll(async () => {
  analyst = await openAnalyst('duckdb', { sources: [], schema: SCHEMA });
});
afterAll(() => rmSync(folder, { recursive: true }));

const asked = (name: string, scalar: AskedParameter['scalar'], sample: string): AskedParameter => ({
  name,
  scalar,
  isOptional: false,
  sample,
});
const PARAMETERS = [
  asked('n', 'int64', '3'),
  asked('s', 'string', 'x'),
  asked('ts', 'timestamp', '2026-01-02T03:04:05Z'),
];
const ask = (sql: string) => analyst.analyse({ sql, parameters: PARAMETERS });

/** By the word that a refusal must name. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  INSERT: [
    'INSERT INTO marked.marker VALUES (2)',
    'INSERT INTO marked.marker SELECT 2',
    'INSERT OR REPLACE INTO marked.marker VALUES (2) RETURNING x',
    'WITH v AS (SELECT 2 AS x) INSERT INTO marked.marker SELECT x FROM v',
  ],
  UPDATE: [
    'UPDATE marked.marker SET x = 2',
    'WITH v AS (SELECT 2) UPDATE marked.marker SET x = 2 RETURNING x',
  ],
  DELETE: [
    'DELETE FROM marked.marker',
    'WITH v AS (SELECT 2) DELETE FROM marked.marker RETURNING x',
  ],
  TRUNCATE: ['TRUNCATE marked.marker'],
  MERGE: [
    'MERGE INTO marked.marker USING (SELECT 1 AS x) AS v ON marker.x = v.x WHEN MATCHED THEN DELETE',
  ],
  CREATE: [
    'CREATE TABLE marked.made (x INTEGER)',
    'CREATE OR REPLACE TABLE marked.marker AS SELECT 9 AS x',
    'CREATE TEMP TABLE made AS SELECT 1',
    'CREATE VIEW marked.made AS SELECT 1',
    'CREATE SCHEMA marked.made',
    'CREATE SEQUENCE marked.made',
    "CREATE TYPE marked.made AS ENUM ('a')",
    'CREATE MACRO marked.made(x) AS x + 1',
    'CREATE INDEX made ON marked.marker (x)',
    "CREATE SECRET made (TYPE http, BEARER_TOKEN 'x')",
  ],
  DROP: [
    'DROP TABLE marked.marker',
    'DROP SCHEMA logs CASCADE',
    'DROP SEQUENCE IF EXISTS marked.counter',
  ],
  ALTER: [
    'ALTER TABLE marked.marker ADD COLUMN y INTEGER',
    'ALTER TABLE marked.marker RENAME TO gone',
  ],
  COMMENT: ["COMMENT ON TABLE marked.marker IS 'x'"],
  COPY: [
    `COPY marked.marker TO '${OUT}.csv'`,
    `COPY (SELECT 1) TO '${OUT}.parquet' (FORMAT parquet)`,
    `COPY marked.marker FROM '${OUT}.csv'`,
    'COPY FROM DATABASE marked TO memory',
  ],
  EXPORT: [`EXPORT DATABASE '${OUT}'`],
  IMPORT: [`IMPORT DATABASE '${OUT}'`],
  ATTACH: [`ATTACH '${OUT}.duckdb' AS other`, `ATTACH IF NOT EXISTS '${OUT}.duckdb' (READ_ONLY)`],
  DETACH: ['DETACH marked'],
  USE: ['USE marked'],
  SET: [
    'SET threads = 2',
    "SET GLOBAL TimeZone = 'Asia/Tokyo'",
    'SET VARIABLE v = 1',
    'SET enable_external_access = true',
  ],
  RESET: ['RESET threads'],
  PRAGMA: [
    'PRAGMA database_list',
    'PRAGMA enable_profiling',
    'PRAGMA threads = 2',
    "PRAGMA table_info('t')",
  ],
  INSTALL: ['INSTALL httpfs', 'FORCE INSTALL httpfs'],
  LOAD: ['LOAD httpfs', `LOAD '${OUT}.so'`],
  CALL: ['CALL duckdb_tables()', 'CALL enable_logging()', 'CALL force_checkpoint(marked)'],
  CHECKPOINT: ['CHECKPOINT', 'FORCE CHECKPOINT marked'],
  VACUUM: ['VACUUM', 'VACUUM ANALYZE marked.marker'],
  ANALYZE: ['ANALYZE marked.marker'],
  EXPLAIN: [
    'EXPLAIN SELECT 1',
    'EXPLAIN ANALYZE DELETE FROM marked.marker',
    'EXPLAIN (FORMAT json) SELECT 1',
  ],
  PREPARE: ['PREPARE v AS DELETE FROM marked.marker'],
  EXECUTE: ['EXECUTE v'],
  DEALLOCATE: ['DEALLOCATE v'],
  BEGIN: ['BEGIN TRANSACTION'],
  COMMIT: ['COMMIT'],
  ROLLBACK: ['ROLLBACK'],
  ABORT: ['ABORT'],
  SUMMARIZE: ['SUMMARIZE t', 'SUMMARIZE SELECT * FROM t'],
  DESCRIBE: ['DESCRIBE t', 'DESCRIBE SELECT * FROM t', 'DESC t'],
  SHOW: ['SHOW TABLES', 'SHOW ALL TABLES', 'SHOW DATABASES', 'SHOW t'],
  // no words of DuckDB's
  KILL: ['KILL QUERY 1'],
  SYSTEM: ['SYSTEM SHUTDOWN'],
  GRANT: ['GRANT SELECT ON t TO x'],
  REVOKE: ['REVOKE SELECT ON t FROM x'],
  OPTIMIZE: ['OPTIMIZE TABLE t'],
  OUTFILE: [`SELECT 1 INTO OUTFILE '${OUT}.csv'`],
  FORMAT: ['SELECT 1 FROM t FORMAT JSON'],
  SETTINGS: ['SELECT 1 FROM t SETTINGS threads = 1'],
};

/** Parts of SELECT statements that are still refused. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['SELECT * FROM (DESCRIBE t)', /^DESCRIBE reads/],
  ['SELECT * FROM (SUMMARIZE t)', /^SUMMARIZE reads/],
  ['SELECT (SELECT name FROM (SHOW TABLES)) FROM t', /^SHOW reads/],
  ['FROM (SELECT 1) JOIN (DESCRIBE t) ON true', /^DESCRIBE reads/],
  ['WITH v AS (FROM (SHOW DATABASES)) FROM v', /^SHOW reads/],
  ["SELECT nextval('marked.counter')", /`nextval` changes/],
  ['SELECT setseed(0.5)', /`setseed` changes/],
  ["SELECT * FROM query('DROP TABLE marked.marker')", /`query` reads .*other statements/],
  ['SELECT * FROM query(CAST($s AS VARCHAR))', /`query` reads/],
  ["SELECT * FROM query_table('t')", /`query_table` reads/],
  ["SELECT * FROM json_execute_serialized_sql('{}')", /`json_execute_serialized_sql` reads/],
  ['SELECT * FROM force_checkpoint()', /`force_checkpoint` reads/],
  ['SELECT * FROM duckdb_settings()', /`duckdb_settings` reads/],
  ["SELECT * FROM pragma_table_info('t')", /`pragma_table_info` reads/],
  ["SELECT * FROM read_csv('/etc/passwd')", /`read_csv` reads files/],
  ["SELECT * FROM READ_TEXT('/etc/passwd')", /`READ_TEXT` reads files/i],
  ["SELECT (SELECT count(*) FROM glob('/*'))", /`glob` reads files/],
  ["SELECT * FROM read_parquet('https://localhost/x')", /`read_parquet` reads files/],
  ['PIVOT t ON a USING count(*)', /^The columns of a PIVOT/],
  ['SELECT * FROM (PIVOT t ON a USING count(*))', /^The columns of a PIVOT/],
  ['WITH v AS (DELETE FROM marked.marker RETURNING x) SELECT * FROM v', /A CTE needs a SELECT/],
  ['SELECT * FROM (DELETE FROM marked.marker RETURNING x)', /^DuckDB cannot read .*"FROM"/],
  ['SELECT 1 INTO made', /SELECT INTO/i],
  ['SELECT 1 FOR UPDATE', /FOR UPDATE|cannot read/i],
  ['SELECT\0 1', /NUL/],
  ['SELECT 1\0; DROP TABLE marked.marker', /NUL/],
  ['', /no statement/],
  [' \n\t\u00a0', /no statement/],
  [';', /no statement/],
  [';;; ;', /no statement/],
  ['-- SELECT 1', /no statement/],
  ['/* SELECT 1; /* nested */ */ -- x', /no statement/],
  ['SELECT', /^DuckDB cannot read/],
  ['SELECT 1 SELECT 2', /^DuckDB cannot read/],
  ['1', /^DuckDB cannot read/],
  ['x', /^DuckDB cannot read/],
  ['SELECT 1; SELECT 2', /more than one statement/],
  ['SELECT 1;\n-- x\nSELECT 2;', /more than one statement/],
];

const ATTEMPTS: readonly (readonly [string, RegExp])[] = [
  ...Object.entries(STATEMENTS).flatMap(([word, texts]) =>
    texts.flatMap(text => disguised(text).map(attempt => [attempt, naming(word)] as const)),
  ),
  ...Object.values(STATEMENTS)
    .flat()
    .flatMap(text =>
      beside(text).map(
        attempt => [attempt, /more than one statement|cannot read the statement/] as const,
      ),
    ),
  ...PARTS,
];

/** Some words have another form; and what is not a word of DuckDB's grammar, its parser names itself. */
function naming(word: string): RegExp {
  const others: Readonly<Record<string, string>> = {
    DESCRIBE: 'DESC',
    SHOW: 'DESCRIBE',
    INSTALL: 'FORCE',
    CHECKPOINT: 'FORCE',
    OUTFILE: "'",
    FORMAT: 'JSON',
    SETTINGS: 'threads',
  };
  const either = `(${word}|${others[word] ?? word})`;
  const forms = [
    `\`${either}\` is not a SELECT`,
    `${either} reads`,
    `DuckDB cannot .* near "${either}`,
  ];
  return new RegExp(`^(${forms.join('|')})`, 'i');
}

describe('DuckDB refuses', () => {
  test('more than 80 kinds of texts', () => {
    expect(Object.values(STATEMENTS).flat().length + PARTS.length).toBeGreaterThan(80);
  });

  test.each(ATTEMPTS)('%j', async (sql, message) => {
    const analysis = await ask(sql);
    expect(analysis).toMatchObject({ kind: 'refused', message: expect.stringMatching(message) });
  });

  test('and has run nothing', async () => {
    expect(await ask('SELECT * FROM marked.marker')).toMatchObject({ columns: [{ name: 'x' }] });
    await analyst.close();
    expect(readdirSync(folder).filter(name => !name.startsWith('marker.duckdb'))).toEqual([]);
    expect(existsSync(OUT)).toBe(false);
    const instance = await DuckDBInstance.create(MARKER);
    const connection = await instance.connect();
    const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS();
    expect(await rows('SELECT * FROM marker')).toEqual([[1]]);
    expect(await rows("SELECT nextval('counter')")).toEqual([[1n]]);
    expect(await rows('SELECT table_name FROM duckdb_tables()')).toEqual([['marker']]);
    expect(await rows('SELECT count(*) FROM duckdb_views() WHERE NOT internal')).toEqual([[0n]]);
    connection.closeSync();
    instance.closeSync();
  });
});
