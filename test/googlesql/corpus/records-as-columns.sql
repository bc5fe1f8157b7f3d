--- a record of a table
SELECT id, device FROM visits
--- the columns of a table
SELECT * FROM visits
--- a record of an array of records
SELECT id, metadata FROM logs
--- = a record of an array of records
SELECT id, (SELECT AS STRUCT m.project, m.code, (SELECT AS STRUCT r.path, r.method FROM UNNEST(m.request) AS r) AS request FROM UNNEST(metadata) AS m) AS metadata FROM logs
--- the first of several records
SELECT id, metadata FROM deep
--- = the first of several records
SELECT id, (SELECT AS STRUCT m.project, m.code, m.level, m.labels, (SELECT AS STRUCT r.path, r.ms FROM UNNEST(m.request) AS r LIMIT 1) AS request FROM UNNEST(metadata) AS m LIMIT 1) AS metadata FROM deep
--- a record of UNNEST
SELECT l.id, m FROM logs AS l, UNNEST(l.metadata) AS m
--- = a record of UNNEST
SELECT l.id, STRUCT(m.project, m.code, (SELECT AS STRUCT r.path, r.method FROM UNNEST(m.request) AS r) AS request) AS m FROM logs AS l, UNNEST(l.metadata) AS m
--- records of a deeper UNNEST
SELECT l.id, r FROM logs AS l, UNNEST(l.metadata) AS m, UNNEST(m.request) AS r
--- records of arrays
SELECT d.id, m, r FROM deep AS d, UNNEST(d.metadata) AS m, UNNEST(m.request) AS r
--- = records of arrays
SELECT d.id, STRUCT(m.project, m.code, m.level, m.labels, (SELECT AS STRUCT r.path, r.ms FROM UNNEST(m.request) AS r LIMIT 1) AS request) AS m, r FROM deep AS d, UNNEST(d.metadata) AS m, UNNEST(m.request) AS r
--- an item of a list of records
SELECT id, p, s FROM visits AS v, UNNEST(v.params) AS p LEFT JOIN UNNEST(v.device.steps) AS s
--- a record that the text builds
SELECT id, STRUCT(a, b AS text, x, ok, ts, d, n, a + 1) AS c FROM t
--- a record in a record that the text builds
SELECT id, STRUCT(device, params, STRUCT(key, id * 2 AS twice) AS own) AS c FROM visits
--- a record of the whole row
SELECT t FROM t
--- a record of constants
SELECT STRUCT(1 AS one, 'a' AS a, CAST(NULL AS STRING) AS none) AS c
--- a record with lists
SELECT id, STRUCT(tags, nums, [id, 2] AS own) AS c FROM tagged
--- an order and a limit above a record that is built
SELECT STRUCT(id, b) AS c FROM t ORDER BY a DESC, id LIMIT 3
--- an order, a limit and an offset
SELECT id, device, STRUCT(key) AS c FROM visits ORDER BY id DESC LIMIT 2 OFFSET 1
--- a record of a step
WITH few AS (SELECT id, device FROM visits ORDER BY id LIMIT 3) SELECT f.device, f.id FROM few AS f JOIN t ON t.id = f.id
--- a record of an outer join
SELECT t.id, v.device, v FROM t LEFT JOIN visits AS v ON v.id = t.id AND v.key = 'page'
--- the record of the last row of a group
SELECT b, ARRAY_AGG(STRUCT(id, x) ORDER BY id DESC LIMIT 1)[OFFSET(0)] AS last FROM t GROUP BY b
--- two records of one name in two tables
SELECT a.device AS first, b.device AS second FROM visits AS a JOIN visits AS b ON a.id = b.id
--- records beside a window
SELECT id, device, ROW_NUMBER() OVER (ORDER BY id) AS place FROM visits
--- groups by a record
SELECT r.code, r.project, c FROM (SELECT STRUCT(a AS code, b AS project) AS r, COUNT(*) AS c FROM t GROUP BY r)
--- different records
SELECT s.r.code, s.r.z.x, COUNT(*) AS c FROM (SELECT DISTINCT STRUCT(a AS code, STRUCT(x * 0 AS x) AS z) AS r FROM t) AS s GROUP BY 1, 2
--- groups by whole rows, as a column
SELECT s, COUNT(*) AS c FROM (SELECT a, b FROM t WHERE a IS NOT NULL AND b IS NOT NULL) AS s GROUP BY s
