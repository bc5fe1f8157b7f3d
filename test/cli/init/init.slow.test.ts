/** `quern init`: from an empty folder to rows. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { quern, removeFolders, temporaryFolder } from '../cli-fixture.ts';

afterAll(removeFolders);

const FILES = [
  '.gitattributes',
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
    const code = ['--client', 'typescript,go', '--routes', 'next'];
    const { exit, stderr } = await quern(folder, ['init', 'shop', ...code]);
    expect(exit).toBe(0);
    expect(stderr).toContain('kept shop/package.json as it is');
    expect(stderr).toContain('  cd shop\n');
    expect(readFileSync(join(folder, 'shop/package.json'), 'utf8')).toContain('@team');
    expect(readFileSync(join(folder, 'shop/quern.yaml'), 'utf8')).toContain(
      `clients:
  typescript: { package: web-shop-client }
  go: { module: example.com/web-shop-client }
server: { framework: next }
`,
    );
    expect(readFileSync(join(folder, 'shop/quern.yaml'), 'utf8')).toContain(
      'openapi: { title: "Web shop" }\n',
    );
    const other = await quern(folder, ['init', 'other', '--client', 'rust']);
    const said = '`--client` must be names from typescript, python, go, with commas, not `rust`';
    expect(other).toMatchObject({ exit: 2, stderr: expect.stringContaining(said) });
  });

  it('keeps formatters away from generated files', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.prettierrc'), '{}');
    writeFileSync(join(folder, '.prettierignore'), 'dist/');
    writeFileSync(join(folder, 'biome.json'), '{}');
    writeFileSync(join(folder, 'pyproject.toml'), '[tool.black]\n[tool.ruff.lint]\n');
    const { stdout, stderr } = await quern(folder, ['init']);
    expect(stdout).toContain('added generated/ to .prettierignore\n');
    expect(readFileSync(join(folder, '.prettierignore'), 'utf8')).toBe('dist/\ngenerated/\n');
    expect(stderr).toContain('add `"!generated"` to `files.includes`');
    expect(stderr).toContain('add `extend-exclude = ["generated"]`');
    expect(stderr).toContain('add `extend-exclude = "generated/"`');
  });

  it('generates no code unless asked, and removes a client whose line is deleted', async () => {
    const folder = temporaryFolder();
    await quern(folder, ['init']);
    expect((await quern(folder, ['generate'])).exit).toBe(0);
    expect(
      filesIn(join(folder, 'generated')).filter(path => /^(clients|server)/.test(path)),
    ).toEqual([]);
    const config = join(folder, 'quern.yaml');
    const text = readFileSync(config, 'utf8');
    const clients = (of: string) => writeFileSync(config, text.replace(/^clients: .*$/m, of));
    clients('clients: { python: {}, typescript: {} }');
    await quern(folder, ['generate']);
    clients('clients: { typescript: {} }');
    const { stderr } = await quern(folder, ['generate']);
    expect(stderr).toContain('no client for Python: `clients` does not name one\n');
    expect(existsSync(join(folder, 'generated/clients/python'))).toBe(false);
    expect(existsSync(join(folder, 'generated/clients/typescript'))).toBe(true);
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
    expect(sources).toContain('# Types and NULLs are as in all 1,000 rows.');
    expect(sources).toContain('key: [order_id]     # guessed: no two are equal in all 1,000 rows');
    expect(sources).toContain('placed_at: { type: timestamp, required: true }');
    expect(sources).toContain('qty: { type: int64 }');
    expect((await quern(folder, ['check', '--strict', '--tables'])).stderr).toBe(
      '2 endpoints for duckdb: no errors\n1 table of duckdb as declared\n  hint: No rows were read, so whether each `key` is unique is not checked.\n',
    );
    expect((await quern(folder, ['generate'])).exit).toBe(0);
    const days = JSON.parse((await quern(folder, ['run', 'orders.daily'])).stdout);
    expect(days).toEqual([{ day: '2026-01-01T00:00:00Z', count: 1000 }]);
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

  it('declares as optional what some files lack', async () => {
    const folder = temporaryFolder();
    await sql(
      ':memory:',
      `COPY (SELECT 1 AS id, 2 AS size, {a: 1, b: 2} AS parts, {c: 1} AS more) TO '${folder}/1.parquet'`,
      `COPY (SELECT 2 AS id, {a: 1} AS parts) TO '${folder}/2.parquet'`,
    );
    expect((await quern(folder, ['init', '--from', '*.parquet'])).exit).toBe(0);
    const note = 'missing in 1 of 2 files, such as `2.parquet`';
    const sources = readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8');
    expect(sources).toContain(`      size: { type: int64, optional: true }     # ${note}\n`);
    expect(sources).toContain(`          b: { type: int64, optional: true }     # ${note}\n`);
    expect(sources).toContain('          a: { type: int64 }\n');
    expect(sources).toContain(
      `      more:     # ${note}\n        optional: true\n        record:\n`,
    );
    expect((await quern(folder, ['check', '--strict', '--tables'])).stderr).toBe(
      '1 endpoint for duckdb: no errors\n1 table of duckdb as declared\n  hint: No rows were read, so whether each `key` is unique is not checked.\n',
    );
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

  it('of a database: its comments, its keys and its views, and SQL for types that no data set has', async () => {
    const folder = temporaryFolder();
    await sql(
      join(folder, 'shop.duckdb'),
      'CREATE TABLE lines(order_no BIGINT, line BIGINT, opens TIME, doc JSON, raw BLOB, wide DECIMAL(38, 20), PRIMARY KEY (order_no, line))',
      "INSERT INTO lines VALUES (1, 2, '08:30', '[1]', 'ab', 0.25)",
      "COMMENT ON TABLE lines IS 'Lines of orders'",
      'COMMENT ON COLUMN lines.opens IS \'When the shop\n opens: "local" time\'',
      'CREATE VIEW "first" AS SELECT order_no, NULL::DATE AS day FROM lines',
      'COMMENT ON VIEW "first" IS \'Of each order\'',
      'CREATE VIEW "none" AS FROM "first" WHERE false',
    );
    const { exit, stderr } = await quern(folder, ['init', '--from', 'shop.duckdb']);
    expect([exit, stderr]).toEqual([0, expect.stringContaining('npx quern run')]);
    expect(readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8')).toContain(`sources:
  first:
    description: "Of each order"
    # Types are as the view has them, and NULLs as in the only row.
    tables: { duckdb: { table: first } }
    columns:
      order_no: { type: int64, required: true }
      day: { type: date }
  lines:
    description: "Lines of orders"
    # Types and NULLs are as the table declares them.
    key: [order_no, line]     # as the table declares it
    tables: { duckdb: { table: lines } }
    columns:
      order_no: { type: int64, required: true }
      line: { type: int64, required: true }
      opens: { type: string, stored: { duckdb: TIME }, description: "When the shop opens: \\"local\\" time" }
      doc: { type: json }
      raw: { type: string, stored: { duckdb: BLOB } }
      wide: { type: string, stored: { duckdb: "DECIMAL(38,20)" } }     # DECIMAL(38,20) has more digits than a decimal here
  none:
    # Types are as the view has them; no row says whether a column is ever NULL.
`);
    expect((await quern(folder, ['check', '--tables'])).stderr).toContain(
      '3 tables of duckdb as declared\n',
    );
    await quern(folder, ['generate']);
    const { stdout } = await quern(folder, ['run', 'lines.all']);
    expect(JSON.parse(stdout)).toEqual([
      {
        ...{ order_no: 1, line: 2, opens: '08:30:00', doc: [1], raw: 'YWI=' },
        wide: '0.25000000000000000000',
      },
    ]);
    for (const endpoint of ['first.newest', 'none.newest'])
      expect((await quern(folder, ['run', endpoint])).exit).toBe(0);
  });

  it('skips a view that it cannot read, and reads the tables that are named', async () => {
    const folder = temporaryFolder();
    await sql(
      join(folder, 'shop.duckdb'),
      'CREATE TABLE orders(id BIGINT)',
      'CREATE TABLE old(id BIGINT)',
      'CREATE VIEW older AS FROM old',
      'DROP TABLE old',
      "CREATE VIEW outside AS SELECT * FROM read_csv('orders.csv', columns = {'a': 'BIGINT'})",
    ).catch(() => {});
    const whole = await quern(folder, ['init', 'whole', '--from', 'shop.duckdb']);
    expect(whole.exit).toBe(0);
    expect(whole.stdout + whole.stderr).toMatch(
      /^`shop.duckdb`, view `older`: Catalog Error: .*; it is passed over$/m,
    );
    const one = ['init', 'p', '--from', 'shop.duckdb', '--table', 'older'];
    const { exit, stderr } = await quern(folder, one);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/error: `shop.duckdb`, view `older`: Catalog Error: .*\n/);
    expect(stderr).toContain('hint: Repair them, or name others with `--table`.');
    const words = ['init', 'p', '--from', 'shop.duckdb', '--table'];
    expect(await quern(folder, [...words, 'order'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(
        'error: `shop.duckdb`: there is no table `order`\n  hint: Name one of `',
      ),
    });
    expect(existsSync(join(folder, 'p'))).toBe(false);
    const ran = await quern(folder, [...words, 'orders']);
    expect([ran.exit, ran.stdout]).toEqual([0, expect.stringContaining('orders.all.yaml')]);
  });

  it('names what cannot be read, and writes nothing', async () => {
    const folder = temporaryFolder();
    const wide = Array.from({ length: 1_001 }, (_, i) => `1 AS c${i}`).join(', ');
    await sql(
      ':memory:',
      `COPY (SELECT 1 AS a WHERE false) TO '${folder}/none.parquet'`,
      `COPY (SELECT ${wide}) TO '${folder}/wide.parquet'`,
    );
    await sql(join(folder, 'empty.duckdb'), 'SELECT 1');
    await sql(
      join(folder, 'states.duckdb'),
      'CREATE TABLE one(a GEOMETRY)',
      'CREATE TABLE two(a GEOMETRY)',
    );
    writeFileSync(join(folder, 'broken.parquet'), 'no Parquet');
    writeFileSync(join(folder, 'rows.xlsx'), 'no table');
    const before = filesIn(folder);
    const cases: readonly (readonly [string, RegExp])[] = [
      ['none.parquet', /`none.parquet`: there is no row\n {2}hint: /],
      ['wide.parquet', /there are 1001 columns, and a data set has at most 1000/],
      ['absent.parquet', /`absent.parquet`: there is no such file/],
      ['broken.parquet', /`broken.parquet`: /],
      [
        'rows.xlsx',
        /`rows.xlsx`: it ends in none of `.parquet`, `.csv`[\s\S]*hint: A database of DuckDB ends in `.duckdb`/,
      ],
      ['empty.duckdb', /`empty.duckdb`: the database has no table/],
      ['absent.duckdb', /`absent.duckdb`: /],
      [
        'states.duckdb',
        /The table `one`: no column has a type of quern\nerror: The table `two`: no/,
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

describe('from CSV', () => {
  const ORDERS_CSV =
    'Order ID;Total (EUR);zip;Placed At;day;paid;2024;true;note\r\n' +
    '1;12.50;00123;2026-01-01 10:00:00;2026-01-01;true;7;x;"a; ""b"""\r\n' +
    '2;-3;00124;2026-01-02T10:00:00.5+02:00;2026-01-02;FALSE;8;y;\r\n';

  it('makes data sets of several files, with plain names and types that all values fit', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'orders.csv'), ORDERS_CSV);
    writeFileSync(join(folder, 'Customers (all).csv'), 'id,name,Code\nc1,Ann,x\nc1,Bo,y\n');
    writeFileSync(join(folder, 'days-1.tsv'), 'day\tn\n2026-01-01\t1\n');
    writeFileSync(join(folder, 'days-2.tsv'), 'n\tday\n0.5\t2026-01-02\n');
    const from = ['orders.csv', 'Customers (all).csv', 'days-*.tsv'];
    const { exit, stderr } = await quern(folder, [
      'init',
      ...from.flatMap(file => ['--from', file]),
    ]);
    expect([exit, stderr]).toEqual([0, expect.stringContaining('npx quern run orders.newest')]);
    expect(readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8')).toBe(
      `# yaml-language-server: $schema=../generated/schema/sources.schema.json
sources:
  orders:
    # Types and NULLs are as in all 2 rows.
    key: [order_id]     # guessed: no two are equal in all 2 rows
    tables: { duckdb: { table: orders } }
    columns:
      order_id: { type: int64, required: true }     # \`Order ID\` in the files
      total_eur: { type: float64, required: true }     # \`Total (EUR)\` in the files
      zip: { type: string, required: true }
      placed_at: { type: timestamp, required: true }     # \`Placed At\` in the files
      day: { type: date, required: true }
      paid: { type: bool, required: true }
      _2024: { type: int64, required: true }     # \`2024\` in the files
      true_: { type: string, required: true }     # \`true\` in the files
      note: { type: string }
  Customers_all:
    # Types and NULLs are as in all 2 rows.
    key: [Code]     # guessed: no two are equal in all 2 rows
    tables: { duckdb: { table: Customers_all } }
    columns:
      id: { type: string, required: true }
      name: { type: string, required: true }
      Code: { type: string, required: true }
  days:
    # Types and NULLs are as in all 2 rows.
    tables: { duckdb: { table: days } }
    columns:
      day: { type: date, required: true }
      n: { type: float64, required: true }
`,
    );
    expect((await quern(folder, ['check', '--strict', '--tables'])).stderr).toBe(
      '4 endpoints for duckdb: no errors\n3 tables of duckdb as declared\n  hint: No rows were read, so whether each `key` is unique is not checked.\n',
    );
    await quern(folder, ['generate']);
    const rows = async (endpoint: string) =>
      JSON.parse((await quern(folder, ['run', endpoint])).stdout);
    expect(await rows('orders.newest')).toEqual([
      {
        order_id: 2,
        total_eur: -3,
        zip: '00124',
        placed_at: '2026-01-02T08:00:00.500Z',
        day: '2026-01-02',
        paid: false,
        _2024: 8,
        true_: 'y',
        note: null,
      },
      {
        order_id: 1,
        total_eur: 12.5,
        zip: '00123',
        placed_at: '2026-01-01T10:00:00Z',
        day: '2026-01-01',
        paid: true,
        _2024: 7,
        true_: 'x',
        note: 'a; "b"',
      },
    ]);
    expect(await rows('customers_all.all')).toHaveLength(2);
    expect(await rows('days.newest')).toEqual([
      { day: '2026-01-02', n: 0.5 },
      { day: '2026-01-01', n: 1 },
    ]);
  });

  it.each([
    ['bool', 'true\nFalse', '1\ntrue', 'string'],
    ['int64', '0\n-999999999999999', '1\n9007199254740993', 'string'],
    ['int64', '1\n', '01\n2', 'string'],
    ['float64', '1\n-0.5\n1e3', '1\n0x1F', 'string'],
    ['float64', '0.12345678901234567', '1234567890123456.5', 'string'],
    ['date', '2026-02-28', '2026-02-30', 'string'],
    ['date', '2026-01-01', '01/02/2026', 'string'],
    ['timestamp', '2026-01-01T10:00:00Z\n2026-01-01 10:00', '2026-01-01 25:00:00', 'string'],
  ])('takes a column for %s if %j, and not if %j', async (type, fit, unfit, other) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'fit.csv'), `a,b\n${fit.replaceAll('\n', ',x\n')},x\n`);
    writeFileSync(join(folder, 'unfit.csv'), `a,b\n${unfit.replaceAll('\n', ',x\n')},x\n`);
    await quern(folder, ['init', 'p', '--from', 'fit.csv', '--from', 'unfit.csv']);
    const sources = readFileSync(join(folder, 'p/endpoints/sources.yaml'), 'utf8');
    const types = [...sources.matchAll(/ a: \{ type: (\w+)/g)].map(([, found]) => found);
    expect(types).toEqual([type, other]);
    await quern(join(folder, 'p'), ['generate']);
    for (const set of ['fit', 'unfit']) {
      const endpoint = /date|timestamp/.test(types[set === 'fit' ? 0 : 1] ?? '') ? 'newest' : 'all';
      expect((await quern(join(folder, 'p'), ['run', `${set}.${endpoint}`])).exit).toBe(0);
    }
  });

  it('names each broken line of all files at once, and writes nothing', async () => {
    const folder = temporaryFolder();
    const files = {
      'headless.csv': '1,Ann,2026-01-01\n2,Bo,2026-02-01\n',
      'years.csv': 'Country,2020,2021\nDE,1,2\n',
      'ragged.csv': 'a,b\n1,2\n3\n4,5,6\n',
      'quotes.csv': 'a,b\n1,"x"y\n2,"open\n',
      'latin.csv': Buffer.from('a,b\n1,\xe4\n', 'latin1'),
      'ends.csv': 'a,b\r\n1,2\n3,4\r\n',
      'empty.csv': '',
      'blank.csv': '\n\n',
      'names.csv': 'a,b\n',
      'mixed-1.csv': 'a,b\n1,2\n',
      'mixed-2.csv': 'a;b\n1;2\n',
      'long.csv': `a,b\n${'1\n'.repeat(22)}`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const before = filesIn(folder);
    const from = Object.keys(files).map(name => name.replace(/-[12]/, '-*'));
    const { exit, stdout, stderr } = await quern(folder, [
      'init',
      'p',
      ...[...new Set(from), 'absent.csv'].flatMap(file => ['--from', file]),
    ]);
    expect([exit, stdout]).toEqual([2, '']);
    const told = stderr.split('\n').filter(line => line.startsWith('error: '));
    expect(told.map(line => line.slice('error: '.length))).toEqual([
      '`headless.csv:1`: the first line has values instead of names: `1`, `2026-01-01`',
      '`ragged.csv:3`: fewer values than the 2 of the first line',
      '`ragged.csv:4`: 3 values, and the first line has 2',
      '`quotes.csv:2`: a quote that is not closed, or text behind one that is',
      '`quotes.csv:3`: a quote that is not closed, or text behind one that is',
      '`latin.csv:2`: bytes that are not UTF-8',
      '`ends.csv:1`: the lines of the file end in several ways',
      '`empty.csv:1`: the line is empty',
      '`blank.csv:1`: the line is empty',
      '`names.csv`: there is no row',
      '`mixed-2.csv:1`: semicolons between the columns, and commas in the first file',
      ...Array.from(
        { length: 20 },
        (_, i) => `\`long.csv:${i + 2}\`: fewer values than the 2 of the first line`,
      ),
      '`long.csv:22`: from here on, 2 lines are broken',
      '`absent.csv`: there is no such file',
    ]);
    expect(stderr).toContain('hint: Add a first line with the names of the columns. Correct');
    expect(filesIn(folder)).toEqual(before);
  });

  it('has no tables of files', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.csv'), 'a\nx\n');
    const words = ['init', 'p', '--from', 'a.csv', '--table', 'a'];
    expect(await quern(folder, words)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Files have no tables for `--table` to name'),
    });
    expect(await quern(folder, ['init', 'p', '--table', 'a'])).toMatchObject({ exit: 2 });
  });

  it('says how several files are named', async () => {
    const folder = temporaryFolder();
    for (const name of ['a.csv', 'b.csv']) writeFileSync(join(folder, name), 'a\nx\n');
    await sql(join(folder, 'shop.duckdb'), 'CREATE TABLE one(a BIGINT)');
    expect(await quern(folder, ['init', '--from', 'a.csv', 'b.csv'])).toMatchObject({
      exit: 2,
      stderr:
        'error: `b.csv` is a file, but a project needs a folder\n  hint: Name each file with `--from`, or quote a pattern of files.\n',
    });
    const both = await quern(folder, ['init', 'p', '--from', 'a.csv', '--from', 'shop.duckdb']);
    expect(both).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('`shop.duckdb` is a database'),
    });
  });
});
