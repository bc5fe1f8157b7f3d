--- groups and their totals
SELECT a, b, COUNT(*) AS c, SUM(id) AS e FROM t GROUP BY ROLLUP (a, b)
--- = groups and their totals
SELECT a, b, COUNT(*) AS c, SUM(id) AS e FROM t GROUP BY a, b UNION ALL SELECT a, NULL, COUNT(*), SUM(id) FROM t GROUP BY a UNION ALL SELECT NULL, NULL, COUNT(*), SUM(id) FROM t
--- groups and their totals, by one key
SELECT b, COUNT(*) AS c FROM t GROUP BY ROLLUP (b) ORDER BY c DESC, b
--- = groups and their totals, by one key
SELECT b, COUNT(*) AS c FROM t GROUP BY b UNION ALL SELECT NULL, COUNT(*) FROM t ORDER BY c DESC, b
--- groups and their totals, over no rows
SELECT b, COUNT(*) AS c, MAX(id) AS e FROM t WHERE id > 100 GROUP BY ROLLUP (b)
--- = groups and their totals, over no rows
SELECT CAST(NULL AS STRING) AS b, 0 AS c, CAST(NULL AS INT64) AS e
--- groups by sets of keys
SELECT a, b, ok, COUNT(*) AS c FROM t GROUP BY GROUPING SETS ((a, b), ok, ())
--- = groups by sets of keys
SELECT a, b, NULL AS ok, COUNT(*) AS c FROM t GROUP BY a, b UNION ALL SELECT NULL, NULL, ok, COUNT(*) FROM t GROUP BY ok UNION ALL SELECT NULL, NULL, NULL, COUNT(*) FROM t
--- groups by every set of keys
SELECT a, ok, COUNT(*) AS c, MIN(ts) AS e FROM t GROUP BY CUBE (a, ok)
--- = groups by every set of keys
SELECT a, ok, COUNT(*) AS c, MIN(ts) AS e FROM t GROUP BY a, ok UNION ALL SELECT a, NULL, COUNT(*), MIN(ts) FROM t GROUP BY a UNION ALL SELECT NULL, ok, COUNT(*), MIN(ts) FROM t GROUP BY ok UNION ALL SELECT NULL, NULL, COUNT(*), MIN(ts) FROM t
--- which keys a row of groups lacks
SELECT a, b, GROUPING(a) AS c, GROUPING(b) AS e, COUNT(*) AS f FROM t GROUP BY ROLLUP (a, b)
--- = which keys a row of groups lacks
SELECT a, b, 0 AS c, 0 AS e, COUNT(*) AS f FROM t GROUP BY a, b UNION ALL SELECT a, NULL, 0, 1, COUNT(*) FROM t GROUP BY a UNION ALL SELECT NULL, NULL, 1, 1, COUNT(*) FROM t
--- totals by a condition
SELECT DATE(ts) AS day, COUNT(*) AS c FROM t GROUP BY ROLLUP (day) HAVING COUNT(*) > 1 OR day IS NULL
--- = totals by a condition
SELECT * FROM (SELECT DATE(ts) AS day, COUNT(*) AS c FROM t GROUP BY day UNION ALL SELECT NULL, COUNT(*) FROM t) WHERE c > 1 OR day IS NULL
--- totals of a join
SELECT t.b, u.b AS e, COUNT(u.k) AS c FROM t LEFT JOIN u ON u.tid = t.id GROUP BY ROLLUP (t.b, u.b)
--- = totals of a join
WITH j AS (SELECT t.b, u.b AS e, u.k FROM t LEFT JOIN u ON u.tid = t.id) SELECT b, e, COUNT(k) AS c FROM j GROUP BY b, e UNION ALL SELECT b, NULL, COUNT(k) FROM j GROUP BY b UNION ALL SELECT NULL, NULL, COUNT(k) FROM j
--- totals of items
SELECT v, COUNT(*) AS c FROM tagged, UNNEST(tags) AS v GROUP BY ROLLUP (v)
--- = totals of items
SELECT v, COUNT(*) AS c FROM tagged, UNNEST(tags) AS v GROUP BY v UNION ALL SELECT NULL, COUNT(*) FROM tagged, UNNEST(tags) AS v
--- totals of first rows
SELECT b, SUM(id) AS c FROM (SELECT * FROM t ORDER BY id LIMIT 4) AS s GROUP BY ROLLUP (b)
--- = totals of first rows
SELECT b, SUM(id) AS c FROM t WHERE id < 5 GROUP BY b UNION ALL SELECT NULL, SUM(id) FROM t WHERE id < 5
