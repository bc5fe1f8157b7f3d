/** Statements that PostgreSQL's analyst refuses, and that it runs nothing of any. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analyst } from '../../../engines/analyst.ts';
import { openAnalyst } from '../../../engines/support/analysis.ts';
import { ROOT } from '../../support/root.ts';
import { beside, disguised } from './attempts.ts';

/** A function would be noticed that is called while a statement is analysed. */
const SCHEMA = `
  CREATE TABLE marker (x integer);
  INSERT INTO marker VALUES (1);
  CREATE SEQUENCE counter;
  CREATE FUNCTION fails() RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'it has run'; END $$;
  CREATE TABLE t (a integer, s text);`;

let analyst: Analyst;
beforeAll(async () => {
  const declared = { sources: [], schema: SCHEMA };
  analyst = await openAnalyst('postgres', declared, { folder: join(ROOT, 'test') });
});
afterAll(() => analyst.close());
const ask = (sql: string) => analyst.analyse({ sql, parameters: [] });

/** By the word that a refusal must name. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  INSERT: [
    'INSERT INTO marker VALUES (2)',
    'INSERT INTO marker SELECT 2 RETURNING x',
    'INSERT INTO marker VALUES (2) ON CONFLICT DO NOTHING',
    'WITH v AS (SELECT 2 AS x) INSERT INTO marker SELECT x FROM v',
  ],
  UPDATE: ['UPDATE marker SET x = 2', 'WITH v AS (SELECT 2) UPDATE marker SET x = 2 RETURNING x'],
  DELETE: ['DELETE FROM marker', 'WITH v AS (SELECT 2) DELETE FROM marker RETURNING x'],
  MERGE: [
    'MERGE INTO marker USING (SELECT 1 AS x) AS v ON marker.x = v.x WHEN MATCHED THEN DELETE',
  ],
  TRUNCATE: ['TRUNCATE marker'],
  CREATE: [
    'CREATE TABLE made (x integer)',
    'CREATE TABLE made AS SELECT 9 AS x',
    'CREATE TEMP TABLE made AS SELECT 1',
    'CREATE VIEW made AS SELECT 1',
    'CREATE SCHEMA made',
    "CREATE TYPE made AS ENUM ('a')",
    'CREATE EXTENSION hstore',
    'CREATE INDEX made ON marker (x)',
    'CREATE ROLE made SUPERUSER',
    "CREATE FUNCTION made() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  ],
  DROP: ['DROP TABLE marker', 'DROP SCHEMA public CASCADE', 'DROP OWNED BY CURRENT_USER'],
  ALTER: ['ALTER TABLE marker ADD COLUMN y integer', 'ALTER SYSTEM SET work_mem = 1'],
  COMMENT: ["COMMENT ON TABLE marker IS 'x'"],
  COPY: [
    'COPY marker TO STDOUT',
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY marker FROM '/etc/passwd'",
  ],
  SET: [
    'SET work_mem = 64',
    'SET ROLE postgres',
    'SET TRANSACTION READ WRITE',
    "SET TIME ZONE 'Asia/Tokyo'",
  ],
  RESET: ['RESET ALL'],
  SHOW: ['SHOW ALL', 'SHOW work_mem'],
  DO: ['DO $$ BEGIN DELETE FROM marker; END $$'],
  CALL: ['CALL made()'],
  LOCK: ['LOCK TABLE marker'],
  LISTEN: ['LISTEN made'],
  NOTIFY: ["NOTIFY made, 'x'"],
  LOAD: ["LOAD 'plpgsql'"],
  VACUUM: ['VACUUM', 'VACUUM (FULL) marker'],
  ANALYZE: ['ANALYZE marker'],
  REINDEX: ['REINDEX TABLE marker'],
  CLUSTER: ['CLUSTER marker'],
  CHECKPOINT: ['CHECKPOINT'],
  EXPLAIN: ['EXPLAIN SELECT 1', 'EXPLAIN ANALYZE DELETE FROM marker'],
  PREPARE: ['PREPARE v AS DELETE FROM marker', "PREPARE TRANSACTION 'x'"],
  EXECUTE: ['EXECUTE v'],
  DEALLOCATE: ['DEALLOCATE ALL'],
  DECLARE: ['DECLARE c CURSOR FOR SELECT 1'],
  FETCH: ['FETCH ALL FROM c'],
  BEGIN: ['BEGIN'],
  START: ['START TRANSACTION'],
  COMMIT: ['COMMIT'],
  ROLLBACK: ['ROLLBACK'],
  SAVEPOINT: ['SAVEPOINT x'],
  GRANT: ['GRANT ALL ON t TO PUBLIC'],
  REVOKE: ['REVOKE SELECT ON t FROM PUBLIC'],
  REFRESH: ['REFRESH MATERIALIZED VIEW made'],
  DISCARD: ['DISCARD ALL'],
  SECURITY: ["SECURITY LABEL ON TABLE t IS 'x'"],
  FROM: ['FROM t SELECT a'],
};

/** Parts of SELECT statements that are still refused. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['WITH v AS (DELETE FROM marker RETURNING x) SELECT * FROM v', /^A part of the statement writes/],
  [
    'WITH v AS (INSERT INTO marker VALUES (2) RETURNING x) SELECT 1',
    /^A part of the statement writes/,
  ],
  ['WITH v AS (UPDATE marker SET x = 2 RETURNING x) TABLE v', /^A part of the statement writes/],
  ['SELECT 1 AS x INTO made', /^A part of the statement writes/],
  ['SELECT * INTO TEMP made FROM t', /^A part of the statement writes/],
  ['WITH v AS (SELECT 1 AS x) SELECT * INTO made FROM v', /^A part of the statement writes/],
  ['SELECT * FROM t FOR UPDATE', /^The statement locks rows/],
  [
    'SELECT * FROM (SELECT * FROM t FOR NO KEY UPDATE SKIP LOCKED) AS q',
    /^The statement locks rows/,
  ],
  ['SELECT * FROM t FOR KEY SHARE OF t', /^The statement locks rows/],
  ["SELECT nextval('counter')", /`nextval` changes/],
  ["SELECT pg_catalog.setval('counter', 9)", /`setval` changes/],
  ["SELECT set_config('work_mem', '64', false)", /`set_config` changes/],
  ['SELECT setseed(0.5)', /`setseed` changes/],
  ["SELECT pg_read_file('PG_VERSION')", /`pg_read_file` changes .* reads files/],
  ["SELECT * FROM pg_ls_dir('.')", /`pg_ls_dir` changes .* reads files/],
  [
    "SELECT query_to_xml('DELETE FROM marker', true, true, '')",
    /`query_to_xml` .* runs statements/,
  ],
  ["SELECT * FROM ts_stat('SELECT 1')", /`ts_stat` .* runs statements/],
  ['SELECT lo_creat(-1)', /`lo_creat` changes/],
  ["SELECT lo_import('/etc/passwd')", /`lo_import` changes/],
  ['SELECT pg_sleep(60)', /`pg_sleep` changes/],
  ['SELECT pg_advisory_lock(1)', /`pg_advisory_lock` changes/],
  ["SELECT pg_notify('a', 'b')", /`pg_notify` changes/],
  ['SELECT pg_terminate_backend(1)', /`pg_terminate_backend` changes/],
  ["SELECT a FROM t WHERE s = (SELECT pg_read_file('x'))", /`pg_read_file` changes/],
  ['SELECT (SELECT * FROM (DELETE FROM marker RETURNING x) AS q)', /^PostgreSQL cannot read/],
  ['SELECT\0 1', /NUL/],
  ['SELECT 1\0; DROP TABLE marker', /NUL/],
  ['', /no statement/],
  [' \n\t\u00a0', /no statement/],
  [';', /no statement/],
  [';;; ;', /no statement/],
  ['-- SELECT 1', /no statement/],
  ['/* SELECT 1; /* nested */ */ -- x', /no statement/],
  ['SELECT 1 SELECT 2', /^PostgreSQL cannot read/],
  ['SELECT (', /^PostgreSQL cannot read/],
  ["SELECT 'x", /^PostgreSQL cannot read/],
  ['SELECT @p', /^PostgreSQL cannot/],
  ['1', /is not a SELECT statement/],
  ['x', /is not a SELECT statement/],
  ['SELECT 1; SELECT 2', /more than one statement/],
  ['SELECT 1;\n-- x\nSELECT 2;', /more than one statement/],
];

