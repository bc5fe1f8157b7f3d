--- an inner join
SELECT t.id, u.k FROM t JOIN u ON t.id = u.tid
--- an inner join with equal names
SELECT t.b AS x, u.b AS y FROM t JOIN u ON t.b = u.b
--- by USING
SELECT b, t.id, u.k FROM t JOIN u USING (b)
--- by floats, both zeros
SELECT t.id, o.id AS other FROM t JOIN t AS o ON t.x = o.x WHERE t.id <= o.id
--- a left join
SELECT t.id, u.k, u.v FROM t LEFT JOIN u ON t.id = u.tid
--- a right join
SELECT t.id, u.k FROM t RIGHT JOIN u ON t.id = u.tid
--- what a left join does not find
SELECT t.id FROM t LEFT JOIN u ON t.id = u.tid WHERE u.k IS NULL
--- a left join with a condition on the right side
SELECT t.id, u.k FROM t LEFT JOIN u ON t.id = u.tid AND u.v > 15
--- a left join with a filter of the right side above it
SELECT t.id, u.k FROM t LEFT JOIN u ON t.id = u.tid WHERE u.v > 15 OR u.v IS NULL
--- a left join of computed columns
SELECT t.id, s.c FROM t LEFT JOIN (SELECT tid, 'found' AS c FROM u) AS s ON t.id = s.tid
--- an inner join with more than equalities
SELECT t.id, u.k FROM t JOIN u ON t.id = u.tid AND u.v > t.a AND u.v > 5
--- an inner join by an inequality
SELECT t.id, u.k FROM t JOIN u ON t.a < u.tid
--- a cross join
SELECT t.id, u.k FROM t CROSS JOIN u WHERE u.v = 10
--- a comma
SELECT t.id, u.k FROM t, u WHERE t.id = u.tid AND t.ok
--- of two columns
SELECT t.id, u.k FROM t JOIN u ON t.id = u.tid AND t.b = u.b
--- of an expression
SELECT t.id, u.k FROM t JOIN u ON CONCAT(t.b, 'b') = u.b
--- a table with itself
SELECT x.id, y.id AS other FROM t AS x JOIN t AS y ON x.a = y.a AND x.id < y.id
--- three tables
SELECT x.id, u.k, y.id AS other FROM t AS x JOIN u ON x.id = u.tid LEFT JOIN t AS y ON y.id = u.k
--- a subquery beside a table
SELECT t.id, s.c FROM t JOIN (SELECT tid, COUNT(*) AS c FROM u GROUP BY tid) AS s ON t.id = s.tid
--- a left join of groups
SELECT t.id, s.c, IFNULL(s.c, 0) AS e FROM t LEFT JOIN (SELECT tid, COUNT(*) AS c FROM u GROUP BY tid) AS s ON t.id = s.tid
--- groups of a join
SELECT t.b, COUNT(*) AS c, MAX(u.v) AS m FROM t JOIN u ON t.id = u.tid GROUP BY t.b
--- first rows on both sides
SELECT s.id, r.k FROM (SELECT id FROM t ORDER BY id LIMIT 3) AS s LEFT JOIN (SELECT k, tid FROM u ORDER BY k LIMIT 2) AS r ON s.id = r.tid
--- joins in joins
SELECT t.id, r.k FROM t JOIN (SELECT u.k, u.tid FROM u JOIN t ON u.k = t.id) AS r ON t.id = r.tid
--- a left join of nothing
SELECT t.id, s.k FROM t LEFT JOIN (SELECT k, tid, b FROM u WHERE k > 100) AS s ON t.id = s.tid
--- star of a join
SELECT t.*, u.k, u.v FROM t JOIN u ON t.id = u.tid ORDER BY t.id, u.k
--- NULL joins nothing
SELECT t.id, u.k FROM t JOIN u ON t.a = u.tid
--- a left join of what a join computes
SELECT s.c, u.k FROM (SELECT IF(x.id > y.id, 1, 2) AS c FROM t AS x JOIN t AS y ON x.a = y.a) AS s LEFT JOIN u ON s.c = u.tid
--- an outer join by an equality and a comparison of the two sides
SELECT t.id, u.k FROM t LEFT JOIN u ON t.id = u.tid AND u.v > t.a
--- an outer join by a comparison that is NULL for some rows
SELECT t.id, u.k FROM t LEFT JOIN u ON t.id = u.tid AND NOT (u.v = t.a) AND u.b != t.b
--- an outer join by a condition on the left side alone
SELECT t.id, u.k FROM t LEFT JOIN u ON t.id = u.tid AND t.ok
--- an outer join by conditions on each side and on both
SELECT t.id, u.k FROM t LEFT JOIN u ON t.id = u.tid AND t.ok AND u.v > 15 AND (u.v > t.a OR t.a IS NULL)
--- an outer join to the right, by an equality and a comparison
SELECT t.id, u.k FROM t RIGHT JOIN u ON t.id = u.tid AND u.v > t.a AND t.b LIKE 'a%'
--- an outer join by a comparison, after another
SELECT x.id, u.k, y.id AS other FROM t AS x LEFT JOIN u ON x.id = u.tid AND u.v >= x.a LEFT JOIN t AS y ON y.a = u.k AND y.id > x.id
--- an outer join with a group by a comparison
SELECT t.id, s.c FROM t LEFT JOIN (SELECT tid, MIN(v) AS c FROM u GROUP BY tid) AS s ON t.id = s.tid AND t.a < s.c AND t.ts >= TIMESTAMP '2020-01-01 00:00:00+00'
--- the first touch of each row
WITH first_touch AS (SELECT b, ts FROM t WHERE b IS NOT NULL AND ts IS NOT NULL QUALIFY ROW_NUMBER() OVER (PARTITION BY b ORDER BY ts, id) = 1) SELECT IFNULL(f.b, 'none') AS c, COUNT(*) AS n FROM t LEFT JOIN first_touch AS f ON f.b = t.b AND t.ts > f.ts GROUP BY c
