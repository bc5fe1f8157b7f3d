import * as api from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import { resultColumn } from '../../../engines/duckdb/results/column.ts';
import type { Cell, Engine } from '../../../engines/engine.ts';
import { SCALARS } from '../../../generator/core/types/scalar.ts';
import { runLimits } from '../engine-runs.ts';
import { failsByColumn, keepsNames, runsOwn } from '../own-results.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openDuckDb({ source: { files: [] }, concurrency: 1 });
});
afterAll(() => engine.close());

const own = runsOwn(() => engine);

type Case = readonly [sql: string, type: string, readAs: string, cell: Cell];
const INT = 'int64 float64 decimal';
const LEAVES: readonly Case[] = [
  ['true', 'BOOLEAN', 'bool', true],
  ['false', 'BOOLEAN', 'bool', false],
  ['(-128)::TINYINT', 'TINYINT', INT, -128],
  ['32767::SMALLINT', 'SMALLINT', INT, 32_767],
  ['(-2147483648)::INTEGER', 'INTEGER', INT, -2_147_483_648],
  ['(-9223372036854775808)::BIGINT', 'BIGINT', INT, -9_223_372_036_854_775_808n],
  ['9223372036854775807::BIGINT', 'BIGINT', INT, 9_223_372_036_854_775_807n],
  ['255::UTINYINT', 'UTINYINT', INT, 255],
  ['65535::USMALLINT', 'USMALLINT', INT, 65_535],
  ['4294967295::UINTEGER', 'UINTEGER', INT, 4_294_967_295],
  ['18446744073709551615::UBIGINT', 'UBIGINT', INT, 18_446_744_073_709_551_615n],
  ["'-170141183460469231731687303715884105728'::HUGEINT", 'HUGEINT', INT, -(2n ** 127n)],
  ["'340282366920938463463374607431768211455'::UHUGEINT", 'UHUGEINT', INT, 2n ** 128n - 1n],
  [`'${'9'.repeat(60)}'::BIGNUM`, 'BIGNUM', INT, 10n ** 60n - 1n],
  [`'-1${'0'.repeat(60)}'::BIGNUM`, 'BIGNUM', INT, -(10n ** 60n)],
  ['0.5::FLOAT', 'FLOAT', 'float64', 0.5],
  ['1e308::DOUBLE', 'DOUBLE', 'float64', 1e308],
  ["'-0'::DOUBLE", 'DOUBLE', 'float64', -0],
  ["'nan'::DOUBLE", 'DOUBLE', 'float64', Number.NaN],
  ["'-inf'::DOUBLE", 'DOUBLE', 'float64', Number.NEGATIVE_INFINITY],
  ['1.5::DECIMAL(4,1)', 'DECIMAL(4,1)', 'decimal float64', '1.5'],
  ['-7::DECIMAL(9,0)', 'DECIMAL(9,0)', 'decimal int64 float64', '-7'],
  ['0.05::DECIMAL(18,2)', 'DECIMAL(18,2)', 'decimal', '0.05'],
  [
    "'-12345678901234567890123456789.123456789'::DECIMAL(38,9)",
    'DECIMAL(38,9)',
    'decimal',
    '-12345678901234567890123456789.123456789',
  ],
  [`'0.${'0'.repeat(37)}1'::DECIMAL(38,38)`, 'DECIMAL(38,38)', 'decimal', `0.${'0'.repeat(37)}1`],
  ["'\ufeffa''b\"\\😀' || chr(0)", 'VARCHAR', 'string json', '\ufeffa\'b"\\😀\0'],
  ["''", 'VARCHAR', 'string json', ''],
  ["'\\xFF\\x00a'::BLOB", 'BLOB', 'string', '/wBh'],
  ["''::BLOB", 'BLOB', 'string', ''],
  ["'sad'::ENUM('happy', 'sad')", "ENUM('happy', 'sad')", 'string', 'sad'],
  [
    "'ffffffff-0000-0000-0000-00000000000a'::UUID",
    'UUID',
    'string',
    'ffffffff-0000-0000-0000-00000000000a',
  ],
  ["'0101'::BIT", 'BIT', 'string', '0101'],
  ["TIME '23:59:59.000001'", 'TIME', 'string', '23:59:59.000001'],
  ["'23:59:59.000000001'::TIME_NS", 'TIME_NS', 'string', '23:59:59.000000001'],
  ["'01:02:03+05:30'::TIMETZ", 'TIME WITH TIME ZONE', 'string', '01:02:03+05:30'],
  ["DATE '0001-01-01'", 'DATE', 'date', '0001-01-01'],
  ["DATE '9999-12-31'", 'DATE', 'date', '9999-12-31'],
  ["TIMESTAMP '0001-01-01'", 'TIMESTAMP', 'timestamp datetime', -62_135_596_800_000_000n],
  [
    "TIMESTAMP '9999-12-31 23:59:59.999999'",
    'TIMESTAMP',
    'timestamp datetime',
    253_402_300_799_999_999n,
  ],
  ["TIMESTAMP_S '1969-12-31 23:59:59'", 'TIMESTAMP_S', 'timestamp', -1_000_000n],
  ["TIMESTAMP_MS '1969-12-31 23:59:59.999'", 'TIMESTAMP_MS', 'timestamp', -1_000n],
  ["TIMESTAMP_NS '1970-01-01 00:00:00.000001'", 'TIMESTAMP_NS', 'timestamp', 1n],
  [
    "TIMESTAMPTZ '2026-01-02 03:04:05.123456+09'",
    'TIMESTAMP WITH TIME ZONE',
    'timestamp',
    1_767_290_645_123_456n,
  ],
  ['\'{"a": 12345678901234567890}\'::JSON', 'JSON', 'json string', '{"a": 12345678901234567890}'],
  ['NULL', 'INTEGER', INT, null],
];
/** In DuckDB's own words. */
const INTERVALS = [
  "INTERVAL '1 year 2 months 3 days 04:05:06.789'",
  "INTERVAL '-1 month -1 day -00:00:00.5'",
  "INTERVAL '0 days'",
  "INTERVAL '14 months 100 hours'",
];

