--- in a subquery
SELECT id FROM t WHERE id IN (SELECT tid FROM u)
--- in a subquery, NULL on both sides
SELECT id FROM t WHERE a IN (SELECT tid FROM u)
--- in a subquery that finds nothing
SELECT id FROM t WHERE a IN (SELECT tid FROM u WHERE v > 1000)
--- in a subquery and more
SELECT id FROM t WHERE ok AND b IN (SELECT b FROM u WHERE v IS NOT NULL) AND id < 5
--- in a subquery of groups
SELECT id FROM t WHERE id IN (SELECT tid FROM u GROUP BY tid HAVING COUNT(*) > 1)
--- in the first rows
SELECT id FROM t WHERE id IN (SELECT k FROM u ORDER BY k DESC LIMIT 2)
--- not in a subquery without NULL
SELECT id FROM t WHERE id NOT IN (SELECT k FROM u)
--- in a subquery, as a column
SELECT id, id IN (SELECT k FROM u) AS c FROM t
--- in two subqueries
SELECT id FROM t WHERE id IN (SELECT tid FROM u) AND b IN (SELECT b FROM u)
--- in a subquery in a subquery
SELECT id FROM t WHERE id IN (SELECT tid FROM u WHERE b IN (SELECT b FROM t WHERE ok))
--- in a named query
WITH s AS (SELECT tid FROM u WHERE v > 5) SELECT id FROM t WHERE id IN (SELECT tid FROM s)
--- in a subquery of its own table
SELECT id FROM t WHERE id IN (SELECT a FROM t)
--- a sum of decimals
SELECT b, SUM(n) AS c, SUM(CAST(a AS NUMERIC)) AS e FROM t GROUP BY b
--- exists
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE v > 40)
--- exists nothing
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE v > 4000)
--- not exists, as a column
SELECT id, NOT EXISTS (SELECT 1 FROM u WHERE v > 4000) AS c, EXISTS (SELECT k FROM u ORDER BY k LIMIT 3) AS e FROM t
--- exists one row
SELECT id FROM t WHERE EXISTS (SELECT COUNT(*) FROM u WHERE v > 4000) AND EXISTS (SELECT 1)
--- exists of the row
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.tid = t.id)
--- not exists of the row
SELECT id FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.tid = t.id)
--- exists of the row by two values
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.tid = t.id AND u.b = t.b)
--- exists of the row and more
SELECT id, EXISTS (SELECT 1 FROM u WHERE u.tid = t.id AND u.v > 10) AS c FROM t WHERE ok OR id > 3
--- exists of the row by NULL
SELECT id FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.v = t.a)
--- exists of the row by a computed value
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE COALESCE(u.tid, 7) = t.id)
--- exists of the row in groups
SELECT id FROM t WHERE EXISTS (SELECT u.b FROM u WHERE u.tid = t.id GROUP BY u.b HAVING COUNT(*) > 0)
--- exists of the row in a join
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u JOIN u AS w ON u.tid = w.tid WHERE u.tid = t.id AND u.k < w.k)
--- exists of the row in a subquery
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM (SELECT tid, COUNT(*) AS n FROM u GROUP BY tid) AS g WHERE g.tid = t.id AND g.n > 1)
--- exists in a subquery of the row
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.tid = t.id AND EXISTS (SELECT 1 FROM t AS o WHERE o.id = u.k AND o.ok))
--- a value of one row
SELECT id, (SELECT MAX(k) FROM u) AS c FROM t
--- a value of one row in a condition
SELECT id FROM t WHERE id < (SELECT COUNT(*) FROM u)
--- a value of no row
SELECT id, (SELECT k FROM u WHERE k > 100 LIMIT 1) AS c FROM t
--- a value of the first row
SELECT id, (SELECT b FROM u ORDER BY k DESC LIMIT 1) AS c FROM t
--- a value without a table
SELECT id, (SELECT 3) AS c, (SELECT t.a) AS e FROM t
--- two values
SELECT id, (SELECT MAX(k) FROM u) AS c, (SELECT MIN(v) FROM u) AS e FROM t WHERE a = (SELECT MIN(k) FROM u WHERE k > 1)
--- a count of the row
SELECT id, (SELECT COUNT(*) FROM u WHERE u.tid = t.id) AS c FROM t
--- a count of the row, which some rows do not have
SELECT id FROM t WHERE (SELECT COUNT(*) FROM u WHERE u.tid = t.id) = 0
--- a count of the row in an expression
SELECT id, IF((SELECT COUNT(v) FROM u WHERE u.tid = t.id) > 0, 'some', 'none') AS c FROM t
--- counts of the row of two kinds
SELECT id, (SELECT COUNTIF(v > 10) FROM u WHERE u.tid = t.id) AS c, (SELECT COUNT(DISTINCT b) FROM u WHERE u.tid = t.a) AS e FROM t
--- a greatest value of the row
SELECT id, (SELECT MAX(v) FROM u WHERE u.tid = t.id) AS c, (SELECT COALESCE(MAX(v), -1) FROM u WHERE u.tid = t.id) AS e FROM t
--- a value of the row, computed with one of the row
SELECT id, (SELECT IF(COUNT(*) = 0, t.b, MAX(u.b)) FROM u WHERE u.tid = t.id) AS c FROM t
--- the newest of the row
SELECT id, (SELECT u.b FROM u WHERE u.tid = t.id ORDER BY u.k DESC LIMIT 1) AS c FROM t
--- the second of the row
SELECT id, (SELECT u.k FROM u WHERE u.tid = t.id ORDER BY u.k LIMIT 1 OFFSET 1) AS c FROM t
--- values of rows of a step
SELECT id, (SELECT COUNT(*) FROM u WHERE u.tid = s.id) AS c FROM (SELECT id FROM t ORDER BY id LIMIT 3) AS s
--- values of rows of groups
SELECT b, COUNT(*) AS c, (SELECT COUNT(*) FROM u WHERE u.b = t.b) AS e FROM t GROUP BY b
--- values of rows of a join
SELECT t.id, u.k, (SELECT COUNT(*) FROM u AS w WHERE w.tid = u.tid) AS c FROM t JOIN u ON t.id = u.tid
--- values of rows of an outer join
SELECT t.id, (SELECT COUNT(*) FROM t AS o WHERE o.id = u.k) AS c FROM t LEFT JOIN u ON t.id = u.tid
--- values of rows of a union
SELECT n, (SELECT COUNT(*) FROM u WHERE u.tid = n) AS c FROM (SELECT id AS n FROM t UNION ALL SELECT k FROM u)
--- values in an aggregate
SELECT SUM(CAST(c AS NUMERIC)) AS s FROM (SELECT (SELECT COUNT(*) FROM u WHERE u.tid = t.id) AS c FROM t)
--- groups by a value of the row
SELECT (SELECT COUNT(*) FROM u WHERE u.tid = t.id) AS c, COUNT(*) AS n FROM t GROUP BY c
--- values over a named query
WITH g AS (SELECT tid, v FROM u WHERE v IS NOT NULL) SELECT id, (SELECT COUNT(*) FROM g WHERE g.tid = t.id) AS c, (SELECT MAX(v) FROM g) AS e FROM t
--- a value in a value
SELECT id, (SELECT MAX((SELECT COUNT(*) FROM t AS o WHERE o.a = u.k)) FROM u WHERE u.tid = t.id) AS c FROM t
--- not in a subquery, where NULL is one
SELECT id FROM t WHERE id NOT IN (SELECT tid FROM u)
--- not in a subquery, where NULL is looked for
SELECT id FROM t WHERE a NOT IN (SELECT k FROM u)
--- not in a subquery of nothing
SELECT id FROM t WHERE a NOT IN (SELECT tid FROM u WHERE k > 100)
--- not in a subquery, NULL on both sides
SELECT id, a NOT IN (SELECT tid FROM u) AS c, a IN (SELECT tid FROM u) AS e, a IN (SELECT tid FROM u WHERE tid IS NOT NULL) AS f FROM t
--- in a subquery or more
SELECT id FROM t WHERE a IN (SELECT tid FROM u) OR b = 'ab'
--- in a subquery of NULL alone
SELECT id, a IN (SELECT tid FROM u WHERE tid IS NULL) AS c FROM t
--- in a subquery of the row
SELECT id FROM t WHERE a IN (SELECT u.v FROM u WHERE u.tid = t.id) OR b IN (SELECT u.b FROM u WHERE u.tid = t.id)
--- not in a subquery of the row
SELECT id FROM t WHERE a NOT IN (SELECT u.k FROM u WHERE u.tid = t.id)
--- in a subquery of the row, as columns
SELECT id, b IN (SELECT u.b FROM u WHERE u.tid = t.id) AS c, b NOT IN (SELECT u.b FROM u WHERE u.tid = t.a) AS e FROM t
--- in a subquery of the row, as a condition
SELECT id FROM t WHERE b IN (SELECT u.b FROM u WHERE u.tid = t.id) AND id < 5
--- in a subquery that is in the list of a condition of groups
SELECT a, COUNT(*) AS c FROM t GROUP BY a HAVING COUNT(*) IN (SELECT k FROM u)
--- in the first of the row
SELECT id FROM t WHERE a IN (SELECT u.k FROM u WHERE u.b = t.b ORDER BY u.k LIMIT 2)
--- in distinct values of the row
SELECT id FROM t WHERE 'a' IN (SELECT b FROM u WHERE k < 3) AND b IN (SELECT DISTINCT u.b FROM u WHERE u.tid = t.id)
--- a window in a subquery of the row
SELECT id, (SELECT MAX(r) FROM (SELECT RANK() OVER (ORDER BY u.k) AS r FROM u WHERE u.tid = t.id)) AS c FROM t
--- a literal in a subquery of the row
SELECT id, 'a' IN (SELECT u.b FROM u WHERE u.tid = t.id) AS c, 'x' NOT IN (SELECT u.b FROM u WHERE u.tid = t.a) AS e FROM t WHERE @p NOT IN (SELECT u.k FROM u WHERE u.tid = t.id)
--- a value of the only row
SELECT id, (SELECT k FROM u WHERE v = 30) AS c FROM t
--- a value of the only row of the row
SELECT id, (SELECT u.b FROM u WHERE u.k = t.id) AS c, (SELECT u.v FROM u WHERE u.k = t.a AND u.k < 100) AS e FROM t
--- a value of the only row, which is NULL
SELECT id, (SELECT v FROM u WHERE k = 4) AS c FROM t
--- a value of the only group
SELECT id FROM t WHERE a = (SELECT tid FROM u WHERE b = 'b' GROUP BY tid)
--- a condition that may fold among values beside a subquery that nothing reads
SELECT id FROM t WHERE ok IN (SELECT c FROM (SELECT (CAST(NULL AS BOOL) OR v > k) AS c, (SELECT MAX(id) FROM t AS o WHERE o.id = u.k) AS m FROM u WHERE CASE WHEN v > 3 THEN FALSE END))
--- a condition on the row around alone
SELECT id, (SELECT COUNT(*) FROM u WHERE u.tid = t.id AND t.ok) AS c, EXISTS (SELECT 1 FROM u WHERE t.a > 1 AND u.b = t.b AND u.k > 1) AS e FROM t
--- a condition on the row around alone, as a condition
SELECT id FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.tid = t.id AND (t.b = 'a' OR t.ok))
--- conditions on the row around alone, and a value
SELECT id, (SELECT MAX(u.v) FROM u WHERE u.tid = t.id AND t.id < 3 AND t.b IS NOT NULL) AS c, ARRAY(SELECT u.k FROM u WHERE u.b = t.b AND NOT t.ok ORDER BY u.k) AS e FROM t
--- in a subquery with a condition on the row around alone
SELECT id, b IN (SELECT u.b FROM u WHERE u.tid = t.id AND t.ok) AS c, a NOT IN (SELECT u.k FROM u WHERE u.b = t.b AND t.id > 1) AS e FROM t
--- another row of the same group
SELECT id FROM t WHERE EXISTS (SELECT * FROM u WHERE u.tid = t.id AND u.v <> t.a)
--- no other row of the same group
SELECT id, NOT EXISTS (SELECT 1 FROM u WHERE u.tid = t.id AND t.b != u.b) AS c, EXISTS (SELECT 1 FROM u WHERE u.tid = t.id AND u.b > 'a' AND u.b <= t.b) AS e FROM t
--- a row before and after, on either side of the comparison
SELECT id, EXISTS (SELECT 1 FROM t AS o WHERE o.a = t.a AND o.id < t.id) AS c, EXISTS (SELECT 1 FROM t AS o WHERE o.a = t.a AND t.id < o.id) AS e, EXISTS (SELECT 1 FROM t AS o WHERE o.ts >= t.ts AND o.a = t.a AND o.id != 2) AS f FROM t
--- a comparison that no equality accompanies
SELECT id, EXISTS (SELECT 1 FROM u WHERE u.v < t.a) AS c, NOT EXISTS (SELECT 1 FROM u WHERE u.v > 4000 AND u.v != t.a) AS e, EXISTS (SELECT 1 FROM t AS o WHERE o.n > t.n) AS f FROM t
--- a comparison of rows that are joined
SELECT id FROM t WHERE a > 0 AND EXISTS (SELECT 1 FROM u JOIN t AS o ON o.id = u.tid WHERE u.tid = t.id AND o.d <= t.d) AND NOT EXISTS (SELECT 1 FROM u WHERE u.tid = t.id AND u.k > t.id)
--- an equality that every side of an OR repeats
SELECT id, (SELECT COUNT(*) FROM u WHERE u.tid = t.id AND u.v > 10 OR u.tid = t.id AND u.b = 'a' AND u.k < 4) AS c, (SELECT SUM(u.v) FROM u WHERE (u.tid = t.id AND u.v < 10) OR u.tid = t.id) AS e FROM t
--- records among others
SELECT id FROM t WHERE (id, b) IN (SELECT AS STRUCT tid, b FROM u) AND (a IS NULL OR (a, id) IN (SELECT (o.a, o.id) FROM t AS o))
--- records among the last of each group
SELECT id, b FROM t WHERE (b, id) IN (SELECT AS STRUCT b, MAX(id) FROM t GROUP BY b) OR (id, 'a') IN (SELECT (k, b) FROM u)
--- records among those of each row, among some, and among those of no group
SELECT id FROM t WHERE (b, 'é') IN (SELECT (u.b, 'é') FROM u WHERE u.tid = t.id) OR (2, id) IN (SELECT (tid, k) FROM u ORDER BY k LIMIT 3)
--- a constant record, and the extremes of all rows
SELECT id FROM t WHERE (9, id) IN (SELECT AS STRUCT MAX(id), MIN(id) FROM t) OR (1, 'a') IN (SELECT (tid, b) FROM u WHERE u.tid = t.id)
--- records without NULL as values
SELECT id, (id, 1) IN (SELECT (k, 1) FROM u) AS c, (id, id) NOT IN (SELECT (k, k) FROM u) AS e FROM t
--- the length of a list of tied rows
SELECT id, (SELECT ARRAY_LENGTH(ARRAY_AGG(v IGNORE NULLS)) FROM u WHERE u.tid = t.id) AS c FROM t
