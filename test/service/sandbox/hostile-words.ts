/** Parts of the statements of `hostile.ts`: extreme values, templates of calls, odd names, pieces of text. */
export type Kind = 'int' | 'text' | 'bool' | 'float' | 'decimal' | 'instant' | 'date';

export const KINDS: readonly Kind[] = [
  'int',
  'text',
  'bool',
  'float',
  'decimal',
  'instant',
  'date',
];

export const LOGS = 'edge_logs AS t CROSS JOIN UNNEST(t.metadata) AS m';
/** Its columns. */
export const COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  int: ['t.amount', 'm.status'],
  text: ['t.id', 't.message', 't.project', 'm.path'],
  bool: ['(t.amount > 1)', '(t.message IS NULL)'],
  float: ['t.ratio'],
  decimal: ['CAST(t.amount AS NUMERIC)'],
  instant: ['t.timestamp'],
  date: ['DATE(t.timestamp)'],
};

/** A line has one or more, between bars. */
const items = (text: string) => text.trim().split(/\s*[|\n]\s*/);
const LONG = 'x'.repeat(3_000);
const [MOST, LEAST] = [`${'9'.repeat(29)}.999999999`, `-${'9'.repeat(29)}.999999999`];

export const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  int: items(`0 | 1 | -1 | 7 | 10001 | 2147483648 | 9007199254740993 | 9223372036854775807
    -9223372036854775808 | CAST(NULL AS INT64) | 0x7fffffffffffffff`),
  text: items(String.raw`'' | 'a' | '1e400' | '9999-12-31' | '0000-00-00' | '2024-02-30T25:61:61Z' | '%s%_\\'
    'é한🧨' | '\U0010FFFF' | 'NaN' | '-inf' | r'\d' | '-' | CAST(NULL AS STRING) | '{"a":[1]}' | '1' | 'true' | '${LONG}'`),
  bool: items('TRUE | FALSE | CAST(NULL AS BOOL)'),
  float: items('0.0 | -0.0 | 1e308 | -1e308 | 5e-324 | 0.1 | 9007199254740993.0 | 1e19 | 1e-7'),
  decimal: items(`NUMERIC '0' | NUMERIC '${MOST}' | NUMERIC '${LEAST}' | NUMERIC '0.000000001'`),
  instant: items(`TIMESTAMP '1900-01-01 00:00:00+00' | TIMESTAMP '2299-12-31 23:59:59.999999+00'
    TIMESTAMP '1970-01-01' | TIMESTAMP '1969-12-31 23:59:59.999999' | TIMESTAMP '2262-04-12' | CAST(NULL AS TIMESTAMP)`),
  date: items(
    `DATE '1900-01-01' | DATE '2299-12-31' | DATE '2024-02-29' | DATE '1969-12-31' | CAST(NULL AS DATE)`,
  ),
};

export const UNITS = items('MICROSECOND | MILLISECOND | SECOND | MINUTE | HOUR | DAY');
export const DATE_UNITS = items(
  'DAY | WEEK | MONTH | QUARTER | YEAR | ISOWEEK | WEEK(TUESDAY) | ISOYEAR',
);
const signs = (kind: Kind, all: string) => items(all).map(sign => `({${kind}} ${sign} {${kind}})`);

