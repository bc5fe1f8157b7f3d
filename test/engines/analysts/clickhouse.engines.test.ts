import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analyst } from '../../../engines/analyst.ts';
import opener from '../../../engines/clickhouse/analyst.ts';
import { ROOT } from '../../support/root.ts';
import { beside, disguised } from './attempts.ts';

const SCHEMA = `
  CREATE DATABASE marked;
  CREATE TABLE marked.marker (x Int32)
ENGINE = MergeTree
  ORDER BY x;
  INSERT INTO marked.marker VALUES (1);
  CREATE TABLE t (a Int32, s String)
ENGINE = MergeTree
  ORDER BY a;`;

const folder = mkdtempSync(join(tmpdir(), 'quern-clickhouse-'));
const before = { TMPDIR: process.env['TMPDIR'], folder: process.cwd() };
let analyst: Analyst;
let requests = 0;
let server: Server;
let address = '';

// In this process: a second session on its data sees what a statement did.
beforeAll(async () => {
  process.env['TMPDIR'] = folder;
  process.chdir(join(ROOT, 'test'));
  server = createServer((_, response) => {
    requests += 1;
    response.end('x\n1\n');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  analyst = await opener.open({ sources: [], schema: SCHEMA });
});
afterAll(async () => {
  await analyst.close();
  server.close();
  process.chdir(before.folder);
  if (before.TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before.TMPDIR;
  rmSync(folder, { recursive: true });
});
const OUT = join(folder, 'out');
const ask = (sql: string) =>
  analyst.analyse({ sql: sql.replaceAll('{address}', address), parameters: [] });

/** By the word that a refusal must name. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  INSERT: [
    'INSERT INTO marked.marker VALUES (2)',
    'INSERT INTO marked.marker SELECT 2',
    "INSERT INTO FUNCTION file('out.csv', CSV, 'x Int32') SELECT 2",
    'INSERT INTO marked.marker FORMAT JSONEachRow {"x": 2}',
    'WITH v AS (SELECT 2 AS x) INSERT INTO marked.marker SELECT x FROM v',
  ],
  UPDATE: ['UPDATE marked.marker SET x = 2 WHERE 1'],
  DELETE: ['DELETE FROM marked.marker WHERE 1'],
  TRUNCATE: ['TRUNCATE TABLE marked.marker', 'TRUNCATE DATABASE marked'],
  CREATE: [
    'CREATE TABLE marked.made (x Int32) ENGINE = Memory',
    'CREATE TABLE marked.made ENGINE = Memory AS SELECT 1 AS x',
    'CREATE OR REPLACE TABLE marked.marker (x Int32) ENGINE = Memory',
    'CREATE TEMPORARY TABLE made (x Int32)',
    'CREATE VIEW marked.made AS SELECT 1',
    'CREATE MATERIALIZED VIEW marked.made ENGINE = Memory AS SELECT 1 AS x',
    'CREATE DATABASE made',
    'CREATE FUNCTION made AS x -> x + 1',
    'CREATE USER made',
    'CREATE ROLE made',
    'CREATE DICTIONARY marked.made (x UInt64) PRIMARY KEY x SOURCE(NULL()) LAYOUT(FLAT()) LIFETIME(0)',
  ],
  DROP: [
    'DROP TABLE marked.marker',
    'DROP TABLE IF EXISTS marked.marker SYNC',
    'DROP DATABASE marked',
    'DROP FUNCTION IF EXISTS made',
  ],
  DETACH: ['DETACH TABLE marked.marker', 'DETACH DATABASE marked'],
  ATTACH: [
    'ATTACH TABLE marked.marker',
    `ATTACH TABLE marked.made FROM '${OUT}' (x Int32) ENGINE = Memory`,
  ],
  ALTER: [
    'ALTER TABLE marked.marker ADD COLUMN y Int32',
    'ALTER TABLE marked.marker DELETE WHERE 1',
    'ALTER TABLE marked.marker FREEZE',
  ],
  RENAME: ['RENAME TABLE marked.marker TO marked.gone'],
  EXCHANGE: ['EXCHANGE TABLES marked.marker AND t'],
  UNDROP: ['UNDROP TABLE marked.marker'],
  MOVE: ['MOVE USER x TO y'],
  BACKUP: [`BACKUP TABLE marked.marker TO File('${OUT}')`],
  RESTORE: [`RESTORE TABLE marked.marker FROM File('${OUT}')`],
  USE: ['USE marked'],
  SET: [
    'SET max_threads = 1',
    'SET readonly = 0',
    'SET param_x = 1',
    'SET ROLE x',
    'SET DEFAULT ROLE x TO y',
  ],
  SYSTEM: [
    'SYSTEM SHUTDOWN',
    'SYSTEM KILL',
    'SYSTEM FLUSH LOGS',
    'SYSTEM DROP MARK CACHE',
    'SYSTEM STOP MERGES marked.marker',
    'SYSTEM RELOAD CONFIG',
  ],
  KILL: ['KILL QUERY WHERE 1', 'KILL MUTATION WHERE 1'],
  OPTIMIZE: ['OPTIMIZE TABLE marked.marker FINAL'],
  CHECK: ['CHECK TABLE marked.marker'],
  GRANT: ['GRANT SELECT ON *.* TO x', 'GRANT x TO y'],
  REVOKE: ['REVOKE SELECT ON *.* FROM x'],
  EXPLAIN: [
    'EXPLAIN SELECT 1',
    'EXPLAIN AST SELECT 1',
    'EXPLAIN PLAN SELECT 1',
    'EXPLAIN PIPELINE SELECT 1',
    'EXPLAIN ESTIMATE SELECT * FROM t',
  ],
  DESCRIBE: ['DESCRIBE TABLE t', 'DESCRIBE (SELECT 1)', "DESCRIBE url('{address}', CSV)"],
  DESC: ['DESC t'],
  SHOW: [
    'SHOW TABLES',
    'SHOW DATABASES',
    'SHOW CREATE TABLE t',
    'SHOW PROCESSLIST',
    'SHOW GRANTS',
    "SHOW SETTINGS LIKE 'x'",
  ],
  EXISTS: ['EXISTS TABLE marked.marker'],
  WATCH: ['WATCH t'],
  BEGIN: ['BEGIN TRANSACTION'],
  COMMIT: ['COMMIT'],
  ROLLBACK: ['ROLLBACK'],
  // no words of ClickHouse's
  PRAGMA: ['PRAGMA table_info'],
  COPY: ['COPY t FROM STDIN'],
  INSTALL: ['INSTALL httpfs'],
  LOAD: ['LOAD httpfs'],
  VACUUM: ['VACUUM t'],
  SUMMARIZE: ['SUMMARIZE t'],
  MERGE: ['MERGE INTO t'],
  VALUES: ['VALUES (1)'],
};

/** Parts of SELECT statements that are still refused. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['SELECT 1 FORMAT JSON', /^FORMAT/],
  ['SELECT 1 AS x UNION ALL SELECT 2 FORMAT Null', /^FORMAT/],
  [`SELECT 1 INTO OUTFILE '${OUT}.csv'`, /^OUTFILE/],
  [`SELECT 1 INTO OUTFILE '${OUT}.gz' TRUNCATE COMPRESSION 'gzip' FORMAT CSV`, /^OUTFILE/],
  [`SELECT 1 INTO/**/OUTFILE\u00a0'${OUT}.csv' AND STDOUT`, /^OUTFILE/],
  ['SELECT 1 SETTINGS max_threads = 1', /^SETTINGS/],
  ['SELECT 1 SETTINGS readonly = 0', /^SETTINGS/],
  ['SELECT * FROM (SELECT 1 SETTINGS max_threads = 1)', /^SETTINGS/],
  ['WITH v AS (SELECT 1 SETTINGS max_block_size = 1) SELECT * FROM v', /^SETTINGS/],
  ['SELECT 1 SETTINGS max_threads = 1 FORMAT JSON', /^SETTINGS|^FORMAT/],
  ["SELECT * FROM url('{address}', CSV)", /`url` reads .*servers/],
  ["SELECT * FROM URL('{address}', CSV)", /`url` reads .*servers|URL/i],
  ["SELECT * FROM `url`('{address}', CSV, 'x Int32')", /`url` reads/],
  ["SELECT (SELECT count() FROM url('{address}', CSV))", /`url` reads/],
  ["SELECT 1 WHERE 1 IN (SELECT * FROM urlCluster('c', '{address}', CSV))", /`urlCluster` reads/],
  ["SELECT * FROM file('/etc/passwd', LineAsString)", /`file` reads/],
  ["SELECT file('/etc/passwd')", /`file` reads/],
  ["SELECT * FROM view(SELECT file('/etc/passwd'))", /`file` reads/],
  ["SELECT * FROM remote('127.0.0.1', system.one)", /`remote` reads/],
  ["SELECT * FROM remoteSecure('127.0.0.1', system.one)", /`remoteSecure` reads/],
  ["SELECT * FROM s3('{address}x.csv')", /`s3` reads/],
  ["SELECT * FROM mysql('h:1', 'd', 't', 'u', 'p')", /`mysql` reads/],
  ["SELECT * FROM postgresql('h:1', 'd', 't', 'u', 'p')", /`postgresql` reads/],
  ["SELECT * FROM sqlite('/x', 't')", /`sqlite` reads/],
  ["SELECT * FROM executable('x', CSV, 'x Int32')", /`executable` reads/],
  ["SELECT * FROM cluster('c', system.one)", /`cluster` reads/],
  ["SELECT * FROM merge('marked', '.*')", /`merge` reads/],
  ["SELECT * FROM dictionary('x')", /`dictionary` reads/],
  ["SELECT * FROM input('x Int32')", /`input` reads/],
  ["SELECT * FROM eval('SELECT 1')", /`eval` reads/],
  ['SELECT * FROM (EXPLAIN SELECT 1)', /`EXPLAIN` reads/],
  ["SELECT catboostEvaluate('/x', 1)", /`catboostEvaluate` reads/],
  ["SELECT aiGenerate('x')", /`aiGenerate` reads/],
  ['SELECT 1 PARALLEL WITH SELECT 2', /no SELECT statement|not a SELECT statement/],
  ['DROP TABLE marked.marker PARALLEL WITH DROP TABLE t', /`DROP` is not a SELECT/],
  ['SELECT 1; SELECT 2', /more than one statement/],
  ["SELECT 1'); DROP TABLE marked.marker; --", /cannot read the statement at `'\); DROP/],
  ["\\'); DROP TABLE marked.marker; --", /cannot read the statement at `\\`/],
  ['SELECT 1\0; DROP TABLE marked.marker', /NUL/],
  ['', /no statement/],
  [' \n\t\u00a0', /no statement/],
  [';', /no statement|cannot read/],
  ['-- SELECT 1', /no statement/],
  ['/* SELECT 1; */ # x', /no statement/],
  ['SELECT', /expects more at the end/],
  ['SELECT 1 SELECT 2', /cannot read the statement at `2`/],
  ['1', /cannot read the statement at `1`/],
];

const ATTEMPTS: readonly (readonly [string, RegExp])[] = [
  ...Object.entries(STATEMENTS).flatMap(([word, texts]) =>
    texts.flatMap(text => disguised(text).map(attempt => [attempt, naming(word)] as const)),
  ),
  ...Object.values(STATEMENTS)
    .flat()
    .flatMap(text => beside(text))
    .map(attempt => [attempt, /more than one statement|cannot read the statement/] as const),
  ...PARTS,
];

function naming(word: string): RegExp {
  return new RegExp(
    `^\`${word}\` is not a SELECT|^ClickHouse cannot read the statement at \`${word}`,
    'i',
  );
}

describe('ClickHouse refuses', () => {
  test('more than 80 kinds of texts', () => {
    expect(Object.values(STATEMENTS).flat().length + PARTS.length).toBeGreaterThan(80);
  });

  test.each(ATTEMPTS)('%j', async (sql, message) => {
    const analysis = await ask(sql);
    expect(analysis).toMatchObject({ kind: 'refused', message: expect.stringMatching(message) });
  });

  test('and has run nothing', () => {
    expect(requests).toBe(0);
    const [data = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    const session = new Session(join(folder, data));
    const rows = (sql: string) => session.query(sql, 'TabSeparatedRaw').trim();
    expect(rows('SELECT * FROM marked.marker')).toBe('1');
    expect(rows('DESCRIBE marked.marker')).toMatch(/^x\tInt32\s*$/);
    expect(rows('SHOW TABLES FROM marked')).toBe('marker');
    expect(rows("SELECT count() FROM system.tables WHERE name = 'made'")).toBe('0');
    expect(rows("SELECT count() FROM system.databases WHERE name = 'made'")).toBe('0');
    expect(rows("SELECT count() FROM system.functions WHERE name = 'made'")).toBe('0');
    session.close();
  });
});
