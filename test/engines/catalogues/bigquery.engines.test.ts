/** Columns as `tables.get` of BigQuery lists them over HTTP, and statements that read them as the catalogue promises. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BigQueryOptions, openBigQuery } from '../../../engines/bigquery/driver/driver.ts';
import type { CatalogueColumn, Engine } from '../../../engines/engine.ts';
import type { Scalar, Type } from '../../../generator/core/types/scalar.ts';
import { kindOf } from '../engine-runs.ts';
import { type BigQueryServer, startBigQueryServer } from '../servers/bigquery-server.ts';
import type { ColumnScalar, TestTable } from '../test-engine.ts';
import { answered } from './answered.ts';

/** A stored type, a value, and what a data set may declare the column as: with the value that an answer then has. */
const READABLE: readonly (readonly [
  ColumnScalar,
  unknown,
  string,
  Partial<Record<Type, unknown>>,
])[] = [
  ['string', '[1]', 'STRING', { string: '[1]' }],
  ['int64', 7n, 'INTEGER', { int64: 7, float64: 7 }],
  ['float64', 0.5, 'FLOAT', { float64: 0.5 }],
  ['decimal', '12.5', 'NUMERIC', { decimal: '12.5' }],
  ['bool', true, 'BOOLEAN', { bool: true }],
  ['timestamp', 1_767_873_630_123_456n, 'TIMESTAMP', { timestamp: '2026-01-08T12:00:30.123456Z' }],
  ['date', '2026-01-15', 'DATE', { date: '2026-01-15' }],
  ['json', '{"a":[1]}', 'JSON', { json: { a: [1] } }],
];

const LEAVES = { s: 'string', t: 'timestamp', inner: { record: { n: 'int64' } } } as const;
const TABLES: readonly TestTable[] = [
  ...READABLE.map(
    ([type, c]): TestTable => ({
      name: `of_${type}`,
      layout: 'nested',
      columns: { c: { type, required: true } },
      rows: [{ c }],
    }),
  ),
  ...(['nested', 'repeated'] as const).map(
    (layout): TestTable => ({
      name: `far.${layout}`,
      layout,
      columns: { id: { type: 'string', required: true }, meta: { type: { record: LEAVES } } },
      rows: [],
    }),
  ),
  ...(['nested', 'repeated'] as const).map(
    (layout): TestTable => ({
      name: `whole_${layout}`,
      layout,
      columns: { c: { type: { record: { a: 'string' } } } },
      rows: [{ c: { a: 'x' } }],
    }),
  ),
];

let server: BigQueryServer;
let engine: Engine;
const options = (): BigQueryOptions => ({
  project: 'acme',
  dataset: 'logs',
  location: null,
  maximumBytesBilled: null,
  apiEndpoint: server.url,
  concurrency: 4,
  firstPauseMs: 5,
});
beforeAll(async () => {
  server = await startBigQueryServer({ project: 'acme', dataset: 'logs', tables: TABLES });
  engine = await openBigQuery(options());
});
afterAll(async () => {
  await engine.close();
  await server.close();
});
beforeEach(() => {
  server.requests.length = 0;
});
afterEach(() => {
  server.fault = null;
});

/** The columns of a table whose answer is `changes` beside what the server says. */
async function columnsOf(changes: object): Promise<readonly CatalogueColumn[] | null | undefined> {
  server.fault = () => ({ kind: 'edit', edit: body => ({ ...body, ...changes }) });
  const [table] = await engine.catalogue([['of_string']]);
  return table?.columns;
}

const field = (type: string, rest: object = {}) => ({
  schema: { fields: [{ name: 'c', type, ...rest }] },
});

