/** DuckDB: types of parameters and of columns. */
import type { OwnCase } from '../statements.ts';

export const DUCKDB_TYPES: readonly OwnCase[] = [
  {
    name: 'a timestamp to the microsecond',
    params: { at: ['timestamp!', '2026-01-11T09:30:00.123456Z'] },
    query: 'SELECT id, placed FROM orders WHERE placed >= @at ORDER BY id',
    columns: { id: 'string', placed: 'timestamp' },
    direct:
      "SELECT id, placed FROM orders WHERE placed >= TIMESTAMP '2026-01-11 09:30:00.123456' ORDER BY id",
  },
  {
    name: 'timestamps with a zone, of seconds, of milliseconds, and before 1970',
    params: { at: ['timestamp!', '1969-12-31T23:59:59.5Z'] },
    query: `SELECT @at AS a, @at::TIMESTAMPTZ AS b, TIMESTAMP_S '2026-01-02 03:04:05' AS c, TIMESTAMP_MS '2026-01-02 03:04:05.25' AS d, TIMESTAMPTZ '2026-01-02 03:04:05+09' AS e`,
    columns: { a: 'timestamp', b: 'timestamp', c: 'timestamp', d: 'timestamp', e: 'timestamp' },
    direct: `SELECT TIMESTAMP '1969-12-31 23:59:59.5', TIMESTAMP '1969-12-31 23:59:59.5', TIMESTAMP '2026-01-02 03:04:05', TIMESTAMP '2026-01-02 03:04:05.25', TIMESTAMP '2026-01-01 18:04:05'`,
  },
  {
    name: 'dates and their arithmetic',
    params: { day: ['date!', '2024-02-29'], n: ['int64!', '1'] },
    query: `SELECT @day AS d, @day + @n::INTEGER AS next, date_diff('day', @day, DATE '2024-12-31') AS n, strftime(@day, '%j @day') AS text, (@day + INTERVAL (@n) YEAR)::DATE AS year`,
    columns: { d: 'date', next: 'date', n: 'int64', text: 'string', year: 'date' },
    direct: "SELECT DATE '2024-02-29', DATE '2024-03-01', 306, '060 @day', DATE '2025-02-28'",
  },
  {
    name: 'dates far away',
    params: { a: ['date!', '1900-01-01'], b: ['date!', '2299-12-31'] },
    query: "SELECT @a AS a, @b AS b, DATE '0001-01-01' AS c, DATE '9999-12-31' AS d",
    columns: { a: 'date', b: 'date', c: 'date', d: 'date' },
    direct: "SELECT DATE '1900-01-01', DATE '2299-12-31', DATE '0001-01-01', DATE '9999-12-31'",
  },
  {
    name: 'decimals to the last digit',
    params: { p: ['string!', '120.0001'] },
    query:
      'SELECT id, price, price * 2 AS twice, @p::DECIMAL(38, 9) AS p FROM orders WHERE price >= @p::DECIMAL(18, 4) OR price < 0 ORDER BY id',
    columns: { id: 'string', price: 'decimal', twice: 'decimal', p: 'decimal' },
    direct:
      'SELECT id, price, price * 2, 120.0001::DECIMAL(38, 9) FROM orders WHERE price >= 120.0001 OR price < 0 ORDER BY id',
  },
  {
    name: 'decimals of widths and scales',
    params: { p: ['string!', '-99999999999999999999999999999.999999999'] },
    query:
      'SELECT @p::DECIMAL(38, 9) AS a, 1.5::DECIMAL(2, 1) AS b, 7::DECIMAL(9, 0) AS c, -0.000000001::DECIMAL(38, 9) AS d',
    columns: { a: 'decimal', b: 'decimal', c: 'decimal', d: 'decimal' },
    direct:
      "SELECT '-99999999999999999999999999999.999999999'::DECIMAL(38, 9), 1.5::DECIMAL(2, 1), 7::DECIMAL(9, 0), -0.000000001::DECIMAL(38, 9)",
  },
  {
    name: 'integers of every width',
    params: { n: ['int64!', '-9007199254740991'] },
    query:
      'SELECT @n AS n, 127::TINYINT AS a, 255::UTINYINT AS b, (-32768)::SMALLINT AS c, 4294967295::UINTEGER AS d, 12::HUGEINT AS e, 13::UHUGEINT AS f, true::INTEGER AS g',
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
      'SELECT @n AS n, (-9223372036854775808)::HUGEINT AS h, 9223372036854775807::UBIGINT AS u',
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
    query:
      "SELECT @f AS f, 'nan'::DOUBLE AS a, '-inf'::DOUBLE AS b, 0.1::FLOAT AS c, -0.0::DOUBLE AS d, 1e308::DOUBLE AS e, 3::INTEGER AS g",
    columns: {
      f: 'float64',
      a: 'float64',
      b: 'float64',
      c: 'float64',
      d: 'float64',
      e: 'float64',
      g: 'float64',
    },
    direct:
      'SELECT 1e-300::DOUBLE, NULL::DOUBLE, NULL::DOUBLE, 0.1::FLOAT::DOUBLE, 0::DOUBLE, 1e308::DOUBLE, 3::DOUBLE',
  },
  {
    name: 'booleans, and none',
    params: { yes: ['bool!', 'true'], no: ['bool', null] },
    query:
      'SELECT id, paid, paid AND @yes AS a, @no AS b, paid IS DISTINCT FROM @no AS c FROM orders ORDER BY id',
    columns: { id: 'string', paid: 'bool', a: 'bool', b: 'bool', c: 'bool' },
    direct: 'SELECT id, paid, paid, NULL::BOOLEAN, paid IS NOT NULL FROM orders ORDER BY id',
  },
  {
    name: 'JSON and its operators',
    params: { key: ['string!', '$.k'], at: ['int64!', '0'] },
    query: `SELECT id, doc, doc ->> @key AS k, doc -> '$.n' ->> @at AS first, json_extract_string(doc, '$.deep.v') AS v FROM orders WHERE doc IS NOT NULL ORDER BY id`,
    columns: { id: 'string', doc: 'json', k: 'string', first: 'string', v: 'string' },
    direct: `SELECT id, doc, doc ->> '$.k', doc -> '$.n' ->> 0, json_extract_string(doc, '$.deep.v') FROM orders WHERE doc IS NOT NULL ORDER BY id`,
  },
  {
    name: 'a parameter of type json',
    params: { doc: ['string!', '{"a":[1,{"b":"@x"}],"c":null}'] },
    query:
      "SELECT @doc::JSON AS doc, @doc ->> '$.a[1].b' AS b, json_array_length(@doc, '$.a') AS n",
    columns: { doc: 'json', b: 'string', n: 'int64' },
    direct: `SELECT '{"a":[1,{"b":"@x"}],"c":null}'::JSON, '@x', 2`,
  },
  {
    name: 'lists, and what is made of them',
    params: { by: ['int64!', '10'] },
    query:
      'SELECT id, lines, list_transform(lines, l -> l.n * @by) AS tens, lines[1].sku AS first, len(lines) AS n FROM orders ORDER BY id',
    columns: { id: 'string', lines: 'json', tens: 'json', first: 'string', n: 'int64' },
    direct:
      'SELECT id, lines, [l.n * 10 FOR l IN lines], lines[1].sku, len(lines) FROM orders ORDER BY id',
  },
  {
    name: 'slices and indices of parameters',
    params: { from: ['int64!', '2'], to: ['int64!', '3'] },
    query:
      "SELECT ([1, 2, 3, 4])[@from:@to] AS part, ([1, 2, 3])[@from] AS one, 'abcdef'[@from:@to] AS text",
    columns: { part: 'json', one: 'int64', text: 'string' },
    direct: "SELECT [2, 3], 2, 'bc'",
  },
  {
    name: 'structs and fields of them',
    params: { a: ['int64!', '1'], b: ['string', null] },
    query: "SELECT {'a': @a, 'b': @b, 'c': {'d': [@a]}} AS s, struct_pack(x := @a).x AS x",
    columns: { s: 'json', x: 'int64' },
    direct: "SELECT {'a': 1, 'b': NULL, 'c': {'d': [1]}}, 1",
  },
  {
    name: 'maps',
    params: { key: ['string!', 'b'] },
    query:
      "SELECT MAP {'a': 1, 'b': 2} AS m, MAP {'a': 1, 'b': 2}[@key] AS b, map_from_entries([('x', [1])]) AS n",
    columns: { m: 'json', b: 'int64', n: 'json' },
    direct: `SELECT '{"a":1,"b":2}', 2, '{"x":[1]}'`,
  },
  {
    name: 'nested values: decimals as text, instants and dates as in answers',
    params: {
      at: ['timestamp!', '2026-01-02T03:04:05Z'],
      d: ['date!', '2026-01-02'],
      p: ['string!', '1.50'],
    },
    query:
      "SELECT {'at': @at, 'day': @d, 'price': @p::DECIMAL(38, 9), 'list': [@at, NULL], 'f': [1.5::DOUBLE, 'nan'::DOUBLE], 'bytes': '\\xFF'::BLOB, 'big': 9007199254740993} AS v",
    columns: { v: 'json' },
    direct: `SELECT '{"at":"2026-01-02T03:04:05Z","day":"2026-01-02","price":"1.500000000","list":["2026-01-02T03:04:05Z",null],"f":[1.5,null],"bytes":"/w==","big":9007199254740993}'`,
  },
  {
    name: 'types that are text in answers',
    params: { id: ['uuid!', '6F1D1B0E-7F0A-4F6E-9A55-1F0E7C3B8A01'] },
    query:
      "SELECT @id::UUID AS u, TIME '01:02:03.5' AS t, INTERVAL '1 day 2 hours' AS i, 'b'::ENUM ('a', 'b') AS e, '\\x00\\xFF'::BLOB AS b, '101'::BIT AS bits",
    columns: { u: 'string', t: 'string', i: 'string', e: 'string', b: 'string', bits: 'string' },
    direct:
      "SELECT '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01', '01:02:03.5', '1 day 02:00:00', 'b', 'AP8=', '101'",
  },
  {
    name: 'a UNION type and an ARRAY of fixed length',
    params: { n: ['int64!', '3'] },
    query: 'SELECT union_value(num := @n) AS u, [@n, 2]::BIGINT[2] AS a',
    columns: { u: 'json', a: 'json' },
    direct: `SELECT '{"num":3}', '[3,2]'`,
  },
  {
    name: 'NULL of every type',
    params: {
      a: ['string', null],
      b: ['int64', null],
      c: ['float64', null],
      d: ['string', null],
      e: ['bool', null],
      f: ['timestamp', null],
      g: ['date', null],
      h: ['string', null],
    },
    query:
      'SELECT @a AS a, @b AS b, @c AS c, @d::DECIMAL(9, 2) AS d, @e AS e, @f AS f, @g AS g, @h::JSON AS h',
    columns: {
      a: 'string',
      b: 'int64',
      c: 'float64',
      d: 'decimal',
      e: 'bool',
      f: 'timestamp',
      g: 'date',
      h: 'json',
    },
    direct:
      'SELECT NULL::VARCHAR, NULL::BIGINT, NULL::DOUBLE, NULL::VARCHAR, NULL::BOOLEAN, NULL::TIMESTAMP, NULL::DATE, NULL::VARCHAR',
  },
];
