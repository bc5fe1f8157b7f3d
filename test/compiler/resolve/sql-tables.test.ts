/** Engine SQL in a data set reads no table, on any engine: a column of one tenant's row has no value of another's. */
import { describe, expect, test } from 'vitest';
import { resolveInputs } from '../../../generator/compile.ts';

const ENGINES = ['bigquery', 'clickhouse', 'duckdb'] as const;
type Engine = (typeof ENGINES)[number];

/** The codes of the faults of a text as a column, as the condition of a table, and as a measure. */
function faultsOf(engine: Engine, text: string): readonly (readonly string[])[] {
  const sql = JSON.stringify(text);
  const table = (where: string) => `tables: { ${engine}: { table: events${where} } }`;
  const columns = (column: string) => `columns: { id: int64, tags: { list: string }${column} }`;
  return [
    `${table('')}, ${columns(`, x: { type: string, ${engine}: ${sql} }`)}`,
    `${table(`, where: ${sql}`)}, ${columns('')}`,
    `${table('')}, ${columns('')}, measures: { x: { type: string, ${engine}: ${JSON.stringify(`max(id) = (${text})`)} } }`,
  ].map(source => {
    const inputs = [
      { path: 'endpoints/sources.yaml', bytes: `sources: { events: { ${source} } }\n` },
    ];
    return resolveInputs(inputs, { dialects: [engine] }).diagnostics.map(({ code }) => code);
  });
}

const EVERYWHERE: readonly string[] = [
  '(SELECT secret FROM secrets)',
  '(select secret from secrets limit 1)',
  '((SELECT secret FROM secrets))',
  '( SELECT secret FROM main.secrets )',
  '(SELECT secret FROM (SELECT secret FROM secrets) AS s)',
  '(SELECT secret FROM (SELECT 1 AS one) AS s, secrets)',
  '(SELECT secret FROM (SELECT 1 AS one) AS s JOIN secrets ON true)',
  '(SELECT secret FROM (SELECT 1 AS one) AS s LEFT JOIN secrets ON true)',
  '(SELECT secret FROM ((SELECT 1 AS one) AS s CROSS JOIN secrets))',
  '(SELECT secret FROM (((SELECT 1 AS one) AS s CROSS JOIN secrets)))',
  '(WITH s AS (SELECT secret FROM secrets) SELECT secret FROM s)',
  '(SELECT 1 UNION ALL SELECT secret FROM secrets)',
  '((SELECT 1) UNION ALL SELECT secret FROM secrets)',
  '(SELECT (SELECT secret FROM secrets))',
  'coalesce((SELECT secret FROM secrets), id)',
  "CASE WHEN EXISTS (SELECT 1 FROM secrets) THEN 'a' END",
  'id IN (SELECT id FROM secrets)',
  'SELECT secret FROM secrets',
  'WITH s AS (SELECT 1) SELECT secret FROM secrets',
];

