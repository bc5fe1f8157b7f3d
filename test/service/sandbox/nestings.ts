/** Random nestings of every function that GoogleSQL shares with the engines, over the view `edge_logs`. */
import fc from 'fast-check';

/** One letter a type: I int64, F float64, S string, B bool, T timestamp, D date, N numeric, W datetime. */
type Letter = 'I' | 'F' | 'S' | 'B' | 'T' | 'D' | 'N' | 'W';

const LEAVES: Readonly<Record<Letter, readonly string[]>> = {
  I: ['amount', '7'],
  F: ['ratio', '1.5'],
  S: ['message', 'id', "'a,b'"],
  B: ['amount > 3', 'ratio < 0.5'],
  T: ['timestamp', "TIMESTAMP '2026-01-02 03:04:05+00'"],
  D: ['DATE(timestamp)', "DATE '2026-01-02'"],
  N: ['CAST(amount AS NUMERIC)', "NUMERIC '2.5'"],
  W: ['DATETIME(timestamp)', "DATETIME '2026-01-02 03:04:05'"],
};

/** A letter in braces is the place of an expression of its type. */
const CALLS: Readonly<Record<Letter, string>> = {
  I: `{I} + {I}; {I} - {I}; {I} * {I}; -({I}); {I} & {I}; {I} | {I}; DIV({I}, {I}); MOD({I}, {I}); ABS({I}); SIGN({I}); SAFE_ADD({I}, {I});
    SAFE_SUBTRACT({I}, {I}); SAFE_MULTIPLY({I}, {I}); SAFE_NEGATE({I}); LENGTH({S}); CHAR_LENGTH({S}); CHARACTER_LENGTH({S});
    BYTE_LENGTH({S}); OCTET_LENGTH({S}); STRPOS({S}, {S}); INSTR({S}, {S}); CAST({S} AS INT64); CAST({F} AS INT64); CAST({N} AS INT64);
    CAST({B} AS INT64); UNIX_SECONDS({T}); UNIX_MILLIS({T}); UNIX_MICROS({T}); UNIX_DATE({D}); EXTRACT(YEAR FROM {T}); EXTRACT(DAYOFWEEK FROM {D});
    TIMESTAMP_DIFF({T}, {T}, SECOND); DATE_DIFF({D}, {D}, WEEK); DATE_DIFF({D}, {D}, MONTH); DATETIME_DIFF({W}, {W}, DAY); TIME_DIFF(TIME_TRUNC(TIME({T}), HOUR), TIME_SUB(CURRENT_TIME(), INTERVAL 1 HOUR), SECOND); EXTRACT(HOUR FROM {W}); IF({B}, {I}, {I}); COALESCE({I}, {I}); IFNULL({I}, {I});
    NULLIF({I}, {I}); GREATEST({I}, {I}, {I}); LEAST({I}, {I}); CASE WHEN {B} THEN {I} WHEN {B} THEN {I} ELSE {I} END; CASE {I} WHEN 1 THEN {I} ELSE {I} END;
    ZEROIFNULL({I}); NULLIFZERO({I}); ARRAY_LENGTH([{I}, {I}]); ARRAY_LENGTH(ARRAY_CONCAT([{I}, {I}], [{I}])); ARRAY_LENGTH(ARRAY_REVERSE([{I}]));
    ARRAY_LENGTH(REGEXP_EXTRACT_ALL({S}, 'a+')); RANGE_BUCKET({I}, [1, 5]); ARRAY_LAST([{I}, {I}]); BIT_COUNT({I}); ARRAY_LENGTH(ARRAY_SLICE([{I}, {I}], 1, -1)); ARRAY_LENGTH(GENERATE_ARRAY({I}, 5));
    (SELECT v FROM UNNEST([{I}, {I}]) AS v ORDER BY v DESC LIMIT 1); ARRAY_LENGTH(ARRAY(SELECT DISTINCT v FROM UNNEST([{I}, 7]) AS v))`,
  F: `{F} + {F}; {F} - {F}; {F} * {F}; {F} / {F}; {I} / {I}; -({F}); SAFE_DIVIDE({F}, {F}); ABS({F}); SIGN({F}); ROUND({F}); ROUND({F}, 2); GREATEST({F}, {F}); LEAST({F}, 0.5);
    FLOOR({F}); CEIL({F}); TRUNC({F}); TRUNC({F}, 2); ZEROIFNULL({F}); NULLIFZERO({F}); SQRT({F}); POW({F}, 2); POW({F}, {F}); EXP({F}); LN({F}); LOG10({F}); LOG({F}); LOG({F}, 2); SIN({F}); COS({F}); TAN({F}); ASIN(SIN({F})); ACOS(COS({F})); ATAN({F}); ATAN2({F}, {F}); PI() * {F}; CAST({I} AS FLOAT64);
    CAST({S} AS FLOAT64); CAST({N} AS FLOAT64); IF({B}, {F}, {F}); COALESCE({F}, {F})`,
  S: `CONCAT({S}, {S}); {S} || {S}; LOWER({S}); UPPER({S}); REVERSE({S}); LEFT({S}, 5); RIGHT({S}, 5); SUBSTR({S}, 2, 3); SUBSTRING({S}, -2);
    REPLACE({S}, 'a', {S}); REPEAT({S}, 2); TRIM({S}); LTRIM({S}, 'a'); RTRIM({S}, 'a'); LPAD({S}, 9, '-'); FORMAT('%-5s %s', {S}, {S}); FORMAT('%05d %.2f', {I}, {F}); RPAD({S}, 9); CAST({I} AS STRING);
    CAST({N} AS STRING); CAST({B} AS STRING); CAST({F} AS STRING); CAST({D} AS STRING); CAST({T} AS STRING); STRING({T}); STRING({T}, 'Europe/Berlin'); FORMAT('%t %T', {F}, {S}); TO_BASE64(SHA256({S})); TO_HEX(FROM_HEX({S})); TO_HEX(FROM_BASE64({S})); SAFE_CONVERT_BYTES_TO_STRING(CAST({S} AS BYTES)); TO_JSON_STRING(STRUCT({S} AS s, {I} AS i)); TO_JSON_STRING([{F}, 1.5]); JSON_VALUE(PARSE_JSON({S}), '$.a'); JSON_TYPE(PARSE_JSON({S}));
    (SELECT STRING_AGG(DISTINCT v, '' ORDER BY v) FROM UNNEST([{S}, {S}]) AS v); SPLIT({S}, ',')[SAFE_OFFSET(0)];
    INITCAP({S}); REGEXP_EXTRACT({S}, 'a+', 1, 2); ARRAY_FIRST([{S}, {S}]); REGEXP_EXTRACT({S}, 'a+'); REGEXP_REPLACE({S}, 'a', 'b'); FORMAT_TIMESTAMP('%Y-%m', {T}); FORMAT_DATE('%d', {D}); FORMAT_DATETIME('%H:%M', {W}); FORMAT_TIME('%H:%M', TIME({T})); CAST(TIME_ADD(TIME({W}), INTERVAL 90 MINUTE) AS STRING); CAST({W} AS STRING); IF({B}, {S}, {S});
    COALESCE({S}, {S}); NULLIF({S}, {S}); GREATEST({S}, {S}); LEAST({S}, {S}); CASE WHEN {B} THEN {S} END; TO_HEX(MD5({S})); TO_HEX(SHA1({S}));
    TO_HEX(SHA256({S})); ARRAY_TO_STRING([{S}, {S}], ','); [{S}, {S}][SAFE_OFFSET(1)]; [{S}, {S}][SAFE_ORDINAL(1)]`,
  B: `{I} = {I}; {S} != {S}; {F} < {F}; {I} <= {I}; {T} > {T}; {D} >= {D}; {W} < {W}; {I} BETWEEN {I} AND {I}; {B} AND {B}; {B} OR {B}; NOT ({B});
    {I} IN (1, 2); {I} IN ({I}, {I}); ({S}) IS NULL; ({B}) IS TRUE; ({B}) IS FALSE; ({I}) IS DISTINCT FROM ({I}); ({S}) IS NOT DISTINCT FROM ({S});
    STARTS_WITH({S}, {S}); ENDS_WITH({S}, {S}); {S} LIKE 'a%'; {S} LIKE '%a_b%'; {S} LIKE {S}; {S} LIKE ANY ('a%', 'b%'); {S} LIKE ALL ('a%', '%b');
    REGEXP_CONTAINS({S}, 'a.b'); CAST({S} AS BOOL); CAST({I} AS BOOL); {I} IN UNNEST([{I}, {I}]); IS_NAN({F}); IS_INF({F})`,
  T: `TIMESTAMP_TRUNC({T}, DAY); TIMESTAMP_TRUNC({T}, MONTH); TIMESTAMP_TRUNC({T}, WEEK); TIMESTAMP_ADD({T}, INTERVAL 5 MINUTE);
    TIMESTAMP_SUB({T}, INTERVAL 1 DAY); TIMESTAMP({D}); TIMESTAMP({D}, 'Europe/Berlin'); TIMESTAMP_SECONDS({I}); TIMESTAMP_MILLIS({I});
    TIMESTAMP_MICROS({I}); TIMESTAMP_TRUNC({T}, DAY, 'Europe/Berlin'); CAST({S} AS TIMESTAMP); PARSE_TIMESTAMP('%Y-%m-%d', {S}); PARSE_TIMESTAMP('%d/%b/%y', {S}); TIMESTAMP_BUCKET({T}, INTERVAL 7 MINUTE); IF({B}, {T}, {T});
    GREATEST({T}, {T}); COALESCE({T}, {T}); TIMESTAMP({W}); CURRENT_TIMESTAMP()`,
  D: `DATE_FROM_UNIX_DATE({I}); DATE({T}); DATE({T}, 'Europe/Berlin'); DATE({S}); DATE({D}); SAFE.DATE({S}); DATE_TRUNC({D}, MONTH); DATE_TRUNC({D}, WEEK); DATE_ADD({D}, INTERVAL 1 DAY); DATE_SUB({D}, INTERVAL 1 MONTH);
    LAST_DAY({D}); CAST({S} AS DATE); PARSE_DATE('%Y-%m-%d', {S}); PARSE_DATE('%b %d, %Y', {S}); DATE_BUCKET({D}, INTERVAL 5 DAY); DATE_BUCKET({D}, INTERVAL 5 MONTH); SAFE.PARSE_DATE('%Y%m%d', {S}); IF({B}, {D}, {D}); LEAST({D}, {D}); CURRENT_DATE(); EXTRACT(DATE FROM {T}); CAST({W} AS DATE)`,
  W: `DATETIME({D}); DATETIME({T}); DATETIME({T}, 'Europe/Berlin'); DATETIME_TRUNC({W}, DAY); DATETIME_TRUNC({W}, WEEK); DATETIME_ADD({W}, INTERVAL 5 MINUTE);
    DATETIME_SUB({W}, INTERVAL 1 DAY); DATETIME_ADD({W}, INTERVAL 2 MONTH); PARSE_DATETIME('%Y-%m-%d', {S}); DATETIME_BUCKET({W}, INTERVAL 11 HOUR); CURRENT_DATETIME(); IF({B}, {W}, {W}); GREATEST({W}, {W}); COALESCE({W}, {W})`,
  N: `TRUNC({N}, 2); ZEROIFNULL({N}); NULLIFZERO({N}); {N} + {N}; {N} - {N}; {N} * {N}; -({N}); ABS({N}); CAST({I} AS NUMERIC); CAST({S} AS NUMERIC); IF({B}, {N}, {N}); COALESCE({N}, {N})`,
};

