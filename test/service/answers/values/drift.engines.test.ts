/** Tables whose columns are not as declared: what the service serves, and to whom it tells why. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { readTableColumns } from '../../../../engines/bigquery/catalog.ts';
import { columnOf } from '../../../../engines/clickhouse/catalog.ts';
import { listFindings } from '../../../../server/observe/findings.ts';
import { madeKey } from '../../server-fixture.ts';
import { manifestOf, type SpecService, serviceOf } from '../spec-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'drift-'));
const services: SpecService[] = [];
let made = 0;

afterAll(async () => {
  for (const { close } of services) await close();
  rmSync(folder, { recursive: true });
});

/** A database file in which `sql` has run. */
async function database(sql: string): Promise<string> {
  made += 1;
  const path = join(folder, `shop${made}.duckdb`);
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
  return path;
}

const SOURCES = (columns: string, table = '{ table: shop }') =>
  `  shop:\n    tables: { duckdb: ${table} }\n    columns:\n      id: { type: string, required: true }\n      ${columns}`;
const ENDPOINTS = (select: string) => ({
  'shop.drift': `from: shop\nselect: [${select}]\ncache: off`,
  'shop.sound': 'from: shop\nselect: [id]\ncache: off',
});
const SOUND = 'CREATE TABLE shop (id VARCHAR NOT NULL, ';

/** Declared, in the engine, and what is told. */
const DRIFTS: readonly (readonly [string, string, string, string])[] = [
  ['region: int64', 'region VARCHAR', 'region', '`region` is VARCHAR, and `int64` is declared'],
  ['gone: string', 'other VARCHAR', 'gone', '`gone` is missing'],
  [
    'price: int64',
    'price DECIMAL(9, 2)',
    'price',
    '`price` is DECIMAL(9,2), and `int64` is declared',
  ],
  [
    'price: float64',
    'price DECIMAL(38, 9)',
    'price',
    '`price` is DECIMAL(38,9), and `float64` is declared',
  ],
  ['seen: timestamp', 'seen VARCHAR', 'seen', '`seen` is VARCHAR, and `timestamp` is declared'],
  ['flag: bool', 'flag INTEGER', 'flag', '`flag` is INTEGER, and `bool` is declared'],
  [
    'name: { type: string, required: true }',
    'name VARCHAR',
    'name',
    '`name` may be NULL, but is declared as required',
  ],
  [
    'meta: { record: { a: string } }',
    'meta STRUCT(a VARCHAR)[]',
    'meta',
    '`meta` is a list of records, and a record is declared',
  ],
  [
    'meta: { record: { a: string } }',
    'meta JSON',
    'meta',
    '`meta` is JSON, and a record is declared',
  ],
  [
    'meta: { record: { a: string, b: int64 } }',
    'meta STRUCT(a VARCHAR)',
    'meta',
    '`meta.b` is missing',
  ],
  [
    'meta: { record: { a: int64 } }',
    'meta STRUCT(a VARCHAR)',
    'meta',
    '`meta.a` is VARCHAR, and `int64` is declared',
  ],
];

