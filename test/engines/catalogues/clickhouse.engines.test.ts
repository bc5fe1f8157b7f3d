/** Columns as ClickHouse's own `DESCRIBE` lists them over HTTP, and statements that read them as the catalogue promises. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openClickHouse } from '../../../engines/clickhouse/driver/driver.ts';
import type { CatalogueColumn, Engine } from '../../../engines/engine.ts';
import type { Type } from '../../../generator/core/types/scalar.ts';
import { kindOf } from '../engine-runs.ts';
import { type ClickHouseServer, startClickHouseServer } from '../servers/clickhouse-server.ts';
import { answered } from './answered.ts';

let server: ClickHouseServer;
let engine: Engine;
beforeAll(async () => {
  server = await startClickHouseServer();
  engine = await openClickHouse({ ...server, concurrency: 2 });
});
afterAll(async () => {
  await engine.close();
  await server.close();
});
afterEach(() => server.failEach(() => null));

let made = 0;
/** The name of a new table of one column `c`, with a row whose `c` is `value`. */
async function tableWith(type: string, value: string | null = null): Promise<string> {
  made += 1;
  const name = `t${made}`;
  await server.command(`CREATE TABLE ${name} (c ${type}) ENGINE = Memory`);
  if (value !== null) await server.command(`INSERT INTO ${name} SELECT ${value}`);
  return name;
}

/** The column as the catalogue has it. */
async function described(type: string): Promise<CatalogueColumn | undefined> {
  const [table] = await engine.catalogue([[await tableWith(type)]]);
  return table?.columns?.[0];
}

/** A type, and what a data set may declare the column as: with the value that an answer then has. */
interface Readable {
  readonly type: string;
  readonly value: string;
  readonly as: Partial<Record<Type, unknown>>;
}

const READABLE: readonly Readable[] = [
  { type: 'String', value: `'[1]'`, as: { string: '[1]', json: [1] } },
  { type: 'LowCardinality(String)', value: `'[1]'`, as: { string: '[1]', json: [1] } },
  { type: 'FixedString(2)', value: `'ab'`, as: {} },
  {
    type: `Enum8('it\\'s, (a)' = 1, 'b' = 2)`,
    value: `'it\\'s, (a)'`,
    as: { string: "it's, (a)" },
  },
  {
    type: 'UUID',
    value: `'0b0e7a52-8a0e-4d4e-9a39-5b8c1c1b7d11'`,
    as: { string: '0b0e7a52-8a0e-4d4e-9a39-5b8c1c1b7d11' },
  },
  { type: 'IPv4', value: `'192.0.2.1'`, as: { string: '192.0.2.1' } },
  { type: 'Int8', value: '-7', as: { int64: -7, float64: -7, decimal: '-7' } },
  { type: 'UInt64', value: '7', as: { float64: 7, decimal: '7' } },
  { type: 'Int256', value: '7', as: { float64: 7, decimal: '7' } },
  {
    type: 'SimpleAggregateFunction(sum, UInt64)',
    value: '7',
    as: { float64: 7, decimal: '7' },
  },
  {
    type: 'SimpleAggregateFunction(anyLast, LowCardinality(String))',
    value: `'[1]'`,
    as: { string: '[1]', json: [1] },
  },
  { type: 'Float32', value: '0.5', as: { float64: 0.5 } },
  { type: 'Float64', value: '0.1', as: { float64: 0.1 } },
  { type: 'Bool', value: 'true', as: { bool: true } },
  {
    type: `DateTime64(3, 'Europe/Berlin')`,
    value: `toDateTime64('2026-01-15 12:00:00.123', 3, 'UTC')`,
    as: {},
  },
  {
    type: 'DateTime64(6)',
    value: `toDateTime64('2026-01-15 12:00:00.123456', 6, 'UTC')`,
    as: { timestamp: '2026-01-15T12:00:00.123456Z', datetime: '2026-01-15T12:00:00.123456' },
  },
  { type: 'Date', value: `'2026-01-15'`, as: { date: '2026-01-15' } },
  { type: 'Date32', value: `'1925-01-15'`, as: { date: '1925-01-15' } },
  { type: 'Decimal(9, 2)', value: `'12.50'`, as: { decimal: '12.5', float64: 12.5 } },
  { type: 'Decimal(18, 0)', value: `'12'`, as: { decimal: '12', int64: 12 } },
  { type: 'Decimal(38, 9)', value: `'12.5'`, as: { decimal: '12.5' } },
  { type: 'Array(LowCardinality(String))', value: `['a', '']`, as: { 'list<string>': ['a', ''] } },
  {
    type: 'Map(LowCardinality(String), Nullable(String))',
    value: `map('b', 'x', 'a', NULL)`,
    as: { 'map<string>': { a: null, b: 'x' } },
  },
  {
    type: 'Map(String, UInt8)',
    value: `map('a', 7)`,
    as: { 'map<int64>': { a: 7 }, 'map<float64>': { a: 7 } },
  },
  {
    type: 'Map(String, Date)',
    value: `map('a', toDate('2026-01-15'))`,
    as: { 'map<date>': { a: '2026-01-15' } },
  },
  {
    type: 'Map(String, DateTime64(3))',
    value: `map('a', toDateTime64('2026-01-15 12:00:00.123', 3, 'UTC'))`,
    as: { 'map<timestamp>': { a: '2026-01-15T12:00:00.123Z' } },
  },
  { type: 'Array(Int32)', value: '[1, 2]', as: { 'list<int64>': [1, 2], 'list<float64>': [1, 2] } },
  {
    type: 'Array(DateTime64(3))',
    value: `[toDateTime64('2026-01-15 12:00:00.123', 3, 'UTC')]`,
    as: { 'list<timestamp>': ['2026-01-15T12:00:00.123Z'] },
  },
];

