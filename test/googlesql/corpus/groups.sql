--- counts of all rows
SELECT COUNT(*) AS c, COUNT(a) AS e, COUNT(DISTINCT a) AS f, COUNTIF(ok) AS g FROM t
--- of no rows
SELECT COUNT(*) AS c, MIN(a) AS e, MAX(b) AS f FROM t WHERE id > 100
--- no groups of no rows
SELECT b, COUNT(*) AS c FROM t WHERE id > 100 GROUP BY b
--- least and greatest of every type
SELECT MIN(a) AS c, MAX(b) AS e, MIN(x) AS f, MAX(ts) AS g, MIN(d) AS h, MAX(n) AS i, MIN(ok) AS j FROM t
--- by a column, NULL is a group
SELECT b, COUNT(*) AS c FROM t GROUP BY b
--- by two columns
SELECT a, b, COUNT(*) AS c, MAX(id) AS m FROM t GROUP BY a, b
--- by place and by alias
SELECT IFNULL(b, 'none') AS b, COUNT(*) AS c FROM t GROUP BY 1 ORDER BY c DESC, b
--- an alias that has the same name as a column
SELECT TIMESTAMP_TRUNC(t.ts, DAY) AS ts, COUNT(*) AS c FROM t GROUP BY ts
--- an alias that is a column of the table, in WHERE and GROUP BY
SELECT TIMESTAMP_TRUNC(t.ts, DAY) AS ts, MAX(t.ts) AS m FROM t WHERE t.ts > @since GROUP BY 1 ORDER BY 1
--- having
SELECT a, COUNT(*) AS c FROM t GROUP BY a HAVING COUNT(*) > 1 AND a IS NOT NULL
--- having an aggregate that is not shown
SELECT a FROM t GROUP BY a HAVING MAX(id) > 7
--- ordered by an aggregate that is not shown
SELECT b FROM t GROUP BY b ORDER BY COUNT(*) DESC, MIN(id)
--- groups, first ones
SELECT b, MIN(id) AS m FROM t GROUP BY b ORDER BY m LIMIT 2
--- distinct
SELECT DISTINCT a, b FROM t
--- distinct, in order
SELECT DISTINCT a FROM t ORDER BY a DESC
--- distinct, first ones
SELECT DISTINCT b FROM t ORDER BY b LIMIT 2
--- an aggregate of a condition
SELECT b, COUNTIF(a >= 2) AS c, MAX(IF(ok, id, NULL)) AS m FROM t GROUP BY b
--- logical aggregates
SELECT b, LOGICAL_OR(ok) AS c, LOGICAL_AND(ok) AS e FROM t GROUP BY b
--- an aggregate of an aggregate
SELECT c, COUNT(*) AS n FROM (SELECT b, COUNT(*) AS c FROM t GROUP BY b) GROUP BY c
--- an aggregate of the first rows
SELECT COUNT(*) AS c, MAX(a) AS m FROM (SELECT a FROM t ORDER BY id LIMIT 4)
--- a condition over an aggregate
SELECT b, IF(COUNT(*) > 1, 'many', 'one') AS c FROM t GROUP BY b
--- of an expression that is grouped
SELECT LENGTH(b) AS l, COUNT(*) AS c FROM t GROUP BY LENGTH(b)
--- by a boolean and a date
SELECT ok, d, COUNT(*) AS c FROM t GROUP BY ok, d
--- the number of groups
SELECT COUNT(*) AS c FROM (SELECT a, b FROM t GROUP BY a, b)
--- different floats
SELECT ok, COUNT(DISTINCT x) AS c, COUNT(DISTINCT IF(id > 3, -x * 0, 0)) AS e FROM t GROUP BY ok
--- correlations, of pairs without NULL
SELECT ok, ROUND(CORR(x, id), 4) AS c, CORR(a, a + 1) AS e FROM t WHERE id IN (1, 2, 4, 5, 6, 9) GROUP BY ok
--- correlations of one pair, and of none
SELECT id, CORR(x, id) AS c, CORR(a, NULL) AS e FROM t GROUP BY id
--- sums of different numbers
SELECT b, SUM(DISTINCT a) AS c, AVG(DISTINCT a) AS e, COUNT(*) AS f FROM t GROUP BY b
--- sums of different numbers of no rows, and of computed ones
SELECT SUM(DISTINCT a) AS c, AVG(DISTINCT a + 1) AS e, (SELECT SUM(DISTINCT a) FROM t WHERE FALSE) AS f, (SELECT AVG(DISTINCT a) FROM t WHERE a IS NULL) AS g FROM t
--- sums of different floats, of which zero is one
SELECT b, SUM(DISTINCT x) AS c, AVG(DISTINCT x) AS e, SUM(DISTINCT IF(id > 3, -x * 0, 0)) AS f, SUM(DISTINCT IF(id > 99, x, NULL)) AS g FROM t GROUP BY b
--- sums of different numbers of each row
SELECT id, (SELECT SUM(DISTINCT u.v) FROM u WHERE u.tid = t.id) AS c FROM t
--- the first texts of a group
SELECT a, STRING_AGG(b, '-' ORDER BY b DESC, id LIMIT 2) AS c, STRING_AGG(DISTINCT b ORDER BY b LIMIT 1) AS e, STRING_AGG(b, '' ORDER BY id LIMIT 100) AS f FROM t GROUP BY a
--- the first texts of all rows, of none and of NULLs
SELECT STRING_AGG(b ORDER BY id LIMIT 3) AS c, STRING_AGG(IF(id < 0, b, NULL) ORDER BY id LIMIT 3) AS e, (SELECT STRING_AGG(b ORDER BY id LIMIT 1) FROM t WHERE FALSE) AS f, STRING_AGG(b ORDER BY id LIMIT 0) IS NULL AS g FROM t
--- groups by all
SELECT b AS name, DATE(ts) AS day, COUNT(*) AS c, SUM(id) / 2 AS e, 'x' AS f FROM t GROUP BY ALL HAVING c > 0 ORDER BY name, day
--- = groups by all
SELECT b AS name, DATE(ts) AS day, COUNT(*) AS c, SUM(id) / 2 AS e, 'x' AS f FROM t GROUP BY name, day HAVING c > 0 ORDER BY name, day
--- groups by all, of aggregates alone
SELECT COUNT(*) AS c, MAX(id) AS e FROM t WHERE id > 100 GROUP BY ALL
--- = groups by all, of aggregates alone
SELECT 0 AS c, CAST(NULL AS INT64) AS e
--- groups by all, within a query and with a window
SELECT name, c FROM (SELECT b AS name, COUNT(*) AS c, RANK() OVER (ORDER BY COUNT(*) DESC, b) AS place FROM t GROUP BY ALL) WHERE place <= 2
--- = groups by all, within a query and with a window
SELECT name, c FROM (SELECT b AS name, COUNT(*) AS c, RANK() OVER (ORDER BY COUNT(*) DESC, b) AS place FROM t GROUP BY b) WHERE place <= 2
