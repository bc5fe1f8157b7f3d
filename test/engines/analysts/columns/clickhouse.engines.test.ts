import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Analyst, type AskedParameter, NotInstalled } from '../../../../engines/analyst.ts';
import { openAnalyst } from '../../../../engines/support/analysis.ts';
import type { Source } from '../../../../generator/core/spec/source.ts';
import { ROOT } from '../../../support/root.ts';
import { asked, findsNoColumns, stopsReading, type Understood, understands } from './cases.ts';

const SCHEMA = `CREATE DATABASE logs;
CREATE TABLE t (
  a Int32, b Array(String), ts DateTime64(6, 'UTC'), d Nullable(Decimal(12, 2)), s LowCardinality(String),
  m Map(String, Int64), r Tuple(k Nullable(Int64), l Array(Tuple(x Int8))))
ENGINE = MergeTree
ORDER BY a;
CREATE TABLE u (a Int32, \`odd.name\` String)
ENGINE = MergeTree
ORDER BY a;
CREATE TABLE logs.edge (id UUID, ended DateTime)
ENGINE = MergeTree
ORDER BY id;`;

const source = (table: string): Source => ({
  name: table,
  title: null,
  description: null,
  invalid: 'error',
  keys: [],
  scope: [],
  columns: [],
  tables: { clickhouse: { name: table.split('.'), records: 'nested', where: null } },
});
const DECLARED = { sources: ['t', 'u', 'logs.edge'].map(source), schema: SCHEMA };
const PARAMETERS: readonly AskedParameter[] = [
  asked('n', 'int64', '3'),
  asked('word', 'string', "it's \\ \t\n"),
  asked('since', 'timestamp', '2026-01-02T03:04:05.123456Z'),
  asked('day', 'date', '2026-01-02'),
  asked('table', 'string', 'u'),
  asked('yes', 'bool', 'true'),
  asked('part', 'float64', '0.5'),
  asked('price', 'decimal', '1.50'),
  asked('any', 'json', '{"a":1}'),
  { name: 'words', scalar: 'string', isList: true, isOptional: false, sample: '[]' },
];

let analyst: Analyst;
beforeAll(async () => {
  analyst = await openAnalyst('clickhouse', DECLARED, { folder: join(ROOT, 'test') });
});
afterAll(() => analyst.close());
const ask = (sql: string) => analyst.analyse({ sql, parameters: PARAMETERS });

