import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analyst, AskedParameter } from '../../../../engines/analyst.ts';
import { openAnalyst } from '../../../../engines/support/analysis.ts';
import { asked, findsNoColumns, stopsReading, type Understood, understands } from './cases.ts';

const SCHEMA = `
  CREATE TABLE t (
    a INTEGER NOT NULL, b STRUCT(x INTEGER[], y MAP(VARCHAR, INTEGER)), ts TIMESTAMP, d DECIMAL(12, 2), j JSON, s VARCHAR);
  CREATE TABLE u (a INTEGER, "odd.name" VARCHAR);
  CREATE SCHEMA logs;
  CREATE TABLE logs.edge (id UUID, ended TIMESTAMPTZ);`;

const PARAMETERS: readonly AskedParameter[] = [
  asked('n', 'int64', '3'),
  asked('word', 'string', 'x'),
  asked('since', 'timestamp', '2026-01-02T03:04:05Z'),
  { name: 'words', scalar: 'string', isList: true, isOptional: false, sample: '[]' },
];

let analyst: Analyst;
beforeAll(async () => {
  analyst = await openAnalyst('duckdb', { sources: [], schema: SCHEMA });
});
afterAll(() => analyst.close());
const ask = (sql: string) => analyst.analyse({ sql, parameters: PARAMETERS });

