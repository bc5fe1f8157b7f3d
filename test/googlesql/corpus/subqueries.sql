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