describe('a table whose columns are not as declared', () => {
  it.each(DRIFTS)(
    'keeps its endpoint from being served: %s over %s',
    async (declared, stored, select, finding) => {
      const { key, token } = madeKey();
      const { key: narrow, token: other } = madeKey({ id: 'key_2', endpoints: ['shop.sound'] });
      const path = await database(
        `${SOUND}${stored}); INSERT INTO shop (id) SELECT 'a' WHERE 1 = 0`,
      );
      const manifest = manifestOf(SOURCES(declared), ENDPOINTS(select));
      const service = await serviceOf(manifest, { database: path }, [key, narrow]);
      services.push(service);
      const as = (given: string) => ({ headers: { 'X-API-KEY': given } });
      // The first request of all waits for the look.
      expect(await service.ask('/api/endpoints/shop.drift', as(token))).toMatchObject({
        status: 503,
        body: { code: 'engine_unavailable', detail: 'The engine or a table is unavailable.' },
      });
      expect(service.lines.at(-1)?.['failure']).toBe(`table \`shop\`: ${finding}`);
      expect(await service.ask('/api/endpoints/shop.sound', as(token))).toEqual({
        status: 200,
        body: { result: [] },
      });
      const count = { status: 'degraded', unavailable: 1 };
      const findings = [`table \`shop\`: ${finding}`];
      expect(await service.ask('/readyz')).toEqual({ status: 200, body: count });
      expect(await service.ask('/readyz', as('qk_none'))).toEqual({ status: 200, body: count });
      expect(await service.ask('/readyz', as(token))).toEqual({
        status: 200,
        body: { ...count, degraded: [{ endpoint: 'shop.drift', findings }] },
      });
      expect(await service.ask('/readyz', as(other))).toEqual({
        status: 200,
        body: { ...count, degraded: [] },
      });
      expect(service.events.filter(({ event }) => event === 'cannot run: shop.drift')).toHaveLength(
        1,
      );
    },
  );

  it('leaves 503 to a service none of whose endpoints can run', async () => {
    const manifest = manifestOf(SOURCES('region: int64'), {
      'shop.drift': 'from: shop\nselect: [region]\ncache: off',
    });
    const service = await serviceOf(manifest, {
      database: await database(`${SOUND}region VARCHAR)`),
    });
    services.push(service);
    expect((await service.ask('/readyz')).status).toBe(503);
  });

  it('that can be read as declared is no drift', async () => {
    const columns = [
      'i: int64',
      'u: int64',
      'f: float64',
      'm: float64',
      'e: string',
      'k: string',
      'd: date',
      't: timestamp',
      'z: timestamp',
      'j: json',
      'l: json',
    ];
    const stored =
      "i SMALLINT, u UBIGINT, f FLOAT, m DECIMAL(9, 2), e ENUM('a'), k UUID, d DATE, t TIMESTAMP_MS, z TIMESTAMPTZ, j VARCHAR, l INTEGER[]";
    const names = columns.map(column => column.slice(0, 1));
    const manifest = manifestOf(SOURCES(columns.join('\n      ')), ENDPOINTS(names.join(', ')));
    const path = await database(
      `${SOUND}${stored}); INSERT INTO shop (id, u, m) SELECT 'a', 5, 0.1 FROM range(3)`,
    );
    const service = await serviceOf(manifest, { database: path });
    services.push(service);
    expect(await service.ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
    expect((await service.ask('/api/endpoints/shop.drift')).status).toBe(200);
    const told = service.events.map(({ event }) => event);
    expect(told).toContain(
      'table `shop`: `i` is SMALLINT, and `int64` is declared: add `stored: { duckdb: SMALLINT }`',
    );
    expect(told.filter(event => String(event).includes('`d` is'))).toEqual([]);
  });

  it('does not matter where a column is read by SQL of its own, or is derived', async () => {
    const columns =
      'region: { type: int64, duckdb: "length(region)" }\n      name: string\n      alias: { type: string, is: name }';
    const manifest = manifestOf(SOURCES(columns), ENDPOINTS('region, alias'));
    const path = await database(
      `${SOUND}region VARCHAR, name VARCHAR); INSERT INTO shop VALUES ('a', 'eu', 'n')`,
    );
    const service = await serviceOf(manifest, { database: path });
    services.push(service);
    expect(await service.ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
    expect((await service.ask('/api/endpoints/shop.drift')).body).toEqual({
      result: [{ region: 2, alias: 'n' }],
    });
  });
});

describe('files whose columns are not as declared', () => {
  const line = (entry: object) => `${JSON.stringify({ id: 'a', ...entry })}\n`;

  it('are reported, and served once they are fixed', async () => {
    const columns = 'region: int64\n      gone: { type: string, required: true }';
    const manifest = manifestOf(SOURCES(columns), {
      'shop.region': 'from: shop\nselect: [region]\ncache: off',
      'shop.gone': 'from: shop\nselect: [gone]\ncache: off',
      'shop.sound': 'from: shop\nselect: [id]\ncache: off',
    });
    const glob = join(folder, 'drift.ndjson');
    writeFileSync(glob, line({ region: 'eu' }));
    const source = manifest.sources['shop'];
    const files = [
      { table: ['shop'], glob, columns: source?.columns ?? [], records: 'nested' as const },
    ];
    const service = await serviceOf(manifest, { files });
    services.push(service);
    expect(await service.ask('/readyz')).toMatchObject({
      status: 200,
      body: {
        status: 'degraded',
        degraded: [
          {
            endpoint: 'shop.gone',
            findings: ['table `shop`: no file has `gone`, but it is required'],
          },
        ],
      },
    });
    expect((await service.ask('/api/endpoints/shop.gone')).status).toBe(503);
    // A text may hold a number; one that does not is an error that names its column.
    expect((await service.ask('/api/endpoints/shop.region')).status).toBe(502);
    expect(service.lines.at(-1)?.['failure']).toContain(
      'the column `region` of the files holds a value that is no int64',
    );
    expect((await service.ask('/api/endpoints/shop.sound')).status).toBe(200);
    writeFileSync(glob, line({ region: '7', gone: 'back' }));
    await expect
      .poll(() => service.ask('/api/endpoints/shop.gone'))
      .toEqual({ status: 200, body: { result: [{ gone: 'back' }] } });
    expect(await service.ask('/api/endpoints/shop.region')).toEqual({
      status: 200,
      body: { result: [{ region: 7 }] },
    });
    expect(await service.ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('count the entries that they leave out', async () => {
    const manifest = manifestOf(
      `${SOURCES('region: int64')}\n    invalid: skip`,
      ENDPOINTS('region'),
    );
    const glob = join(folder, 'skip.ndjson');
    writeFileSync(
      glob,
      `${line({ region: 1 })}no JSON\n${line({ region: 'eu' })}${line({ region: 2 })}{"id": "cut`,
    );
    const { columns = [], invalid } = manifest.sources['shop'] ?? {};
    expect(invalid).toBe('skip');
    const files = [
      { table: ['shop'], glob, columns, records: 'nested' as const, invalid: 'skip' as const },
    ];
    const service = await serviceOf(manifest, { files });
    services.push(service);
    expect(await service.ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
    expect((await service.ask('/api/endpoints/shop.drift')).body).toEqual({
      result: [{ region: 1 }, { region: 2 }],
    });
    expect((await service.ask('/metrics')).body).toContain('quern_skipped_entries{table="shop"} 2');
  });
});

/** The reasons why an endpoint is not served. */
function errorsIn(comparison: Parameters<typeof listFindings>[0]): readonly string[] {
  const errors = listFindings(comparison).filter(({ severity }) => severity === 'error');
  return errors.map(({ told }) => told);
}

describe('the catalogue of an engine', () => {
  const comparison = { records: 'nested' as const, engine: 'clickhouse' };
  const declared =
    manifestOf(
      SOURCES('n: int64\n      m: { record: { s: string, t: timestamp } }'),
      ENDPOINTS('id, n, m'),
    ).sources['shop']?.columns ?? [];
  const reads = ['id', 'n', 'm.s', 'm.t'];

  it('is read from the types of ClickHouse', () => {
    const found = (id: string, n: string, m: string) =>
      errorsIn({
        ...comparison,
        declared,
        reads,
        found: [columnOf('id', id), columnOf('n', n), columnOf('m', m)],
      });
    expect(
      found(
        'LowCardinality(String)',
        'Nullable(UInt32)',
        "Tuple(s Nullable(String), `t` DateTime64(6, 'UTC'))",
      ),
    ).toEqual([]);
    expect(
      found('Nullable(String)', 'Decimal(9, 2)', 'Array(Tuple(s String, t DateTime))'),
    ).toEqual([
      '`id` may be NULL, but is declared as required',
      '`n` is Decimal(9, 2), and `int64` is declared',
      '`m` is a list of records, and a record is declared',
    ]);
    expect(
      found(
        "Enum8('a, b' = 1)",
        'LowCardinality(Nullable(Int8))',
        'Tuple(s Map(String, String), other Int8)',
      ),
    ).toEqual(['`m.s` is Map(String, String), and `string` is declared', '`m.t` is missing']);
  });

  it('is read from the schemas of BigQuery', () => {
    const field = (
      name: string,
      type: string,
      mode = 'NULLABLE',
      fields: readonly object[] = [],
    ) => ({ name, type, mode, ...(fields.length > 0 ? { fields } : {}) });
    const found = (type: string, ...fields: readonly object[]) =>
      errorsIn({
        ...comparison,
        declared,
        reads,
        found: readTableColumns({ type, schema: { fields } }) ?? [],
      });
    const parts = [field('s', 'STRING'), field('t', 'TIMESTAMP')];
    const sound = [field('N', 'INTEGER'), field('m', 'RECORD', 'NULLABLE', parts)];
    expect(found('TABLE', field('id', 'STRING', 'REQUIRED'), ...sound)).toEqual([]);
    expect(found('VIEW', field('id', 'STRING'), ...sound)).toEqual([]);
    expect(
      found(
        'TABLE',
        field('id', 'STRING'),
        field('n', 'NUMERIC'),
        field('m', 'RECORD', 'REPEATED', parts),
      ),
    ).toEqual([
      '`id` may be NULL, but is declared as required',
      '`n` is NUMERIC, and `int64` is declared',
      '`m` is a list of records, and a record is declared',
    ]);
    expect(readTableColumns({ type: 'TABLE' })).toBeNull();
  });
});