const CASES: readonly Understood[] = [
  ['SELECT 1 AS one', 'one INTEGER int64', ''],
  ['select * from u;', 'a INTEGER int64, odd.name VARCHAR string', 'u'],
  ['FROM t SELECT a, d', 'a INTEGER int64, d DECIMAL(12,2) decimal', 't'],
  ['SELECT unnest((CAST($words AS VARCHAR[]))) AS w', 'w VARCHAR string', '', 'words'],
  ['FROM range(len((CAST($words AS VARCHAR[])))) AS r(n)', 'n BIGINT int64', '', 'words'],
  ['TABLE u', 'a INTEGER int64, odd.name VARCHAR string', 'u'],
  ["VALUES (1, 'x')", 'col0 INTEGER int64, col1 VARCHAR string', ''],
  ['(SELECT ts FROM t)', 'ts TIMESTAMP timestamp', 't'],
  [
    "SELECT b, b.x, b.y, b.y['k'] AS v FROM t",
    'b STRUCT("x" INTEGER[], "y" MAP(VARCHAR, INTEGER)) json, x INTEGER[] json, y MAP(VARCHAR, INTEGER) json, v INTEGER int64',
    't',
  ],
  ["SELECT j, j->>'k' AS k FROM t", 'j JSON json, k VARCHAR string', 't'],
  [
    'SELECT unnest(b.x) AS x, count(*) OVER (ORDER BY ts) AS n FROM t',
    'x INTEGER int64, n BIGINT int64',
    't',
  ],
  ['SELECT x FROM t, unnest(t.b.x) AS l(x)', 'x INTEGER int64', 't'],
  [
    'SELECT id, ended FROM logs.edge',
    'id UUID string, ended TIMESTAMP WITH TIME ZONE timestamp',
    'logs.edge',
  ],
  ['SELECT * FROM memory.main.u AS v', 'a INTEGER int64, odd.name VARCHAR string', 'memory.main.u'],
  ['SELECT t.a, u.a FROM t JOIN u USING (a)', 'a INTEGER int64, a INTEGER int64', 't u'],
  [
    'SELECT u.* FROM t ASOF JOIN u ON t.a >= u.a',
    'a INTEGER int64, odd.name VARCHAR string',
    't u',
  ],
  [
    'SELECT a FROM t UNION ALL BY NAME SELECT a FROM u ORDER BY a LIMIT 3',
    'a INTEGER int64',
    't u',
  ],
  ['WITH v AS (SELECT a FROM t) SELECT * FROM v JOIN V AS w USING (a)', 'a INTEGER int64', 't'],
  ['WITH t AS (SELECT a FROM t) SELECT * FROM t', 'a INTEGER int64', 't'],
  [
    'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 3) SELECT * FROM t',
    'n INTEGER int64',
    '',
  ],
  [
    'WITH RECURSIVE v AS (SELECT a FROM u UNION ALL SELECT a FROM v) SELECT * FROM main.t',
    'a INTEGER int64, b STRUCT("x" INTEGER[], "y" MAP(VARCHAR, INTEGER)) json, ts TIMESTAMP timestamp, d DECIMAL(12,2) decimal, j JSON json, s VARCHAR string',
    'u main.t',
  ],
  ['SELECT (WITH t AS (SELECT 1) SELECT count(*) FROM t) AS n FROM t', 'n BIGINT int64', 't'],
  [
    'WITH v AS MATERIALIZED (FROM u), w AS (FROM v) SELECT a FROM w WHERE a IN (SELECT a FROM t)',
    'a INTEGER int64',
    'u t',
  ],
  ["SELECT EXISTS (FROM u) AS e, s LIKE 'x%' AS l FROM t", 'e BOOLEAN bool, l BOOLEAN bool', 'u t'],
  [
    'PIVOT (SELECT a, s FROM t) ON a IN (1, 2) USING count(*)',
    's VARCHAR string, 1 BIGINT int64, 2 BIGINT int64',
    't',
  ],
  [
    'SELECT * FROM (PIVOT (SELECT a, s FROM t) ON a IN (1, 2) USING count(*))',
    's VARCHAR string, 1 BIGINT int64, 2 BIGINT int64',
    't',
  ],
  ['UNPIVOT (SELECT a, a AS c FROM u) ON a, c', 'name VARCHAR string, value INTEGER int64', 'u'],
  [
    'SELECT sum(a) AS s, avg(a) AS m, max(ts)::DATE AS d FROM t GROUP BY ALL',
    's HUGEINT int64, m DOUBLE float64, d DATE date',
    't',
  ],
  [
    "SELECT INTERVAL 1 DAY AS i, TIME '10:00' AS c, 'x'::BLOB AS o, NULL AS z",
    'i INTERVAL string, c TIME string, o BLOB string, z INTEGER int64',
    '',
  ],
  [
    'SELECT [1, 2] AS l, {k: 1} AS r, union_value(k := 1) AS e',
    'l INTEGER[] json, r STRUCT("k" INTEGER) json, e UNION("k" INTEGER) json',
    '',
  ],
  [
    'SELECT a FROM t WHERE ts > CAST($since AS TIMESTAMP) AND s = CAST($word AS VARCHAR) LIMIT CAST($n AS BIGINT)',
    'a INTEGER int64',
    't',
    'since word n',
  ],
  [
    'SELECT CAST($n AS BIGINT) AS n, CAST($n AS BIGINT) + 1 AS m',
    'n BIGINT int64, m BIGINT int64',
    '',
    'n',
  ],
  [
    'SELECT i, s FROM range(CAST($n AS BIGINT)) AS r(i), t',
    'i BIGINT int64, s VARCHAR string',
    't',
    'n',
  ],
  ['SELECT key, value FROM t, json_each(t.j)', 'key VARCHAR string, value JSON json', 't'],
  [
    'SELECT a FROM t QUALIFY row_number() OVER (PARTITION BY s ORDER BY ts) = 1',
    'a INTEGER int64',
    't',
  ],
  ['SELECT list_transform(b.x, lambda i: i + 1) AS l FROM t', 'l INTEGER[] json', 't'],
  ["SELECT '; DROP TABLE t' AS \";\", $$'$$ AS q -- ;", '; VARCHAR string, q VARCHAR string', ''],
  ['SELECT\u00a0a\u2003FROM u', 'a INTEGER int64', 'u'],
  ["SELECT repeat('x', 4000000000) AS long", 'long VARCHAR string', ''],
];

understands('DuckDB', ask, CASES);

describe('DuckDB says why it cannot find the columns', () => {
  findsNoColumns('DuckDB', ask, [
    [
      "SELECT 'é😀', nope FROM t",
      'Referenced column "nope" not found in FROM clause!',
      'nope',
      't',
    ],
    ['SELECT a, nope(1) FROM u', 'Scalar Function with name nope does not exist!', 'nope', 'u'],
    [
      'SELECT *\nFROM t\nJOIN gone USING (a)',
      'Table with name gone does not exist!',
      'gone',
      't gone',
    ],
  ]);

  test('a value for a parameter that nobody declared', async () => {
    const sql = 'FROM range(CAST($other AS BIGINT))';
    expect(await ask(sql)).toMatchObject({
      parameters: ['other'],
      columns: null,
      reason: { message: 'DuckDB cannot find the columns: no value is bound to `other`' },
    });
  });

  stopsReading(ask, 'DuckDB cannot read the statement: syntax error at or near "t"', [
    ['SELECT 1 FRM t WHERE', 13],
    ["SELECT 'é😀' FRM t WHERE", 17],
    ["SELECT\u00a0'é😀' FRM t WHERE", null],
  ]);
});
