/** Scripts over the data set of `FUNCTION_SOURCES`, which has the functions of a team, too. */

/** Each beside the same text without what precedes its query. */
export const SCRIPTS: readonly (readonly [rule: string, script: string, plain: string])[] = [
  [
    'a function of a typed argument',
    `CREATE TEMP FUNCTION half(x FLOAT64) AS (x / 2);
     SELECT id, half(LENGTH(event_message)) AS h FROM postgres_logs WHERE project = @p ORDER BY id`,
    `SELECT id, CAST(LENGTH(event_message) AS FLOAT64) / 2 AS h FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
  [
    'a function of any type, with an end after the query',
    `-- a note; with a semicolon
     create or replace temporary function either(a ANY TYPE, b ANY TYPE) as (IFNULL(a, b));
     SELECT id, either(event_message, 'né;') AS e, either(LENGTH(event_message), 0) AS n FROM postgres_logs WHERE project = @p ORDER BY id; -- end`,
    `SELECT id, IFNULL(event_message, 'né;') AS e, IFNULL(LENGTH(event_message), 0) AS n FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
  [
    'an argument that has the name of a column',
    `CREATE TEMP FUNCTION noted(id STRING, project STRING) AS (CONCAT(project, id));
     SELECT id, noted(event_message, id) AS e FROM postgres_logs WHERE project = @p ORDER BY id`,
    `SELECT id, CONCAT(id, event_message) AS e FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
  [
    'functions that call each other and those of the team',
    `CREATE TEMP FUNCTION twice(t STRING) RETURNS STRING AS (CONCAT(t, t));
     CREATE TEMP FUNCTION kind(t STRING) AS (kind_of(twice(t)));
     SELECT id, kind(event_message) AS k FROM postgres_logs WHERE project = @p ORDER BY id`,
    `SELECT id, kind_of(CONCAT(event_message, event_message)) AS k FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
  [
    'a function that has the name of one of the team',
    `CREATE TEMP FUNCTION Kind_Of(t STRING) AS (UPPER(t));
     SELECT id, kind_of(event_message) AS k FROM postgres_logs WHERE project = @p ORDER BY id`,
    `SELECT id, UPPER(event_message) AS k FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
  [
    'the type that a function returns',
    `CREATE TEMP FUNCTION whole(n ANY TYPE) RETURNS NUMERIC AS (n);
     SELECT id, whole(LENGTH(event_message)) AS n FROM postgres_logs WHERE project = @p ORDER BY id`,
    `SELECT id, CAST(LENGTH(event_message) AS NUMERIC) AS n FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
  [
    'variables, each of which may read those before it',
    `DECLARE most INT64 DEFAULT 3 + 5;
     DECLARE a, b DEFAULT most * 2;
     DECLARE nothing STRING;
     DECLARE day DATE DEFAULT '2024-01-05';
     DECLARE noon DATETIME DEFAULT '2024-01-05T12:00:00';
     SELECT id, a + b + most AS n, IFNULL(nothing, 'né') AS e, DATE_ADD(day, INTERVAL 1 DAY) AS d, DATETIME_ADD(noon, INTERVAL 1 HOUR) AS t
     FROM postgres_logs WHERE project = @p AND LENGTH(event_message) > Most ORDER BY id`,
    `SELECT id, 40 AS n, 'né' AS e, DATE '2024-01-06' AS d, DATETIME '2024-01-05 13:00:00' AS t
     FROM postgres_logs WHERE project = @p AND LENGTH(event_message) > 8 ORDER BY id`,
  ],
  [
    'variables that are lists',
    `DECLARE ids ARRAY<STRING> DEFAULT ['b', 'none'];
     DECLARE sizes array < INT64 >;
     DECLARE days DEFAULT [DATE '2024-01-05'];
     SET sizes = [1, 2, 3];
     SELECT id, ARRAY_LENGTH(sizes) + ARRAY_LENGTH(days) AS n, sizes[OFFSET(1)] AS m, id IN UNNEST(ids) AS e
     FROM postgres_logs WHERE project = @p AND id NOT IN UNNEST(ids) ORDER BY id`,
    `SELECT id, 4 AS n, 2 AS m, FALSE AS e FROM postgres_logs WHERE project = @p AND id NOT IN ('b', 'none') ORDER BY id`,
  ],
  [
    'a variable that calls a function of the team and reads a parameter',
    `DECLARE kind DEFAULT kind_of(CONCAT(@p, 'é and more'));
     SELECT id, kind FROM postgres_logs WHERE project = @p ORDER BY id`,
    `SELECT id, 'long' AS kind FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
  [
    'a column wins over a variable of its name',
    `DECLARE id STRING DEFAULT 'other';
     DECLARE said STRING DEFAULT 'said';
     SELECT id, said FROM postgres_logs WHERE project = @p ORDER BY id`,
    `SELECT id, 'said' AS said FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
  [
    'variables that are set, also by those that were set before',
    `DECLARE most, least INT64;
     DECLARE day DATE DEFAULT '2024-01-05';
     SET least = 2;
     set Most = least + 6;
     SET day = DATE_ADD('2024-02-28', INTERVAL least DAY);
     CREATE TEMP FUNCTION more(n INT64) AS (n + 1);
     SELECT id, more(most) AS n, day AS d FROM postgres_logs WHERE project = @p AND LENGTH(event_message) > most ORDER BY id`,
    `SELECT id, 9 AS n, DATE '2024-03-01' AS d FROM postgres_logs WHERE project = @p AND LENGTH(event_message) > 8 ORDER BY id`,
  ],
  [
    'a block around the query, which declares a variable, too',
    `DECLARE least INT64 DEFAULT 2;
     BEGIN
       DECLARE most INT64 DEFAULT least + 6;
       SELECT id, most FROM postgres_logs WHERE project = @p AND LENGTH(event_message) > most ORDER BY id;
     END;`,
    `SELECT id, 8 AS most FROM postgres_logs WHERE project = @p AND LENGTH(event_message) > 8 ORDER BY id`,
  ],
  [
    'a block that is the whole text',
    `begin SELECT id FROM postgres_logs WHERE project = @p ORDER BY id; end`,
    `SELECT id FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
  [
    'a parameter sets the variable of its name',
    `DECLARE p STRING DEFAULT 'none';
     SELECT id, CONCAT(p, '!') AS e FROM postgres_logs WHERE project = p ORDER BY id`,
    `SELECT id, CONCAT(@p, '!') AS e FROM postgres_logs WHERE project = @p ORDER BY id`,
  ],
];

const ROWS = 'SELECT id FROM postgres_logs WHERE project = @p';
const ONLY = 'A script may only declare and set variables and SQL functions before its query';

/** Each with what is reported, and the text at its place; `null`: the whole text. */
export const REFUSED_SCRIPTS: readonly (readonly [
  script: string,
  message: string,
  at: string | null,
])[] = [
  [
    `CREATE TEMP FUNCTION bad(x STRING) AS (CONCAT(x, event_message)); SELECT bad(id) FROM postgres_logs WHERE project = @p`,
    'In the function `bad`: there is no column `event_message` here',
    'bad',
  ],
  [
    `CREATE TEMP FUNCTION f(x STRING) RETURNS STRING LANGUAGE js AS 'return x'; ${ROWS}`,
    'A script may only have functions in SQL',
    'LANGUAGE',
  ],
  [`SET x = 1; ${ROWS}`, '`x` is not declared', 'x'],
  [
    `DECLARE x, y INT64; SET (x, y) = (1, 2); ${ROWS}`,
    'The SET cannot be read',
    'SET (x, y) = (1, 2)',
  ],
  ...[
    'DECLARE x INT64,;',
    'DECLARE x INT64 DEFAULT 3,;',
    'DECLARE x INT64; SET x = 3,;',
    'CREATE TEMP FUNCTION f(x INT64,) AS (x);',
    'CREATE TEMP FUNCTION f(x INT64) AS (x,);',
  ].map(head => [`${head} ${ROWS}`, 'Nothing follows this comma', ','] as const),
  [`DECLARE x INT64; SET x = ; ${ROWS}`, 'The value after = cannot be read', 'SET x ='],
  [`DECLARE x INT64 DEFAULT 1; SET x = x + 1; ${ROWS}`, 'There is no column `x` here', 'x'],
  [
    `DECLARE x INT64 DEFAULT 1; DECLARE y DEFAULT x; SET x = 2; ${ROWS}`,
    'There is no column `x` here',
    'x',
  ],
  [
    `DECLARE x INT64; SET x = (SELECT COUNT(*) FROM postgres_logs); ${ROWS}`,
    'A variable reads no table',
    'SELECT',
  ],
  [`IF @p = 'a' THEN ${ROWS}; END IF;`, ONLY, 'IF'],
  [`LOOP ${ROWS}; END LOOP;`, ONLY, 'LOOP'],
  [`BEGIN ${ROWS}; EXCEPTION WHEN ERROR THEN ${ROWS}; END;`, ONLY, 'SELECT'],
  [
    `BEGIN ${ROWS};`,
    '`BEGIN` does not begin a query of GoogleSQL: an endpoint only reads',
    'BEGIN',
  ],
  [`BEGIN TRANSACTION; ${ROWS}; COMMIT TRANSACTION;`, ONLY, 'BEGIN'],
  [`BEGIN BEGIN ${ROWS}; END; END;`, ONLY, 'BEGIN'],
  [`CREATE TEMP TABLE x AS ${ROWS}; ${ROWS}`, ONLY, 'CREATE'],
  [`CREATE FUNCTION f(x INT64) AS (x); ${ROWS}`, ONLY, 'CREATE'],
  [`${ROWS}; ${ROWS}`, ONLY, 'SELECT'],
  [`DECLARE x INT64 DEFAULT 1`, 'The script has no query', 'DECLARE'],
  [
    `CREATE TEMP FUNCTION f(x INT64) AS (x); DECLARE y INT64; ${ROWS}`,
    'A variable is declared after a function',
    'DECLARE',
  ],
  [
    `CREATE TEMP FUNCTION f() AS (1); ${ROWS}`,
    'A function has at least one argument',
    'CREATE TEMP FUNCTION f() AS (1)',
  ],
  [
    `CREATE TEMP FUNCTION f(x INT64) AS ((SELECT x)); ${ROWS}`,
    '`SELECT` is not allowed in a function: it is one expression of its arguments',
    'SELECT',
  ],
  [
    `CREATE TEMP FUNCTION f(x STRING) AS (x = @p); ${ROWS}`,
    '`@p` is a parameter of the endpoint, which a function does not have',
    '@p',
  ],
  [
    `CREATE TEMP FUNCTION is_short(x STRING, n INT64) AS (TRUE); SELECT kind_of(id) AS k FROM postgres_logs WHERE project = @p`,
    '`kind_of` of `sources.yaml` calls `is_short`, which the text replaces',
    null,
  ],
  [
    `DECLARE x ARRAY<STRUCT<a INT64>>; ${ROWS}`,
    '`ARRAY<STRUCT<aINT64>>` is not a type that a script may name',
    'ARRAY<STRUCT<a INT64>>',
  ],
  [`DECLARE x ARRAY<STRING>; ${ROWS}`, 'The list `x` has no value', 'x'],
  [
    `DECLARE x DEFAULT (SELECT MAX(id) FROM postgres_logs); ${ROWS}`,
    'A variable reads no table',
    'SELECT',
  ],
  [
    `DECLARE x DEFAULT CONCAT('né', UPPER('é', 1)); ${ROWS}`,
    '`UPPER` does not take STRING and INT64',
    'UPPER',
  ],
  [
    `DECLARE x DEFAULT SOUNDEX('né'); ${ROWS}`,
    'The function SOUNDEX cannot be translated',
    "SOUNDEX('né')",
  ],
  [`DECLARE x DEFAULT COUNT(*); ${ROWS}`, 'There are no rows to aggregate here', 'COUNT'],
  [`DECLARE x DEFAULT SUM(1) OVER (); ${ROWS}`, 'There are no rows to aggregate here', 'SUM'],
  [
    `CREATE TEMP FUNCTION f(x INT64) AS (f(x)); SELECT f(1) AS c FROM postgres_logs WHERE project = @p`,
    'In the function `f`: `f` calls itself',
    'f',
  ],
  [
    `CREATE TEMP FUNCTION upper(x STRING) AS (x); SELECT upper(id) AS c FROM postgres_logs WHERE project = @p`,
    'GoogleSQL itself has a function `upper`',
    null,
  ],
  [`DECLARE x DEFAULT 1), (2; ${ROWS}`, 'The value after DEFAULT cannot be read', '1), (2'],
  [`DECLARE x INT64; DECLARE X STRING; ${ROWS}`, '`X` is declared twice', 'X'],
  [
    `DECLARE p INT64 DEFAULT 1; ${ROWS}`,
    'The parameter `p` sets the variable `p`, but is of type `string`',
    'p',
  ],
  [
    `DECLARE né STRING; SELECT id, missing FROM postgres_logs WHERE project = @p`,
    'There is no column `missing` here',
    'missing',
  ],
];
