--- all columns
SELECT id, a, b, x, ok, ts, d, n FROM t
--- star in order
SELECT * FROM t ORDER BY id
--- star except
SELECT * EXCEPT (x, n) FROM t ORDER BY id DESC
--- star replace
SELECT * REPLACE (CONCAT(b, '!') AS b) FROM t
--- a filter is true, not NULL
SELECT id FROM t WHERE a > 1
--- not of a comparison that is NULL
SELECT id FROM t WHERE NOT (a > 1)
--- and, or, three values
SELECT id, (a > 1 AND ok) AS c, (a > 1 OR ok) AS e FROM t
--- comparisons of every type
SELECT id, a = 2 AS q, b < 'b' AS r, x >= 0 AS s, ok != TRUE AS u, ts <= @since AS v, d = DATE '2026-01-01' AS w FROM t
--- int with float
SELECT id, a < x AS c FROM t
--- between
SELECT id, a BETWEEN 1 AND 2 AS c, b NOT BETWEEN 'a' AND 'b' AS e FROM t
--- in literals
SELECT id, a IN (1, 2) AS c FROM t
--- both zeros are in a list with one of them
SELECT id, x IN (0.0, 1.5) AS c, x NOT IN (-0.0, 0.1) AS e, x = 0.0 OR x = 1.5 OR x = 3.5 AS f FROM t
--- not in literals
SELECT id FROM t WHERE b NOT IN ('a', 'ab')
--- in with NULL on both sides
SELECT id, a IN (1, NULL) AS c, a NOT IN (1, NULL) AS e FROM t
--- not in with NULL finds nothing
SELECT id FROM t WHERE a NOT IN (1, NULL)
--- in columns
SELECT id, 2 IN (a, id) AS c FROM t
--- in parameters
SELECT id FROM t WHERE a IN (1, @p)
--- is NULL
SELECT id, a IS NULL AS c, b IS NOT NULL AS e, ok IS TRUE AS f, ok IS NOT TRUE AS g, ok IS FALSE AS h, ok IS NOT FALSE AS i FROM t
--- like
SELECT id, b LIKE 'a%' AS c, b LIKE '%b' AS e, b LIKE '%a%' AS f, b LIKE 'a' AS g, b NOT LIKE 'a%' AS h FROM t
--- case with conditions
SELECT id, CASE WHEN a > 1 THEN 'big' WHEN a <= 1 THEN b END AS c FROM t
--- case with a value
SELECT id, CASE a WHEN 1 THEN 'one' WHEN NULL THEN 'none' ELSE 'other' END AS c FROM t
--- if, ifnull, coalesce, nullif
SELECT id, IF(ok, 1, 0) AS c, IFNULL(a, -1) AS e, COALESCE(b, CAST(a AS STRING), 'none') AS f, NULLIF(a, 2) AS g FROM t
--- greatest, least
SELECT id, GREATEST(a, id, 2) AS c, LEAST(b, 'aa') AS e FROM t
--- texts
SELECT id, CONCAT(b, '-', b) AS c, b || 'x' AS e, LENGTH(b) AS f, CHAR_LENGTH(b) AS g FROM t
--- parts of texts
SELECT id, LEFT(b, 1) AS c, RIGHT(b, 1) AS e, STRPOS(b, 'a') AS f, REPLACE(b, 'a', 'zz') AS g FROM t
--- starts and ends
SELECT id, STARTS_WITH(b, 'a') AS c, ENDS_WITH(b, 'b') AS e, STARTS_WITH(b, '') AS f FROM t
--- a regular expression
SELECT id, REGEXP_CONTAINS(b, r'^a.?$') AS c FROM t
--- instants
SELECT id, TIMESTAMP_TRUNC(ts, HOUR) AS c, TIMESTAMP_TRUNC(ts, DAY) AS e, TIMESTAMP_TRUNC(ts, MINUTE) AS f, TIMESTAMP_TRUNC(ts, ISOWEEK) AS g FROM t
--- instants that move
SELECT id, TIMESTAMP_SUB(ts, INTERVAL 90 MINUTE) AS c, TIMESTAMP_ADD(ts, INTERVAL 2 DAY) AS e FROM t
--- the clock
SELECT id FROM t WHERE ts > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 26 HOUR)
--- casts
SELECT id, CAST(a AS STRING) AS c, CAST(a AS FLOAT64) AS e, CAST(ok AS STRING) AS f, CAST(d AS STRING) AS g, CAST(ok AS INT64) AS h FROM t
--- a parameter as a column
SELECT id, @s AS s, @p AS p FROM t
--- a literal of each type
SELECT id, 1 AS c, 'it\'s' AS e, 2.5 AS f, TRUE AS g, TIMESTAMP '2026-01-02 03:04:05.123456+00' AS h, DATE '2026-01-02' AS i FROM t
--- a NULL of each type
SELECT id, NULL AS c, CAST(NULL AS STRING) AS e, CAST(NULL AS TIMESTAMP) AS f FROM t
--- columns without names
SELECT id, a IS NULL, 1 FROM t
--- order by a column that is not shown
SELECT b FROM t ORDER BY id
--- order by, NULLs first and last
SELECT id FROM t ORDER BY a, id
--- order by descending
SELECT id FROM t ORDER BY a DESC, id
--- order by, NULLs where the text says
SELECT id FROM t ORDER BY a NULLS LAST, b DESC NULLS FIRST, id
--- order by an expression
SELECT id, CONCAT(b, 'x') AS c FROM t ORDER BY LENGTH(b) DESC, c, id
--- order of texts is by code points
SELECT b FROM t ORDER BY b
--- limit
SELECT id, b FROM t ORDER BY id LIMIT 3
--- limit of none
SELECT id FROM t ORDER BY id LIMIT 0
--- a limit of a limit
SELECT id FROM (SELECT id, b FROM t ORDER BY id LIMIT 5) ORDER BY id DESC LIMIT 2
--- a filter over a limit
SELECT id FROM (SELECT id, a FROM t ORDER BY id LIMIT 4) WHERE a > 1
--- an order inside says nothing
SELECT id FROM (SELECT id FROM t ORDER BY id DESC) WHERE id > 3
--- a subquery with computed columns
SELECT c FROM (SELECT id, CONCAT(b, '!') AS c FROM t) WHERE c = 'a!' OR id = 4
--- names of the tables' own columns for others
SELECT b AS a, id AS b FROM t WHERE a = 2
--- computed again and again
SELECT CONCAT(c, c) AS e FROM (SELECT CONCAT(b, b) AS c FROM (SELECT CONCAT(b, b) AS b FROM t))
--- rows that are passed over
SELECT id FROM t ORDER BY id LIMIT 2 OFFSET 3
--- rows that are passed over, inside
SELECT COUNT(*) AS c, MIN(id) AS m FROM (SELECT id FROM t ORDER BY a DESC, id LIMIT 5 OFFSET 2)
--- none is passed over
SELECT id FROM t ORDER BY id LIMIT 2 OFFSET 0
--- months, quarters and years of instants
SELECT id, TIMESTAMP_TRUNC(ts, MONTH) AS c, TIMESTAMP_TRUNC(ts, QUARTER) AS e, TIMESTAMP_TRUNC(ts, YEAR) AS f FROM t
--- beginnings of dates
SELECT id, DATE_TRUNC(d, MONTH) AS c, DATE_TRUNC(d, ISOWEEK) AS e, DATE_TRUNC(d, QUARTER) AS f FROM t
--- parts of instants
SELECT id, EXTRACT(YEAR FROM ts) AS c, EXTRACT(MONTH FROM ts) AS e, EXTRACT(DAY FROM ts) AS f, EXTRACT(HOUR FROM ts) AS g, EXTRACT(MINUTE FROM ts) AS h, EXTRACT(SECOND FROM ts) AS i, EXTRACT(ISOWEEK FROM ts) AS j, EXTRACT(QUARTER FROM ts) AS k FROM t
--- parts of dates
SELECT id, EXTRACT(YEAR FROM d) AS c, EXTRACT(MONTH FROM d) AS e, EXTRACT(DAY FROM d) AS f, EXTRACT(ISOWEEK FROM d) AS g FROM t
--- dates of instants
SELECT id, DATE(ts) AS c, EXTRACT(DATE FROM ts) AS e FROM t
--- counts by day
SELECT DATE(ts) AS day, COUNT(*) AS c FROM t GROUP BY day ORDER BY day
--- more parts of texts
SELECT id, SUBSTR(b, 2) AS c, SUBSTR(b, 1, 1) AS e, SUBSTRING(b, 2, 0) AS f, REVERSE(b) AS g FROM t
--- characters that are taken away
SELECT id, TRIM(b, 'a') AS c, LTRIM(b, 'ab') AS e, RTRIM(b, 'b') AS f FROM t
--- a rest
SELECT id, MOD(a, 3) AS c, MOD(id, 2) = 0 AS e FROM t
--- literals that are a type's own nothing
SELECT id, '0' AS c, '' AS e, 0 AS f, 0.0 AS g, FALSE AS h, TIMESTAMP '1970-01-01 00:00:00+00' AS i, DATE '1970-01-01' AS j FROM t WHERE b != '0'
--- decimals that are written out
SELECT id, NUMERIC '-1.5' AS c, CAST(0 AS NUMERIC) AS e, n > NUMERIC '0.05' AS f FROM t
--- as many rows as a caller asks for
SELECT id FROM t ORDER BY id LIMIT @few OFFSET @few
--- no rows, and all
SELECT (SELECT COUNT(*) FROM (SELECT id FROM t LIMIT @zero)) AS c, (SELECT COUNT(*) FROM (SELECT id FROM t ORDER BY id LIMIT @most OFFSET @zero)) AS e, (SELECT COUNT(*) FROM (SELECT id FROM t ORDER BY id LIMIT @few OFFSET @most)) AS f
--- rows that a caller passes over
SELECT id FROM (SELECT id, b FROM t ORDER BY id DESC LIMIT @few) WHERE b IS NOT NULL ORDER BY id LIMIT 1 OFFSET @zero
--- the most rows after some
SELECT id FROM t ORDER BY id LIMIT @most OFFSET @few
--- cases of a long value
SELECT id, CASE COALESCE(IF(a > 1, CONCAT(b, IF(ok, 'x', 'y'), 'z'), NULL), IF(a < 1, CONCAT(b, IF(ok, 'v', 'w'), 'u'), NULL), LOWER(TRIM(CONCAT(b, ' '))), b) WHEN 'a' THEN 1 WHEN 'bxz' THEN 2 WHEN 'byz' THEN 3 WHEN b THEN 4 ELSE 5 END AS c FROM t
