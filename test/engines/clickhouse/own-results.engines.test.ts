import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openClickHouse } from '../../../engines/clickhouse/driver/driver.ts';
import type { Cell, Engine } from '../../../engines/engine.ts';
import { SCALARS } from '../../../generator/core/types/scalar.ts';
import { failsByColumn, keepsNames, runsOwn } from '../own-results.ts';
import { type ClickHouseServer, startClickHouseServer } from '../servers/clickhouse-server.ts';

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

const own = runsOwn(() => engine);

type Case = readonly [sql: string, type: string, readAs: string, cell: Cell];
const INT = 'int64 float64 decimal';
const NINES = '9'.repeat(76);
/** The lists that an array is read as, beside JSON. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'Array(Nothing)': ['string', 'int64', 'float64', 'bool', 'timestamp', 'date'],
  'Array(Nullable(Int16))': ['int64', 'float64'],
  'Array(Int256)': ['int64', 'float64'],
  'Array(Float64)': ['float64'],
  'Array(Decimal(9, 2))': ['float64'],
  "Array(DateTime64(6, 'Asia/Tokyo'))": ['timestamp'],
  'Array(DateTime)': ['timestamp'],
  'Array(Date32)': ['date'],
  'Array(IntervalDay)': ['string'],
  'Array(FixedString(2))': ['string'],
};
const CASES: readonly Case[] = [
  ['true', 'Bool', 'bool', true],
  ['false', 'Bool', 'bool', false],
  ['toInt8(-128)', 'Int8', INT, -128],
  ['toInt16(32767)', 'Int16', INT, 32_767],
  ['toInt32(-2147483648)', 'Int32', INT, -2_147_483_648],
  ["toInt64('-9223372036854775808')", 'Int64', INT, -9_223_372_036_854_775_808n],
  ["toInt64('9007199254740993')", 'Int64', INT, 9_007_199_254_740_993n],
  ['toUInt8(255)', 'UInt8', INT, 255],
  ['toUInt16(65535)', 'UInt16', INT, 65_535],
  ['toUInt32(4294967295)', 'UInt32', INT, 4_294_967_295],
  ["toUInt64('18446744073709551615')", 'UInt64', INT, 18_446_744_073_709_551_615n],
  [`toInt128('${-(2n ** 127n)}')`, 'Int128', INT, -(2n ** 127n)],
  [`toUInt128('${2n ** 128n - 1n}')`, 'UInt128', INT, 2n ** 128n - 1n],
  [`toInt256('${-(2n ** 255n)}')`, 'Int256', INT, -(2n ** 255n)],
  [`toUInt256('${2n ** 256n - 1n}')`, 'UInt256', INT, 2n ** 256n - 1n],
  ['toFloat32(0.5)', 'Float32', 'float64', 0.5],
  ['1e308', 'Float64', 'float64', 1e308],
  ['-0.0', 'Float64', 'float64', -0],
  ['nan', 'Float64', 'float64', Number.NaN],
  ['inf', 'Float64', 'float64', Number.POSITIVE_INFINITY],
  ['-inf', 'Float64', 'float64', Number.NEGATIVE_INFINITY],
  ['toBFloat16(1.5)', 'BFloat16', 'float64', 1.5],
  ['toDecimal32(-1.5, 2)', 'Decimal(9, 2)', 'decimal float64', '-1.5'],
  ['toDecimal64(7, 0)', 'Decimal(18, 0)', 'decimal int64', '7'],
  [
    "toDecimal128('12345678901234567890123456789.123456789', 9)",
    'Decimal(38, 9)',
    'decimal',
    '12345678901234567890123456789.123456789',
  ],
  [`toDecimal256('-${NINES}', 0)`, 'Decimal(76, 0)', 'decimal', `-${NINES}`],
  ["'\ufeffa\\'b\"\\\\😀\\0\\n/'", 'String', 'string json', '\ufeffa\'b"\\😀\0\n/'],
  ["''", 'String', 'string json', ''],
  ["unhex('ff')", 'String', 'string json', '\ufffd'],
  ["toFixedString('ab', 4)", 'FixedString(4)', 'string', 'ab\0\0'],
  ["CAST('b', 'Enum8(\\'a b\\' = -1, \\'b\\' = 2)')", "Enum8('a b' = -1, 'b' = 2)", 'string', 'b'],
  [
    "toUUID('ffffffff-0000-0000-0000-00000000000a')",
    'UUID',
    'string',
    'ffffffff-0000-0000-0000-00000000000a',
  ],
  ["toIPv4('1.2.3.4')", 'IPv4', 'string', '1.2.3.4'],
  ["toIPv6('2001:db8::1')", 'IPv6', 'string', '2001:db8::1'],
  ["toDate('2149-06-06')", 'Date', 'date', '2149-06-06'],
  ["toDate32('1900-01-01')", 'Date32', 'date', '1900-01-01'],
  ["toDate32('2299-12-31')", 'Date32', 'date', '2299-12-31'],
  ["toDateTime('2026-01-02 03:04:05')", 'DateTime', 'timestamp', 1_767_323_045_000_000n],
  [
    "toDateTime('2026-01-02 03:04:05', 'Asia/Tokyo')",
    "DateTime('Asia/Tokyo')",
    'timestamp',
    1_767_290_645_000_000n,
  ],
  [
    "toDateTime64('2026-01-02 03:04:05.123456', 6, 'Asia/Tokyo')",
    "DateTime64(6, 'Asia/Tokyo')",
    'timestamp',
    1_767_290_645_123_456n,
  ],
  [
    "toDateTime64('1900-01-01 00:00:00.5', 1)",
    'DateTime64(1)',
    'timestamp datetime',
    -2_208_988_799_500_000n,
  ],
  ["toDateTime64('1969-12-31 23:59:59.999', 3)", 'DateTime64(3)', 'timestamp datetime', -1_000n],
  ["toDateTime64('1970-01-01 00:00:00.000001000', 9)", 'DateTime64(9)', 'timestamp', 1n],
  [
    "toDateTime64('2299-12-31 23:59:59.999999', 6)",
    'DateTime64(6)',
    'timestamp datetime',
    10_413_791_999_999_999n,
  ],
  ["CAST('-12:34:56', 'Time')", 'Time', 'string', '-12:34:56'],
  ["CAST('999:59:59.123', 'Time64(3)')", 'Time64(3)', 'string', '999:59:59.123'],
  ['INTERVAL -5 DAY', 'IntervalDay', 'string', '-5'],
  ['NULL', 'Nullable(Nothing)', SCALARS.join(' '), null],
  ["toLowCardinality('x')", 'LowCardinality(String)', 'string json', 'x'],
  [
    "CAST('7', 'LowCardinality(Nullable(String))')",
    'LowCardinality(Nullable(String))',
    'string json',
    '7',
  ],
  [
    "CAST(NULL, 'LowCardinality(Nullable(String))')",
    'LowCardinality(Nullable(String))',
    'string json',
    null,
  ],
  ["CAST('null', 'Nullable(String)')", 'Nullable(String)', 'string json', 'null'],
  ["CAST(NULL, 'Nullable(Decimal(9, 2))')", 'Nullable(Decimal(9, 2))', 'decimal float64', null],
  [
    "CAST(5, 'SimpleAggregateFunction(sum, UInt64)')",
    'SimpleAggregateFunction(sum, UInt64)',
    INT,
    5,
  ],
];

describe('columns and cells', () => {
  it.each(CASES)('%s is %s', async (sql, type, readAs, cell) => {
    const { rows, columns } = await own(`SELECT ${sql} AS x`);
    expect(columns).toEqual([
      expect.objectContaining({ name: 'x', type, readAs: readAs.split(' ') }),
    ]);
    const [[found] = []] = rows;
    // integers in reach of a number may be one
    expect(typeof cell === 'bigint' && typeof found === 'number' ? BigInt(found) : found).toEqual(
      cell,
    );
  });

  it.each([
    ['[]', 'Array(Nothing)', '[]'],
    ['[1, NULL, -3]', 'Array(Nullable(Int16))', '[1,null,-3]'],
    ['[[1], []]', 'Array(Array(UInt8))', '[[1],[]]'],
    ["(1, 'a', NULL)", 'Tuple(UInt8, String, Nullable(Nothing))', '[1,"a",null]'],
    ['tuple()', 'Tuple()', '[]'],
    [
      "CAST((1, 'a', 2.5), 'Tuple(x Int64, `y \"z` String, `__proto__` Decimal(9, 2))')",
      'Tuple(x Int64, `y "z` String, __proto__ Decimal(9, 2))',
      '{"x":1,"y \\"z":"a","__proto__":"2.5"}',
    ],
    ["map('b', 1, 'a', 2)", 'Map(String, UInt8)', '{"b":1,"a":2}'],
    ['map()', 'Map(Nothing, Nothing)', '{}'],
    [
      "map(toUInt64('18446744073709551615'), [true])",
      'Map(UInt64, Array(Bool))',
      '{"18446744073709551615":[true]}',
    ],
    [
      "map(toDateTime64('2026-01-02 00:00:00', 3), NULL)",
      'Map(DateTime64(3), Nullable(Nothing))',
      '{"2026-01-02T00:00:00Z":null}',
    ],
    ["map('\ufeff\\\\\"', 1)", 'Map(String, UInt8)', '{"\ufeff\\\\\\"":1}'],
    ['[nan, inf, -inf, 1.5, -0.0, 1e300]', 'Array(Float64)', '[null,null,null,1.5,-0,1e300]'],
    ['[toDecimal32(1.5, 2), 2]', 'Array(Decimal(9, 2))', '["1.5","2"]'],
    [`[toInt256('${-(2n ** 255n)}')]`, 'Array(Int256)', `[${-(2n ** 255n)}]`],
    [
      "[toDateTime64('2026-01-02 03:04:05.1', 6, 'Asia/Tokyo'), toDateTime64('1969-12-31 23:59:59.999999', 6, 'UTC')]",
      "Array(DateTime64(6, 'Asia/Tokyo'))",
      '["2026-01-01T18:04:05.100Z","1969-12-31T23:59:59.999999Z"]',
    ],
    ["[toDateTime('2026-01-02 03:04:05')]", 'Array(DateTime)', '["2026-01-02T03:04:05Z"]'],
    ["[toDate32('1900-01-01')]", 'Array(Date32)', '["1900-01-01"]'],
    ['[INTERVAL 5 DAY]', 'Array(IntervalDay)', '["5"]'],
    ["[toFixedString('a', 2)]", 'Array(FixedString(2))', '["a\\u0000"]'],
    [
      "CAST([(1, 'a')], 'Nested(a Int32, b String)')",
      'Nested(a Int32, b String)',
      '[{"a":1,"b":"a"}]',
    ],
    ["CAST((1.5, -2), 'Point')", 'Point', '[1.5,-2]'],
    ["CAST([[[(1.5, -2)]]], 'MultiPolygon')", 'MultiPolygon', '[[[[1.5,-2]]]]'],
    [
      "[(map('k', [map(1, NULL)]), [[]])]",
      'Array(Tuple(Map(String, Array(Map(UInt8, Nullable(Nothing)))), Array(Array(Nothing))))',
      '[[{"k":[{"1":null}]},[[]]]]',
    ],
    [
      '\'{"a":{"b":9007199254740993,"c":"]}"},"d":[1,2.5,"x",null,true]}\'::JSON',
      'JSON',
      '{"a":{"b":9007199254740993,"c":"]}"},"d":[1,2.5,"x",null,true]}',
    ],
    ["'{}'::JSON(a UInt32, SKIP b)", 'JSON(a UInt32, SKIP b)', '{"a":0}'],
    ['toUInt256(7)::Dynamic', 'Dynamic', '7'],
    ["toDateTime64('2026-01-02 03:04:05.5', 3)::Dynamic", 'Dynamic', '"2026-01-02T03:04:05.500Z"'],
    ["CAST(NULL, 'Dynamic')", 'Dynamic', null],
    ["'x'::Variant(Int64, String)", 'Variant(Int64, String)', '"x"'],
    [
      "[toInt64('9007199254740993')::Variant(Int64, String), NULL]",
      'Array(Variant(Int64, String))',
      '[9007199254740993,null]',
    ],
  ])('%s is JSON', async (sql, type, text) => {
    const { rows, columns } = await own(`SELECT ${sql} AS x`);
    expect(rows).toEqual([[text]]);
    expect(columns?.[0]?.type).toBe(type);
    expect(columns?.[0]?.readAs).toEqual([
      'json',
      ...(LISTS[type] ?? []).map(item => `list<${item}>`),
    ]);
  });

  keepsNames(own, 'SELECT 1 AS a, 1 AS a, count(), 3 AS `x"y 😀`', 'count()');

  it('returns the columns of an empty result', async () => {
    const { rows, columns } = await own('SELECT toNullable(1) AS a WHERE 0');
    expect(rows).toEqual([]);
    expect(columns).toMatchObject([{ name: 'a', nullable: true }]);
  });

  failsByColumn(own, [
    [
      "toDateTime64('1970-01-01 00:00:00.000000001', 9)",
      '`x` holds a timestamp that is finer than microseconds',
    ],
    [
      "map(toDateTime64('1970-01-01 00:00:00.0000001', 7), 1)",
      '`x` holds a timestamp that is finer than microseconds',
    ],
    [
      'sumState(1)',
      '`x` is of type AggregateFunction(sum, UInt8), which is not read: convert it in the statement, to a text for instance',
    ],
    [
      '[sumState(1)]',
      '`x` is of type Array(AggregateFunction(sum, UInt8)), which is not read: convert it in the statement, to a text for instance',
    ],
  ]);
});