const LETTERS: readonly Letter[] = ['I', 'F', 'S', 'B', 'T', 'D', 'N', 'W'];

const callsOf = (letter: Letter) => CALLS[letter].split(';').map(text => text.trim());

/** The templates of all calls. */
export const TEMPLATES: readonly string[] = LETTERS.flatMap(callsOf);

const isLetter = (text: string): text is Letter => LETTERS.some(letter => letter === text);

/** An expression of the type: calls inside of each other, up to that many levels. */
function expression(letter: Letter, levels: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom(...LEAVES[letter]);
  if (levels === 0) return leaf;
  const call = fc.constantFrom(...callsOf(letter)).chain(template => {
    const parts = template.split(/\{([IFSBTDNW])\}/);
    const holes = parts.filter((_, i) => i % 2 === 1).filter(isLetter);
    // one argument goes on, so that a nesting can be deep without being wide
    return fc
      .nat(Math.max(0, holes.length - 1))
      .chain(deep =>
        fc
          .tuple(
            ...holes.map((hole, i) =>
              expression(hole, i === deep ? levels - 1 : Math.min(1, levels - 1)),
            ),
          )
          .map(args =>
            parts.map((part, i) => (i % 2 === 1 ? `(${args[(i - 1) / 2]})` : part)).join(''),
          ),
      );
  });
  return levels < 3 ? fc.oneof(leaf, call) : call;
}

