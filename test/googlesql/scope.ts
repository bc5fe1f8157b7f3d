/** Texts over data sets with a scope: reads that are proven to be of one tenant, and reads that are not. */

export const SCOPED = `
sources:
  logs:
    scope: [project]
    tables: { bigquery: { table: logs, records: repeated }, duckdb: { table: logs }, clickhouse: { table: logs } }
    columns:
      id: { type: string, required: true }
      timestamp: timestamp
      project: { type: string, is: meta.project }
      level: string
      meta: { record: { project: string, path: string } }
  users:
    scope: [tenant]
    tables: { bigquery: { table: users }, duckdb: { table: users }, clickhouse: { table: users } }
    columns: { tenant: string, name: string, log: string }
  levels:
    tables: { bigquery: { table: levels }, duckdb: { table: levels }, clickhouse: { table: levels } }
    columns: { level: string, project: string }
  parts:
    scope: { tenant: many }
    tables: { bigquery: { table: parts }, duckdb: { table: parts }, clickhouse: { table: parts } }
    columns: { tenant: string, name: string }
`;

export const SCOPED_PARAMS = `params:
  p: { type: string, required: true }
  o: { type: string }
  d: { type: string, default: x }
`;

/** Each text uses every parameter somewhere, so that nothing else is reported. */
const ALL = "('' = @p OR @o IS NULL OR @d = '' OR TRUE)";

/** Titles and texts. */
export const PROVEN: readonly (readonly [string, string])[] = [
  ['a condition', `SELECT id FROM logs WHERE project = @p AND ${ALL}`],
  ['the other way round', `SELECT id FROM logs WHERE @p = project AND ${ALL}`],
  [
    'the field that the column is read from',
    `SELECT id FROM logs l, UNNEST(l.meta) m WHERE m.project = @p AND ${ALL}`,
  ],
  [
    'a condition around',
    `SELECT id FROM (SELECT id, project FROM logs) WHERE project = @p AND ${ALL}`,
  ],
  [
    'a condition on a named query',
    `WITH a AS (SELECT id, project AS who FROM logs) SELECT id FROM a WHERE who = @p AND ${ALL}`,
  ],
  [
    'each reader of a named query',
    `WITH a AS (SELECT id, project FROM logs)
     SELECT x.id FROM a x JOIN a y ON x.id = y.id WHERE x.project = @p AND y.project = @p AND ${ALL}`,
  ],
  [
    'a key of groups',
    `SELECT n FROM (SELECT project, COUNT(*) AS n FROM logs GROUP BY project) WHERE project = @p AND ${ALL}`,
  ],
  [
    'HAVING on a key',
    `SELECT project, COUNT(*) AS n FROM logs WHERE ${ALL} GROUP BY project HAVING project = @p`,
  ],
  [
    'a join by the column',
    `SELECT l.id FROM logs l JOIN users u ON u.tenant = l.project WHERE l.project = @p AND ${ALL}`,
  ],
  [
    'the right side of a LEFT JOIN by the column',
    `SELECT l.id, u.name FROM logs l LEFT JOIN users u ON u.tenant = l.project WHERE l.project = @p AND ${ALL}`,
  ],
  [
    'the right side of a LEFT JOIN beside another condition',
    `SELECT l.id, u.name FROM logs l LEFT JOIN users u ON u.tenant = l.project AND l.level > u.name WHERE l.project = @p AND ${ALL}`,
  ],
  [
    'both of a UNION ALL',
    `SELECT id FROM logs WHERE project = @p AND ${ALL} UNION ALL SELECT name FROM users WHERE tenant = @p`,
  ],
  [
    'a condition on a UNION ALL',
    `SELECT a FROM (SELECT id AS a, project AS who FROM logs UNION ALL SELECT name, tenant FROM users)
     WHERE who = @p AND ${ALL}`,
  ],
  [
    'a window of the tenant, and its condition',
    `SELECT id FROM (SELECT id, project, ROW_NUMBER() OVER (PARTITION BY project ORDER BY id) AS n FROM logs)
     WHERE n = 1 AND project = @p AND ${ALL}`,
  ],
  [
    'values of a query that is held',
    `SELECT id FROM logs WHERE ${ALL} AND project IN (SELECT tenant FROM users WHERE tenant = @p)`,
  ],
  [
    'a named query that nothing reads',
    `WITH a AS (SELECT id FROM logs) SELECT level FROM levels WHERE ${ALL}`,
  ],
  [
    'both sides of a FULL JOIN',
    `SELECT l.id, u.name FROM (SELECT id, project FROM logs WHERE project = @p) l
     FULL JOIN (SELECT name, tenant FROM users WHERE tenant = @p) u ON u.tenant = l.project WHERE ${ALL}`,
  ],
  [
    'a value of its own rows',
    `SELECT (SELECT COUNT(*) FROM users WHERE tenant = @p) AS n, id FROM logs WHERE project = @p AND ${ALL}`,
  ],
  [
    'EXISTS of its own rows',
    `SELECT id FROM logs l WHERE project = @p AND EXISTS (SELECT 1 FROM users u WHERE u.log = l.id AND u.tenant = @p) AND ${ALL}`,
  ],
  [
    'EXISTS by the column',
    `SELECT id FROM logs l WHERE project = @p AND EXISTS (SELECT 1 FROM users u WHERE u.tenant = l.project) AND ${ALL}`,
  ],
  ['a data set without a scope', `SELECT level FROM levels WHERE ${ALL}`],
];

