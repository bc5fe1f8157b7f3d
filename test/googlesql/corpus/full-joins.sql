--- a full join
SELECT t.id, u.k FROM t FULL JOIN u ON t.id = u.tid
--- a full join with NULL
SELECT t.id, t.a, u.k, u.tid FROM t FULL JOIN u ON t.a = u.tid
--- a full join of two columns
SELECT t.id, u.k FROM t FULL OUTER JOIN u ON t.id = u.tid AND t.b = u.b
--- a full join by name
SELECT b, t.id, u.k FROM t FULL JOIN u USING (b)
--- a full join and a condition
SELECT t.id, u.k FROM t FULL JOIN u ON t.id = u.tid WHERE t.id IS NULL OR u.k IS NULL
--- a full join of groups
SELECT COALESCE(x.a, y.tid) AS n, x.c, y.e FROM (SELECT a, COUNT(*) AS c FROM t GROUP BY a) AS x FULL JOIN (SELECT tid, COUNT(*) AS e FROM u GROUP BY tid) AS y ON x.a = y.tid
--- a full join of first rows
SELECT x.id, y.k FROM (SELECT id FROM t ORDER BY id LIMIT 3) AS x FULL JOIN (SELECT k FROM u ORDER BY k DESC LIMIT 4) AS y ON x.id = y.k
--- a full join of a join
SELECT x.id, u.k, o.id AS other FROM t AS x JOIN u ON x.id = u.tid FULL JOIN t AS o ON o.id = u.k
--- a full join before a join
SELECT t.id, u.k, w.v FROM t FULL JOIN u ON t.id = u.tid LEFT JOIN u AS w ON w.k = t.id
--- groups of a full join
SELECT t.ok, COUNT(*) AS c, COUNT(u.k) AS e FROM t FULL JOIN u ON t.id = u.tid GROUP BY t.ok
--- a full join of named queries
WITH x AS (SELECT id FROM t WHERE id > 2), y AS (SELECT k FROM u) SELECT x.id, y.k FROM x FULL JOIN y ON x.id = y.k
--- a full join of a union
SELECT s.n, t.id FROM (SELECT k AS n FROM u UNION ALL SELECT tid FROM u) AS s FULL JOIN t ON t.id = s.n
--- a full join of times
SELECT x.id, y.id AS other FROM t AS x FULL JOIN t AS y ON x.ts = y.ts AND x.d = y.d