const AGGREGATES =
  `COUNT({S}); COUNT(DISTINCT {S}); SUM({I}); SUM({F}); SUM({N}); AVG({F}); AVG({I}); MIN({S}); MAX({T}); COUNTIF({B}); ANY_VALUE({I});
  STDDEV_POP({F}); COVAR_POP({F}, {F}); COVAR_SAMP({F}, {F}); VAR_POP({F}); BIT_OR({I}); LOGICAL_OR({B}); APPROX_QUANTILES({F}, 4)[OFFSET(2)]; STRING_AGG({S}, ',' ORDER BY {S} DESC, {I})`
    .split(';')
    .map(text => text.trim());

/** Statements whose columns and conditions are nestings. */
export function anyNesting(levels: number): fc.Arbitrary<string> {
  const filled = (template: string) => {
    const parts = template.split(/\{([IFSBTDNW])\}/);
    return fc
      .tuple(
        ...parts.map((part, i) =>
          i % 2 === 1 && isLetter(part) ? expression(part, levels) : fc.constant(part),
        ),
      )
      .map(texts => texts.join(''));
  };
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(...LETTERS)
        .chain(letter => filled(`SELECT {${letter}} AS r FROM edge_logs`)),
    },
    filled('SELECT id FROM edge_logs WHERE {B} ORDER BY {S}, id'),
    fc
      .constantFrom(...AGGREGATES)
      .chain(call => filled(`SELECT {S} AS k, ${call} AS r FROM edge_logs GROUP BY k`)),
    filled('SELECT id, SUM({I}) OVER (PARTITION BY {B} ORDER BY {T}, id) AS r FROM edge_logs'),
    filled(
      'SELECT a.id FROM edge_logs AS a LEFT JOIN functions AS b ON a.project = b.project AND {B}'.replace(
        '{B}',
        'b.calls > 3',
      ),
    ),
  );
}
