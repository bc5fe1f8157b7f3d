/** ClickHouse's rows of the table of stored types. */
import { changed, instants, type Range, type StoredColumn, same, whole } from '../column.ts';

const NAME = 'clickhouse';
const of = (stored: string, ...rest: [Parameters<typeof same>[2], ...string[]]) =>
  same(NAME, stored, rest[0], rest.slice(1));

/** The texts are in UTC, whatever the zone of the type. */
const time = (stored: string, range: Range) =>
  instants(NAME, stored, range, text =>
    range.digits === 0 && !stored.includes('64')
      ? `CAST(toDateTime('${text}', 'UTC') AS ${stored})`
      : `CAST(toDateTime64('${text}', ${range.digits}, 'UTC') AS ${stored})`,
  );
const seconds = { digits: 0, lowest: '1970-01-01 00:00:00', highest: '2106-02-07 06:28:15' };
const wide = (digits: number) => ({
  digits,
  lowest: '1900-01-01 00:00:00',
  highest: '2299-12-31 23:59:59.999999999',
});
const nanoseconds = { ...wide(9), highest: '2262-04-11 23:47:16.854775807' };

const UUIDS = ['00000000-0000-0000-0000-000000000000', 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687'];
const NUMBERS = ['0', '-1', '18446744073709551615', '42'];

export const CLICKHOUSE: readonly StoredColumn[] = [
  of('LowCardinality(String)', 'string', '', 'a', 'Ünï', 'zz'),
  whole(NAME, 'Int8', 8, true),
  whole(NAME, 'Int16', 16, true),
  whole(NAME, 'Int32', 32, true),
  whole(NAME, 'UInt8', 8, false),
  whole(NAME, 'UInt16', 16, false),
  whole(NAME, 'UInt32', 32, false),
  whole(NAME, 'LowCardinality(UInt32)', 32, false),
  whole(NAME, 'UInt64', 64, false),
  whole(NAME, 'Int128', 128, true),
  whole(NAME, 'UInt128', 128, false),
  whole(NAME, 'Int256', 256, true),
  whole(NAME, 'UInt256', 256, false),
  whole(NAME, 'SimpleAggregateFunction(max, UInt64)', 64, false),
  of('UInt8', 'float64', '0', '255', '7'),
  of('Int32', 'decimal', '-2147483648', '0', '2147483647'),
  of('Int64', 'float64', '-5', '0', '4503599627370496'),
  of('Int64', 'decimal', '-9223372036854775808', '0', '9223372036854775807'),
  of('UInt64', 'decimal', '18446744073709551615', '0', '42'),
  of('UInt64', 'string', '18446744073709551615', '0', '42'),
  of('UInt64', 'float64', '4503599627370496', '0', '42'),
  of('Int256', 'string', ...NUMBERS),
  of('Int256', 'decimal', ...NUMBERS),
  of('Float32', 'float64', '0.5', '-3.25', '16777216'),
  of('BFloat16', 'float64', '0.5', '-3.25', '128'),
  of('Decimal(9, 2)', 'decimal', '12.5', '-9999999.99', '0', '9999999.99', '12.50'),
  of('Decimal(38, 4)', 'decimal', '12.5', '-12345678901234567890123456789.0001', '0'),
  whole(NAME, 'Decimal(20, 0)', 128, true),
  of('Decimal(9, 2)', 'float64', '0.5', '-3.25'),
  of('Decimal(76, 20)', 'string', '12.5', '0', '-0.00000000000000000001'),
  time('DateTime', seconds),
  time("DateTime('Asia/Tokyo')", seconds),
  time('SimpleAggregateFunction(max, DateTime)', seconds),
  time("DateTime64(0, 'America/New_York')", wide(0)),
  time('DateTime64(3)', wide(3)),
  time("DateTime64(3, 'America/New_York')", wide(3)),
  time('DateTime64(6)', wide(6)),
  time("DateTime64(6, 'Asia/Tokyo')", wide(6)),
  time('DateTime64(7)', wide(7)),
  time("DateTime64(8, 'Europe/Berlin')", wide(8)),
  time('DateTime64(9)', nanoseconds),
  time("DateTime64(9, 'Asia/Kolkata')", nanoseconds),
  same(
    NAME,
    'Date',
    'date',
    ['1970-01-01', '2149-06-06', '2026-03-29', '2026-03-30'],
    ['1900-01-01', '2299-12-31'],
  ),
  same(NAME, 'UUID', 'string', UUIDS, ['EECCB8C5-9943-B2BB-BB5E-222F4E14B687', 'not one', '']),
  same(
    NAME,
    'IPv4',
    'string',
    ['0.0.0.0', '192.168.0.1', '255.255.255.255'],
    ['192.168.0.01', 'x', ''],
  ),
  same(
    NAME,
    'IPv6',
    'string',
    ['::', '2001:db8::1', '::ffff:192.168.0.1'],
    ['2001:DB8::1', '192.168.0.1', 'x', ''],
  ),
  same(NAME, 'FixedString(4)', 'string', ['ab', 'abcd', '', 'ü'], ['abcde', 'a']),
  same(NAME, "Enum8('a' = 1, 'b' = -2, '' = 3)", 'string', ['a', 'b', ''], ['c']),
  same(NAME, "Enum16('z' = 1, 'A' = 300)", 'string', ['z', 'A'], ['a']),
  of('Array(Array(Int64))', 'json', '[[1,9007199254740993],[]]', '[]'),
  {
    ...changed(NAME, 'Map(UInt32, UInt64)', 'json', [
      ['1, 18446744073709551615', '{"1":18446744073709551615}'],
      ['', '{}'],
    ]),
    literal: pairs => `CAST(map(${pairs}) AS Map(UInt32, UInt64))`,
  },
  changed(NAME, 'Tuple(Int32, String)', 'json', [["(1,\\'x\\')", '[1,"x"]']]),
  of('JSON', 'json', '{"big":9007199254740993,"n":1}', '{}'),
];
