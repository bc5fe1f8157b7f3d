/** `quern init` over tables that others made: under the types and names that they store. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClickHouseServer,
  startClickHouseServer,
} from '../../engines/servers/clickhouse-server.ts';
import { quern, removeFolders, temporaryFolder } from '../cli-fixture.ts';

afterAll(removeFolders);

const sourcesIn = (project: string) =>
  readFileSync(join(project, 'endpoints/sources.yaml'), 'utf8');

describe('of ClickHouse', () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    server = await startClickHouseServer();
    const { database } = server;
    const statements = [
      `CREATE TABLE ${database}.visits (id UInt64, start DateTime, city UInt64, hash UInt128, small UInt32) ENGINE = MergeTree ORDER BY id`,
      `INSERT INTO ${database}.visits VALUES (5, '2026-03-29 00:00:00', 1, '100000000000000000000000000000000000000', 1),
        (18446744073709551615, '2026-03-29 10:30:00', 2, 1, 2)`,
      `CREATE TABLE ${database}.kinds (
        id UUID, e Enum8('a' = 1, 'b' = 2), ip IPv4, fs FixedString(4), js JSON, n64 Array(Nullable(UInt64)),
        d Date, d32 Date32, up String ALIAS upper(fs), twice UInt64 MATERIALIZED 2, seen DateTime64(9), t Tuple(Int32, String),
        ev Nested(k String, v Int64), latest SimpleAggregateFunction(max, DateTime), ag AggregateFunction(sum, UInt64),
        ids Array(UUID), \`User-Agent\` LowCardinality(String), \`null\` Int64, part Tuple(\`k8s-pod/app\` String, X UInt64, x Float32),
        Events Nested(Timestamp DateTime64(9), \`event-name\` LowCardinality(String), Attributes Map(String, String)),
        carts Array(Tuple(n UInt8, lines Array(Tuple(\`line id\` UUID, parts Array(Tuple(at DateTime))))))
      ) ENGINE = MergeTree ORDER BY id`,
      `INSERT INTO ${database}.kinds (id, e, ip, fs, js, n64, d, d32, seen, t, ev.k, ev.v, latest, ids, \`User-Agent\`, \`null\`, part,
        Events.Timestamp, \`Events.event-name\`, Events.Attributes, carts)
        VALUES ('eeccb8c5-9943-b2bb-bb5e-222f4e14b687', 'a', '192.168.0.1', 'ab', '{"n":1,"big":9007199254740993}', [1, NULL],
        '2026-03-29', '1900-01-01', '2026-03-29 00:30:00.000000999', (1, 'x'), ['k'], [1], '2026-01-01 00:00:00',
        ['eeccb8c5-9943-b2bb-bb5e-222f4e14b687'], 'curl', 7, ('web', 9, 0.5),
        ['2026-03-29 00:30:00.000000999'], ['opened'], [map('a', 'b')],
        [(1, [('eeccb8c5-9943-b2bb-bb5e-222f4e14b687', [tuple('2026-03-29 00:30:00')])]), (2, [])])`,
      `CREATE TABLE ${database}.nests (at DateTime, hits Nested(n Int64, lines Nested(sku String, price UInt16))) ENGINE = MergeTree ORDER BY at`,
      `INSERT INTO ${database}.nests VALUES ('2026-01-01 00:00:00', [1, 2], [[('a', 1), ('b', 2)], []])`,
      `CREATE VIEW ${database}.seen AS SELECT seen FROM ${database}.kinds`,
      `CREATE TABLE ${database}.states (ag AggregateFunction(sum, UInt64)) ENGINE = MergeTree ORDER BY tuple()`,
    ];
    for (const sql of statements) await server.command(sql);
  });
  afterAll(() => server.close());

  it('declares each column with its stored type and name, leaves out what no statement reads, and answers', async () => {
    const folder = temporaryFolder();
    const { url, username, password, database } = server;
    const user = `${username}:${encodeURIComponent(password)}`;
    const from = `${url.replace('://', `://${user}@`)}/${database}`;
    const environment = { CLICKHOUSE_PASSWORD: password };
    const { exit, stderr } = await quern(folder, ['init', '--from', from], { environment });
    expect(exit).toBe(0);
    expect(stderr).toContain(`The table \`states\`: no column has a type of quern; it is passed over
The table \`kinds\` has several rows of a key until they merge: \`latest\` is a SimpleAggregateFunction. Add \`final: true\``);
    expect(sourcesIn(folder)).toContain(`    tables: { clickhouse: { table: kinds } }
    columns:
      id: { type: string, stored: { clickhouse: UUID }, required: true }
      e: { type: string, stored: { clickhouse: Enum8 }, required: true }
      ip: { type: string, stored: { clickhouse: IPv4 }, required: true }
      fs: { type: string, stored: { clickhouse: "FixedString(4)" }, required: true }
      js: { type: json, stored: { clickhouse: JSON }, required: true }
      n64: { type: json, stored: { clickhouse: "Array(Nullable(UInt64))" }, required: true }
      d: { type: date, stored: { clickhouse: Date }, required: true }
      d32: { type: date, required: true }
      up: { type: string, required: true }
      twice: { type: int64, stored: { clickhouse: UInt64 }, required: true }
      seen: { type: timestamp, stored: { clickhouse: "DateTime64(9)" }, required: true }
      t: { type: json, stored: { clickhouse: "Tuple(Int32, String)" }, required: true }
      ev:
        list:
          record:
            k: { type: string }
            v: { type: int64 }
      latest: { type: timestamp, stored: { clickhouse: DateTime }, required: true }     # SimpleAggregateFunction(max, DateTime): a key has several rows until they merge
      # \`ag\` is left out: only a measure reads AggregateFunction
      ids: { list: string, stored: { clickhouse: "Array(UUID)" }, required: true }
      user_agent: { type: string, column: "User-Agent", required: true }
      null_: { type: int64, column: "null", required: true }
      part:
        record:
          k8s_pod_app: { type: string, column: "k8s-pod/app" }
          X: { type: int64, stored: { clickhouse: UInt64 } }
          x_2: { type: float64, column: x, stored: { clickhouse: Float32 } }
      Events:
        list:
          record:
            Timestamp: { type: timestamp, stored: { clickhouse: "DateTime64(9)" } }
            event_name: { type: string, column: "event-name" }
            # \`Attributes\` is left out: the records of a list cannot hold Map(String, String)
      carts:
        list:
          record:
            n: { type: int64, stored: { clickhouse: UInt8 } }
            lines:
              list:
                record:
                  line_id: { type: string, column: "line id", stored: { clickhouse: UUID } }
                  parts:
                    list:
                      record:
                        at: { type: timestamp, stored: { clickhouse: DateTime } }
`);
    expect(sourcesIn(folder)).toContain(`    key: [id]     # guessed: no two are equal in all 2 rows
    tables: { clickhouse: { table: visits } }
    columns:
      id: { type: decimal, precision: 20, scale: 0, stored: { clickhouse: UInt64 }, required: true }
      start: { type: timestamp, stored: { clickhouse: DateTime }, required: true }
      city: { type: int64, stored: { clickhouse: UInt64 }, required: true }
      hash: { type: string, stored: { clickhouse: UInt128 }, required: true }
      small: { type: int64, stored: { clickhouse: UInt32 }, required: true }
`);
    const checked = await quern(folder, ['check', '--strict', '--tables'], { environment });
    expect(checked).toMatchObject({ exit: 0 });
    await quern(folder, ['generate'], { environment });
    const rowsOf = async (endpoint: string) =>
      JSON.parse((await quern(folder, ['run', endpoint], { environment })).stdout);
    expect(await rowsOf('kinds.newest')).toEqual([
      expect.objectContaining({
        id: 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687',
        fs: 'ab',
        d: '2026-03-29',
        up: 'AB',
        twice: 2,
        seen: '2026-03-29T00:30:00Z',
        t: [1, 'x'],
        ev: [{ k: 'k', v: 1 }],
        latest: '2026-01-01T00:00:00Z',
        ids: ['eeccb8c5-9943-b2bb-bb5e-222f4e14b687'],
        user_agent: 'curl',
        null_: 7,
        part: { k8s_pod_app: 'web', X: 9, x_2: 0.5 },
        Events: [{ Timestamp: '2026-03-29T00:30:00Z', event_name: 'opened' }],
        carts: [
          {
            n: 1,
            lines: [
              {
                line_id: 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687',
                parts: [{ at: '2026-03-29T00:30:00Z' }],
              },
            ],
          },
          { n: 2, lines: [] },
        ],
      }),
    ]);
    const lines = [
      { sku: 'a', price: 1 },
      { sku: 'b', price: 2 },
    ];
    const hits = [
      { n: 1, lines },
      { n: 2, lines: [] },
    ];
    expect(await rowsOf('nests.newest')).toEqual([{ at: '2026-01-01T00:00:00Z', hits }]);
    const visits = { '5': '100000000000000000000000000000000000000', '18446744073709551615': '1' };
    for (const { id, hash } of await rowsOf('visits.newest'))
      expect([id, hash]).toEqual(Object.entries(visits).find(([known]) => known === id));
    expect(await rowsOf('seen.newest')).toEqual([{ seen: '2026-03-29T00:30:00Z' }]);
  });
});

describe('of DuckDB', () => {
  it('declares each column with its stored type and name, and answers', async () => {
    const folder = temporaryFolder();
    const instance = await DuckDBInstance.create(join(folder, 'shop.duckdb'));
    const connection = await instance.connect();
    await connection.run(`CREATE TABLE kinds (
        id UUID PRIMARY KEY, small USMALLINT NOT NULL, big UBIGINT, huge HUGEINT, plain BIGINT, ratio FLOAT, cost DECIMAL(12, 2),
        "cost (EUR)" DECIMAL(38, 20), "at" TIMESTAMPTZ, ns TIMESTAMP_NS, ms TIMESTAMP_MS, mood ENUM ('ok', 'bad'), data BLOB,
        lag INTERVAL, "log.level" VARCHAR, "and" BOOLEAN, doc JSON, tags UUID[], moods ENUM ('ok', 'b)[]')[], labels MAP(VARCHAR, UBIGINT), label VARCHAR, e VARCHAR COLLATE NOCASE, "the e" VARCHAR COLLATE NOCASE.NOACCENT,
        part STRUCT("k8s-pod/app" VARCHAR, n UINTEGER), items STRUCT(a INTEGER, "b c" TIMESTAMP_NS, labels MAP(VARCHAR, INTEGER), lines STRUCT("line id" UUID, seen TIMESTAMP_NS, parts STRUCT(n UTINYINT)[])[])[], pairs INTEGER[][])`);
    await connection.run(`INSERT INTO kinds VALUES ('eeccb8c5-9943-b2bb-bb5e-222f4e14b687', 1, 18446744073709551615,
        10::HUGEINT ** 30, 1, 0.5, 1.25, 0.00000000001, '2026-03-29T10:00:00Z', '2026-03-29 00:00:00.000000999', '2026-03-29 00:00:00.5',
        'ok', 'ab', INTERVAL 1 DAY, 'info', true, '{"a":1}', ['eeccb8c5-9943-b2bb-bb5e-222f4e14b687'], ['b)[]', 'ok'], MAP {'a': 1}, 'l', 'e', 'é', {'k8s-pod/app': 'x', 'n': 1},
        [{a: 1, 'b c': '2026-03-29 00:00:00.000000999', labels: MAP {}, lines: [{'line id': 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687', seen: '2026-03-29 00:00:00.000000999', parts: [{n: 7}]}, {'line id': NULL, seen: NULL, parts: NULL}]}], [[1]])`);
    connection.closeSync();
    instance.closeSync();
    const { exit } = await quern(folder, ['init', '--from', 'shop.duckdb']);
    expect(exit).toBe(0);
    expect(sourcesIn(folder)).toContain(`
      id: { type: string, stored: { duckdb: UUID }, required: true }
      small: { type: int64, stored: { duckdb: USMALLINT }, required: true }
      big: { type: decimal, precision: 20, scale: 0, stored: { duckdb: UBIGINT } }
      huge: { type: string, stored: { duckdb: HUGEINT } }
      plain: { type: int64 }
      ratio: { type: float64, stored: { duckdb: FLOAT } }
      cost: { type: decimal, precision: 12, scale: 2 }
      cost_eur: { type: string, column: "cost (EUR)", stored: { duckdb: "DECIMAL(38,20)" } }     # DECIMAL(38,20) has more digits than a decimal here
      at: { type: timestamp, stored: { duckdb: TIMESTAMPTZ } }
      ns: { type: timestamp, stored: { duckdb: TIMESTAMP_NS } }
      ms: { type: timestamp, stored: { duckdb: TIMESTAMP_MS } }
      mood: { type: string, stored: { duckdb: ENUM } }
      data: { type: string, stored: { duckdb: BLOB } }
      lag: { type: string, stored: { duckdb: INTERVAL } }
      log_level: { type: string, column: log.level }
      and_: { type: bool, column: and }
      doc: { type: json }
      tags: { list: string, stored: { duckdb: "UUID[]" } }
      moods: { list: string, stored: { duckdb: "ENUM[]" } }
      labels: { map: int64, stored: { duckdb: "MAP(VARCHAR, UBIGINT)" } }
      label: { type: string }
      e: { type: string, stored: { duckdb: "VARCHAR COLLATE NOCASE" } }
      the_e: { type: string, column: "the e", stored: { duckdb: "VARCHAR COLLATE NOCASE.NOACCENT" } }
      part:
        record:
          k8s_pod_app: { type: string, column: "k8s-pod/app" }
          n: { type: int64, stored: { duckdb: UINTEGER } }
      items:
        list:
          record:
            a: { type: int64, stored: { duckdb: INTEGER } }
            b_c: { type: timestamp, column: "b c", stored: { duckdb: TIMESTAMP_NS } }
            # \`labels\` is left out: the records of a list cannot hold MAP(VARCHAR, INTEGER)
            lines:
              list:
                record:
                  line_id: { type: string, column: "line id", stored: { duckdb: UUID } }
                  seen: { type: timestamp, stored: { duckdb: TIMESTAMP_NS } }
                  parts:
                    list:
                      record:
                        n: { type: int64, stored: { duckdb: UTINYINT } }
      pairs: { type: json, stored: { duckdb: "INTEGER[][]" } }
`);
    expect(await quern(folder, ['check', '--strict', '--tables'])).toMatchObject({ exit: 0 });
    await quern(folder, ['generate']);
    const schema = readFileSync(join(folder, 'generated/sql/duckdb/schema.sql'), 'utf8');
    expect(schema).toContain('moods VARCHAR[]');
    const { stdout } = await quern(folder, ['run', 'kinds.newest']);
    expect(JSON.parse(stdout)).toEqual([
      {
        id: 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687',
        small: 1,
        big: '18446744073709551615',
        huge: '1000000000000000019884624838656',
        plain: 1,
        ratio: 0.5,
        cost: '1.25',
        cost_eur: '0.00000000001000000000',
        at: '2026-03-29T10:00:00Z',
        ns: '2026-03-29T00:00:00Z',
        ms: '2026-03-29T00:00:00.500Z',
        mood: 'ok',
        data: 'YWI=',
        lag: '1 day',
        log_level: 'info',
        and_: true,
        doc: { a: 1 },
        tags: ['eeccb8c5-9943-b2bb-bb5e-222f4e14b687'],
        moods: ['b)[]', 'ok'],
        labels: { a: 1 },
        label: 'l',
        e: 'e',
        the_e: 'é',
        part: { k8s_pod_app: 'x', n: 1 },
        items: [
          {
            a: 1,
            b_c: '2026-03-29T00:00:00Z',
            lines: [
              {
                line_id: 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687',
                seen: '2026-03-29T00:00:00Z',
                parts: [{ n: 7 }],
              },
              { line_id: null, seen: null, parts: [] },
            ],
          },
        ],
        pairs: [[1]],
      },
    ]);
  });
});

describe('of files', () => {
  it('gives keys of NDJSON plain names at any depth, and reads them under their own', async () => {
    const folder = temporaryFolder();
    const labels = { 'k8s-pod/app': 'web', 'a.b': { 'c.d': 2 }, a: { 'b.c': { d: 3 } } };
    const steps = [{ 'step.name': 'opened', n: 1, in: { 'a b': true } }];
    const line = {
      '@timestamp': '2026-03-29T10:00:00Z',
      'log.level': 'info',
      and: 1,
      labels,
      steps,
    };
    const lines = ['curl', 'wget'].map(agent => JSON.stringify({ 'User-Agent': agent, ...line }));
    writeFileSync(join(folder, 'logs.ndjson'), `${lines.join('\n')}\n`);
    expect((await quern(folder, ['init', '--from', 'logs.ndjson'])).exit).toBe(0);
    expect(sourcesIn(folder)).toContain(`
      user_agent: { type: string, column: "User-Agent", required: true }
      timestamp: { type: timestamp, column: "@timestamp", required: true }
      log_level: { type: string, column: log.level, required: true }
      and_: { type: int64, column: and, required: true }
      labels:
        record:
          k8s_pod_app: { type: string, column: "k8s-pod/app" }
          a_b:
            column: a.b
            record:
              c_d: { type: int64, column: c.d }
`);
    expect(sourcesIn(folder)).toContain(`
      steps:
        list:
          record:
            step_name: { type: string, column: step.name }
            n: { type: int64 }
            in_:
              column: in
              record:
                a_b: { type: bool, column: "a b" }
`);
    expect(await quern(folder, ['check', '--strict', '--tables'])).toMatchObject({ exit: 0 });
    await quern(folder, ['generate']);
    const rows = JSON.parse((await quern(folder, ['run', 'logs.newest'])).stdout);
    const common = {
      timestamp: '2026-03-29T10:00:00Z',
      log_level: 'info',
      and_: 1,
      labels: { k8s_pod_app: 'web', a_b: { c_d: 2 }, a: { b_c: { d: 3 } } },
      steps: [{ step_name: 'opened', n: 1, in_: { a_b: true } }],
    };
    expect(rows).toHaveLength(2);
    for (const user_agent of ['curl', 'wget'])
      expect(rows).toContainEqual({ user_agent, ...common });
  });

  it('reads columns of Parquet and CSV under stored names, and those of Parquet as stored types', async () => {
    const folder = temporaryFolder();
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`COPY (SELECT 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687'::UUID AS "Order ID",
      {'x-y': 1::UINTEGER, 'ns': '1969-12-31 23:59:59.999999999'::TIMESTAMP_NS} AS part, 18446744073709551615::UBIGINT AS big,
      [{'at-ns': '1969-12-31 23:59:59.999999999'::TIMESTAMP_NS, 'of': {'N': 1::UINTEGER}}] AS events)
      TO '${folder}/a.parquet'`);
    connection.closeSync();
    instance.closeSync();
    writeFileSync(join(folder, 'b.csv'), 'User-Agent,n\ncurl,1\n');
    const froms = ['--from', 'a.parquet', '--from', 'b.csv'];
    expect((await quern(folder, ['init', ...froms])).exit).toBe(0);
    const found = sourcesIn(folder);
    expect(found).toContain('x_y: { type: int64, column: "x-y" }');
    expect(found).toContain('at_ns: { type: timestamp, column: "at-ns" }');
    expect(found).toContain('big: { type: decimal, precision: 20, scale: 0, required: true }');
    const put = (path: string, text: string) =>
      writeFileSync(join(folder, 'endpoints', path), text);
    const declared = found
      .replace(
        /order_id: .*/,
        'ref: { type: string, column: "Order ID", stored: { duckdb: UUID } }',
      )
      .replace(/ ns: .*/, ' ns: { type: timestamp, stored: { duckdb: TIMESTAMP_NS } }')
      .replace(
        / at_ns: .*/,
        ' at_ns: { type: timestamp, column: at-ns, stored: { duckdb: TIMESTAMP_NS } }',
      )
      .replace(
        /big: .*/,
        'big: { type: decimal, precision: 20, scale: 0, stored: { duckdb: UBIGINT } }',
      )
      .replace(/user_agent: .*/, 'agent: { type: string, column: User-Agent }');
    put('sources.yaml', declared);
    const endpoint = (name: string, id: number, select: string) =>
      `endpoint: ${name}\nid: 00000000-0000-4000-8000-00000000b00${id}\nfrom: ${name[0]}\nselect: [${select}]\n`;
    put('a.all.yaml', endpoint('a.all', 1, 'ref, part, big, events'));
    put('b.all.yaml', endpoint('b.all', 2, 'agent, n'));
    expect(await quern(folder, ['check', '--tables'])).toMatchObject({ exit: 0 });
    await quern(folder, ['generate']);
    const rowsOf = async (name: string) => JSON.parse((await quern(folder, ['run', name])).stdout);
    expect(await rowsOf('a.all')).toEqual([
      {
        ref: 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687',
        part: { x_y: 1, ns: '1969-12-31T23:59:59.999999Z' },
        big: '18446744073709551615',
        events: [{ at_ns: '1969-12-31T23:59:59.999999Z', of: { N: 1 } }],
      },
    ]);
    expect(await rowsOf('b.all')).toEqual([{ agent: 'curl', n: 1 }]);
    put('sources.yaml', declared.replace('duckdb: UUID', 'duckdb: TIME'));
    expect(await quern(folder, ['check', '--tables'])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('`ref` is UUID, and `stored: { duckdb: TIME }` is declared'),
    });
    put('sources.yaml', declared.replace(/( at_ns: .*)TIMESTAMP_NS/, '$1TIMESTAMP_MS'));
    const wrong =
      '`events.at_ns` is TIMESTAMP_NS, and `stored: { duckdb: TIMESTAMP_MS }` is declared';
    expect(await quern(folder, ['check', '--tables'])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining(wrong),
    });
  });
});
