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
--- records that the text lists, as rows
SELECT id, kind, value, place FROM t, UNNEST([STRUCT('a' AS kind, a AS value), ('id', id), ('none', NULL)]) AS one WITH OFFSET AS place
--- records that the text lists in a subquery, as rows outside
SELECT * EXCEPT (x) FROM (SELECT id, [STRUCT('n' AS kind, x AS value), ('twice', x * 2)] AS x FROM t), UNNEST(x) AS one WHERE one.kind != 'n'
--- one record that the text lists, and lists in a left join
SELECT id, one.v, two.w FROM t CROSS JOIN UNNEST([STRUCT(b AS v)]) AS one LEFT JOIN UNNEST([STRUCT(1 AS w), STRUCT(2)]) AS two
--- records of records that the text lists
SELECT id, r.deep.k AS k, r.n FROM t, UNNEST([STRUCT(STRUCT(b AS k) AS deep, 1 AS n), (STRUCT('x' AS k), 2)]) AS r
--- the last record of each group, as a row
SELECT b, op.id, op.ok FROM (SELECT b, ARRAY_AGG(STRUCT(id, ok) ORDER BY id DESC LIMIT 1) AS ops FROM t GROUP BY b), UNNEST(ops) AS op WHERE op.id > 2