describe('columns', () => {
  test.each(READABLE)('%s is read as what its values can be', async (stored, _, type, as) => {
    const table = `of_${stored}`;
    const [found] = await engine.catalogue([[table]]);
    const readAs = found?.columns?.[0]?.readAs ?? [];
    const column = { name: 'c', type, readAs, nullable: false, isList: false, fields: null };
    expect(found).toMatchObject({ table, columns: [column] });
    expect([...readAs].sort()).toEqual(Object.keys(as).sort());
    for (const scalar of readAs) {
      expect(await answered(engine, table, { type: scalar })).toEqual([{ c: as[scalar] }]);
    }
  });

  test('a text that compares otherwise than by its characters has a stored type', async () => {
    const [column] = (await columnsOf(field('STRING', { collation: 'und:ci' }))) ?? [];
    const type = "STRING COLLATE 'und:ci'";
    expect(column).toMatchObject({
      type,
      readAs: [],
      kinds: { written: type, converted: ['string'] },
    });
  });

  test.each<[string, readonly Scalar[]]>([
    ['INT64', ['int64', 'float64']],
    ['FLOAT64', ['float64']],
    ['BOOL', ['bool']],
    ['BIGNUMERIC', ['decimal']],
    ['BYTES', []],
    ['DATETIME', ['datetime']],
    ['TIME', []],
    ['GEOGRAPHY', []],
    ['INTERVAL', []],
    ['RANGE', []],
  ])('%s, which the API may also say', async (type, readAs) => {
    expect(await columnsOf(field(type))).toMatchObject([{ type, readAs, fields: null }]);
  });

  test('may be NULL where no mode says otherwise, and of views nothing is known', async () => {
    expect(await columnsOf(field('STRING'))).toMatchObject([{ nullable: true }]);
    expect(await columnsOf(field('STRING', { mode: 'NULLABLE' }))).toMatchObject([
      { nullable: true },
    ]);
    for (const type of ['VIEW', 'MATERIALIZED_VIEW', 'EXTERNAL', 'SNAPSHOT']) {
      expect(await columnsOf({ type, ...field('STRING', { mode: 'NULLABLE' }) })).toMatchObject([
        { nullable: null },
      ]);
    }
  });

  test.each(['nested', 'repeated'])('of records are JSON too: %s', async layout => {
    const [found] = await engine.catalogue([[`whole_${layout}`]]);
    expect(found?.columns).toMatchObject([{ name: 'c', readAs: ['json'] }]);
    const record = { a: 'x' };
    expect(await answered(engine, `whole_${layout}`, { type: 'json' })).toEqual([
      { c: layout === 'nested' ? record : [record] },
    ]);
  });

  test('that are lists are read as JSON, or as lists of what their items can be', async () => {
    expect(await columnsOf(field('INTEGER', { mode: 'REPEATED' }))).toMatchObject([
      {
        name: 'c',
        type: 'INTEGER (REPEATED)',
        readAs: ['json', 'list<int64>', 'list<float64>'],
        nullable: false,
        isList: true,
        fields: null,
      },
    ]);
  });

  test('of keys and values are read as JSON, or as maps', async () => {
    const of = (...fields: readonly object[]) =>
      columnsOf(field('RECORD', { mode: 'REPEATED', fields }));
    const key = { name: 'key', type: 'STRING' };
    const value = { name: 'value', type: 'INTEGER' };
    const maps = ['map<int64>', 'map<float64>'];
    expect(await of(key, value)).toMatchObject([{ readAs: ['json', ...maps], isList: true }]);
    for (const other of [
      [value, key],
      [key],
      [key, { ...value, mode: 'REPEATED' }],
      [{ ...key, type: 'INTEGER' }, value],
      [key, { name: 'value', type: 'RECORD', fields: [value] }],
    ])
      expect(await of(...other)).toMatchObject([{ readAs: ['json'] }]);
    expect(await columnsOf(field('RECORD', { fields: [key, value] }))).toMatchObject([
      { readAs: ['json'] },
    ]);
  });

  test('of a table without a schema are unknown', async () => {
    expect(await columnsOf({ schema: undefined })).toBeNull();
    expect(await columnsOf({ schema: {} })).toBeNull();
  });
});

describe('records', () => {
  const leaf = (name: string, type: string) =>
    expect.objectContaining({ name, type, nullable: true, isList: false, fields: null });

  test.each([
    ['nested', 'RECORD', false, true],
    ['repeated', 'RECORD (REPEATED)', true, false],
  ] as const)(
    'that are %s have their fields at every level',
    async (layout, type, isList, nullable) => {
      const record = { type, isList, nullable };
      expect(await engine.catalogue([['far', layout]])).toEqual([
        {
          table: `far.${layout}`,
          columns: [
            expect.objectContaining({ name: 'id', type: 'STRING', nullable: false }),
            expect.objectContaining({
              ...record,
              name: 'meta',
              fields: [
                leaf('s', 'STRING'),
                leaf('t', 'TIMESTAMP'),
                expect.objectContaining({
                  ...record,
                  name: 'inner',
                  fields: [leaf('n', 'INTEGER')],
                }),
              ],
            }),
          ],
        },
      ]);
    },
  );

  test('are known as STRUCT too', async () => {
    const fields = [{ name: 'a', type: 'STRING' }];
    expect(await columnsOf(field('STRUCT', { fields }))).toMatchObject([
      { type: 'STRUCT', isList: false, fields: [{ name: 'a' }] },
    ]);
  });
});

describe('tables', () => {
  test('by one, two and three parts: those that are gone, or not for us, are left out', async () => {
    const asked = [
      ['of_string'],
      ['gone'],
      ['far', 'nested'],
      ['acme', 'logs', 'of_date'],
      ['other', 'logs', 'of_date'],
      ['events_*'],
    ];
    const found = await engine.catalogue(asked);
    expect(found.map(({ table, columns }) => [table, columns?.length ?? null])).toEqual([
      ['of_string', 1],
      ['far.nested', 2],
      ['acme.logs.of_date', 1],
      ['events_*', null],
    ]);
    expect(server.requests.map(({ call, query }) => [call, query['fields']])).toEqual(
      Array(5).fill(['tables.get', 'type,schema']),
    );
    server.fault = () => ({ kind: 'refuse', code: 403, reason: 'accessDenied' });
    expect(await engine.catalogue([['of_string']])).toEqual([]);
  });

  test('without a data set are left out, and nothing is asked', async () => {
    const none = await openBigQuery({ ...options(), dataset: null });
    expect(await none.catalogue([['of_string']])).toEqual([]);
    expect(server.requests).toEqual([]);
    await none.close();
  });

  test('are asked for again where BigQuery is away for a moment', async () => {
    let failures = 2;
    server.fault = () =>
      failures-- > 0 ? { kind: 'refuse', code: 503, reason: 'backendError' } : null;
    expect(await engine.catalogue([['of_string']])).toMatchObject([{ columns: [{ name: 'c' }] }]);
    expect(server.requests).toHaveLength(3);
  });

  test.each([
    ['a refusal', { kind: 'refuse', code: 401, reason: 'authError' }, 'unavailable'],
    ['a page in place of JSON', { kind: 'raw', body: '<html>' }, 'failed'],
  ] as const)('%s rejects instead of leaving all out', async (_, fault, kind) => {
    server.fault = () => fault;
    expect(await kindOf(engine.catalogue([['of_string']]))).toBe(kind);
  });
});