describe('columns and cells', () => {
  it.each(LEAVES)('%s is %s', async (sql, type, readAs, cell) => {
    const { rows, columns } = await own(`SELECT ${sql} AS x UNION ALL SELECT NULL LIMIT 2`);
    expect(rows).toEqual([[cell], [null]]);
    expect(columns).toEqual([
      expect.objectContaining({ name: 'x', type, readAs: readAs.split(' '), nullable: null }),
    ]);
  });

  it.each(INTERVALS)('%s is as DuckDB writes it', async sql => {
    const { rows, columns } = await own(`SELECT ${sql}, (${sql})::VARCHAR`);
    expect(rows[0]?.[0]).toBe(rows[0]?.[1]);
    expect(columns?.[0]).toMatchObject({ type: 'INTERVAL', readAs: ['string'] });
  });

  it.each([
    ['[]::INTEGER[]', 'INTEGER[]', '[]'],
    ['[1, NULL, -3]', 'INTEGER[]', '[1,null,-3]'],
    ['[1, 2, 3]::BIGINT[3]', 'BIGINT[3]', '[1,2,3]'],
    ['[[1, 2], NULL, [3, 4]]::INTEGER[2][3]', 'INTEGER[2][3]', '[[1,2],null,[3,4]]'],
    ["{'a': 1, 'b': NULL}", 'STRUCT("a" INTEGER, "b" INTEGER)', '{"a":1,"b":null}'],
    [
      "{'__proto__': 1, 'a\"b': '\ufeff'}",
      'STRUCT("__proto__" INTEGER, "a""b" VARCHAR)',
      '{"__proto__":1,"a\\"b":"\ufeff"}',
    ],
    [
      "row(1, 'a', row(NULL))",
      'STRUCT("" INTEGER, "" VARCHAR, "" STRUCT("" INTEGER))',
      '[1,"a",[null]]',
    ],
    ["MAP {'b': 1, 'a': NULL}", 'MAP(VARCHAR, INTEGER)', '{"b":1,"a":null}'],
    ['MAP {}::MAP(VARCHAR, INTEGER)', 'MAP(VARCHAR, INTEGER)', '{}'],
    [
      'MAP {18446744073709551615::UBIGINT: [true]}',
      'MAP(UBIGINT, BOOLEAN[])',
      '{"18446744073709551615":[true]}',
    ],
    ["MAP {DATE '2026-01-02': 1}", 'MAP(DATE, INTEGER)', '{"2026-01-02":1}'],
    ["MAP {TIMESTAMP '2026-01-02': 1}", 'MAP(TIMESTAMP, INTEGER)', '{"2026-01-02T00:00:00Z":1}'],
    ["MAP {'nan'::DOUBLE: 1, 'inf'::DOUBLE: 2}", 'MAP(DOUBLE, INTEGER)', '{"NaN":1,"Infinity":2}'],
    ['MAP {\'"1"\'::JSON: 1}', 'MAP(VARCHAR, INTEGER)', '{"\\"1\\"":1}'],
    ["MAP {{'a': [1]}: 1}", 'MAP(STRUCT("a" INTEGER[]), INTEGER)', '{"{\\"a\\":[1]}":1}'],
    ['union_value(num := 2)', 'UNION("num" INTEGER)', '{"num":2}'],
    [
      'union_value(a := NULL)::UNION(a INTEGER, b VARCHAR)',
      'UNION("a" INTEGER, "b" VARCHAR)',
      '{"a":null}',
    ],
    ["['nan'::DOUBLE, '-inf', 1.5, '-0', 1e300]", 'DOUBLE[]', '[null,null,1.5,-0,1e+300]'],
    ['[1.50, 2]::DECIMAL(38,2)[]', 'DECIMAL(38,2)[]', '["1.50","2.00"]'],
    [
      '[170141183460469231731687303715884105727, -1]',
      'HUGEINT[]',
      '[170141183460469231731687303715884105727,-1]',
    ],
    [
      "[TIMESTAMP '2026-01-02 03:04:05.1', '1969-12-31 23:59:59.999999', '2026-01-02', '0001-01-01']",
      'TIMESTAMP[]',
      '["2026-01-02T03:04:05.100Z","1969-12-31T23:59:59.999999Z","2026-01-02T00:00:00Z","0001-01-01T00:00:00Z"]',
    ],
    [
      "[TIMESTAMPTZ '2026-01-02 03:04:05.123456+09']",
      'TIMESTAMP WITH TIME ZONE[]',
      '["2026-01-01T18:04:05.123456Z"]',
    ],
    ["[DATE '2026-01-02', NULL]", 'DATE[]', '["2026-01-02",null]'],
    ["['\\xFF'::BLOB]", 'BLOB[]', '["/w=="]'],
    ["['\ufeffa\"\\' || chr(10), '', '😀']", 'VARCHAR[]', '["\ufeffa\\"\\\\\\n","","😀"]'],
    ["['a'::ENUM('a', 'b')]", "ENUM('a', 'b')[]", '["a"]'],
    [
      "['{\"a\": 12345678901234567890}'::JSON, 'null']",
      'VARCHAR[]',
      '[{"a": 12345678901234567890},null]',
    ],
    ["[INTERVAL '1 day']", 'INTERVAL[]', '["1 day"]'],
    [
      "[{'a': MAP {'k': [{'b': NULL}, NULL]}}, NULL]",
      'STRUCT("a" MAP(VARCHAR, STRUCT("b" INTEGER)[]))[]',
      '[{"a":{"k":[{"b":null},null]}},null]',
    ],
    ['to_json({a: 1})', 'JSON', '{"a":1}'],
  ])('%s is JSON', async (sql, type, text) => {
    const { rows, columns } = await own(`SELECT ${sql} AS x UNION ALL SELECT NULL LIMIT 2`);
    expect(rows).toEqual([[text], [null]]);
    expect(columns?.[0]).toMatchObject({ type });
    expect(columns?.[0]?.readAs[0]).toBe('json');
  });

  keepsNames(own, 'SELECT 1 AS a, 2 AS a, count(*), 3 AS "x""y 😀"', 'count_star()');

  it('returns the columns of an empty result', async () => {
    const { rows, columns } = await own('SELECT 1 AS a WHERE false');
    expect(rows).toEqual([]);
    expect(columns?.map(({ name }) => name)).toEqual(['a']);
  });

  it('returns no columns of compiled statements', async () => {
    expect(await engine.run({ sql: 'SELECT 1 AS a', values: [] }, runLimits())).toEqual({
      rows: [[1]],
      scannedBytes: null,
    });
  });

  it('reads every row, in chunks of any size', async () => {
    const sql = 'SELECT range, [range, NULL], range::VARCHAR FROM range(5000) ORDER BY range DESC';
    const { rows } = await own(sql, [], { maxRows: 10_000 });
    expect(rows).toEqual(
      Array.from({ length: 5_000 }, (_, index) => 4_999 - index).map(n => [
        BigInt(n),
        `[${n},null]`,
        String(n),
      ]),
    );
  });

  failsByColumn(own, [
    ["'infinity'::TIMESTAMP", '`x` holds a timestamp or a date that is infinite'],
    ["'-infinity'::TIMESTAMPTZ", '`x` holds a timestamp or a date that is infinite'],
    ["'infinity'::TIMESTAMP_NS", '`x` holds a timestamp or a date that is infinite'],
    ["['infinity'::TIMESTAMP_S]", '`x` holds a timestamp or a date that is infinite'],
    ["'-infinity'::TIMESTAMP_MS", '`x` holds a timestamp or a date that is infinite'],
    ["'infinity'::DATE", '`x` holds a timestamp or a date outside the years 1 to 9999'],
    ["DATE '10000-01-01'", '`x` holds a timestamp or a date outside the years 1 to 9999'],
    ["[DATE '0001-12-31 (BC)']", '`x` holds a timestamp or a date outside the years 1 to 9999'],
    ["[TIMESTAMP '10000-01-01']", '`x` holds a timestamp or a date outside the years 1 to 9999'],
    [
      "TIMESTAMP_NS '1970-01-01 00:00:00.000000001'",
      '`x` holds a timestamp that is finer than microseconds',
    ],
    [
      "{'a': TIMESTAMP_NS '1969-12-31 23:59:59.999999999'}",
      '`x` holds a timestamp that is finer than microseconds',
    ],
    ["'NaN'::JSON", '`x` holds a text that is not JSON, in a value of type JSON'],
    ["[{'a': 'NaN'::JSON}]", '`x` holds a text that is not JSON, in a value of type JSON'],
    [
      '1::VARIANT',
      '`x` is of type VARIANT, which is not read: convert it in the statement, to a text for instance',
    ],
    [
      "['POINT(1 2)'::GEOMETRY]",
      '`x` is of type GEOMETRY[], which is not read: convert it in the statement, to a text for instance',
    ],
  ]);
});

describe('the column of a type', () => {
  it('is the same without a result', () => {
    expect(resultColumn(api, 'x', api.LIST(api.DATE))).toEqual({
      name: 'x',
      type: 'DATE[]',
      kinds: {
        written: 'DATE[]',
        one: 'nested',
        list: 'day',
        map: null,
        converted: ['list<timestamp>', 'json'],
      },
      readAs: ['json', 'list<date>'],
      nullable: null,
      isList: true,
      fields: null,
    });
    expect(resultColumn(api, 'x', api.SQLNULL).readAs).toEqual(SCALARS);
    expect(resultColumn(api, 'x', api.VARIANT).readAs).toEqual([]);
  });
});
