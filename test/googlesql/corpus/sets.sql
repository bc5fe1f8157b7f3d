--- in both
SELECT id FROM t INTERSECT DISTINCT SELECT k FROM u
--- in the first alone
SELECT id FROM t EXCEPT DISTINCT SELECT k FROM u
--- the other way round
SELECT k FROM u EXCEPT DISTINCT SELECT id FROM t
--- NULL is equal to NULL among rows
SELECT a, b FROM t INTERSECT DISTINCT SELECT tid, b FROM u
--- NULL is taken away
SELECT b FROM t EXCEPT DISTINCT SELECT b FROM u
--- rows of several columns, each once
SELECT a, b FROM t EXCEPT DISTINCT SELECT k, b FROM u
--- three sets
SELECT id FROM t INTERSECT DISTINCT SELECT k FROM u INTERSECT DISTINCT SELECT tid FROM u
--- what two sets take away
SELECT id FROM t EXCEPT DISTINCT (SELECT k FROM u WHERE k < 3 UNION ALL SELECT tid FROM u)
--- sets in sets
(SELECT id FROM t EXCEPT DISTINCT SELECT k FROM u) UNION ALL (SELECT k FROM u EXCEPT DISTINCT SELECT id FROM t)
--- sets in sets, distinct
(SELECT a FROM t UNION ALL SELECT tid FROM u) INTERSECT DISTINCT (SELECT id FROM t UNION DISTINCT SELECT v FROM u)
--- a set in a subquery
SELECT COUNT(*) AS c FROM (SELECT b FROM t INTERSECT DISTINCT SELECT b FROM u)
--- a set with an order
SELECT id FROM t EXCEPT DISTINCT SELECT k FROM u ORDER BY id DESC LIMIT 2
--- sets of first rows
(SELECT id FROM t ORDER BY id LIMIT 3) INTERSECT DISTINCT (SELECT k FROM u ORDER BY k DESC LIMIT 5)
--- a set of a named query that is read twice
WITH s AS (SELECT tid AS n FROM u WHERE tid IS NOT NULL) SELECT n FROM s EXCEPT DISTINCT SELECT n FROM s WHERE n > 1
--- a set of literals
SELECT 1 AS c, 'a' AS e INTERSECT DISTINCT SELECT 1, 'a'
--- a set joined
SELECT s.n, t.b FROM (SELECT id AS n FROM t INTERSECT DISTINCT SELECT k FROM u) AS s JOIN t ON t.id = s.n
--- one row
SELECT 1 AS c, 'a' AS e, CAST(NULL AS INT64) AS f
--- one row with a condition
SELECT 1 AS c FROM (SELECT 2 AS x) WHERE x > 1
--- one row with a condition that is false
SELECT x FROM (SELECT 2 AS x) WHERE x > 2
--- one row of parameters
SELECT @p AS c, CONCAT(@s, 'b') AS e
--- one row of named queries
WITH s AS (SELECT 1 AS n UNION ALL SELECT 2) SELECT (SELECT COUNT(*) FROM s) AS c, (SELECT MAX(n) FROM s) AS e, (SELECT n FROM s WHERE n = 2 LIMIT 1) AS f
--- one row beside a table
SELECT t.id, o.n FROM t CROSS JOIN (SELECT 5 AS n) AS o WHERE t.id < o.n
--- an aggregate of one row
SELECT COUNT(*) AS c, MAX(x) AS e FROM (SELECT 3 AS x)
--- rows of literals
SELECT n, b FROM (SELECT 1 AS n, 'a' AS b UNION ALL SELECT 2, NULL UNION ALL SELECT NULL, 'c') ORDER BY n
--- rows of literals joined
WITH names AS (SELECT 1 AS n, 'one' AS word UNION ALL SELECT 2, 'two') SELECT t.id, names.word FROM t LEFT JOIN names ON names.n = t.a ORDER BY t.id