/** Titles, texts with the tables that are not held, and how often. */
export const UNPROVEN: readonly (readonly [string, string, readonly string[]])[] = [
  ['no condition', `SELECT id FROM logs WHERE ${ALL}`, ['logs']],
  ['an inequality', `SELECT id FROM logs WHERE project >= @p AND ${ALL}`, ['logs']],
  ['one of two', `SELECT id FROM logs WHERE (project = @p OR level = 'x') AND ${ALL}`, ['logs']],
  ['not equal', `SELECT id FROM logs WHERE NOT (project = @p) AND ${ALL}`, ['logs']],
  ['a literal', `SELECT id FROM logs WHERE project = 'x' AND ${ALL}`, ['logs']],
  ['a parameter that may be absent', `SELECT id FROM logs WHERE project = @o AND ${ALL}`, ['logs']],
  ['a parameter with a default', `SELECT id FROM logs WHERE project = @d AND ${ALL}`, ['logs']],
  ['another column', `SELECT id FROM logs WHERE level = @p AND ${ALL}`, ['logs']],
  [
    'a column of the same name',
    `SELECT id FROM (SELECT id, level AS project FROM logs) WHERE project = @p AND ${ALL}`,
    ['logs'],
  ],
  [
    'one of two readers',
    `WITH a AS (SELECT id, project FROM logs)
     SELECT x.id FROM a x JOIN a y ON x.id = y.id WHERE x.project = @p AND ${ALL}`,
    ['logs'],
  ],
  [
    'a joined table without its own',
    `SELECT l.id FROM logs l JOIN users u ON u.log = l.id WHERE l.project = @p AND ${ALL}`,
    ['users'],
  ],
  [
    'a column of a table without a scope',
    `SELECT l.id FROM logs l JOIN levels v ON v.level = l.level WHERE v.project = @p AND ${ALL}`,
    ['logs'],
  ],
  [
    'the left side of a LEFT JOIN by its condition alone',
    `SELECT l.id FROM logs l LEFT JOIN users u ON u.tenant = l.project AND u.tenant = @p WHERE ${ALL}`,
    ['logs'],
  ],
  [
    'the left side of a LEFT JOIN by a condition on it in ON',
    `SELECT l.id, u.name FROM logs l LEFT JOIN users u ON u.log = l.id AND u.tenant = @p AND l.project = @p WHERE ${ALL}`,
    ['logs'],
  ],
  [
    'the right side of a LEFT JOIN by one of two conditions',
    `SELECT l.id, u.name FROM logs l LEFT JOIN users u ON u.log = l.id AND (u.tenant = @p OR l.level > u.name) WHERE l.project = @p AND ${ALL}`,
    ['users'],
  ],
  [
    'one of a UNION ALL',
    `SELECT id FROM logs WHERE project = @p AND ${ALL} UNION ALL SELECT name FROM users`,
    ['users'],
  ],
  [
    'a condition behind LIMIT',
    `SELECT id FROM (SELECT id, project FROM logs ORDER BY id LIMIT 5) WHERE project = @p AND ${ALL}`,
    ['logs'],
  ],
  [
    'a condition behind a window of all',
    `SELECT id FROM (SELECT id, project, ROW_NUMBER() OVER (ORDER BY id) AS n FROM logs)
     WHERE project = @p AND ${ALL}`,
    ['logs'],
  ],
  [
    'a condition on what is counted',
    `SELECT n FROM (SELECT level, MAX(project) AS project, COUNT(*) AS n FROM logs GROUP BY level)
     WHERE project = @p AND ${ALL}`,
    ['logs'],
  ],
  [
    'values of another tenant',
    `SELECT id FROM logs WHERE project = @p AND ${ALL} AND level IN (SELECT name FROM users)`,
    ['users'],
  ],
  [
    'the right side of a FULL JOIN by the column',
    `SELECT l.id, u.name FROM (SELECT id, project FROM logs WHERE project = @p) l
     FULL JOIN users u ON u.tenant = l.project WHERE ${ALL}`,
    ['users'],
  ],
  [
    'the left side of a FULL JOIN by the column',
    `SELECT l.id, u.name FROM logs l
     FULL JOIN (SELECT name, tenant FROM users WHERE tenant = @p) u ON u.tenant = l.project WHERE ${ALL}`,
    ['logs'],
  ],
  [
    'a value of all',
    `SELECT (SELECT COUNT(*) FROM users) AS n, id FROM logs WHERE project = @p AND ${ALL}`,
    ['users'],
  ],
  [
    'EXISTS among all',
    `SELECT id FROM logs l WHERE project = @p AND EXISTS (SELECT 1 FROM users u WHERE u.log = l.id) AND ${ALL}`,
    ['users'],
  ],
  [
    'NOT EXISTS among all',
    `SELECT id FROM logs l WHERE project = @p AND NOT EXISTS (SELECT 1 FROM users u WHERE u.log = l.id) AND ${ALL}`,
    ['users'],
  ],
  [
    'a difference from all',
    `SELECT id FROM logs WHERE project = @p AND ${ALL} EXCEPT DISTINCT SELECT name FROM users`,
    ['users'],
  ],
  [
    'two of two',
    `SELECT l.id FROM logs l JOIN users u ON u.tenant = l.project WHERE ${ALL}`,
    ['logs', 'users'],
  ],
];