describe('columns', () => {
  it.each(READABLE)('$type is read as what its values can be', async ({ type, value, as }) => {
    const table = await tableWith(type, value);
    const [found] = await engine.catalogue([[table]]);
    expect(found).toMatchObject({ table, columns: [{ name: 'c', nullable: false }] });
    const readAs = found?.columns?.[0]?.readAs ?? [];
    expect([...readAs].sort()).toEqual(Object.keys(as).sort());
    for (const scalar of readAs)
      expect(await answered(engine, table, { type: scalar })).toEqual([{ c: as[scalar] }]);
  });

  it.each([
    ['Nullable(Int64)', ['int64', 'float64', 'decimal']],
    ['LowCardinality(Nullable(String))', ['string', 'json']],
    ['SimpleAggregateFunction(max, Nullable(Int64))', ['int64', 'float64', 'decimal']],
    ['Variant(String, UInt64)', []],
    ['Dynamic', []],
  ])('%s may be NULL', async (type, readAs) => {
    expect(await described(type)).toMatchObject({ type, readAs, nullable: true });
  });

  it.each([
    ['DateTime', 'timestamp', 'illegal type', "toDateTime64(c, 6, 'UTC')", '1970-01-01T00:00:00Z'],
    [
      "DateTime('Asia/Tokyo')",
      'timestamp',
      'illegal type',
      "toDateTime64(c, 6, 'UTC')",
      '1970-01-01T00:00:00Z',
    ],
    ['Array(Nullable(String))', 'json', 'the answer is broken', 'toJSONString(c)', []],
    ['Map(Int8, Int8)', 'json', 'the answer is broken', 'toJSONString(c)', {}],
    ['Tuple(a String)', 'json', 'the answer is broken', 'toJSONString(c)', { a: '' }],
    ['JSON', 'json', 'the answer is broken', 'toJSONString(c)', {}],
  ] as const)(
    '%s is read as nothing: a statement that reads it as %s fails without SQL of its own',
    async (type, scalar, failure, own, value) => {
      const table = await tableWith(type, `defaultValueOfTypeName(${quoted(type)})`);
      const [found] = await engine.catalogue([[table]]);
      expect(found?.columns).toMatchObject([{ type, readAs: [] }]);
      await expect(answered(engine, table, { type: scalar })).rejects.toThrow(failure);
      expect(await answered(engine, table, { type: scalar, own })).toEqual([{ c: value }]);
    },
  );

  it.each(['AggregateFunction(uniq, UInt64)', 'Time', 'IntervalDay'])(
    '%s is read as nothing',
    async type => {
      expect(await described(type)).toMatchObject({ type, readAs: [], fields: null });
    },
  );

  it('of views', async () => {
    await server.command('CREATE VIEW seen AS SELECT 1 AS a, toNullable(2) AS n, NULL AS nothing');
    const [view] = await engine.catalogue([['seen']]);
    expect(view?.columns).toMatchObject([
      { name: 'a', type: 'UInt8', nullable: false },
      { name: 'n', type: 'Nullable(UInt8)', nullable: true },
      { name: 'nothing', type: 'Nullable(Nothing)', readAs: [], nullable: true },
    ]);
  });
});

