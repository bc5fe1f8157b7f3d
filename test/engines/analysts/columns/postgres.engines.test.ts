import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analyst, AskedParameter } from '../../../../engines/analyst.ts';
import { NotInstalled } from '../../../../engines/analyst.ts';
import { openAnalyst } from '../../../../engines/support/analysis.ts';
import { ROOT } from '../../../support/root.ts';
import { asked, findsNoColumns, stopsReading, type Understood, understands } from './cases.ts';

const SCHEMA = `
  CREATE SCHEMA logs;
  CREATE TABLE t (
    a integer NOT NULL, b jsonb, ts timestamp, d numeric(12, 2), tags text[], s text, day date, f boolean);
  CREATE TABLE u (a integer, "odd.name" varchar(10), "Upper" real);
  CREATE TABLE logs.edge (id uuid, ended timestamptz);`;

/** The parameters `$1` and `$2`. */
const PARAMETERS: readonly AskedParameter[] = [
  asked('n', 'int64', '3'),
  { name: 'words', scalar: 'string', isList: true, isOptional: false, sample: '[]' },
];

const folder = join(ROOT, 'test');
let analyst: Analyst;
beforeAll(async () => {
  analyst = await openAnalyst('postgres', { sources: [], schema: SCHEMA }, { folder });
});
afterAll(() => analyst.close());
const ask = (sql: string) => analyst.analyse({ sql, parameters: PARAMETERS });

const T = 'quern analysis.t';
const U = 'quern analysis.u';

const CASES: readonly Understood[] = [
  ['SELECT 1 AS one', 'one integer int64', ''],
  [
    'select * from u;',
    'a integer int64, odd.name character varying(10) string, Upper real float64',
    U,
  ],
  ['TABLE u', 'a integer int64, odd.name character varying(10) string, Upper real float64', U],
  ["VALUES (1, 'x')", 'column1 integer int64, column2 text string', ''],
  [
    '(SELECT ts, day, f FROM T)',
    'ts timestamp without time zone timestamp, day date date, f boolean bool',
    T,
  ],
  [
    "SELECT b, b -> 'x' AS x, b ->> 'y' AS y FROM t",
    'b jsonb json, x jsonb json, y text string',
    T,
  ],
  ['SELECT tags, unnest(tags) AS tag FROM t', 'tags text[] json, tag text string', T],
  [
    'SELECT id, ended FROM logs.edge',
    'id uuid string, ended timestamp with time zone timestamp',
    'logs.edge',
  ],
  ['SELECT t.a, u.a FROM t JOIN u USING (a)', 'a integer int64, a integer int64', `${T} ${U}`],
  ['WITH v AS (SELECT a FROM t) SELECT v.a FROM v JOIN V AS w USING (a)', 'a integer int64', T],
  ['WITH t AS (SELECT a FROM t) SELECT * FROM t', 'a integer int64', T],
  [
    'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 3) SELECT * FROM t',
    'n integer int64',
    '',
  ],
  ['SELECT a FROM u WHERE EXISTS (TABLE logs.edge) LIMIT 1', 'a integer int64', `${U} logs.edge`],
  ['SELECT a FROM u LIMIT (SELECT count(*) FROM t)', 'a integer int64', `${U} ${T}`],
  ['SELECT (SELECT count(*) FROM logs.edge) AS n', 'n bigint int64', 'logs.edge'],
  [
    'SELECT sum(a) AS s, sum(d) AS d, avg(a) AS m, max(ts)::date AS day FROM t',
    's bigint int64, d numeric decimal, m numeric decimal, day date date',
    T,
  ],
  [
    "SELECT interval '1 day' AS i, time '10:00' AS c, '\\x00'::bytea AS o, NULL AS z, 1.5 AS q, '(1,2)'::point AS p",
    'i interval string, c time without time zone string, o bytea string, z text string, q numeric decimal, p point string',
    '',
  ],
  [
    "SELECT ARRAY[1.5, 2] AS l, ROW(1, 'x') AS r, int4range(1, 2) AS e, 1::numeric(5, 0) AS w",
    'l numeric[] json, r record string, e int4range string, w numeric(5,0) decimal',
    '',
  ],
  [
    'SELECT a FROM t WHERE s = ANY((CAST($2 AS text[]))) LIMIT (CAST($1 AS bigint))',
    'a integer int64',
    T,
    'n words',
  ],
  [
    'SELECT (CAST($1 AS bigint)) AS n, (CAST($1 AS bigint)) + 1 AS m',
    'n bigint int64, m bigint int64',
    '',
    'n',
  ],
  ['SELECT key, value FROM t, jsonb_each(t.b)', 'key text string, value jsonb json', T],
  ['SELECT day, count(*) OVER (ORDER BY ts) AS n FROM t', 'day date date, n bigint int64', T],
  ["SELECT '; DROP TABLE t' AS \";\", $$'$$ AS q -- ;", '; text string, q text string', ''],
  [
    "SELECT repeat('x', 1000000000) AS long, 1 / 0 AS never",
    'long text string, never integer int64',
    '',
  ],
  ['SELECT relname FROM pg_class', 'relname name string', 'pg_catalog.pg_class'],
  [
    'SELECT * FROM (SELECT tablename FROM pg_tables) AS x',
    'tablename name string',
    'pg_catalog.pg_tables',
  ],
];

understands('PostgreSQL', ask, CASES);

test('a number that a text leaves out, as of a piece that its request lacks', async () => {
  const sql = 'SELECT (CAST($3 AS date)) AS x, (CAST($7 AS text)) AS y';
  const parameters = [asked('since', 'date', '2026-01-01'), asked('word', 'string', 'x')];
  expect(await analyst.analyse({ sql, parameters })).toMatchObject({
    kind: 'understood',
    parameters: ['since', 'word'],
    columns: [
      { name: 'x', type: 'date' },
      { name: 'y', type: 'text' },
    ],
  });
});

describe('PostgreSQL says why it cannot find the columns', () => {
  findsNoColumns('PostgreSQL', ask, [
    ["SELECT 'é😀', nope FROM t", 'column "nope" does not exist', 'nope', ''],
    ['SELECT a, nope(1) FROM u', 'function nope(integer) does not exist', 'nope', ''],
    ['SELECT *\nFROM t\nJOIN gone USING (a)', 'relation "gone" does not exist', 'gone', 'gone'],
    ['SELECT * FROM public.T', 'relation "public.t" does not exist', 'public', 'public.t'],
    [
      'SELECT * FROM Logs . "Odd "" name"',
      'relation "logs.Odd " name" does not exist',
      'Logs',
      'logs.Odd " name',
    ],
    ["SELECT 'x'::date AS d", 'invalid input syntax for type date: "x"', "'x'", ''],
  ]);

  stopsReading(ask, 'PostgreSQL cannot read the statement: syntax error at or near "t"', [
    ['SELECT 1 FRM t WHERE', 13],
    ["SELECT 'é😀' FRM t WHERE", 17],
  ]);
});

test('PGlite is looked for in the project, and named where it is missing', async () => {
  const opened = openAnalyst('postgres', { sources: [], schema: '' }, { folder: ROOT });
  await expect(opened).rejects.toThrow(new NotInstalled(['@electric-sql/pglite']));
});
