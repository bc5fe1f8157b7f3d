--- items of a list
SELECT g.id, v FROM tagged AS g, UNNEST(g.tags) AS v
--- items by CROSS JOIN
SELECT g.id, v FROM tagged AS g CROSS JOIN UNNEST(g.nums) AS v WHERE v > 1
--- items by LEFT JOIN
SELECT g.id, v FROM tagged AS g LEFT JOIN UNNEST(g.tags) AS v
--- items with their places
SELECT g.id, v, i FROM tagged AS g, UNNEST(g.tags) AS v WITH OFFSET AS i
--- items by LEFT JOIN with their places
SELECT g.id, v, i FROM tagged AS g LEFT JOIN UNNEST(g.nums) AS v WITH OFFSET AS i
--- groups of items
SELECT v, COUNT(*) AS c, COUNT(DISTINCT g.id) AS e FROM tagged AS g, UNNEST(g.tags) AS v GROUP BY v ORDER BY c DESC, v
--- items of two lists
SELECT g.id, v, w FROM tagged AS g, UNNEST(g.tags) AS v, UNNEST(g.nums) AS w
--- items of two lists by LEFT JOIN
SELECT g.id, v, w FROM tagged AS g LEFT JOIN UNNEST(g.tags) AS v LEFT JOIN UNNEST(g.nums) AS w
--- items joined with a table
SELECT g.id, v, t.b FROM tagged AS g, UNNEST(g.nums) AS v JOIN t ON t.id = v
--- items of a joined table
SELECT t.id, v FROM t JOIN tagged AS g ON t.id = g.id, UNNEST(g.tags) AS v
--- items of a filtered table
SELECT s.id, v FROM (SELECT * FROM tagged WHERE id > 1) AS s, UNNEST(s.tags) AS v
--- items of first rows
SELECT s.id, v FROM (SELECT * FROM tagged ORDER BY id LIMIT 3) AS s, UNNEST(s.nums) AS v
--- first items
SELECT v, i FROM tagged, UNNEST(nums) AS v WITH OFFSET AS i WHERE i = 0 ORDER BY id LIMIT 2
--- a list that is written out
SELECT v FROM UNNEST([1, 2, NULL]) AS v
--- a list that is written out, with places
SELECT v, i FROM UNNEST(['a', 'b']) AS v WITH OFFSET AS i ORDER BY i DESC
--- a list that is written out beside a table
SELECT t.id, v FROM t, UNNEST([1, 2]) AS v WHERE t.id < 3
--- items by a condition
SELECT g.id, v FROM tagged AS g JOIN UNNEST(g.nums) AS v ON v > 2
--- items in a named query
WITH s AS (SELECT g.id, v FROM tagged AS g, UNNEST(g.tags) AS v) SELECT a.id, b.id AS other FROM s AS a JOIN s AS b ON a.v = b.v
--- items in a subquery
SELECT id FROM t WHERE b IN (SELECT v FROM tagged, UNNEST(tags) AS v)
--- items of lists tied to the row
SELECT t.id, (SELECT COUNT(*) FROM tagged AS g, UNNEST(g.tags) AS v WHERE g.id = t.id) AS c FROM t
--- records of an array
SELECT l.id, m.project, m.code, m.level FROM deep AS l, UNNEST(l.metadata) AS m
--- records by LEFT JOIN
SELECT l.id, m.project, m.code, m.level FROM deep AS l LEFT JOIN UNNEST(l.metadata) AS m
--- records with their places
SELECT l.id, m.code, i FROM deep AS l, UNNEST(l.metadata) AS m WITH OFFSET AS i
--- records by LEFT JOIN with their places
SELECT l.id, m.level, i FROM deep AS l LEFT JOIN UNNEST(l.metadata) AS m WITH OFFSET AS i
--- records in records
SELECT l.id, m.project, r.path, r.ms FROM deep AS l, UNNEST(l.metadata) AS m, UNNEST(m.request) AS r
--- records in records by LEFT JOIN
SELECT l.id, m.project, r.path, r.ms FROM deep AS l LEFT JOIN UNNEST(l.metadata) AS m LEFT JOIN UNNEST(m.request) AS r
--- records in records, the outer ones kept
SELECT l.id, m.project, r.path FROM deep AS l CROSS JOIN UNNEST(l.metadata) AS m LEFT JOIN UNNEST(m.request) AS r
--- groups of records
SELECT m.project, COUNT(*) AS c, COUNT(DISTINCT l.id) AS e, MAX(m.code) AS f FROM deep AS l, UNNEST(l.metadata) AS m GROUP BY m.project
--- records by a condition
SELECT l.id, m.code FROM deep AS l, UNNEST(l.metadata) AS m WHERE m.code >= 400 AND m.project IS NOT NULL
--- records of a filtered table
SELECT l.id, r.path FROM deep AS l, UNNEST(l.metadata) AS m, UNNEST(m.request) AS r WHERE l.n > 1 OR r.ms IS NULL
--- records joined with a table
SELECT l.id, m.code, t.b FROM deep AS l, UNNEST(l.metadata) AS m JOIN t ON t.id = l.n
--- records of a joined table
SELECT t.id, m.code FROM t JOIN deep AS l ON t.id = l.n, UNNEST(l.metadata) AS m
--- records in a named query that is read twice
WITH e AS (SELECT l.id, m.project AS p FROM deep AS l, UNNEST(l.metadata) AS m) SELECT x.id, y.id AS other FROM e AS x JOIN e AS y ON x.p = y.p
--- lists of records
SELECT l.id, v FROM deep AS l, UNNEST(l.metadata) AS m, UNNEST(m.labels) AS v
--- windows over records
SELECT l.id, m.code, ROW_NUMBER() OVER (ORDER BY m.code, l.id, m.project) AS c FROM deep AS l, UNNEST(l.metadata) AS m
--- unions of records
SELECT m.project AS p FROM deep AS l, UNNEST(l.metadata) AS m UNION ALL SELECT m.project FROM logs AS l, UNNEST(l.metadata) AS m
--- records tied to the row
SELECT t.id FROM t WHERE EXISTS (SELECT 1 FROM deep AS l, UNNEST(l.metadata) AS m WHERE l.n = t.id AND m.code = 200)
--- records counted for the row
SELECT t.id, (SELECT COUNT(*) FROM deep AS l, UNNEST(l.metadata) AS m WHERE l.n = t.id) AS c FROM t
--- a flat record with its place
SELECT l.id, m.code, i FROM logs AS l, UNNEST(l.metadata) AS m WITH OFFSET AS i WHERE i = 0
--- a list of columns
SELECT t.id, v FROM t, UNNEST([t.id, t.a]) AS v
--- a list of columns by LEFT JOIN
SELECT t.id, v FROM t LEFT JOIN UNNEST([t.b, 'x']) AS v
--- how long lists are
SELECT id, ARRAY_LENGTH(tags) AS c, ARRAY_LENGTH(nums) AS e, ARRAY_LENGTH([1, 2]) AS f FROM tagged
--- lists of records, how long they are
SELECT l.id, ARRAY_LENGTH(m.labels) AS c FROM deep AS l, UNNEST(l.metadata) AS m
--- items at a place
SELECT id, tags[SAFE_OFFSET(0)] AS c, tags[SAFE_OFFSET(1)] AS e, nums[SAFE_ORDINAL(1)] AS f, nums[SAFE_ORDINAL(3)] AS g FROM tagged
--- items at a place that all have
SELECT id, tags[OFFSET(0)] AS c, tags[ORDINAL(1)] AS e FROM tagged WHERE ARRAY_LENGTH(tags) > 0 AND id != 2
--- items of a list that is written out
SELECT id, [7, NULL, 9][OFFSET(2)] AS c, ['a', NULL][OFFSET(1)] AS e FROM tagged
--- in a list
SELECT id FROM tagged WHERE 'a' IN UNNEST(tags)
--- not in a list
SELECT id FROM tagged WHERE 'a' NOT IN UNNEST(tags)
--- in a list, as columns
SELECT t.id, t.b IN UNNEST(g.tags) AS c, t.b NOT IN UNNEST(g.tags) AS e FROM t JOIN tagged AS g ON TRUE
--- in a list that is written out, with NULL
SELECT id, a IN UNNEST([1, NULL]) AS c, a NOT IN UNNEST([1, NULL]) AS e, a IN UNNEST([1, 2]) AS f FROM t
--- in a list of columns
SELECT id, 2 IN UNNEST([id, a]) AS c FROM t
--- in a list of a record
SELECT l.id FROM deep AS l, UNNEST(l.metadata) AS m WHERE '/b' IN UNNEST(m.labels)
--- the first and the last item of a list
SELECT id, ARRAY_FIRST(nums) AS c, ARRAY_LAST(nums) AS e, ARRAY_LAST(ARRAY_CONCAT(tags, ['é'])) AS f FROM tagged WHERE ARRAY_LENGTH(nums) > 0
--- how many bounds a value reaches
SELECT id, RANGE_BUCKET(a, [0, 2, 2, 3]) AS c, RANGE_BUCKET(x, [-2.25, 0.0, 1e9]) AS e, RANGE_BUCKET(d, [DATE '2024-02-29', DATE '2026-01-01']) AS f, RANGE_BUCKET(a + 1, [0, 3]) AS g, RANGE_BUCKET(ts, [TIMESTAMP '2026-01-01']) AS h, RANGE_BUCKET(id, [5]) AS i FROM t
--- groups by the bounds that a value reaches
SELECT RANGE_BUCKET(x, [0.0, 1.0]) AS c, COUNT(*) AS e FROM t GROUP BY c
--- some of the different values of a group, of which none is NULL
SELECT b, ARRAY_AGG(DISTINCT k LIMIT 9) AS c FROM u WHERE v IS NOT NULL GROUP BY b
--- all different values of a group that may be NULL but are not
SELECT ARRAY_AGG(DISTINCT a LIMIT 20) AS c, ARRAY_AGG(v LIMIT 20) AS e FROM t JOIN u ON t.id = u.tid WHERE a IS NOT NULL AND v IS NOT NULL
--- items at positions that the row has
SELECT id, i, tags[SAFE_OFFSET(i)] AS c, nums[SAFE_ORDINAL(id - i)] AS e, IF(i BETWEEN 0 AND ARRAY_LENGTH(nums) - 1, nums[OFFSET(i)], -1) AS f, IF(i BETWEEN 1 AND ARRAY_LENGTH(tags), tags[ORDINAL(i)], 'none') AS g, tags[OFFSET(NULLIF(i, i))] AS h FROM tagged, UNNEST(GENERATE_ARRAY(-1, 3)) AS i WHERE i >= 0 OR ARRAY_LENGTH(nums) = 0