describe('records', () => {
  const leaf = (name: string, type: string, nullable = false) =>
    expect.objectContaining({ name, type, nullable, isList: false, fields: null });

  it('have their fields, whatever their names, and a type in one line', async () => {
    const type =
      "Tuple(a String, `b ``c\\\\d, (` Nullable(Int64), e Enum8('x, (\\'' = 1), inner Tuple(y Date))";
    expect(await described(type)).toMatchObject({
      name: 'c',
      type: "Tuple(a String, `b \\`c\\\\d, (` Nullable(Int64), e Enum8('x, (\\'' = 1), inner Tuple(y Date))",
      readAs: [],
      nullable: false,
      isList: false,
      fields: [
        leaf('a', 'String'),
        leaf('b `c\\d, (', 'Nullable(Int64)', true),
        leaf('e', "Enum8('x, (\\'' = 1)"),
        expect.objectContaining({ name: 'inner', fields: [leaf('y', 'Date')] }),
      ],
    });
  });

  it('may be in lists, at every level', async () => {
    expect(await described('Array(Tuple(a Array(Tuple(b Nullable(Date)))))')).toMatchObject({
      type: 'Array(Tuple(a Array(Tuple(b Nullable(Date)))))',
      isList: true,
      fields: [{ name: 'a', isList: true, fields: [leaf('b', 'Nullable(Date)', true)] }],
    });
  });

  it('are not found in lists of lists, and have no names in a plain tuple', async () => {
    expect(await described('Array(Array(Tuple(a String)))')).toMatchObject({ fields: null });
    expect(await described('Tuple(String, Int64)')).toMatchObject({
      fields: [{ name: '' }, { name: '' }],
    });
  });
});

describe('tables', () => {
  it('of any name and database are described, and those that are gone left out', async () => {
    const odd = 'a `\\b';
    await server.command('CREATE TABLE `a ``\\\\b` (x Int64) ENGINE = Memory');
    const asked = [[odd], ['none'], [server.database, odd], ['none', odd]];
    const columns = [expect.objectContaining({ name: 'x', type: 'Int64' })];
    expect(await engine.catalogue(asked)).toEqual([
      { table: odd, columns },
      { table: `${server.database}.${odd}`, columns },
    ]);
    expect(await engine.catalogue([])).toEqual([]);
  });

  it('of a server that is away, or whose answer is cut, reject instead of being left out', async () => {
    server.failEach(() => ({ kind: 'status', status: 503, body: '' }));
    expect(await kindOf(engine.catalogue([['seen']]))).toBe('unavailable');
    server.failEach(() => ({ kind: 'cut', keep: 0.5, end: 'clean' }));
    expect(await kindOf(engine.catalogue([['seen']]))).toBe('failed');
  });
});

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
