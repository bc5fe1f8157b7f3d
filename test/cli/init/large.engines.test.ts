/** `quern init` over whole numbers beyond those that JSON readers keep: the first call of what it wrote answers them. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { LACKING } from '../../engines/postgres/cluster.ts';
import { createDatabase, type Database } from '../../engines/postgres/database.ts';
import { connectedTo } from '../../engines/postgres/session.ts';
import { type BigQueryServer, startBigQueryServer } from '../../engines/servers/bigquery-server.ts';
import {
  type ClickHouseServer,
  startClickHouseServer,
} from '../../engines/servers/clickhouse-server.ts';
import { quern, removeFolders, temporaryFolder } from '../cli-fixture.ts';

afterAll(removeFolders);

const LARGE = '9007199254740993';

type Run = { readonly folder?: string; readonly environment?: Record<string, string> };

/** The first row of the first call, and the columns as `init` declared and selected them. */
async function firstCall(from: string, { folder = temporaryFolder(), environment = {} }: Run = {}) {
  const options = { environment };
  const made = await quern(folder, ['init', '--from', from], options);
  expect(made).toMatchObject({ exit: 0 });
  expect(await quern(folder, ['check', '--strict'], options)).toMatchObject({ exit: 0 });
  expect(await quern(folder, ['generate'], options)).toMatchObject({ exit: 0 });
  const ran = await quern(folder, ['run', 'visits.all'], options);
  expect(ran).toMatchObject({ exit: 0 });
  const read = (path: string) => readFileSync(join(folder, 'endpoints', path), 'utf8');
  const noted = [...read('sources.yaml').matchAll(/^ +(\w+): .*# beyond 2\^53/gm)].map(
    ([, name]) => name,
  );
  return { row: JSON.parse(ran.stdout)[0], noted, endpoint: read('visits.all.yaml') };
}

describe('of DuckDB', () => {
  const NESTED = `[${LARGE}] AS list, {a: 1, b: ${LARGE}} AS pair, {a: 1} AS small_pair`;
  const filled = async (folder: string, copy: string | null) => {
    const instance = await DuckDBInstance.create(
      copy === null ? join(folder, 'shop.duckdb') : ':memory:',
    );
    const connection = await instance.connect();
    await connection.run(
      `CREATE TABLE visits AS SELECT ${LARGE} AS hash, 1::BIGINT AS small, 9007199254740991 AS most, ${NESTED}`,
    );
    if (copy !== null) await connection.run(`COPY visits TO '${join(folder, copy)}'`);
    connection.closeSync();
    instance.closeSync();
  };
  const ROW = {
    hash: LARGE,
    small: 1,
    most: 9007199254740991,
    list: [LARGE],
    pair: { a: '1', b: LARGE },
    small_pair: { a: 1 },
  };

  it.each([
    ['a database', 'shop.duckdb', null],
    ['Parquet', 'visits.parquet', 'visits.parquet'],
    ['NDJSON', 'visits.ndjson', "visits.ndjson' (FORMAT json) --"],
  ])('in %s', async (_, from, copy) => {
    const folder = temporaryFolder();
    await filled(folder, copy);
    const { row, noted, endpoint } = await firstCall(from, { folder });
    expect(row).toEqual(ROW);
    expect(noted).toEqual(['hash', 'list', 'b']);
    expect(endpoint).toContain(`select:
  hash:
    value: hash
    encode: string     # beyond 2^53
  small: small
`);
  });

  it.each([
    ['a database', 'shop.duckdb', null],
    ['Parquet', 'visits.parquet', 'visits.parquet'],
  ])('new selects them as texts, too, in %s', async (_, from, copy) => {
    const folder = temporaryFolder();
    await filled(folder, copy);
    await quern(folder, ['init', '--from', from]);
    const made = await quern(folder, ['new', 'visits.more', '--from', 'visits']);
    expect(made.stderr).not.toContain('looked at');
    await quern(folder, ['generate']);
    const ran = await quern(folder, ['run', 'visits.more']);
    expect(ran).toMatchObject({ exit: 0 });
    expect(JSON.parse(ran.stdout)).toEqual([ROW]);
  });

  it('new says why it cannot see them', async () => {
    const folder = temporaryFolder();
    await filled(folder, null);
    await quern(folder, ['init', '--from', 'shop.duckdb']);
    rmSync(join(folder, 'shop.duckdb'));
    const made = await quern(folder, ['new', 'visits.more', '--from', 'visits']);
    expect(made.exit).toBe(0);
    expect(made.stderr).toContain(
      'The rows of `visits` were not looked at: `shop.duckdb`: the database does not exist\n  hint: Add `encode: string` to columns with whole numbers beyond 2^53.\n',
    );
  });

  it('in CSV, where such a column is a text', async () => {
    const folder = temporaryFolder();
    const copy = "visits.csv' --";
    await filled(folder, copy);
    const { row } = await firstCall('visits.csv', { folder });
    expect(row).toMatchObject({ hash: LARGE, small: 1 });
  });
});

describe('of ClickHouse', () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    server = await startClickHouseServer();
    const { database } = server;
    await server.command(
      `CREATE TABLE ${database}.visits (hash Int64, id UInt64, huge UInt64, small Int64, list Array(Int64), labels Map(String, Int64), pair Tuple(a Int64, b Nullable(Int64)))
       ENGINE = MergeTree ORDER BY hash`,
    );
    await server.command(
      `INSERT INTO ${database}.visits VALUES (-${LARGE}, ${LARGE}, 18446744073709551615, 1, [${LARGE}], map('a', ${LARGE}), (1, ${LARGE}))`,
    );
  });
  afterAll(() => server.close());

  it('in a table', async () => {
    const { url, username, password, database } = server;
    const user = `${username}:${encodeURIComponent(password)}`;
    const environment = { CLICKHOUSE_PASSWORD: password };
    const from = `${url.replace('://', `://${user}@`)}/${database}`;
    const { row, noted } = await firstCall(from, { environment });
    expect(row).toEqual({
      hash: `-${LARGE}`,
      id: LARGE,
      huge: '18446744073709551615',
      small: 1,
      list: [LARGE],
      labels: { a: LARGE },
      pair: { a: '1', b: LARGE },
    });
    expect(noted).toEqual(['hash', 'id', 'list', 'labels', 'b']);
  });
});

