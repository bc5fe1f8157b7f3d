/** PostgreSQL's rows of the table of stored types. */
import { changed, instants, type Range, type StoredColumn, same, whole } from '../column.ts';

const NAME = 'postgres';
const of = (stored: string, ...rest: [Parameters<typeof same>[2], ...string[]]) =>
  same(NAME, stored, rest[0], rest.slice(1));

const time = (stored: string, range: Range, zone = '') =>
  instants(NAME, stored, range, text => `CAST('${text}${zone}' AS ${stored})`);
const wide = (digits: number) => ({
  digits,
  lowest: '0001-01-08 00:00:00',
  highest: '9999-12-24 23:59:59.999999999',
});
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

/** A type that a statement makes. */
const own = (statement: string, column: StoredColumn): StoredColumn => ({
  ...column,
  before: [statement],
});
const UUIDS = ['00000000-0000-0000-0000-000000000000', 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687'];
const ADDRESSES = [
  ...[
    '0.0.0.0',
    '192.168.0.1',
    '10.1.0.0/16',
    '255.255.255.255/0',
    '::',
    '::1',
    '::0.2.0.1/0',
    '2001:db8::1',
  ],
  ...[
    '::ffff:192.168.0.1',
    '::10.0.0.1',
    '1:2:3:4:5:6:7:8/127',
    '1:2:3:4:5:6::',
    '::3:4:5:6:7:8',
    '1:0:3:4:5:6:7:8',
  ],
  ...['1::4:0:0:7:8', 'fe80::ffff:ffff:ffff:ffff/64'],
];
/** No value is written so, and no condition may fail for one. */
const NO_ADDRESSES = [
  ...[
    '192.168.0.1/32',
    '2001:DB8::1',
    '::1/128',
    '256.1.1.1',
    '1.2.3',
    '01.2.3.4',
    '1.2.3.4/33',
    '::1/129',
    '1:2:3',
  ],
  ...['1:2:3:4:5:6:7:8:9', '1::2::3', '1:2:3:4:5:6:7::8', ':::', '12345::', '::1.2.3.256', 'x'],
];

export const POSTGRES: readonly StoredColumn[] = [
  whole(NAME, 'smallint', 16, true),
  whole(NAME, 'integer', 32, true),
  of('integer', 'float64', '-2147483648', '0', '7'),
  of('integer', 'decimal', '-2147483648', '0', '2147483647'),
  of('real', 'float64', '0.5', '-3.25', '16777216'),
  of('numeric(9, 2)', 'decimal', '12.5', '-9999999.99', '0', '9999999.99', '12.50'),
  of('numeric', 'decimal', '12.5', '-12345678901234567890123456789.0001', '0'),
  of('numeric(18, 0)', 'int64', '-999999999999999999', '0', '7'),
  of('numeric', 'int64', '-9223372036854775808', '0', '9223372036854775807'),
  of('numeric(9, 2)', 'float64', '0.5', '-3.25'),
  of('numeric(38, 20)', 'string', '12.50000000000000000000', '0.00000000000000000000'),
  of('numeric', 'string', '12.50', 'NaN', 'Infinity', '-0.1'),
  of('bigint', 'float64', '-5', '0', '9007199254740992'),
  of('bigint', 'decimal', '-9223372036854775808', '0', '9223372036854775807'),
  time('timestamp', wide(6)),
  time('timestamp(0)', wide(0)),
  time('timestamptz(3)', wide(3), '+00'),
  of('varchar(40)', 'string', '', 'a', 'Ünï', 'zz'),
  same(NAME, 'uuid', 'string', UUIDS, [
    'EECCB8C5-9943-B2BB-BB5E-222F4E14B687',
    '{eeccb8c5-9943-b2bb-bb5e-222f4e14b687}',
    'no',
    '',
  ]),
  same(NAME, 'inet', 'string', ADDRESSES, NO_ADDRESSES),
  of('cidr', 'string', '10.1.0.0/16', '192.168.0.1/32', '2001:db8::/32'),
  of('macaddr', 'string', '08:00:2b:01:02:03', '00:00:00:00:00:00'),
  own('CREATE EXTENSION citext', same(NAME, 'citext', 'string', ['a', 'A', ''], ['b'])),
  of('"char"', 'string', 'a', '', 'z'),
  of('name', 'string', 'a', 'Ünï', ''),
  changed(
    NAME,
    'char(4)',
    'string',
    [
      ['ab', 'ab'],
      ['ab  ', 'ab'],
      ['', ''],
      ['abcd', 'abcd'],
    ],
    ['ab  '],
  ),
  of('time', 'string', '00:00:00', '23:59:59.999999', '24:00:00'),
  of('timetz', 'string', '00:00:00+00', '23:59:59+02'),
  of('interval', 'string', '1 day', '02:00:00', '1 mon -3 days', '-00:00:00.5'),
  of('bit(5)', 'string', '00000', '10101'),
  of('varbit', 'string', '', '10101'),
  of('money', 'string', '$1.50', '-$2.00'),
  of('xml', 'string', '<a>1</a>', 'x'),
  of('int4range', 'string', '[1,5)', 'empty', '(,3)'),
  of('tstzrange', 'string', '["2026-01-01 00:00:00+00","2026-01-02 00:00:00+00")', 'empty'),
  of('int4multirange', 'string', '{}', '{[1,3),[5,9)}'),
  of('tsvector', 'string', "''a'':1 ''b'':2", ''),
  changed(NAME, 'bytea', 'string', [
    ['', ''],
    ['\\xff00', base64('ff00')],
    ['ab', base64('6162')],
    [`\\x${'ab'.repeat(100)}`, base64('ab'.repeat(100))],
  ]),
  own("CREATE TYPE feeling AS ENUM ('z')", of('feeling', 'string', 'z')),
  own("CREATE TYPE mood AS ENUM ('z', 'a', '')", {
    ...same(NAME, 'enum mood', 'string', ['z', 'a', ''], ['b']),
    literal: text => `CAST('${text}' AS mood)`,
  }),
  own('CREATE TYPE place AS (city text, zip int)', of('place', 'string', '(Bonn,53111)', '(,)')),
  changed(NAME, 'json', 'json', [
    ['{"big": 9007199254740993, "n": 1}', '{"n":1,"big":9007199254740993}'],
  ]),
  changed(NAME, 'integer[]', 'json', [
    ['{{1,2},{3,4}}', '[[1,2],[3,4]]'],
    ['{}', '[]'],
    ['{1,NULL}', '[1,null]'],
  ]),
];