const WAYS: Readonly<Record<Engine, readonly string[]>> = {
  bigquery: [
    ...EVERYWHERE,
    '(SELECT secret FROM `acme.logs.secrets`)',
    '(SELECT secret FROM UNNEST(tags) AS t, acme.logs.secrets)',
    'ARRAY(SELECT secret FROM secrets)[OFFSET(0)]',
    'EXTRACT(DAY FROM (SELECT seen FROM secrets))',
    '(SELECT t FROM events.tags AS t)',
    "(SELECT x FROM EXTERNAL_QUERY('c', 'SELECT 1'))",
  ],
  clickhouse: [
    ...EVERYWHERE,
    'id IN secrets',
    'id IN (secrets)',
    'id NOT IN secrets',
    'id GLOBAL IN shop.secrets',
    'id IN (shop.secrets)',
    'id IN "secrets"',
    'in(id, secrets)',
    'id = 1 AND in(id, secrets)',
    'NOT in(id, secrets)',
    'notIn(id, secrets)',
    'globalIn(id, secrets)',
    'GLOBALNOTIN(id, secrets)',
    'nullIn(id, secrets)',
    "joinGet(secrets, 'secret', id)",
    "joinGet('secrets', 'secret', id)",
    "joinGetOrNull('secrets', 'secret', id)",
    "(SELECT secret FROM merge('shop', 'secrets'))",
    "(SELECT secret FROM remote('a', shop.secrets))",
    '(SELECT secret FROM numbers(1) AS n, secrets)',
    '(FROM secrets SELECT secret)',
    'FROM secrets SELECT secret',
  ],
  duckdb: [
    ...EVERYWHERE,
    "(SELECT secret FROM 'secrets')",
    "(SELECT secret FROM 'secrets.csv')",
    '(SELECT secret FROM "secrets")',
    '(FROM secrets)',
    '(FROM secrets SELECT secret)',
    'FROM secrets SELECT secret',
    "(FROM 'secrets')",
    '(TABLE secrets)',
    'TABLE secrets',
    "(TABLE 'secrets')",
    '(SELECT 1 UNION TABLE secrets)',
    '(SELECT 1 UNION FROM secrets)',
    '(SELECT secret FROM (TABLE secrets))',
    '(SELECT secret FROM s: secrets)',
    '(SELECT secret FROM range(1), secrets)',
    '(SELECT secret FROM range(1) POSITIONAL JOIN secrets)',
    '(SELECT secret FROM range(1), LATERAL (FROM secrets))',
    "(SELECT secret FROM query_table('secrets'))",
    "(FROM query('FROM secrets'))",
    '(SUMMARIZE secrets)',
    '(PIVOT secrets ON id)',
    '(UNPIVOT secrets ON secret)',
    '(DESCRIBE secrets)',
    '(SHOW TABLES)',
    '[x FOR x IN (FROM secrets)]',
    'id = ANY (FROM secrets)',
    'id = ANY (SELECT id FROM secrets)',
  ],
};

/** Texts over one row. */
const SOUND: Readonly<Record<Engine, readonly string[]>> = {
  bigquery: [
    '(SELECT t FROM UNNEST(tags) AS t LIMIT 1)',
    '(SELECT t FROM (SELECT t FROM UNNEST(tags) AS t) AS s LIMIT 1)',
    '(SELECT a FROM UNNEST(tags) AS a, UNNEST(tags) AS b LIMIT 1)',
    'EXISTS (SELECT 1 FROM UNNEST(tags) AS t WHERE t IS NOT DISTINCT FROM id)',
    'EXTRACT(DAY FROM seen)',
    "'a' IN UNNEST(tags)",
    'id IS DISTINCT FROM other',
    "`from` = 'table'",
    '(SELECT 1)',
  ],
  clickhouse: [
    'id IN (1, 2)',
    "id IN ('a')",
    'id NOT IN (a, b)',
    'id GLOBAL IN (1)',
    '(SELECT 1)',
    'has(tags, id)',
    'arrayExists(t -> t = id, tags)',
    'substring(id FROM 1 FOR 2)',
    "dictGet('geo', 'country', id)",
    '`from` + "table"',
  ],
  duckdb: [
    '(SELECT t FROM unnest(tags) AS s(t) LIMIT 1)',
    '(SELECT t FROM range(3) AS s(t), unnest(tags) LIMIT 1)',
    '(FROM unnest(tags) LIMIT 1)',
    '(SELECT t FROM (SELECT 1 AS t) AS s LIMIT 1)',
    'EXISTS (FROM unnest(tags) AS s(t) WHERE t IS NOT DISTINCT FROM id)',
    'extract(day FROM seen)',
    "trim(BOTH 'a' FROM id)",
    'id IS DISTINCT FROM other',
    '"from" + "table"',
    '[t FOR t IN tags]',
  ],
};

describe.each(ENGINES)('engine SQL of a data set on %s', engine => {
  test.each(WAYS[engine])('%s reads a table', text => {
    expect(faultsOf(engine, text)).toEqual([['sql-text'], ['sql-text'], ['sql-text']]);
  });

  test.each(SOUND[engine])('%s reads its row', text => {
    expect(faultsOf(engine, text)).toEqual([[], [], []]);
  });
});
