/**
 * The grid of functions: each of a class over a column that holds NULL, over NULL, and over what is empty. Functions that are not translated stand here, too: they count.
 */

/** A column, NULL, and the type's own nothing where it has one. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  i: ['a', 'CAST(NULL AS INT64)', '0'],
  f: ['x', 'CAST(NULL AS FLOAT64)', '0.0'],
  s: ['b', 'CAST(NULL AS STRING)', "''"],
  b: ['ok', 'CAST(NULL AS BOOL)', 'FALSE'],
  t: ['ts', 'CAST(NULL AS TIMESTAMP)'],
  d: ['d', 'CAST(NULL AS DATE)'],
};

const SCALAR: Readonly<Record<string, readonly string[]>> = {
  arithmetic: [
    ...['{i} + {i}', '{i} - {i}', '{i} * {i}', '-{i}', '{f} + {f}', '{f} * {i}', '{f} - {f}'],
    ...['{i} / 4', '{f} / 0.5', 'DIV({i}, 2)', 'MOD({i}, 2)', 'SAFE_DIVIDE({i}, {i})', '-{f}'],
    ...['SAFE_ADD({i}, {i})', 'SAFE_SUBTRACT({i}, {i})', 'SAFE_MULTIPLY({i}, {i})', '{i} & {i}'],
    ...['SAFE_NEGATE({i})', 'SAFE.DIV({i}, {i})', 'SAFE.MOD({i}, {i})', '{i} | {i}', '{i} ^ {i}'],
    ...['CAST({i} AS NUMERIC) / 7', 'SAFE_DIVIDE(CAST({i} AS NUMERIC), CAST({i} AS NUMERIC))'],
    ...['~{i}', '{i} << 2', '{i} >> 1', 'BIT_COUNT({i})'],
  ],
  'numbers of floats': [
    ...['ABS({i})', 'ABS({f})', 'SIGN({i})', 'SIGN({f})', 'ROUND({f})', 'FLOOR({f})', 'CEIL({f})'],
    ...[
      'TRUNC({f})',
      'TRUNC({f}, 2)',
      'SAFE.SQRT({f})',
      'SAFE.LN({f})',
      'SAFE.LOG10({f})',
      'SAFE.EXP({f})',
      'SAFE.ACOS({f})',
      'SAFE.LOG({f}, 2)',
    ],
    ...['SAFE.POW({f}, 2)', 'EXP({f} / 1e10)', 'SQRT(ABS({f}))', 'ROUND({f}, 2)', 'ATAN({f})'],
    ...['POW(ABS({f}), 0.5)'],
  ],
  texts: [
    ...['UPPER({s})', 'LOWER({s})', 'LENGTH({s})', 'CONCAT({s}, {s})', '{s} || {s}'],
    ...['SUBSTR({s}, 2)', 'SUBSTR({s}, -1)', 'SUBSTR({s}, 1, 1)', 'LEFT({s}, 1)', 'RIGHT({s}, 1)'],
    ...[
      'STRPOS({s}, {s})',
      "REPLACE({s}, 'a', {s})",
      'TRIM({s})',
      "LTRIM({s}, 'a')",
      'REVERSE({s})',
    ],
    ...["RTRIM({s}, 'b')", 'STARTS_WITH({s}, {s})', 'ENDS_WITH({s}, {s})', 'LPAD({s}, 3)'],
    ...["RPAD({s}, 3, 'x')", 'REPEAT({s}, 2)', 'BYTE_LENGTH({s})', 'INSTR({s}, {s})'],
    ...["SPLIT({s}, 'b')[SAFE_OFFSET(1)]", "SPLIT({s}, ',')[OFFSET(0)]", 'INITCAP({s})'],
    ...['CHAR_LENGTH({s})', "TRANSLATE({s}, 'a', 'b')"],
  ],
  patterns: [
    ...["{s} LIKE 'a%'", "{s} LIKE '_'", "{s} LIKE ''", "{s} NOT LIKE '%b%'", "{s} LIKE 'a\\\\%'"],
    ...[
      "REGEXP_CONTAINS({s}, r'^a')",
      "REGEXP_CONTAINS({s}, r'^$')",
      "REGEXP_EXTRACT({s}, r'a(.)')",
    ],
    ...["REGEXP_EXTRACT({s}, r'b+')", "REGEXP_REPLACE({s}, r'a', 'x')", "REGEXP_INSTR({s}, 'b')"],
    ...["REGEXP_CONTAINS({s}, r'(?i)B')"],
  ],
  instants: [
    ...['TIMESTAMP_TRUNC({t}, HOUR)', 'TIMESTAMP_TRUNC({t}, DAY)', 'TIMESTAMP_TRUNC({t}, MONTH)'],
    ...['TIMESTAMP_TRUNC({t}, WEEK)', "TIMESTAMP_TRUNC({t}, DAY, 'Europe/Berlin')"],
    ...['TIMESTAMP_ADD({t}, INTERVAL 90 SECOND)', 'TIMESTAMP_SUB({t}, INTERVAL 1 DAY)'],
    ...[
      'TIMESTAMP_DIFF({t}, {t}, MINUTE)',
      'EXTRACT(HOUR FROM {t})',
      'EXTRACT(DAYOFWEEK FROM {t})',
    ],
    ...["EXTRACT(DAY FROM {t} AT TIME ZONE 'Asia/Tokyo')", 'UNIX_SECONDS({t})', 'UNIX_MILLIS({t})'],
    ...[
      'TIMESTAMP_MILLIS({i})',
      'TIMESTAMP_SECONDS({i})',
      'DATE({t})',
      "FORMAT_TIMESTAMP('%F', {t})",
    ],
    ...["STRING({t}, 'Asia/Tokyo')", 'TIMESTAMP_BUCKET({t}, INTERVAL 7 MINUTE)'],
    ...['CAST({t} AS STRING)', 'EXTRACT(MICROSECOND FROM {t})', 'EXTRACT(WEEK FROM {t})'],
  ],
  dates: [
    ...['DATE_TRUNC({d}, MONTH)', 'DATE_TRUNC({d}, WEEK)', 'DATE_ADD({d}, INTERVAL 1 MONTH)'],
    ...['DATE_SUB({d}, INTERVAL 2 DAY)', 'DATE_DIFF({d}, {d}, DAY)', 'DATE_DIFF({d}, {d}, WEEK)'],
    ...[
      'EXTRACT(YEAR FROM {d})',
      'EXTRACT(DAYOFWEEK FROM {d})',
      'TIMESTAMP({d})',
      'UNIX_DATE({d})',
    ],
    ...[
      "FORMAT_DATE('%d.%m.%Y', {d})",
      'DATE_BUCKET({d}, INTERVAL 2 DAY)',
      'DATE_BUCKET({d}, INTERVAL 5 MONTH)',
      'CAST({d} AS STRING)',
      'LAST_DAY({d})',
    ],
  ],
  conditions: [
    ...['IF({b}, {i}, {i})', 'IFNULL({i}, {i})', 'COALESCE({s}, {s})', 'NULLIF({s}, {s})'],
    ...[
      'CASE WHEN {b} THEN {i} END',
      'CASE {i} WHEN {i} THEN 1 ELSE 2 END',
      'GREATEST({i}, {i})',
      'GREATEST({f}, 1.5)',
      'LEAST({f}, {f})',
    ],
    ...[
      'LEAST({s}, {s})',
      'ZEROIFNULL({i})',
      'NULLIFZERO({i})',
      'ZEROIFNULL({f})',
      'NULLIFZERO({f})',
      'CASE {s} WHEN {s} THEN {s} END',
    ],
  ],
  comparisons: [
    ...['{i} = {i}', '{s} != {s}', '{f} < {f}', '{t} >= {t}', '{d} > {d}', '{i} BETWEEN {i} AND 3'],
    ...['{i} IN ({i}, 1)', '{i} NOT IN ({i}, 1)', '{s} IN ({s}, {s})', '{i} IS DISTINCT FROM {i}'],
    ...[
      '{s} IS NOT DISTINCT FROM {s}',
      '{b} IS TRUE',
      '{b} IS NOT FALSE',
      '{i} IS NULL',
      'NOT {b}',
    ],
    ...['{b} AND {b}', '{b} OR {b}'],
  ],
  casts: [
    ...['CAST({i} AS STRING)', 'CAST({i} AS FLOAT64)', 'CAST({i} AS BOOL)', 'CAST({b} AS INT64)'],
    ...['CAST({b} AS STRING)', 'SAFE_CAST({s} AS INT64)', 'SAFE_CAST({s} AS FLOAT64)'],
    ...[
      'SAFE_CAST({s} AS BOOL)',
      'CAST({f} AS INT64)',
      'CAST({t} AS DATE)',
      'CAST({d} AS TIMESTAMP)',
    ],
    ...['CAST({i} AS NUMERIC)', 'CAST(ROUND({f}) / 2 AS STRING)'],
  ],
};

const AGGREGATES: readonly string[] = [
  ...['COUNT(*)', 'COUNT(a)', 'COUNT(DISTINCT b)', 'COUNTIF(ok)', 'SUM(a)', 'SUM(x)', 'AVG(a)'],
  ...[
    'AVG(x)',
    'MIN(b)',
    'MAX(ts)',
    'LOGICAL_AND(ok)',
    'LOGICAL_OR(ok)',
    'VARIANCE(x)',
    'STDDEV(a)',
  ],
  ...[
    'BIT_OR(a)',
    'COVAR_POP(a, id)',
    'COVAR_SAMP(a, id)',
    'APPROX_COUNT_DISTINCT(a)',
    "STRING_AGG(b, '' ORDER BY id)",
    'SUM(n)',
    'AVG(n)',
  ],
  ...[
    'STRING_AGG(DISTINCT b ORDER BY b)',
    'APPROX_QUANTILES(a, 4)[SAFE_OFFSET(1)]',
    'MIN(DISTINCT d)',
    'SUM(DISTINCT a)',
    'AVG(DISTINCT a)',
  ],
];

const WINDOWS: readonly string[] = [
  ...['ROW_NUMBER()', 'RANK()', 'DENSE_RANK()', 'LAG(a)', 'LEAD(b)', 'FIRST_VALUE(b)', 'COUNT(*)'],
  ...[
    'COUNT(a)',
    'SUM(a)',
    'AVG(a)',
    'AVG(n)',
    'MIN(x)',
    'MAX(ts)',
    'COUNTIF(ok)',
    'NTILE(2)',
    'LAST_VALUE(d)',
    'NTH_VALUE(b, 2)',
    'PERCENT_RANK()',
    'CUME_DIST()',
  ],
];

/** The statements of each class, one a function. */
export const GRID: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(SCALAR).map(([name, templates]) => [name, templates.map(scalarStatement)]),
  ),
  // of all rows, of none, of rows that are NULL, and by groups of which one is NULL
  aggregates: AGGREGATES.map(of =>
    [
      `SELECT 'all' AS g, ${of} AS c FROM t`,
      `SELECT 'none', ${of} FROM t WHERE id > 100`,
      `SELECT 'null', ${of} FROM t WHERE id = 7`,
      `SELECT b, ${of} FROM t GROUP BY b`,
    ].join(' UNION ALL '),
  ),
  windows: WINDOWS.map(
    of => `SELECT id, ${of} OVER (PARTITION BY a ORDER BY id) AS c FROM t WHERE id != 9
      UNION ALL SELECT id, ${of} OVER (ORDER BY id) FROM t WHERE id = 7`,
  ),
};

/** Each argument in each form while the others are columns; then every one. */
function scalarStatement(template: string): string {
  const kinds = [...template.matchAll(/\{(\w)\}/g)].map(([, kind = '']) => kind);
  const columns = kinds.map(kind => ARGUMENTS[kind]?.[0] ?? '');
  const forms = new Map<string, string>();
  const add = (args: readonly string[]) => {
    let next = 0;
    const text = template.replace(/\{\w\}/g, () => args[next++] ?? '');
    if (!forms.has(text)) forms.set(text, `${text} AS c${forms.size}`);
  };
  add(columns);
  for (const form of [1, 2]) {
    const formOf = (kind: string) => ARGUMENTS[kind]?.[form] ?? ARGUMENTS[kind]?.[0] ?? '';
    for (const [i, kind] of kinds.entries()) add(columns.with(i, formOf(kind)));
    add(kinds.map(formOf));
  }
  return `SELECT id, ${[...forms.values()].join(', ')} FROM t`;
}
