/** DuckDB's rows of the table of stored types. */
import { changed, instants, type Range, type StoredColumn, same, whole } from '../column.ts';

const NAME = 'duckdb';
const of = (stored: string, ...rest: [Parameters<typeof same>[2], ...string[]]) =>
  same(NAME, stored, rest[0], rest.slice(1));

const time = (stored: string, range: Range, zone = '') =>
  instants(NAME, stored, range, text => `CAST('${text}${zone}' AS ${stored})`);
const wide = (digits: number) => ({
  digits,
  lowest: '0001-01-08 00:00:00',
  highest: '9999-12-24 23:59:59.999999999',
});
const nanoseconds = {
  digits: 9,
  lowest: '1677-09-22 00:00:00',
  highest: '2262-04-11 23:47:16.854775806',
};
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
const HUGE = ['0', '18446744073709551615', '42'];

export const DUCKDB: readonly StoredColumn[] = [
  whole(NAME, 'TINYINT', 8, true),
  whole(NAME, 'SMALLINT', 16, true),
  whole(NAME, 'INTEGER', 32, true),
  whole(NAME, 'UTINYINT', 8, false),
  whole(NAME, 'USMALLINT', 16, false),
  whole(NAME, 'UINTEGER', 32, false),
  whole(NAME, 'UBIGINT', 64, false),
  whole(NAME, 'HUGEINT', 128, true),
  whole(NAME, 'UHUGEINT', 128, false),
  of('UTINYINT', 'float64', '0', '255', '7'),
  of('INTEGER', 'decimal', '-2147483648', '0', '2147483647'),
  of('BIGINT', 'float64', '-5', '0', '9007199254740992'),
  of('BIGINT', 'decimal', '-9223372036854775808', '0', '9223372036854775807'),
  of('UBIGINT', 'decimal', ...HUGE),
  of('UBIGINT', 'string', ...HUGE),
  of('UBIGINT', 'float64', '9007199254740992', '0'),
  of('HUGEINT', 'string', '-170141183460469231731687303715884105728', ...HUGE),
  of('HUGEINT', 'decimal', '-1', ...HUGE),
  of('FLOAT', 'float64', '0.5', '-3.25', '16777216'),
  of('DECIMAL(9, 2)', 'decimal', '12.5', '-9999999.99', '0', '9999999.99', '12.50'),
  of('DECIMAL(38, 4)', 'decimal', '12.5', '-12345678901234567890123456789.0001', '0'),
  whole(NAME, 'DECIMAL(20, 0)', 128, true),
  of('DECIMAL(9, 2)', 'float64', '0.5', '-3.25'),
  of('DECIMAL(38, 20)', 'string', '12.50000000000000000000', '0.00000000000000000000'),
  of('JSON', 'string', '"a"', '{"b":1}', '1'),
  changed(NAME, 'DATE', 'timestamp', [
    ['1969-12-31', '1969-12-31 00:00:00'],
    ['2026-03-29', '2026-03-29 00:00:00'],
    ['0001-01-08', '0001-01-08 00:00:00'],
  ]),
  time('TIMESTAMPTZ', wide(6), '+00'),
  time('TIMESTAMP_S', wide(0)),
  time('TIMESTAMP_MS', wide(3)),
  time('TIMESTAMP_NS', nanoseconds),
  same(
    NAME,
    'UUID',
    'string',
    ['00000000-0000-0000-0000-000000000000', 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687'],
    ['EECCB8C5-9943-B2BB-BB5E-222F4E14B687', '{eeccb8c5-9943-b2bb-bb5e-222f4e14b687}', 'no', ''],
  ),
  same(NAME, "ENUM('z', 'a', '')", 'string', ['z', 'a', ''], ['b']),
  of('TIME', 'string', '00:00:00', '23:59:59.999999'),
  of('TIMETZ', 'string', '00:00:00+00', '23:59:59+02'),
  of('INTERVAL', 'string', '1 day', '02:00:00'),
  of('BIT', 'string', '0', '10101'),
  changed(NAME, 'BLOB', 'string', [
    ['', ''],
    ['\\xFF\\x00', base64('ff00')],
    ['ab', base64('6162')],
  ]),
  of('INTEGER[][]', 'json', '[[1,2],[]]', '[]'),
  changed(NAME, 'STRUCT(a BIGINT)', 'json', [
    ["{''a'': 9007199254740993}", '{"a":9007199254740993}'],
  ]),
  changed(NAME, 'MAP(INTEGER, BIGINT)', 'json', [['{1=2}', '{"1":2}']]),
];
