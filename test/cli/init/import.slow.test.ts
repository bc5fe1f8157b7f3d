/** `quern import` and `quern new`: a project that grows. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { quern, removeFolders, temporaryFolder } from '../cli-fixture.ts';

afterAll(removeFolders);

async function sql(database: string, ...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('import', () => {
  it('adds a table between the lines that are there, and says later how it has drifted', async () => {
    const folder = temporaryFolder();
    const database = join(folder, 'shop.duckdb');
    await sql(
      database,
      'CREATE TABLE orders(id BIGINT PRIMARY KEY, total DOUBLE)',
      'CREATE TABLE customers(id BIGINT PRIMARY KEY, name VARCHAR, born DATE)',
      "COMMENT ON TABLE customers IS 'Who orders'",
    );
    await quern(folder, ['init', '--from', 'shop.duckdb', '--table', 'orders']);
    const sources = join(folder, 'endpoints/sources.yaml');
    const before = `# Mine.\nsources:\n    orders:     # ours\n        tables: { duckdb: { table: orders } }\n        columns: { id: int64, total: float64 }     # both\n        # and no more\nparams:\n    # none yet\n    since: { type: timestamp }\n`;
    writeFileSync(sources, before);
    const { exit, stdout, stderr } = await quern(folder, ['import', 'customers']);
    expect([exit, stdout]).toEqual([0, 'changed endpoints/sources.yaml\n']);
    expect(stderr).toBe(
      'The table `customers` is the data set `customers`\n\nNext:\n  npx quern new customers.newest --from customers\n',
    );
    const [head = '', tail = ''] = before.split(/(?=params:)/);
    expect(readFileSync(sources, 'utf8')).toBe(`${head}    customers:
      description: "Who orders"
      # Types and NULLs are as the table declares them.
      key: [id]     # as the table declares it
      tables: { duckdb: { table: customers } }
      columns:
        id: { type: int64, required: true }
        name: { type: string }
        born: { type: date }
${tail}`);
    const now = readFileSync(sources, 'utf8');
    expect(await quern(folder, ['import', 'customers'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'The table `customers` is the data set `customers`, and is as declared\n',
    });

    await sql(
      database,
      'ALTER TABLE customers ALTER born TYPE VARCHAR',
      'ALTER TABLE customers RENAME name TO full_name',
    );
    const drift = [
      '`name` is missing',
      '`born` is VARCHAR, and `date` is declared',
      '`full_name` is in the table as VARCHAR, and is not declared',
    ];
    const drifted = await quern(folder, ['import', 'customers']);
    expect([drifted.exit, drifted.stdout]).toEqual([
      1,
      drift.map(one => `customers: ${one}\n`).join(''),
    ]);
    expect(drifted.stderr).toContain('has drifted; nothing was written');
    const asJson = await quern(folder, ['import', 'customers', '--json']);
    expect(JSON.parse(asJson.stdout)).toEqual({ dataSet: 'customers', engine: 'duckdb', drift });
    expect(readFileSync(sources, 'utf8')).toBe(now);
  });

  it('adds files beside others, which answer', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'orders.csv'), 'id,total\n1,2\n2,3\n');
    writeFileSync(join(folder, 'people.ndjson'), '{"id":"a","at":"2026-01-01T00:00:00Z"}\n');
    await quern(folder, ['init', '--from', 'orders.csv']);
    const { exit, stdout } = await quern(folder, ['import', '--from', 'people.ndjson']);
    expect([exit, stdout]).toEqual([0, 'changed quern.yaml\nchanged endpoints/sources.yaml\n']);
    expect(readFileSync(join(folder, 'quern.yaml'), 'utf8')).toMatch(
      /engines:\n {2}duckdb:\n {4}tables:\n {6}orders: "orders.csv"\n {6}people: "people.ndjson"\n$/,
    );
    // No endpoint reads them yet, so the other endpoints still answer.
    await quern(folder, ['generate']);
    expect((await quern(folder, ['run', 'orders.all'])).exit).toBe(0);
    expect((await quern(folder, ['new', 'people.newest', '--from', 'people'])).exit).toBe(0);
    await quern(folder, ['generate']);
    const ran = await quern(folder, ['run', 'people.newest']);
    expect(JSON.parse(ran.stdout)).toEqual([{ id: 'a', at: '2026-01-01T00:00:00Z' }]);
    const again = await quern(folder, ['import', '--from', 'people.ndjson']);
    expect(again).toMatchObject({ exit: 0, stdout: '' });
    expect(await quern(folder, ['import', 'people'])).toMatchObject({ exit: 0, stdout: '' });
    writeFileSync(join(folder, 'orders.csv'), 'id,total,paid\n1,2,1\n');
    const drifted = await quern(folder, ['import', 'orders']);
    expect(drifted.exit).toBe(1);
    expect(drifted.stdout).toContain('orders: `paid` is in the table as ');
  });

  it('adds what an endpoint with errors waits for, and counts the errors that are left', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'orders.csv'), 'id,total\n1,2\n');
    writeFileSync(join(folder, 'people.csv'), 'id,name\n1,Ann\n');
    await quern(folder, ['init', '--from', 'orders.csv']);
    const endpoint = (columns: string) =>
      writeFileSync(
        join(folder, 'endpoints/people.all.yaml'),
        `endpoint: people.all\nid: 00000000-0000-4000-8000-000000000001\nfrom: people\nselect: [${columns}]\n`,
      );
    endpoint('id, nme');
    const imported = await quern(folder, ['import', '--from', 'people.csv']);
    expect([imported.exit, imported.stdout]).toEqual([
      0,
      'changed quern.yaml\nchanged endpoints/sources.yaml\n',
    ]);
    expect(imported.stderr).toContain(
      '\n1 error in endpoints is left\n  hint: Run `quern check`.\n',
    );
    const checked = await quern(folder, ['check']);
    expect(checked.exit).toBe(1);
    expect(checked.stderr + checked.stdout).toContain(
      '`nme` is neither a column nor an output here',
    );
    endpoint('id, name');
    expect((await quern(folder, ['check'])).exit).toBe(0);

    const sources = join(folder, 'endpoints/sources.yaml');
    writeFileSync(sources, readFileSync(sources, 'utf8').replace('int64', 'int65'));
    const refused = await quern(folder, ['import', '--from', 'orders.csv', '--as', 'more']);
    expect(refused.exit).toBe(1);
    expect(refused.stderr + refused.stdout).toContain('int65');
  });

  it('begins a project of files', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'orders.csv'), 'id,total\n1,2\n2,3\n');
    await quern(folder, ['init']);
    writeFileSync(join(folder, 'quern.yaml'), 'dialects: [duckdb]');
    expect((await quern(folder, ['import', '--from', 'orders.csv', '--as', 'sales'])).exit).toBe(0);
    expect(readFileSync(join(folder, 'quern.yaml'), 'utf8')).toBe(
      'dialects: [duckdb]\nengines:\n  duckdb:\n    tables:\n      sales: "orders.csv"\n',
    );
  });

  it('refuses what is no table or has no place, and writes nothing', async () => {
    const folder = temporaryFolder();
    await sql(
      join(folder, 'shop.duckdb'),
      'CREATE TABLE orders(id BIGINT)',
      'CREATE TABLE odd(a GEOMETRY)',
      'CREATE SCHEMA old',
      'CREATE TABLE old.orders(id BIGINT)',
    );
    writeFileSync(join(folder, 'a.csv'), 'id\n1\n');
    await quern(folder, ['init', '--from', 'shop.duckdb', '--table', 'orders']);
    const before = readdirSync(folder).map(name => [name, String(readdirSync(folder))]);
    const sources = readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8');
    const cases: readonly (readonly [readonly string[], string])[] = [
      [
        ['order'],
        '`shop.duckdb`: there is no table `order`\n  hint: Name one of `odd`, `orders`, `old.orders`.',
      ],
      [['odd'], 'The table `odd`: no column has a type of quern'],
      [
        ['old.orders'],
        'There is already a data set `orders` of another table\n  hint: Give this one a name with `--as`.',
      ],
      [['--from', 'a.csv'], 'DuckDB reads the database `shop.duckdb` here'],
      [['--from', 'shop.duckdb'], 'Name either a table of the engine, or files with `--from`'],
      [['orders', '--from', 'a.csv'], 'Name either a table of the engine, or files with `--from`'],
      [
        ['--from', 'a.csv', '--engine', 'clickhouse'],
        '`--engine` is for tables, and `--from` names files',
      ],
      [[], 'Name either a table of the engine, or files with `--from`'],
    ];
    for (const [words, told] of cases) {
      const { exit, stdout, stderr } = await quern(folder, ['import', ...words]);
      expect([words, exit, stdout]).toEqual([words, 2, '']);
      expect(stderr).toContain(`error: ${told}`);
    }
    expect(readdirSync(folder).map(name => [name, String(readdirSync(folder))])).toEqual(before);
    expect(readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8')).toBe(sources);
    writeFileSync(
      join(folder, 'endpoints/sources.yaml'),
      'sources: { orders: { tables: { duckdb: { table: orders } }, columns: { id: int64 } } }\n',
    );
    const flow = await quern(folder, ['import', 'old.orders', '--as', 'old']);
    expect(flow.exit).toBe(2);
    expect(flow.stderr).toContain('has no `sources` with an entry on a line of its own');
  });
});

describe('new', () => {
  it('writes an endpoint with the parameters of the scope, which passes its checks and answers', async () => {
    const folder = temporaryFolder();
    await quern(folder, ['init']);
    const words = ['new', 'logs.newest', '--from', 'edge_logs'];
    const { exit, stdout, stderr } = await quern(folder, words);
    expect([exit, stdout]).toEqual([0, 'created endpoints/logs.newest.yaml\n']);
    expect(stderr).toContain('npx quern run logs.newest --param project=…\n');
    const text = readFileSync(join(folder, 'endpoints/logs.newest.yaml'), 'utf8');
    expect(/^id: (.*)$/m.exec(text)?.[1]).toMatch(UUID);
    expect(text).toContain('  project: { type: string, required: true }\n');
    expect(text).toContain('  - project = @project\n');
    expect(text).toContain('order_by: [timestamp desc]     # guessed: no other column is a time\n');
    expect((await quern(folder, ['check', '--strict'])).exit).toBe(0);
    await sql(
      join(folder, 'logs.duckdb'),
      "CREATE TABLE edge_logs AS SELECT 'a' AS id, TIMESTAMP '2026-01-01' AS timestamp, 'p' AS project, {request: {method: 'GET', path: '/'}, response: {status_code: 200, origin_time: 1}} AS metadata",
    );
    await quern(folder, ['generate']);
    const run = ['run', 'logs.newest', '--param', 'project=p', '--database', 'logs.duckdb'];
    expect(JSON.parse((await quern(folder, run)).stdout)).toHaveLength(1);

    expect(await quern(folder, words)).toMatchObject({
      exit: 2,
      stderr: 'error: There is already an endpoint `logs.newest`: `endpoints/logs.newest.yaml`\n',
    });
    expect(await quern(folder, ['new', 'logs.all', '--from', 'edge_log'])).toMatchObject({
      exit: 2,
      stderr:
        'error: There is no data set `edge_log`\n  hint: Use `edge_logs`, if that is meant.\n',
    });
    expect(await quern(folder, ['new', '../logs', '--from', 'edge_logs'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(
        'error: `../logs` is not a valid name of an endpoint\n  hint: ',
      ),
    });
  });

  it('writes groups of a step of time, of columns and of measures, which answer', async () => {
    const folder = temporaryFolder();
    const rows = [
      ['1', '2026-03-01T08:00:00Z', 'DE', 2],
      ['2', '2026-03-01T09:00:00Z', 'FR', 3],
      ['3', '2026-03-02T09:00:00Z', 'FR', 4],
      ['4', '2026-03-02T10:00:00Z', 'FR', 5],
    ] as const;
    const lines = rows.map(row => row.join(','));
    writeFileSync(join(folder, 'visits.csv'), `id,at,country,pages\n${lines.join('\n')}\n`);
    await quern(folder, ['init', '--from', 'visits.csv']);
    const made = async (name: string, ...words: readonly string[]) => {
      const ran = await quern(folder, ['new', name, '--from', 'visits', ...words]);
      expect(ran, ran.stderr).toMatchObject({ exit: 0 });
      const { stdout } = await quern(folder, ['run', name]);
      return JSON.parse(stdout);
    };
    expect(
      await made('visits.by-day', '--by', 'day', '--group', 'country', '--measure', 'count'),
    ).toEqual([
      { day: '2026-03-01T00:00:00Z', country: 'DE', count: 1 },
      { day: '2026-03-01T00:00:00Z', country: 'FR', count: 1 },
      { day: '2026-03-02T00:00:00Z', country: 'FR', count: 2 },
    ]);
    expect(await made('visits.countries', '--group', 'country', '--measure', 'sum(pages)')).toEqual(
      [
        { country: 'FR', sum_pages: 12 },
        { country: 'DE', sum_pages: 2 },
      ],
    );
    expect(readFileSync(join(folder, 'endpoints/visits.by-day.yaml'), 'utf8')).toContain(
      'order_by: [day, country]\nmax_rows: 10000\n',
    );
    expect(await made('visits.months', '--by', 'month')).toEqual([
      { month: '2026-03-01T00:00:00Z', count: 4 },
    ]);
    expect(await made('visits.total', '--measure', 'count')).toEqual([{ count: 4 }]);
    expect((await quern(folder, ['check', '--strict'])).exit).toBe(0);
  });

  it.each([
    [
      'a column',
      ['--group', 'cuntry'],
      'error: The data set `visits` has no column `cuntry`\n  hint: Use `country`, if that is meant.\n',
    ],
    [
      'a measure',
      ['--measure', 'revenue'],
      'error: The data set `visits` has no measure `revenue`\n  hint: Use `count`. An aggregate such as `sum(amount)` is a measure, too.\n',
    ],
    [
      'a time',
      ['--by', 'day'],
      'error: `--by day` needs a time, and `visits` has no column, or several, that could be the time of a row\n',
    ],
  ])('names %s that the data set does not have, and writes nothing', async (_, words, stderr) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'visits.csv'), 'id,country\n1,DE\n');
    await quern(folder, ['init', '--from', 'visits.csv']);
    const ran = await quern(folder, ['new', 'visits.x', '--from', 'visits', ...words]);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr.startsWith(stderr), ran.stderr).toBe(true);
    expect(existsSync(join(folder, 'endpoints/visits.x.yaml'))).toBe(false);
  });

  describe('--sql', () => {
    const made = async (query: string) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'visits.csv'), 'id,country,pages\n1,DE,2\n2,FR,3\n3,FR,5\n');
      writeFileSync(join(folder, 'query.sql'), query);
      await quern(folder, ['init', '--from', 'visits.csv']);
      return {
        run: (...words: readonly string[]) => quern(folder, ['new', 'visits.sums', ...words]),
        written: () => readFileSync(join(folder, 'endpoints/visits.sums.yaml'), 'utf8'),
        folder,
      };
    };
    const OF_DUCKDB = ['--sql', 'query.sql', '--engine', 'duckdb'];

    it('writes own SQL with its parameters and columns, which answers', async () => {
      const { run, written, folder } = await made(
        '\n  SELECT country, sum(pages)::BIGINT AS pages\n  FROM visits\n  WHERE pages >= $least\n\n  GROUP BY country ORDER BY country;\n',
      );
      expect(await run(...OF_DUCKDB)).toMatchObject({
        exit: 0,
        stderr: expect.stringContaining('run visits.sums --param least=…\n'),
      });
      expect(written().replace(/^(.*\n){3}/, '')).toBe(
        'params:\n  least: { type: int64, required: true }\nquery:\n  duckdb: |\n' +
          '    SELECT country, sum(pages)::BIGINT AS pages\n    FROM visits\n    WHERE pages >= @least\n\n' +
          '    GROUP BY country ORDER BY country\ncolumns:\n  country: string\n  pages: int64\n',
      );
      expect((await quern(folder, ['check', '--strict'])).exit).toBe(0);
      const { stdout } = await quern(folder, ['run', 'visits.sums', '--param', 'least=3']);
      expect(JSON.parse(stdout)).toEqual([{ country: 'FR', pages: 8 }]);
    });

    it.each([
      [
        'the parser refuses',
        'SELECT cuntry FROM visits',
        /hint: Correct what the warning below says.*:6:12 warning\[not-analysed\]/s,
      ],
      ['has a placeholder without a name', 'SELECT ? AS a', /error\[sql-placeholder\] `\?` is/],
    ])('writes a query that %s, and reports it there', async (_, query, fault) => {
      const { run, written } = await made(query);
      const ran = await run(...OF_DUCKDB);
      expect(ran.exit).toBe(1);
      expect(ran.stderr).toMatch(fault);
      expect(written()).toContain(`query:\n  duckdb: |\n    ${query}\n`);
    });

    it.each([
      ['no source', [], 'A new endpoint needs a data set or a query'],
      ['two sources', [...OF_DUCKDB, '--from', 'visits'], 'needs a data set or a query'],
      ['groups', [...OF_DUCKDB, '--group', 'country'], '`--group` and `--measure` need `--from`'],
      ['a file that is absent', ['--sql', 'no.sql'], '`no.sql` cannot be read'],
    ])('refuses %s, and writes nothing', async (_, words, message) => {
      const { run, folder } = await made('SELECT 1 AS one');
      const ran = await run(...words);
      expect(ran.stderr).toContain(message);
      expect(ran.exit).toBe(words.includes('no.sql') ? 3 : 2);
      expect(existsSync(join(folder, 'endpoints/visits.sums.yaml'))).toBe(false);
    });

    it('writes GoogleSQL only where an analyser can read it, and asks for the engine of own SQL', async () => {
      const { run, folder } = await made('SELECT country FROM visits');
      expect(await run('--sql', 'query.sql')).toMatchObject({
        exit: 3,
        stderr: expect.stringContaining(
          'hint: If the query is own SQL, add `--engine duckdb`. Install it with `npm',
        ),
      });
      expect(existsSync(join(folder, 'endpoints/visits.sums.yaml'))).toBe(false);
    });

    it('refuses an empty file', async () => {
      const { run } = await made(' \n');
      expect(await run('--sql', 'query.sql')).toMatchObject({
        exit: 2,
        stderr: 'error: `query.sql` is empty\n',
      });
    });
  });

  it('is not needed for an id: `check` gives one to paste, the same each time', async () => {
    const folder = temporaryFolder();
    await quern(folder, ['init']);
    const file = join(folder, 'endpoints/requests.by-status.yaml');
    const text = readFileSync(file, 'utf8').replace(/^id: .*\n/m, '');
    writeFileSync(file, text);
    const [first, second] = [await quern(folder, ['check']), await quern(folder, ['check'])];
    expect(first.stderr).toBe(second.stderr);
    const [, id = ''] = /hint: Write `id: (.*)`\.\n/.exec(first.stderr) ?? [];
    expect(id).toMatch(UUID);
    writeFileSync(file, text.replace('summary:', `id: ${id}\nsummary:`));
    expect((await quern(folder, ['check'])).exit).toBe(0);
  });
});
