/** ClickHouse: types of parameters and of columns. */
import type { OwnCase } from '../statements.ts';

export const CLICKHOUSE_TYPES: readonly OwnCase[] = [
  {
    name: 'a timestamp to the microsecond',
    params: { at: ['timestamp!', '2026-01-11T09:30:00.123456Z'] },
    query: 'SELECT id, placed FROM orders WHERE placed >= @at ORDER BY id',
    columns: { id: 'string', placed: 'timestamp' },
    direct:
      "SELECT id, placed FROM orders WHERE placed >= toDateTime64('2026-01-11 09:30:00.123456', 6, 'UTC') ORDER BY id",
  },
  {
    name: 'timestamps with zones, of seconds, of milliseconds, and before 1970',
    params: { at: ['timestamp!', '1969-12-31T23:59:59.5Z'] },
    query: `SELECT @at AS a, toTimeZone(@at, 'Asia/Tokyo') AS b, toDateTime('2026-01-02 03:04:05', 'UTC') AS c, toDateTime64('2026-01-02 03:04:05.25', 3, 'UTC') AS d, toDateTime('2026-01-02 03:04:05', 'Asia/Tokyo') AS e`,
    columns: { a: 'timestamp', b: 'timestamp', c: 'timestamp', d: 'timestamp', e: 'timestamp' },
    direct: `SELECT '1969-12-31 23:59:59.5', '1969-12-31 23:59:59.5', '2026-01-02 03:04:05', '2026-01-02 03:04:05.25', '2026-01-01 18:04:05'`,
  },
  {
    name: 'dates and their arithmetic',
    params: { day: ['date!', '2024-02-29'], n: ['int64!', '1'] },
    query: `SELECT @day AS d, @day + INTERVAL @n DAY AS next, dateDiff('day', @day, toDate('2024-12-31')) AS n, formatDateTime(@day, '%j @day') AS text, addYears(@day, @n) AS year`,
    columns: { d: 'date', next: 'date', n: 'int64', text: 'string', year: 'date' },
    direct:
      "SELECT toDate('2024-02-29'), toDate('2024-03-01'), 306, '060 @day', toDate('2025-02-28')",
  },
  {
    name: 'dates far away',
    params: { a: ['date!', '1900-01-01'], b: ['date!', '2299-12-31'] },
    query: 'SELECT @a AS a, @b AS b, toDate(0) AS c',
    columns: { a: 'date', b: 'date', c: 'date' },
    direct: "SELECT '1900-01-01', '2299-12-31', '1970-01-01'",
  },
  {
    name: 'decimals to the last digit',
    params: { p: ['string!', '120.0001'] },
    query:
      'SELECT id, price, price * 2 AS twice, toDecimal64(@p, 4) AS p FROM orders WHERE price >= toDecimal64(@p, 4) OR price < 0 ORDER BY id',
    columns: { id: 'string', price: 'decimal', twice: 'decimal', p: 'decimal' },
    direct:
      "SELECT id, price, price * 2, toDecimal64('120.0001', 4) FROM orders WHERE price >= toDecimal64('120.0001', 4) OR price < 0 ORDER BY id",
  },
  {
    name: 'decimals of widths and scales',
    params: { p: ['string!', '-99999999999999999999999999999.999999999'] },
    query:
      "SELECT toDecimal128(@p, 9) AS a, toDecimal32('1.5', 1) AS b, toDecimal32('7', 0) AS c, toDecimal256('-0.000000001', 9) AS d",
    columns: { a: 'decimal', b: 'decimal', c: 'decimal', d: 'decimal' },
    direct: "SELECT '-99999999999999999999999999999.999999999', '1.5', '7', '-0.000000001'",
  },
  {
    name: 'integers of every width',
    params: { n: ['int64!', '-9007199254740991'] },
    query:
      'SELECT @n AS n, toInt8(127) AS a, toUInt8(255) AS b, toInt16(-32768) AS c, toUInt32(4294967295) AS d, toInt128(12) AS e, toUInt256(13) AS f, true + 0 AS g',
    columns: {
      n: 'int64',
      a: 'int64',
      b: 'int64',
      c: 'int64',
      d: 'int64',
      e: 'int64',
      f: 'int64',
      g: 'int64',
    },
    direct: 'SELECT -9007199254740991, 127, 255, -32768, 4294967295, 12, 13, 1',
  },
  {
    name: 'integers beyond 2^53 as text',
    params: { n: ['int64!', '9223372036854775807'] },
    query:
      "SELECT @n AS n, toInt128('-9223372036854775808') AS h, 9223372036854775807::UInt64 AS u",
    columns: {
      n: { type: 'int64', encode: 'string' },
      h: { type: 'int64', encode: 'string' },
      u: { type: 'int64', encode: 'string' },
    },
    direct: "SELECT '9223372036854775807', '-9223372036854775808', '9223372036854775807'",
  },
  {
    name: 'floats, small, large and none',
    params: { f: ['float64!', '1e-300'] },
    query: 'SELECT @f AS f, nan AS a, -inf AS b, toFloat32(0.5) AS c, 1e308 AS e, toInt8(3) AS g',
    columns: {
      f: 'float64',
      a: 'float64',
      b: 'float64',
      c: 'float64',
      e: 'float64',
      g: 'float64',
    },
    direct: 'SELECT 1e-300, NULL, NULL, 0.5, 1e308, 3',
  },
  {
    name: 'booleans, and none',
    params: { yes: ['bool!', 'true'], no: ['bool', null] },
    query:
      'SELECT id, paid, paid AND @yes AS a, @no AS b, paid IS NOT DISTINCT FROM @no AS c FROM orders ORDER BY id',
    columns: { id: 'string', paid: 'bool', a: 'bool', b: 'bool', c: 'int64' },
    direct: 'SELECT id, paid, paid, NULL, if(paid IS NULL, 1, 0) FROM orders ORDER BY id',
  },
  {
    name: 'JSON functions',
    params: { key: ['string!', 'k'], at: ['int64!', '1'] },
    query: `SELECT id, doc, JSONExtractString(assumeNotNull(doc), @key) AS k, JSONExtractInt(assumeNotNull(doc), 'n', @at) AS first FROM orders WHERE doc IS NOT NULL ORDER BY id`,
    columns: { id: 'string', doc: 'json', k: 'string', first: 'int64' },
    direct: `SELECT id, doc, JSONExtractString(assumeNotNull(doc), 'k'), JSONExtractInt(assumeNotNull(doc), 'n', 1) FROM orders WHERE doc IS NOT NULL ORDER BY id`,
  },
  {
    name: 'the type JSON',
    params: { doc: ['string!', '{"a":[1,{"b":"@x"}],"c":{"d":1.5}}'] },
    query: "SELECT CAST(@doc, 'JSON') AS doc, CAST(@doc, 'JSON').c.d::Float64 AS d",
    columns: { doc: 'json', d: 'float64' },
    direct: `SELECT '{"a":[1,{"b":"@x"}],"c":{"d":1.5}}', 1.5`,
  },
  {
    name: 'arrays, and what is made of them',
    params: { by: ['int64!', '10'] },
    query:
      'SELECT id, lines, arrayMap(l -> l.n * @by, lines) AS tens, lines[1].sku AS first, length(lines) AS n FROM orders ORDER BY id',
    columns: { id: 'string', lines: 'json', tens: 'json', first: 'string', n: 'int64' },
    direct:
      'SELECT id, lines, arrayMap(l -> l.n * 10, lines), lines[1].sku, length(lines) FROM orders ORDER BY id',
  },
  {
    name: 'slices and indices of parameters',
    params: { from: ['int64!', '2'], n: ['int64!', '2'] },
    query:
      "SELECT arraySlice([1, 2, 3, 4], @from, @n) AS part, [1, 2, 3][@from] AS one, substring('abcdef', @from, @n) AS text",
    columns: { part: 'json', one: 'int64', text: 'string' },
    direct: "SELECT [2, 3], 2, 'bc'",
  },
  {
    name: 'tuples, with names and without',
    params: { a: ['int64!', '1'], b: ['string', null] },
    query:
      "SELECT (@a, 'x') AS plain, CAST((@a, @b), 'Tuple(a Int64, b Nullable(String))') AS named, named.a AS x",
    columns: { plain: 'json', named: 'json', x: 'int64' },
    direct: `SELECT '[1,"x"]', '{"a":1,"b":null}', 1`,
  },
  {
    name: 'maps',
    params: { key: ['string!', 'b'] },
    query:
      "SELECT map('a', 1, 'b', 2) AS m, map('a', 1, 'b', 2)[@key] AS b, map(@key, [1, 2]) AS n, map(1, 'x') AS i",
    columns: { m: 'json', b: 'int64', n: 'json', i: 'json' },
    direct: `SELECT '{"a":1,"b":2}', 2, '{"b":[1,2]}', '{"1":"x"}'`,
  },
  {
    name: 'nested values: decimals as text, instants and dates as in answers',
    params: { at: ['timestamp!', '2026-01-02T03:04:05.25Z'], d: ['date!', '2026-01-02'] },
    query:
      "SELECT CAST(tuple(@at, @d, toDecimal64('1.50', 2), [@at], [1.5, nan], toInt64(5)), 'Tuple(at DateTime64(6, ''UTC''), day Date32, price Decimal(9, 2), list Array(DateTime64(6, ''UTC'')), f Array(Float64), n Int64)') AS v",
    columns: { v: 'json' },
    direct: `SELECT '{"at":"2026-01-02T03:04:05.250Z","day":"2026-01-02","price":"1.5","list":["2026-01-02T03:04:05.250Z"],"f":[1.5,null],"n":5}'`,
  },
  {
    name: 'types that are text in answers',
    params: { id: ['uuid!', '6F1D1B0E-7F0A-4F6E-9A55-1F0E7C3B8A01'] },
    query:
      "SELECT toUUID(@id) AS u, CAST('b', 'Enum8(''a'' = 1, ''b'' = 2)') AS e, toIPv4('10.0.0.1') AS four, toIPv6('::1') AS six, toFixedString('ab', 2) AS f, toLowCardinality('low') AS l, toIntervalDay(2) AS i",
    columns: {
      u: 'string',
      e: 'string',
      four: 'string',
      six: 'string',
      f: 'string',
      l: 'string',
      i: 'string',
    },
    direct:
      "SELECT '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01', 'b', '10.0.0.1', '::1', 'ab', 'low', '2'",
  },
  {
    name: 'NULL of every type',
    params: {
      a: ['string', null],
      b: ['int64', null],
      c: ['float64', null],
      e: ['bool', null],
      f: ['timestamp', null],
      g: ['date', null],
    },
    query:
      'SELECT @a AS a, @b AS b, @c AS c, toDecimal64OrNull(@a, 2) AS d, @e AS e, @f AS f, @g AS g',
    columns: {
      a: 'string',
      b: 'int64',
      c: 'float64',
      d: 'decimal',
      e: 'bool',
      f: 'timestamp',
      g: 'date',
    },
    direct: 'SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL',
  },
];