const ATTEMPTS: readonly (readonly [string, RegExp])[] = [
  ...Object.entries(STATEMENTS).flatMap(([word, texts]) =>
    texts.flatMap(text =>
      disguised(text).map(
        attempt => [attempt, new RegExp(`^\`${word}\` is not a SELECT`)] as const,
      ),
    ),
  ),
  ...Object.values(STATEMENTS)
    .flat()
    .flatMap(text =>
      beside(text).map(attempt => [attempt, /^The text holds more than one statement/] as const),
    ),
  ...PARTS,
];

describe('PostgreSQL refuses', () => {
  test('more than 100 kinds of texts', () => {
    expect(Object.values(STATEMENTS).flat().length + PARTS.length).toBeGreaterThan(100);
  });

  test.each(ATTEMPTS)('%j', async (sql, message) => {
    const analysis = await ask(sql);
    if (message.source === '^PostgreSQL cannot' && analysis.kind === 'understood') {
      expect(analysis.reason?.message).toMatch(message);
      return;
    }
    expect(analysis).toMatchObject({ kind: 'refused', message: expect.stringMatching(message) });
  });

  test('and has run nothing', async () => {
    expect(await ask('SELECT fails() AS x FROM marker WHERE fails() = 1')).toMatchObject({
      columns: [{ name: 'x' }],
    });
    // a table that was changed would have other columns, and one that was made would be there
    expect(await ask('SELECT * FROM marker')).toMatchObject({ columns: [{ name: 'x' }] });
    expect(await ask('SELECT * FROM made')).toMatchObject({ columns: null });
    expect(await ask('SELECT now() AS made')).toMatchObject({ columns: [{ name: 'made' }] });
  });
});
