--- fields of a record
SELECT l.id, m.project, m.code FROM logs AS l, UNNEST(l.metadata) AS m
--- fields of a record in a record
SELECT l.id, r.path, r.method FROM logs AS l, UNNEST(l.metadata) AS m, UNNEST(m.request) AS r
--- by CROSS JOIN
SELECT l.id, r.path FROM logs AS l CROSS JOIN UNNEST(l.metadata) AS m CROSS JOIN UNNEST(m.request) AS r WHERE m.code >= 400
--- by LEFT JOIN
SELECT l.id, m.project FROM logs AS l LEFT JOIN UNNEST(l.metadata) AS m
--- buckets of errors
SELECT TIMESTAMP_TRUNC(t.timestamp, HOUR) AS timestamp, COUNT(*) AS count FROM logs AS t, UNNEST(t.metadata) AS m, UNNEST(m.request) AS request WHERE m.code >= 400 AND m.project = 'one' GROUP BY 1 ORDER BY 1
--- fields through a step
SELECT p, COUNT(*) AS c FROM (SELECT m.project AS p FROM logs AS l, UNNEST(l.metadata) AS m ORDER BY l.id LIMIT 3) GROUP BY p
--- fields beside a join
SELECT l.id, t.id AS other FROM logs AS l, UNNEST(l.metadata) AS m JOIN t ON t.id = m.code
--- fields of a named query
WITH e AS (SELECT l.id, l.timestamp, m.code, r.path FROM logs AS l, UNNEST(metadata) AS m, UNNEST(m.request) AS r) SELECT path, COUNT(*) AS c, COUNTIF(code >= 500) AS errors FROM e WHERE timestamp > @since GROUP BY path ORDER BY c DESC, path
--- with the clock
SELECT l.id FROM logs AS l, UNNEST(l.metadata) AS m WHERE l.timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY) AND m.project IS NOT NULL
--- records or an empty array
SELECT l.id, r.path FROM logs AS l LEFT JOIN UNNEST(l.metadata) AS m LEFT JOIN UNNEST(COALESCE(m.request, [])) AS r LEFT JOIN UNNEST(IFNULL(m.request, [])) AS s
--- whether there is a record
SELECT v.id, v.device IS NULL AS none, v.device IS NOT NULL AND v.id > 1 AS c FROM visits AS v
