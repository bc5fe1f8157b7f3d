/** BigQuery: types of parameters and of columns. */
import type { OwnCase } from '../statements.ts';

export const BIGQUERY_TYPES: readonly OwnCase[] = [
  {
    name: 'a timestamp to the microsecond',
    params: { at: ['timestamp!', '2026-01-11T09:30:00.123456Z'] },
    query: 'SELECT id, placed FROM orders WHERE placed >= @at ORDER BY id',
    columns: { id: 'string', placed: 'timestamp' },
    direct:
      "SELECT id, placed FROM orders WHERE placed >= TIMESTAMP '2026-01-11 09:30:00.123456+00' ORDER BY id",
  },
  {
    name: 'timestamps with zones, truncated, and before 1970',
    params: { at: ['timestamp!', '1969-12-31T23:59:59.5Z'], zone: ['string!', 'Asia/Tokyo'] },
    query: `SELECT @at AS a, TIMESTAMP_TRUNC(@at, DAY, @zone) AS b, TIMESTAMP '2026-01-02 03:04:05.25+09' AS c, FORMAT_TIMESTAMP('%F %T @at', @at, @zone) AS t`,
    columns: { a: 'timestamp', b: 'timestamp', c: 'timestamp', t: 'string' },
    direct: `SELECT TIMESTAMP '1969-12-31 23:59:59.5+00', TIMESTAMP '1969-12-31 15:00:00+00', TIMESTAMP '2026-01-01 18:04:05.25+00', '1970-01-01 08:59:59 @at'`,
  },
  {
    name: 'dates and their arithmetic',
    params: { day: ['date!', '2024-02-29'], n: ['int64!', '1'] },
    query: `SELECT @day AS d, DATE_ADD(@day, INTERVAL @n DAY) AS next, DATE_DIFF(DATE '2024-12-31', @day, DAY) AS n, FORMAT_DATE('%j @day', @day) AS text, DATE_ADD(@day, INTERVAL @n YEAR) AS year`,
    columns: { d: 'date', next: 'date', n: 'int64', text: 'string', year: 'date' },
    direct: "SELECT DATE '2024-02-29', DATE '2024-03-01', 306, '060 @day', DATE '2025-02-28'",
  },
  {
    name: 'dates far away',
    params: { a: ['date!', '1900-01-01'], b: ['date!', '2299-12-31'] },
    query: "SELECT @a AS a, @b AS b, DATE '0001-01-01' AS c, DATE '9999-12-31' AS d",
    columns: { a: 'date', b: 'date', c: 'date', d: 'date' },
    direct: "SELECT '1900-01-01', '2299-12-31', '0001-01-01', '9999-12-31'",
  },
  {
    name: 'datetimes and times are text',
    params: { at: ['timestamp!', '2026-01-02T03:04:05.25Z'] },
    query:
      "SELECT DATETIME(@at) AS d, TIME(@at, 'Asia/Tokyo') AS t, DATETIME '2026-01-02 03:04:05' AS e",
    columns: { d: 'string', t: 'string', e: 'string' },
    direct: "SELECT '2026-01-02T03:04:05.250000', '12:04:05.250000', '2026-01-02T03:04:05'",
  },
  {
    name: 'numerics to the last digit',
    params: { p: ['string!', '120.0001'] },
    query:
      'SELECT id, price, price * 2 AS twice, CAST(@p AS NUMERIC) AS p FROM orders WHERE price >= CAST(@p AS NUMERIC) OR price < 0 ORDER BY id',
    columns: { id: 'string', price: 'decimal', twice: 'decimal', p: 'decimal' },
    direct:
      "SELECT id, price, price * 2, NUMERIC '120.0001' FROM orders WHERE price >= NUMERIC '120.0001' OR price < 0 ORDER BY id",
  },
  {
    name: 'the largest numerics, and small big ones',
    params: { p: ['string!', '-99999999999999999999999999999.999999999'] },
    query: "SELECT CAST(@p AS NUMERIC) AS a, BIGNUMERIC '1.5' AS b, NUMERIC '-0.000000001' AS c",
    columns: { a: 'decimal', b: 'decimal', c: 'decimal' },
    direct: "SELECT '-99999999999999999999999999999.999999999', '1.5', '-0.000000001'",
  },
  {
    name: 'integers up to 2^53, as numbers',
    params: { n: ['int64!', '-9007199254740991'] },
    query: 'SELECT @n AS n, 0x7F AS a, CAST(TRUE AS INT64) AS g, DIV(-7, 2) AS d',
    columns: { n: 'int64', a: 'int64', g: 'int64', d: 'int64' },
    direct: 'SELECT -9007199254740991, 127, 1, -3',
  },
  {
    name: 'integers beyond 2^53 as text',
    params: { n: ['int64!', '9223372036854775807'] },
    query: 'SELECT @n AS n, -9223372036854775808 AS m',
    columns: { n: { type: 'int64', encode: 'string' }, m: { type: 'int64', encode: 'string' } },
    direct: "SELECT '9223372036854775807', '-9223372036854775808'",
  },
  {
    name: 'floats, small, large and none',
    params: { f: ['float64!', '1e-300'] },
    query:
      "SELECT @f AS f, CAST('nan' AS FLOAT64) AS a, CAST('-inf' AS FLOAT64) AS b, 0.1 AS c, 1e308 AS e, 3 AS g, IEEE_DIVIDE(1, 0) AS i",
    columns: {
      f: 'float64',
      a: 'float64',
      b: 'float64',
      c: 'float64',
      e: 'float64',
      g: 'float64',
      i: 'float64',
    },
    direct: 'SELECT 1e-300, NULL, NULL, 0.1, 1e308, 3.0, NULL',
  },
  {
    name: 'booleans, and none',
    params: { yes: ['bool!', 'true'], no: ['bool', null] },
    query:
      'SELECT id, paid, paid AND @yes AS a, @no AS b, paid IS DISTINCT FROM @no AS c FROM orders ORDER BY id',
    columns: { id: 'string', paid: 'bool', a: 'bool', b: 'bool', c: 'bool' },
    direct: 'SELECT id, paid, paid, CAST(NULL AS BOOL), paid IS NOT NULL FROM orders ORDER BY id',
  },
  {
    name: 'JSON and its operators',
    params: { at: ['int64!', '0'] },
    query: `SELECT id, doc, JSON_VALUE(doc, '$.k') AS k, JSON_VALUE(doc.n[@at]) AS first, doc['deep'] AS deep FROM orders WHERE doc IS NOT NULL ORDER BY id`,
    columns: { id: 'string', doc: 'json', k: 'string', first: 'string', deep: 'json' },
    direct: `SELECT id, doc, JSON_VALUE(doc, '$.k'), JSON_VALUE(doc.n[0]), doc.deep FROM orders WHERE doc IS NOT NULL ORDER BY id`,
  },
  {
    name: 'a text parsed as JSON',
    params: { doc: ['string!', '{"a":[1,{"b":"@x"}],"c":null}'] },
    query: `SELECT PARSE_JSON(@doc) AS doc, JSON_VALUE(@doc, '$.a[1].b') AS b, TO_JSON_STRING([@doc]) AS t`,
    columns: { doc: 'json', b: 'string', t: 'json' },
    direct: `SELECT '{"a":[1,{"b":"@x"}],"c":null}', '@x', ${JSON.stringify(JSON.stringify(['{"a":[1,{"b":"@x"}],"c":null}']))}`,
  },
  {
    name: 'arrays, and what is made of them',
    params: { by: ['int64!', '10'] },
    query:
      'SELECT id, lines, ARRAY(SELECT l.n * @by FROM UNNEST(lines) AS l WITH OFFSET o WHERE l.n IS NOT NULL ORDER BY o) AS tens, lines[SAFE_OFFSET(0)].sku AS first, ARRAY_LENGTH(lines) AS n FROM orders ORDER BY id',
    columns: { id: 'string', lines: 'json', tens: 'json', first: 'string', n: 'int64' },
    direct:
      'SELECT id, lines, ARRAY(SELECT l.n * 10 FROM UNNEST(lines) AS l WITH OFFSET o WHERE l.n IS NOT NULL ORDER BY o), lines[SAFE_ORDINAL(1)].sku, ARRAY_LENGTH(lines) FROM orders ORDER BY id',
  },
  {
    name: 'indices of parameters',
    params: { at: ['int64!', '2'] },
    query:
      "SELECT [1, 2, 3][ORDINAL(@at)] AS one, [1, 2, 3][@at] AS three, SUBSTR('abcdef', @at, @at) AS text, [1][SAFE_OFFSET(@at)] AS none",
    columns: { one: 'int64', three: 'int64', text: 'string', none: 'int64' },
    direct: "SELECT 2, 3, 'bc', CAST(NULL AS INT64)",
  },
  {
    name: 'structs, with names and without',
    params: { a: ['int64!', '1'], b: ['string', null] },
    query:
      "SELECT STRUCT(@a AS a, @b AS b, STRUCT([@a] AS d) AS c) AS s, STRUCT(@a AS x).x AS x, (@a, 'y') AS t",
    columns: { s: 'json', x: 'int64', t: 'json' },
    direct: `SELECT '{"a":1,"b":null,"c":{"d":[1]}}', 1, '{"_field_1":1,"_field_2":"y"}'`,
  },
  {
    name: 'nested values: numerics as text, instants and dates as in answers',
    params: { at: ['timestamp!', '2026-01-02T03:04:05Z'], d: ['date!', '2026-01-02'] },
    query:
      "SELECT STRUCT(@at AS `at`, @d AS day, NUMERIC '1.50' AS price, [@at] AS list, [1.5, CAST('nan' AS FLOAT64)] AS f, b'\\xff' AS bytes, 5 AS n) AS v",
    columns: { v: 'json' },
    direct: `SELECT '{"at":"2026-01-02T03:04:05Z","day":"2026-01-02","price":"1.5","list":["2026-01-02T03:04:05Z"],"f":[1.5,null],"bytes":"/w==","n":5}'`,
  },
  {
    name: 'bytes, ranges and intervals are text',
    params: { t: ['string!', 'é'], id: ['uuid!', '6F1D1B0E-7F0A-4F6E-9A55-1F0E7C3B8A01'] },
    query: "SELECT CAST(@t AS BYTES) AS b, RANGE<DATE> '[2026-01-02, UNBOUNDED)' AS r, @id AS u",
    columns: { b: 'string', r: 'string', u: 'string' },
    direct: "SELECT 'w6k=', '[2026-01-02, UNBOUNDED)', '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01'",
  },
  {
    name: 'NULL of every type, and an array that is NULL',
    params: {
      a: ['string', null],
      b: ['int64', null],
      c: ['float64', null],
      e: ['bool', null],
      f: ['timestamp', null],
      g: ['date', null],
    },
    query:
      'SELECT @a AS a, @b AS b, @c AS c, CAST(@a AS NUMERIC) AS d, @e AS e, @f AS f, @g AS g, PARSE_JSON(@a) AS h, CAST(NULL AS ARRAY<INT64>) AS i',
    columns: {
      a: 'string',
      b: 'int64',
      c: 'float64',
      d: 'decimal',
      e: 'bool',
      f: 'timestamp',
      g: 'date',
      h: 'json',
      i: 'json',
    },
    direct: "SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]'",
  },
];
