--- union all
SELECT id, b FROM t UNION ALL SELECT k, b FROM u
--- union distinct
SELECT b FROM t UNION DISTINCT SELECT b FROM u
--- three queries, in order
SELECT id FROM t UNION ALL SELECT k FROM u UNION ALL SELECT tid FROM u ORDER BY id LIMIT 4
--- of filters and literals
SELECT 'small' AS size, id FROM t WHERE a < 2 UNION ALL SELECT 'big', id FROM t WHERE a >= 2
--- groups of a union
SELECT b, COUNT(*) AS c FROM (SELECT b FROM t UNION ALL SELECT b FROM u) GROUP BY b
--- a union of groups
SELECT b, COUNT(*) AS c FROM t GROUP BY b UNION ALL SELECT b, COUNT(*) FROM u GROUP BY b
--- of first rows
(SELECT id FROM t ORDER BY id LIMIT 2) UNION ALL (SELECT k FROM u ORDER BY k DESC LIMIT 2)
--- of other types, which are cast
SELECT id FROM t UNION ALL SELECT x FROM t
--- with
WITH s AS (SELECT id, b FROM t WHERE a > 1) SELECT b, COUNT(*) AS c FROM s GROUP BY b
--- with, read twice
WITH s AS (SELECT id, a FROM t) SELECT x.id, y.id AS other FROM s AS x JOIN s AS y ON x.a = y.id
--- with, in a row
WITH s AS (SELECT id, b FROM t), r AS (SELECT b, COUNT(*) AS c FROM s GROUP BY b) SELECT s.id, r.c FROM s JOIN r ON s.b = r.b
--- with, not read
WITH s AS (SELECT id FROM t), r AS (SELECT k FROM u) SELECT k FROM r
--- with within with
WITH s AS (WITH q AS (SELECT id FROM t WHERE ok) SELECT id FROM q) SELECT id FROM s
--- with, one name inside of another
WITH s AS (SELECT id FROM t) SELECT id FROM (WITH s AS (SELECT k AS id FROM u) SELECT id FROM s) UNION ALL SELECT id FROM s
--- with, called like a table
WITH u AS (SELECT id AS k FROM t WHERE id < 3) SELECT k FROM u
--- with, of first rows
WITH s AS (SELECT id FROM t ORDER BY id LIMIT 3) SELECT MAX(id) AS m FROM s
--- records of tables
SELECT id, v.device.name, step.ms FROM (SELECT id, device FROM visits UNION ALL SELECT id + 10, device FROM visits WHERE id < 3) AS v LEFT JOIN UNNEST(v.device.steps) AS step
--- records that the text builds, and lists
SELECT id, r, tags FROM (SELECT id, STRUCT(id AS a, 'x' AS b) AS r, tags FROM tagged UNION ALL SELECT id + 10, STRUCT(id * 2, CAST(id AS STRING)), tags FROM tagged UNION ALL SELECT 99, STRUCT(1, NULL), ['q'])
--- lists of records
SELECT id, p.key FROM (SELECT id, params, device FROM visits UNION ALL SELECT id + 10, params, device FROM visits WHERE id = 3) AS v, UNNEST(v.params) AS p
--- lists of records, as columns
SELECT id, params FROM visits UNION ALL SELECT id + 10, params FROM visits