export const TWO_PARAMS = `params:
  p: { type: string, required: true }
  q: { type: string, required: true }
`;

const BOTH = "('' = @p OR '' = @q OR TRUE)";
const TWO = `a AS (SELECT id, project FROM logs WHERE project = @p), b AS (SELECT id, project FROM logs WHERE project = @q)`;

/** Texts, and what a key has to fix: one parameter of each list. */
export const SCOPED_BY: readonly (readonly [string, readonly (readonly string[])[]])[] = [
  [`SELECT level FROM levels WHERE ${BOTH}`, []],
  [`SELECT id FROM logs WHERE project = @q AND @p != ''`, [['q']]],
  [`SELECT id FROM logs WHERE project = @q AND (project = @p OR TRUE)`, [['q']]],
  [`SELECT id FROM logs WHERE project = @q AND project = @p`, [['p', 'q']]],
  [`SELECT id FROM logs WHERE project = @q AND @q = @p`, [['p', 'q']]],
  [
    `SELECT l.id FROM logs l JOIN users u ON u.name = l.id WHERE l.project = @p AND u.tenant = @q`,
    [['p'], ['q']],
  ],
  [
    `SELECT l.id FROM logs l JOIN users u ON u.tenant = l.project WHERE l.project = @q AND ${BOTH}`,
    [['q']],
  ],
  [`WITH ${TWO} SELECT id FROM a UNION ALL SELECT id FROM b`, [['p'], ['q']]],
  // rows of either part, which two parameters prove
  [
    `WITH ${TWO}, u AS (SELECT * FROM a UNION ALL SELECT * FROM b)
     SELECT x.name FROM u JOIN users x ON x.tenant = u.project`,
    [['p'], ['q']],
  ],
  [
    `SELECT name FROM users WHERE tenant IN (SELECT project FROM logs WHERE project = @q) AND ${BOTH}`,
    [['q']],
  ],
  // a query that two readers hold
  [
    `WITH a AS (SELECT id, project FROM logs)
     SELECT x.id FROM a x JOIN a y ON x.id = y.id WHERE x.project = @p AND y.project = @q`,
    [['p'], ['q']],
  ],
  // values with one proof of two clauses do not equal each other
  [
    `WITH ${TWO}, u AS (SELECT * FROM a UNION ALL SELECT * FROM b)
     SELECT x.name FROM u JOIN u v ON v.id = u.id JOIN users x ON x.tenant = u.project WHERE v.project = @p`,
    [['p'], ['q']],
  ],
];

export const LIST_PARAMS = `params:
  ps: { list: string, required: true }
`;

/** Texts that a required list restricts, and what a key has to fix; `null`: the data set allows one tenant. */
export const LISTS: readonly (readonly [string, readonly (readonly string[])[] | null])[] = [
  ['SELECT name FROM parts WHERE tenant IN UNNEST(@ps)', [['ps']]],
  ['SELECT name FROM parts WHERE tenant NOT IN UNNEST(@ps)', null],
  ['SELECT id FROM logs WHERE project IN UNNEST(@ps)', null],
];