describe('of BigQuery', () => {
  let server: BigQueryServer;
  beforeAll(async () => {
    server = await startBigQueryServer({
      project: 'acme',
      dataset: 'shop',
      tables: [
        {
          name: 'visits',
          layout: 'nested',
          columns: { hash: { type: 'int64' }, small: { type: 'int64' } },
          rows: [{ hash: BigInt(LARGE), small: 1n }],
        },
      ],
    });
  });
  afterAll(() => server.close());

  it('in a table, without a statement', async () => {
    const from = `bigquery://acme/shop?api_endpoint=${server.url}`;
    const { row, noted } = await firstCall(from);
    expect(row).toEqual({ hash: LARGE, small: 1 });
    expect(noted).toEqual(['hash']);
  });
});

if (LACKING !== null) test.skip(`of PostgreSQL: ${LACKING}`, () => {});

describe.skipIf(LACKING !== null)('of PostgreSQL', () => {
  let database: Database;
  beforeAll(async () => {
    database = await createDatabase();
    const session = await connectedTo(database.settings);
    for (const sql of [
      'CREATE TYPE pair AS (a bigint, b bigint)',
      'CREATE TABLE visits (hash bigint, whole numeric(18, 0), small bigint, list bigint[], pair pair, document jsonb)',
      `INSERT INTO visits VALUES (${LARGE}, ${LARGE}, 1, ARRAY[${LARGE}], (1, ${LARGE}), '{"a": 1}')`,
    ])
      await session.query(sql);
    await session.close();
  });
  afterAll(() => database.close());

  it('in a table', async () => {
    const { host, port, database: name, user, password } = database.settings;
    const from = `postgres://${user}:${password}@${host}:${port}/${name}?sslmode=disable`;
    const environment = { POSTGRES_PASSWORD: String(password) };
    const { row, noted } = await firstCall(from, { environment });
    expect(row).toEqual({
      hash: LARGE,
      whole: LARGE,
      small: 1,
      list: [LARGE],
      pair: { a: '1', b: LARGE },
      document: { a: 1 },
    });
    expect(noted).toEqual(['hash', 'list', 'b']);
  });
});