/** By kind, templates: `{int}` is an expression of that kind, `{unit}` and `{dateunit}` are units. */
export const CALLS: Readonly<Record<Kind, readonly string[]>> = {
  int: [
    ...signs('int', '+ | - | * | &'),
    '({int} | {int})',
    ...items(`DIV({int}, {int}) | MOD({int}, {int}) | ABS({int}) | SIGN({int}) | (-{int}) | SAFE_ADD({int}, {int})
      SAFE_MULTIPLY({int}, {int}) | SAFE_NEGATE({int}) | LENGTH({text}) | BYTE_LENGTH({text}) | STRPOS({text}, {text})
      INSTR({text}, {text}) | GREATEST({int}, {int}) | LEAST({int}, {int}) | CAST({float} AS INT64)
      SAFE_CAST({text} AS INT64) | CAST({decimal} AS INT64) | CAST({text} AS INT64) | CAST({bool} AS INT64)
      UNIX_MICROS({instant}) | UNIX_MILLIS({instant}) | UNIX_SECONDS({instant}) | UNIX_DATE({date})
      TIMESTAMP_DIFF({instant}, {instant}, {unit}) | DATE_DIFF({date}, {date}, {dateunit}) | [{int}, {int}][OFFSET(1)]
      EXTRACT(YEAR FROM {instant}) | EXTRACT(MICROSECOND FROM {instant}) | EXTRACT(ISOWEEK FROM {date})
      EXTRACT(DAYOFWEEK FROM {date}) | ARRAY_LENGTH([{int}, {int}])`),
  ],
  text: items(`CONCAT({text}, {text}) | UPPER({text}) | LOWER({text}) | REVERSE({text}) | TRIM({text}) | LTRIM({text}, ' x')
    SUBSTR({text}, 2, 3) | SUBSTR({text}, -9223372036854775808) | LEFT({text}, 3) | RIGHT({text}, 9223372036854775807)
    REPLACE({text}, 'a', {text}) | REPEAT({text}, 9) | REPEAT({text}, 10000) | LPAD({text}, 9, 'ab') | RPAD({text}, 10000)
    CAST({int} AS STRING) | CAST({decimal} AS STRING) | CAST({instant} AS STRING) | CAST({date} AS STRING)
    CAST({bool} AS STRING) | FORMAT_TIMESTAMP('%F %T', {instant}) | FORMAT_DATE('%Y %j', {date}) | TO_HEX(MD5({text}))
    REGEXP_REPLACE({text}, r'(a+)+$', 'b') | REGEXP_EXTRACT({text}, r'[0-9]+') | STRING({instant}) | FORMAT_DATE('%F', {date})`),
  bool: [
    ...KINDS.flatMap(kind => signs(kind, '= | <> | < | >=')),
    ...items(`(NOT {bool}) | ({bool} AND {bool}) | ({bool} OR {bool}) | ({int} BETWEEN {int} AND {int}) | ({text} LIKE {text})
      STARTS_WITH({text}, {text}) | ENDS_WITH({text}, {text}) | ({int} IN ({int}, {int}, NULL)) | ({int} IN UNNEST([{int}, 5]))
      ({text} IS DISTINCT FROM {text}) | CAST({text} AS BOOL) | SAFE_CAST({text} AS BOOL) | ({bool} IS NOT FALSE)
      EXISTS (SELECT 1 FROM edge_logs AS o WHERE o.amount = {int}) | ({int} IN (SELECT amount FROM edge_logs))`),
    "REGEXP_CONTAINS({text}, r'^(a|b)*$')",
  ],
  float: [
    ...signs('float', '+ | - | * | /'),
    ...items(`({int} / {int}) | SAFE_DIVIDE({float}, {float}) | POW({float}, {float}) | SQRT({float}) | EXP({float})
      LN({float}) | LOG({float}) | LOG10({float}) | ROUND({float}, 2) | ROUND({float}) | TRUNC({float}) | CEIL({float})
      FLOOR({float}) | CAST({text} AS FLOAT64) | CAST({int} AS FLOAT64) | SAFE_CAST({text} AS FLOAT64)
      CAST({decimal} AS FLOAT64) | (-{float}) | ABS({float})`),
  ],
  decimal: [
    ...signs('decimal', '+ | - | *'),
    ...items(`CAST({int} AS NUMERIC) | ABS({decimal}) | ROUND({decimal}, 2) | (-{decimal}) | SAFE_ADD({decimal}, {decimal})
      GREATEST({int}, 3) + {decimal}`),
  ],
  instant:
    items(`TIMESTAMP_ADD({instant}, INTERVAL 9223372036854775807 {unit}) | TIMESTAMP_SUB({instant}, INTERVAL 400 {unit})
    TIMESTAMP_TRUNC({instant}, {dateunit}) | TIMESTAMP_TRUNC({instant}, {unit}) | TIMESTAMP({text})
    TIMESTAMP_MICROS({int}) | TIMESTAMP_MILLIS({int}) | TIMESTAMP_SECONDS({int}) | TIMESTAMP({date}) | CURRENT_TIMESTAMP()
    CAST({text} AS TIMESTAMP) | SAFE_CAST({text} AS TIMESTAMP) | PARSE_TIMESTAMP('%F %T', {text})
    TIMESTAMP({date}, 'Europe/Berlin') | TIMESTAMP_TRUNC({instant}, DAY, 'Asia/Kathmandu') | GREATEST({instant}, {instant})
    TIMESTAMP_SUB({instant}, INTERVAL 146097 DAY)`),
  date: items(`DATE({instant}) | DATE_TRUNC({date}, {dateunit}) | LAST_DAY({date}) | SAFE_CAST({text} AS DATE)
    CAST({text} AS DATE) | PARSE_DATE('%F', {text}) | LAST_DAY({date}, MONTH) | CURRENT_DATE() | DATE({instant}, 'America/Lima')
    LEAST({date}, {date}) | DATE_ADD({date}, INTERVAL 9999 YEAR) | DATE_SUB({date}, INTERVAL 2147483648 DAY)
    DATE_ADD({date}, INTERVAL 13 MONTH) | DATE_ADD({date}, INTERVAL -9223372036854775808 WEEK)`),
};

/** Of any kind, which `$` stands for. */
export const ANY =
  items(`IF({bool}, $, $) | COALESCE($, $) | IFNULL($, $) | NULLIF($, $) | CASE {int} WHEN {int} THEN $ ELSE $ END
  CASE WHEN {bool} THEN $ WHEN {bool} THEN $ END | (SELECT $) | CASE WHEN {bool} THEN $ END`);

