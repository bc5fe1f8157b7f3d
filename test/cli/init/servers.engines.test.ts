/** `quern init --from` an address: a server's own catalogue becomes data sets, and their endpoints answer. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BigQueryServer, startBigQueryServer } from '../../engines/servers/bigquery-server.ts';
import {
  type ClickHouseServer,
  startClickHouseServer,
} from '../../engines/servers/clickhouse-server.ts';
import { quern, removeFolders, temporaryFolder } from '../cli-fixture.ts';

let clickhouse: ClickHouseServer;
let bigquery: BigQueryServer;
beforeAll(async () => {
  clickhouse = await startClickHouseServer();
  bigquery = await startBigQueryServer({
    project: 'acme',
    dataset: 'shop',
    tables: [
      {
        name: 'orders',
        layout: 'nested',
        columns: {
          order_id: { type: 'string', required: true },
          placed: { type: 'timestamp', required: true },
          amount: { type: { decimal: { precision: 18, scale: 2 } } },
          address: { type: { record: { city: 'string', zip: 'int64' } } },
          tags: { type: { list: 'string' } },
          labels: { type: { map: 'string' } },
        },
        rows: Array.from({ length: 7 }, (_, i) => ({
          order_id: `o${i}`,
          placed: 1_768_471_200_000_000n + BigInt(i) * 1_000_000n,
          amount: `${i}.25`,
          address: { city: 'Berlin', zip: BigInt(i) },
          tags: ['a'],
          labels: { k: 'v' },
        })),
      },
      {
        name: 'events',
        layout: 'nested',
        columns: { id: { type: 'int64' }, day: { type: 'date' } },
        rows: [{ id: 1n, day: '2026-01-01' }, { id: 1n }],
      },
      {
        name: 'totals',
        layout: 'nested',
        columns: { total: { type: 'float64' } },
        rows: [{ total: 1.5 }],
      },
    ],
    resources: {
      orders: {
        description: 'Orders of the shop.\nOne row each.',
        timePartitioning: { type: 'DAY', field: 'placed' },
        requirePartitionFilter: true,
      },
      totals: { type: 'VIEW' },
    },
  });
});
afterAll(async () => {
  await clickhouse.close();
  await bigquery.close();
  removeFolders();
});

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

describe('of ClickHouse', () => {
  const address = (path = '') => {
    const { url, username, password, database } = clickhouse;
    const user = `${username}:${encodeURIComponent(password)}`;
    return `${url.replace('://', `://${user}@`)}/${path === '' ? database : path}`;
  };

  beforeAll(async () => {
    const { database } = clickhouse;
    const statements = [
      `CREATE TABLE ${database}.orders (
        order_id UUID COMMENT 'Who asks for it knows it',
        at DateTime COMMENT 'When it was placed: UTC',
        seen Nullable(DateTime('Europe/Berlin')),
        amount Decimal(12, 2),
        wide Decimal(38, 20),
        status LowCardinality(Nullable(String)),
        address Tuple(city String, zip UInt32, moved DateTime),
        tags Array(String),
        notes Array(Nullable(String)),
        labels Map(String, String),
        lines Array(Tuple(sku String, count UInt8)),
        state AggregateFunction(sum, UInt64),
        passed EPHEMERAL 1
      ) ENGINE = MergeTree ORDER BY (toDate(at), order_id) COMMENT 'Orders of the shop'`,
      `INSERT INTO ${database}.orders SELECT generateUUIDv4(), toDateTime('2026-01-01 10:00:00', 'UTC') + number, NULL, number / 4, 1, 'paid',
        tuple('Berlin', 10115, toDateTime('2026-01-01 00:00:00', 'UTC')), ['a'], ['b', NULL], map('k', 'v'), [('s', 1)], initializeAggregation('sumState', number)
        FROM numbers(20)`,
      `CREATE TABLE ${database}.twins (id Int64) ENGINE = MergeTree ORDER BY id`,
      `INSERT INTO ${database}.twins VALUES (1), (1)`,
      `CREATE VIEW ${database}.paid AS SELECT order_id, amount FROM ${database}.orders`,
      `CREATE TABLE ${database}.sink (id Int64) ENGINE = Null`,
      'CREATE DATABASE odd',
      'CREATE TABLE odd.names (`a b` Int64, `true` Int64, x Int64, X Int64) ENGINE = Memory',
      `CREATE TABLE odd.wide (${Array.from({ length: 1_001 }, (_, i) => `c${i} Int8`).join(', ')}) ENGINE = Memory`,
      'CREATE DATABASE bare',
    ];
    for (const sql of statements) await clickhouse.command(sql);
  });

  it('declares what the catalogue says, keeps the password out of files, and answers', async () => {
    const folder = temporaryFolder();
    const { exit, stdout, stderr } = await quern(folder, ['init', 'shop', '--from', address()]);
    expect([exit, stderr]).toEqual([0, expect.stringContaining('Next:')]);
    expect(stderr).toContain('The table `sink` is passed over: Null keeps no rows to read again\n');
    expect(stderr).toContain('  export CLICKHOUSE_PASSWORD=…');
    const project = join(folder, 'shop');
    for (const text of [stdout, stderr, read(project, 'quern.yaml')])
      expect(text).not.toContain('ecr');
    expect(read(project, 'quern.yaml')).toBe(`# All keys: docs/service.md of the package.
openapi: { title: "Shop" }
dialects: [clickhouse]
clients: {}     # or typescript, python, go
server: { framework: null }
service: { engine: clickhouse }
engines:
  clickhouse:
    url: "${clickhouse.url}"
    database: ${clickhouse.database}
    username: ${clickhouse.username}
    password: \${CLICKHOUSE_PASSWORD}
`);
    expect(read(project, 'endpoints/sources.yaml')).toContain(`  orders:
    description: "Orders of the shop"
    # Types and NULLs are as the table declares them.
    key: [order_id]     # guessed: no two are equal in all 20 rows
    tables: { clickhouse: { table: orders } }
    columns:
      order_id: { type: string, stored: { clickhouse: UUID }, required: true, description: "Who asks for it knows it" }
      at: { type: timestamp, stored: { clickhouse: DateTime }, required: true, description: "When it was placed: UTC" }
      seen: { type: timestamp, stored: { clickhouse: "DateTime('Europe/Berlin')" } }
      amount: { type: decimal, precision: 12, scale: 2, required: true }
      wide: { type: string, stored: { clickhouse: "Decimal(38, 20)" }, required: true }     # Decimal(38, 20) has more digits than a decimal here
      status: { type: string }
      address:
        record:
          city: { type: string }
          zip: { type: int64, stored: { clickhouse: UInt32 } }
          moved: { type: timestamp, stored: { clickhouse: DateTime } }
      tags: { list: string, required: true }
      notes: { type: json, stored: { clickhouse: "Array(Nullable(String))" }, required: true }
      labels: { map: string, required: true }
      lines:
        list:
          record:
            sku: { type: string }
            count: { type: int64, stored: { clickhouse: UInt8 } }
      # \`state\` is left out: only a measure reads AggregateFunction
`);
    expect(read(project, 'endpoints/sources.yaml')).toMatch(
      / {2}paid:\n {4}# Types and NULLs are as the view has them\.\n/,
    );
    const environment = { CLICKHOUSE_PASSWORD: clickhouse.password };
    const checked = await quern(project, ['check', '--strict', '--tables'], { environment });
    expect(checked).toMatchObject({
      exit: 0,
      stderr: expect.stringMatching(
        /^4 endpoints for clickhouse: no errors\n3 tables of clickhouse as declared\n {2}hint: .*`key`/,
      ),
    });
    await quern(project, ['generate'], { environment });
    const since = ['--param', 'since=2026-01-01T10:00:18Z'];
    const ran = await quern(project, ['run', 'orders.newest', ...since], { environment });
    expect(JSON.parse(ran.stdout)).toEqual([
      expect.objectContaining({
        at: '2026-01-01T10:00:19Z',
        seen: null,
        amount: '4.75',
        wide: '1',
        status: 'paid',
        address: { city: 'Berlin', zip: 10115, moved: '2026-01-01T00:00:00Z' },
        tags: ['a'],
        notes: ['b', null],
        labels: { k: 'v' },
        lines: [{ sku: 's', count: 1 }],
      }),
      expect.objectContaining({ at: '2026-01-01T10:00:18Z' }),
    ]);
    const all = JSON.parse(
      (await quern(project, ['run', 'orders.newest'], { environment })).stdout,
    );
    const times = all.map(({ at }: { readonly at: string }) => at);
    expect(times).toHaveLength(20);
    expect(times).toEqual(times.toSorted().reverse());
    expect(read(project, 'endpoints/sources.yaml')).toContain('  twins:\n    # Types');
    for (const endpoint of ['paid.all', 'twins.all'])
      expect((await quern(project, ['run', endpoint], { environment })).exit).toBe(0);
  });

  it('reads the tables that are named, with the password of the environment', async () => {
    const folder = temporaryFolder();
    const { url, username, database } = clickhouse;
    const from = `${url.replace('://', `://${username}@`)}/${database}`;
    const environment = { CLICKHOUSE_PASSWORD: clickhouse.password };
    const words = ['init', '--from', from, '--table', 'twins'];
    const { exit, stderr } = await quern(folder, words, { environment });
    expect([exit, stderr]).toEqual([0, expect.stringContaining('npx quern run twins.all')]);
    expect(stderr).not.toContain('export');
    expect(readdirSync(join(folder, 'endpoints'))).toEqual(['sources.yaml', 'twins.all.yaml']);
  });

  it('gives columns plain names, and skips a table that cannot be a data set', async () => {
    const folder = temporaryFolder();
    const { exit, stderr } = await quern(folder, ['init', '--from', address('odd')]);
    expect([exit, stderr]).toEqual([
      0,
      expect.stringContaining(
        'The table `wide`: there are 1001 columns, and a data set has at most 1000; it is passed over\n',
      ),
    ]);
    expect(read(folder, 'endpoints/sources.yaml')).toContain(`
      a_b: { type: int64, column: "a b", required: true }
      true_: { type: int64, column: "true", required: true }
      x: { type: int64, required: true }
      x_2: { type: int64, column: X, required: true }
`);
  });

  it('names what keeps a table from being a data set, and writes nothing', async () => {
    const folder = temporaryFolder();
    const cases: readonly (readonly [readonly string[], number, readonly string[]])[] = [
      [
        [address('odd'), '--table', 'wide'],
        2,
        ['error: The table `wide`: there are 1001 columns, and a data set has at most 1000'],
      ],
      [[address('bare')], 2, ['error: The database `bare` has no table that may be read']],
      [
        [address(), '--table', 'order'],
        2,
        [
          'error: There is no table `order`',
          '  hint: Name one of `orders`, `paid`, `sink`, `twins`.',
        ],
      ],
      [[address().replace('ecr', 'x')], 3, ['error: The engine cannot be asked: Code: 516']],
      [['http://127.0.0.1:1/shop'], 3, ['error: The engine cannot be asked: ']],
      [['ftp://host/shop'], 2, ['error: No engine has addresses of `ftp:`']],
      [['https://u:hidden@'], 2, ['error: The address cannot be read']],
      [[address(), '--from', 'orders.csv'], 2, ['error: The address is a database, and a project']],
      [['bigquery://acme/shop?colour=red'], 2, ['`bigquery` has no key `colour`']],
    ];
    for (const [from, code, lines] of cases) {
      const { exit, stdout, stderr } = await quern(folder, ['init', 'p', '--from', ...from]);
      expect([from, exit, stdout]).toEqual([from, code, '']);
      for (const line of lines) expect(stderr).toContain(line);
      expect(stderr).not.toMatch(/ecr|hidden/);
    }
    expect(existsSync(join(folder, 'p'))).toBe(false);
  });
});

describe('of BigQuery', () => {
  it('declares what `tables.get` says without a statement, and answers', async () => {
    const folder = temporaryFolder();
    const from = `bigquery://acme/shop?api_endpoint=${bigquery.url}`;
    const { exit, stderr } = await quern(folder, ['init', '--from', from]);
    expect([exit, stderr]).toEqual([0, expect.stringContaining('npx quern run events.newest')]);
    expect(bigquery.jobs).toHaveLength(0);
    expect(read(folder, 'quern.yaml')).toContain(`service: { engine: bigquery }
engines:
  bigquery:
    project: acme
    dataset: shop
    maximum_bytes_billed: "10GiB"
    api_endpoint: "${bigquery.url}"
`);
    expect(read(folder, 'endpoints/sources.yaml')).toBe(
      `# yaml-language-server: $schema=../generated/schema/sources.schema.json
sources:
  events:
    # Types and NULLs are as the table declares them.
    tables: { bigquery: { table: events } }
    columns:
      id: { type: int64 }
      day: { type: date }
  orders:
    description: "Orders of the shop. One row each."
    # Types and NULLs are as the table declares them.
    key: [order_id]     # guessed: no two are equal in all 7 rows
    tables: { bigquery: { table: orders } }
    columns:
      order_id: { type: string, required: true }
      placed: { type: timestamp, required: true }
      amount: { type: decimal, precision: 38, scale: 9 }
      address:
        record:
          city: { type: string }
          zip: { type: int64 }
      tags: { list: string, required: true }
      labels: { map: string, required: true }
  totals:
    # Types are as the view has them; no row says whether a column is ever NULL.
    tables: { bigquery: { table: totals } }
    columns:
      total: { type: float64 }
`,
    );
    expect(read(folder, 'endpoints/orders.newest.yaml')).toContain(
      "since: { type: timestamp, required: true, description: 'Only rows from then on.' }",
    );
    expect(read(folder, 'endpoints/orders.newest.yaml')).toContain(`where:
  - placed >= @since
  - when: until
    filter: placed < @until
`);
    expect((await quern(folder, ['check', '--tables'])).stderr).toContain(
      '3 tables of bigquery as declared\n',
    );
    await quern(folder, ['generate']);
    const since = ['--param', 'since=2026-01-15T10:00:06Z'];
    const ran = await quern(folder, ['run', 'orders.newest', ...since]);
    expect(JSON.parse(ran.stdout)).toEqual([
      {
        order_id: 'o6',
        placed: '2026-01-15T10:00:06Z',
        amount: '6.25',
        address: { city: 'Berlin', zip: 6 },
        tags: ['a'],
        labels: { k: 'v' },
      },
    ]);
    for (const endpoint of ['events.newest', 'totals.all'])
      expect((await quern(folder, ['run', endpoint])).exit).toBe(0);
  });

  it('names a table that is not there', async () => {
    const from = `bigquery://acme/shop?api_endpoint=${bigquery.url}`;
    const words = ['init', '--from', from, '--table', 'order'];
    expect(await quern(temporaryFolder(), words)).toMatchObject({
      exit: 2,
      stderr: 'error: There is no table `order` with columns\n',
    });
  });
});
