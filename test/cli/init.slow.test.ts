/** `quern init`: from an empty folder to rows. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { quern, removeFolders, temporaryFolder } from './cli-fixture.ts';

afterAll(removeFolders);

const FILES = [
  '.gitignore',
  '.vscode/settings.json',
  'endpoints/requests.by-status.yaml',
  'endpoints/sources.yaml',
  'package.json',
  'quern.yaml',
];

function filesIn(folder: string): readonly string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = all.filter(entry => entry.isFile());
  return files.map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
}

async function sql(database: string, ...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

const ORDERS = `SELECT 'o' || i AS order_id, TIMESTAMP '2026-01-01' + INTERVAL (i) MINUTE AS placed_at, (i * 1.25)::DECIMAL(12, 2) AS amount,
  CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS qty, {city: 'x', zip: i} AS address, ['a', 'b'] AS tags, MAP {'k': 1} AS labels
  FROM range(1000) t(i)`;

describe('without rows', () => {
  it('makes a project that is checked, generated and tested as it is', async () => {
    const folder = temporaryFolder();
    const { exit, stdout, stderr } = await quern(folder, ['init']);
    expect(exit).toBe(0);
    expect(stdout.split('\n').filter(Boolean).sort()).toEqual(FILES.map(file => `created ${file}`));
    expect(stderr).toBe('\nNext:\n  npx quern check\n  npx quern generate\n  npx quern demo\n');
    expect(filesIn(folder)).toEqual(FILES);
    expect((await quern(folder, ['check', '--strict'])).exit).toBe(0);
    expect((await quern(folder, ['generate'])).exit).toBe(0);
    expect((await quern(folder, ['test'])).stderr).toBe('1 passed, 0 failed\n');
  });

  it('names the folder and its clients, and keeps what says nothing of endpoints', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'shop'));
    writeFileSync(join(folder, 'shop/package.json'), '{ "name": "@team/Web Shop" }');
    const { exit, stderr } = await quern(folder, ['init', 'shop']);
    expect(exit).toBe(0);
    expect(stderr).toContain('kept shop/package.json as it is');
    expect(stderr).toContain('  cd shop\n');
    expect(readFileSync(join(folder, 'shop/package.json'), 'utf8')).toContain('@team');
    expect(readFileSync(join(folder, 'shop/quern.yaml'), 'utf8')).toContain(
      'package: web-shop-client',
    );
  });

  it('writes nothing where there is a project', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'quern.yaml'), 'dialects: [duckdb]\n');
    expect(await quern(folder, ['init'])).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: There is a project already: `quern.yaml`\n  hint: Start in an empty folder, or name one: `quern init <folder>`.\n',
    });
    expect(filesIn(folder)).toEqual(['quern.yaml']);
  });
});

describe('from rows', () => {
  it.each(['parquet', 'ndjson'])('of %s: data sets that the files fit, and rows', async format => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'rows'));
    const options = format === 'parquet' ? '' : '(FORMAT json)';
    await sql(
      ':memory:',
      `COPY (${ORDERS} WHERE i < 500) TO '${folder}/rows/orders-1.${format}' ${options}`,
      `COPY (${ORDERS} WHERE i >= 500) TO '${folder}/rows/orders-2.${format}' ${options}`,
    );
    const { exit, stderr } = await quern(folder, ['init', '--from', `rows/orders-*.${format}`]);
    expect([exit, stderr]).toEqual([0, expect.stringContaining('npx quern run orders.newest')]);
    const sources = readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8');
    expect(sources).toContain('# Types and NULLs are as all 1,000 rows have them.');
    expect(sources).toContain('key: [order_id]     # no two are equal in all 1,000 rows');
    expect(sources).toContain('placed_at: { type: timestamp, required: true }');
    expect(sources).toContain('qty: { type: int64 }');
    expect((await quern(folder, ['check', '--strict', '--tables'])).stderr).toBe(
      '1 endpoint for duckdb: no faults\n1 table of duckdb as declared\n',
    );
    expect((await quern(folder, ['generate'])).exit).toBe(0);
    const run = await quern(folder, [
      'run',
      'orders.newest',
      '--param',
      'until=2026-01-01T00:02:00Z',
    ]);
    const rows = JSON.parse(run.stdout);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      order_id: 'o1',
      placed_at: '2026-01-01T00:01:00Z',
      qty: 1,
      address: { city: 'x', zip: 1 },
      tags: ['a', 'b'],
    });
  });

  it('of a database: a data set and an endpoint for each table', async () => {
    const folder = temporaryFolder();
    await sql(
      join(folder, 'shop.duckdb'),
      `CREATE TABLE orders AS ${ORDERS}`,
      'CREATE TABLE "price list"(sku VARCHAR, price DOUBLE)',
      'INSERT INTO "price list" VALUES (\'a\', 1.5)',
      'CREATE SCHEMA old',
      'CREATE TABLE old.orders(id BIGINT, day DATE)',
      'CREATE TABLE "no rows"(id BIGINT NOT NULL)',
    );
    const { exit, stdout } = await quern(folder, ['init', '--from', 'shop.duckdb']);
    expect(exit).toBe(0);
    const endpoints = ['orders.newest', 'price_list.all', 'old_orders.newest', 'no_rows.all'];
    for (const name of endpoints) expect(stdout).toContain(`created endpoints/${name}.yaml\n`);
    const { stderr } = await quern(folder, ['check', '--tables']);
    expect(stderr).toContain('4 tables of duckdb as declared\n');
    await quern(folder, ['generate']);
    for (const name of endpoints) expect((await quern(folder, ['run', name])).exit).toBe(0);
  });

  it('names what cannot be read, and writes nothing', async () => {
    const folder = temporaryFolder();
    const wide = Array.from({ length: 1_001 }, (_, i) => `1 AS c${i}`).join(', ');
    await sql(
      ':memory:',
      `COPY (SELECT 1 AS "a b", 2 AS ok, {"x-y": 1} AS r) TO '${folder}/names.parquet'`,
      `COPY (SELECT 1 AS a WHERE false) TO '${folder}/none.parquet'`,
      `COPY (SELECT ${wide}) TO '${folder}/wide.parquet'`,
    );
    await sql(join(folder, 'empty.duckdb'), 'SELECT 1');
    await sql(
      join(folder, 'two.duckdb'),
      'CREATE TABLE one("a b" BIGINT)',
      'CREATE TABLE two("c d" BIGINT)',
    );
    writeFileSync(join(folder, 'broken.parquet'), 'no Parquet');
    writeFileSync(join(folder, 'rows.csv'), 'a,b\n1,2\n');
    const before = filesIn(folder);
    const cases: readonly (readonly [string, RegExp])[] = [
      [
        'names.parquet',
        /`names.parquet`: the column `a b` has no name of letters, digits and `_`\nerror: `names.parquet`: the column `x-y`/,
      ],
      ['none.parquet', /`none.parquet`: there is no row\n {2}hint: /],
      ['wide.parquet', /there are 1001 columns, and a data set has at most 1000/],
      ['absent.parquet', /`absent.parquet`: .*No files found/],
      ['broken.parquet', /`broken.parquet`: /],
      [
        'rows.csv',
        /`rows.csv`: the service reads `.parquet`[\s\S]*hint: Other files become Parquet/,
      ],
      ['empty.duckdb', /`empty.duckdb`: the database has no table/],
      ['absent.duckdb', /`absent.duckdb`: /],
      [
        'two.duckdb',
        /`two.duckdb`, table `one`: the column `a b` .*\nerror: `two.duckdb`, table `two`: the column `c d`/,
      ],
    ];
    for (const [from, words] of cases) {
      const { exit, stdout, stderr } = await quern(folder, ['init', 'new', '--from', from]);
      expect([from, exit, stdout]).toEqual([from, 2, '']);
      expect(stderr).toMatch(words);
    }
    expect(filesIn(folder)).toEqual(before);
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });
});