/** Calls that quern does not translate, or not with such arguments. */
export const FOREIGN =
  items(`({int} << {int}) | (~{int}) | ASCII({text}) | FARM_FINGERPRINT({text}) | FORMAT('%.30f', {float})
  [{int}, 2][SAFE_OFFSET({int})] | INT64(PARSE_JSON({text})) | LEFT({text}, {int}) | REPEAT({text}, {int}) | CHR({int})
  TO_BASE64(SHA256({text})) | NORMALIZE({text}) | JSON_VALUE({text}, '$.a') | IS_NAN({float}) | COSH({float}) | ERROR({text})
  ROUND({float}, {int}) | CAST({float} AS NUMERIC) | TIMESTAMP_ADD({instant}, INTERVAL {int} {unit}) | DATE({int}, {int}, 1)
  (SELECT MAX({int}) FROM plans) | CAST('NaN' AS FLOAT64) | DATE '0001-01-01' | TIMESTAMP '9999-12-31' | '\\x00' | RAND()
  (SELECT COUNT(*) FROM UNNEST(GENERATE_ARRAY(1, {int})) AS n) | STRUCT({int}, {text}) | [{text}] | SESSION_USER()`);

export const AGGREGATES =
  items(`COUNT(*) | COUNT(DISTINCT {int}) | SUM({int}) | SUM({decimal}) | SUM({float}) | AVG({int}) | AVG({float})
  MIN({instant}) | MAX({date}) | MAX({text}) | STRING_AGG({text}, ',') | STRING_AGG({text}, ',' ORDER BY {int})
  STDDEV({float}) | VAR_POP({float}) | COUNTIF({bool}) | LOGICAL_OR({bool}) | APPROX_QUANTILES({int}, 4)[OFFSET(2)]
  ANY_VALUE({text} HAVING MAX {int}) | APPROX_COUNT_DISTINCT({text}) | SUM(DISTINCT {int}) | CORR({float}, {float})`);

export const WINDOWS =
  items(`ROW_NUMBER() | RANK() | NTILE(3) | LAG({int}) | LEAD({text}) | SUM({int}) | AVG({float}) | COUNT({text})
  FIRST_VALUE({instant}) | LAST_VALUE({float} IGNORE NULLS) | MIN({date}) | SUM({decimal}) | CUME_DIST()`);
export const FRAMED: ReadonlySet<string> = new Set([
  'SUM({int})',
  'AVG({float})',
  'COUNT({text})',
  'MIN({date})',
]);
export const FRAMES = items(`ROWS BETWEEN 1 PRECEDING AND CURRENT ROW
  ROWS BETWEEN UNBOUNDED PRECEDING AND 9223372036854775807 FOLLOWING`);

export const NAMES = items(
  'c | id | edge_logs | amount | edge_logs_view | __proto__ | `constructor` | now_time | _ | f0_',
)
  .concat([
    '`select`',
    '`a b`',
    '`\\x00`',
    '`a\\u0000b`',
    '`\\n`',
    '`\\t\\x7f`',
    '``',
    '` `',
    '`"`',
    "`'`",
    '`\\``',
    '`\\\\`',
  ])
  .concat([
    '`$$`',
    '`한국어`',
    '`🧨`',
    '`\\u202e`',
    '`\\ufeff`',
    `\`${'n'.repeat(3_000)}\``,
    '`%s`',
    '`{x:String}`',
    '`1`',
  ])
  .concat([
    '`?`',
    '`@p`',
    '`a.b`',
    '`*`',
    '`\\ud800`',
    '`é`',
    '`e\\u0301`',
    '`ID`',
    '`result`',
    '`--`',
    '`/*`',
  ]);

export const SCRAPS = [
  `'`,
  '"',
  '`',
  '\\',
  '(',
  ')',
  ',',
  ';',
  '--',
  '/*',
  '*/',
  '#',
  '@',
  '?',
  '@@x',
  '$$',
  '\0',
  '\ud800',
]
  .concat([
    '\u2028',
    '\u202e',
    '\u00a0',
    '\ufeff',
    'NULL',
    'SELECT',
    'FROM',
    'UNION ALL',
    'OVER ()',
    'AS',
    '*',
    '..',
  ])
  .concat([
    '1e999',
    '0x',
    "b'\\xff'",
    'INTERVAL 1 YEAR',
    'UNNEST([])',
    'STRUCT()',
    '<',
    '=>',
    '|>',
    '{',
    '[',
    ']',
  ]);

export const SETS = items('UNION ALL | UNION DISTINCT | EXCEPT DISTINCT | INTERSECT DISTINCT');
export const JOINS = items('CROSS JOIN | LEFT JOIN | FULL JOIN | RIGHT JOIN | JOIN');