const CASES: readonly Understood[] = [
  ['SELECT 1 AS one', 'one UInt8 int64', ''],
  ['select * from u;', 'a Int32 int64, odd.name String string', 'u'],
  ['FROM t SELECT a, d', 'a Int32 int64, d Nullable(Decimal(12, 2)) decimal', 't'],
  ['SELECT arrayJoin({words:Array(String)}) AS w', 'w String string', '', 'words'],
  ['SELECT number FROM numbers(length({words:Array(String)}))', 'number UInt64 int64', '', 'words'],
  ['(SELECT ts FROM t)', "ts DateTime64(6, 'UTC') timestamp", 't'],
  ['SELECT a FROM t FINAL PREWHERE a > 1 LIMIT 1 BY s', 'a Int32 int64', 't'],
  [
    'SELECT b, m, r, r.k, r.l.x FROM t',
    'b Array(String) json, m Map(String, Int64) json, r Tuple(k Nullable(Int64), l Array(Tuple(x Int8))) json, r.k Nullable(Int64) int64, r.l.x Array(Int8) json',
    't',
  ],
  ['SELECT x FROM t ARRAY JOIN b AS x', 'x String string', 't'],
  ['SELECT x FROM t ARRAY JOIN b AS x, b AS u', 'x String string', 't'],
  [
    'SELECT arrayJoin(b) AS x, count() OVER (ORDER BY ts) AS n FROM t',
    'x String string, n UInt64 int64',
    't',
  ],
  ['SELECT id, ended FROM logs.edge', 'id UUID string, ended DateTime timestamp', 'logs.edge'],
  ['SELECT id FROM `logs`."edge" AS `a b`', 'id UUID string', 'logs.edge'],
  ['SELECT t.a, u.a FROM t JOIN u USING (a)', 'a Int32 int64, u.a Int32 int64', 't u'],
  [
    'SELECT t.a FROM t ASOF LEFT JOIN u ON t.a >= u.a, logs.edge',
    't.a Int32 int64',
    't u logs.edge',
  ],
  ['SELECT a FROM t UNION ALL SELECT a FROM u ORDER BY a LIMIT 3', 'a Int32 int64', 't u'],
  ['SELECT a FROM t INTERSECT SELECT a FROM u', 'a Int32 int64', 't u'],
  ['WITH v AS (SELECT a FROM t) SELECT * FROM v UNION ALL SELECT * FROM v', 'a Int32 int64', 't'],
  ['WITH t AS (SELECT a FROM t) SELECT * FROM t', 'a Int32 int64', 't'],
  ['WITH t AS (SELECT 1 AS x) SELECT * FROM t', 'x UInt8 int64', ''],
  ['WITH v AS (SELECT * FROM u), u AS (SELECT 1 AS z) SELECT * FROM v', 'z UInt8 int64', ''],
  ['WITH v(x) AS (SELECT a FROM u) SELECT x FROM v', 'x Int32 int64', 'u'],
  ['WITH v AS MATERIALIZED (SELECT a FROM u) SELECT a FROM v', 'a Int32 int64', 'u'],
  [
    'WITH 1 AS t, (SELECT max(a) FROM u) AS m SELECT t + m AS n FROM logs.edge',
    'n Nullable(Int64) int64',
    'u logs.edge',
  ],
  [
    'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 3) SELECT * FROM t',
    'n UInt64 int64',
    '',
  ],
  [
    'SELECT (WITH t AS (SELECT 1) SELECT count() FROM t) AS n FROM t',
    'n Nullable(UInt64) int64',
    't',
  ],
  [
    'SELECT 1 AS x UNION ALL (WITH u AS (SELECT 1 AS y) SELECT y FROM u) UNION ALL SELECT a FROM t',
    'x Int32 int64',
    't',
  ],
  [
    'SELECT a IN (u) AS x, a IN (SELECT 1) AS y, s IN b AS z FROM t',
    'x UInt8 int64, y UInt8 int64, z Nullable(UInt8) int64',
    't u',
  ],
  ['SELECT a GLOBAL NOT IN (u) AS x FROM t', 'x UInt8 int64', 't u'],
  ['WITH u AS (SELECT a FROM t) SELECT 1 IN (u) AS x', 'x UInt8 int64', 't'],
  ['SELECT * FROM view(SELECT a FROM u)', 'a Int32 int64', 'u'],
  ['SELECT number FROM numbers({n:UInt64}) AS n, u', 'number UInt64 int64', 'u', 'n'],
  ["SELECT x, y FROM values('x Int8, y String', (1, 'u'))", 'x Int8 int64, y String string', ''],
  [
    'SELECT sum(a) AS n, quantile(0.5)(a) AS q, max(toDate(ts)) AS m FROM t GROUP BY ROLLUP(s) WITH TOTALS',
    'n Int64 int64, q Float64 float64, m Date date',
    't',
  ],
  [
    "SELECT INTERVAL 1 DAY AS i, NULL AS z, toFixedString('x', 3) AS f, true AS y",
    'i IntervalDay string, z Nullable(Nothing) string, f FixedString(3) string, y Bool bool',
    '',
  ],
  ['SELECT sumState(a) AS s FROM t', 's AggregateFunction(sum, Int32) undefined', 't'],
  [
    'SELECT a FROM t QUALIFY row_number() OVER (PARTITION BY s ORDER BY ts) = 1',
    'a Int32 int64',
    't',
  ],
  ["SELECT arrayMap(x -> x || 'y', b) AS l FROM t", 'l Array(String) json', 't'],
  ["SELECT '; DROP TABLE t' AS `;`, $$'$$ AS q -- ;", '; String string, q String string', ''],
  [
    'SELECT 1 AS `from`, 2 AS WITH, 3 AS settings, 4 AS format FROM u AS `select`',
    'from UInt8 int64, WITH UInt8 int64, settings UInt8 int64, format UInt8 int64',
    'u',
  ],
  ['SELECT\u00a0a\u2003FROM u', 'a Int32 int64', 'u'],
  ['SELECT a FROM {table:Identifier}', 'a Int32 int64', 'u', 'table'],
  [
    "SELECT a FROM t WHERE ts > {since:DateTime64(6, 'UTC')} AND s = {word:String} LIMIT {n:Int64}",
    'a Int32 int64',
    't',
    'since word n',
  ],
  [
    'SELECT {n:Nullable(Int64)} AS n, {n:Nullable(Int64)} AS m, {day:Date32} AS d, {yes:Bool} AS y, {part:Float64} AS f, {price:Decimal(38, 9)} AS p, {any:String} AS j',
    'n Nullable(Int64) int64, m Nullable(Int64) int64, d Date32 date, y Bool bool, f Float64 float64, p Decimal(38, 9) decimal, j String string',
    '',
    'n day yes part price any',
  ],
];

understands('ClickHouse', ask, CASES);

describe('ClickHouse says why it cannot find the columns', () => {
  findsNoColumns('ClickHouse', ask, [
    ["SELECT 'é😀', nope FROM t", 'Unknown expression identifier `nope`', 'nope', 't'],
    ['SELECT a, nope(1) FROM u', 'Function with name `nope` does not exist', 'nope', 'u'],
  ]);

  stopsReading(ask, 'ClickHouse cannot read the statement at `t`', [
    ['SELECT 1 FRM t WHERE', 13],
    ["SELECT 'é😀' FRM t WHERE", 17],
    ["SELECT\u00a0'é😀' FRM t WHERE", 17],
  ]);

  test('a parameter that nobody declared', async () => {
    expect(await ask('SELECT {other:String}')).toMatchObject({
      kind: 'refused',
      message: 'ClickHouse cannot read the statement: Substitution `other` is not set',
    });
  });
});

test('chdb is looked for in the project, and named where it is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-without-'));
  const opened = openAnalyst('clickhouse', DECLARED, { folder });
  await expect(opened).rejects.toThrow(new NotInstalled(['chdb']));
  rmSync(folder, { recursive: true });
});
