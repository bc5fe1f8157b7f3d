--- values of a group in an order
SELECT b, ARRAY_AGG(id ORDER BY id) AS c, ARRAY_AGG(a IGNORE NULLS ORDER BY a DESC, id) AS e FROM t GROUP BY b
--- different values
SELECT ok, ARRAY_AGG(DISTINCT b IGNORE NULLS ORDER BY b) AS c FROM t GROUP BY ok
--- the first values
SELECT b, ARRAY_AGG(id ORDER BY ts DESC, id LIMIT 2) AS c FROM t GROUP BY b
--- the newest value
SELECT b, ARRAY_AGG(id ORDER BY ts DESC LIMIT 1)[OFFSET(0)] AS c, ARRAY_AGG(ts IGNORE NULLS ORDER BY ts LIMIT 1)[SAFE_OFFSET(0)] AS e FROM t WHERE id != 8 GROUP BY b
--- values of all rows
SELECT ARRAY_AGG(id ORDER BY b, id DESC) AS c, ARRAY_AGG(d IGNORE NULLS ORDER BY d, id) AS e, ARRAY_AGG(x IGNORE NULLS ORDER BY x) AS f FROM t
--- values of no row
SELECT ARRAY_AGG(id ORDER BY id) AS c FROM t WHERE id > 100
--- how many values
SELECT b, ARRAY_LENGTH(ARRAY_AGG(id ORDER BY id)) AS c FROM t GROUP BY b
--- items of values of a group
SELECT s.b, v FROM (SELECT b, ARRAY_AGG(id ORDER BY id) AS ids FROM t GROUP BY b) AS s, UNNEST(s.ids) AS v
--- lists as columns
SELECT id, tags, nums FROM tagged
--- lists of a joined table
SELECT t.id, g.tags, g.nums FROM t LEFT JOIN tagged AS g ON g.id = t.id
--- lists that are written out
SELECT id, [id, 7] AS c, ['x', 'y'] AS e, [TRUE] AS f FROM t
--- lists of a subquery
SELECT s.id, s.tags FROM (SELECT * FROM tagged ORDER BY id LIMIT 3) AS s
--- an array of a subquery
SELECT ARRAY(SELECT k FROM u ORDER BY k) AS c, ARRAY(SELECT k FROM u WHERE k > 100 ORDER BY k) AS e
--- an array of a subquery beside rows
SELECT id, ARRAY(SELECT k FROM u ORDER BY v DESC, k) AS c FROM t WHERE id < 3
--- an array of a subquery of the row
SELECT id, ARRAY(SELECT u.k FROM u WHERE u.tid = t.id ORDER BY u.k DESC) AS c FROM t
--- the first of an array of a subquery of the row
SELECT id, ARRAY(SELECT u.k FROM u WHERE u.b = t.b ORDER BY u.k LIMIT 1) AS c FROM t
--- known values of a subquery of the row
SELECT id, ARRAY(SELECT u.v FROM u WHERE u.tid = t.id AND u.v IS NOT NULL ORDER BY u.v) AS c FROM t
--- different values of a subquery
SELECT ARRAY(SELECT DISTINCT b FROM t WHERE b IS NOT NULL AND b != 'Éa' ORDER BY b) AS c
--- how long an array of a subquery is
SELECT id, ARRAY_LENGTH(ARRAY(SELECT u.k FROM u WHERE u.tid = t.id ORDER BY u.k)) AS c FROM t
--- in an array of a subquery
SELECT id FROM t WHERE id IN UNNEST(ARRAY(SELECT k FROM u WHERE v > 10 ORDER BY k))
--- a list holds one
SELECT id FROM tagged WHERE EXISTS (SELECT 1 FROM UNNEST(tags) AS v WHERE v = 'a')
--- a list holds none
SELECT id, NOT EXISTS (SELECT * FROM UNNEST(nums) AS v WHERE v > 2) AS c, EXISTS (SELECT 1 FROM UNNEST(nums)) AS e FROM tagged
--- a list holds one of a column
SELECT g.id, t.id AS e FROM tagged AS g JOIN t ON g.id = t.id WHERE EXISTS (SELECT 1 FROM UNNEST(g.tags) AS v WHERE v = t.b OR STARTS_WITH(v, 'c'))
--- how many items
SELECT id, (SELECT COUNT(*) FROM UNNEST(tags) AS v WHERE v != 'a') AS c, (SELECT COUNTIF(v > 1) FROM UNNEST(nums) AS v) AS e, (SELECT COUNT(v) + 1 FROM UNNEST(nums) AS v) AS f FROM tagged
--- items that are computed
SELECT id, ARRAY(SELECT UPPER(v) FROM UNNEST(tags) AS v WITH OFFSET AS i WHERE v != '' ORDER BY i) AS c, ARRAY(SELECT v + id FROM UNNEST(nums) AS v) AS e FROM tagged
--- the last items of lists
SELECT id, (SELECT v FROM UNNEST(tags) AS v WITH OFFSET AS i ORDER BY i DESC LIMIT 1) AS c, (SELECT v FROM UNNEST(nums) AS v WITH OFFSET AS i WHERE v > 1 ORDER BY i DESC LIMIT 1) AS e, ARRAY(SELECT v FROM UNNEST(nums) AS v WITH OFFSET AS i ORDER BY i DESC) AS f, (SELECT p FROM UNNEST(SPLIT('a/b/c', '/')) AS p WITH OFFSET AS i ORDER BY i DESC LIMIT 1) AS g FROM tagged
--- items that are chosen
SELECT id, ARRAY(SELECT v FROM UNNEST(nums) AS v WHERE v > 1) AS c, ARRAY_LENGTH(ARRAY(SELECT v FROM UNNEST(tags) AS v WHERE v = 'a')) AS e FROM tagged
--- in items that are chosen
SELECT id, id IN (SELECT v FROM UNNEST(nums) AS v WHERE v < 7) AS c, 'A' IN (SELECT UPPER(v) FROM UNNEST(tags) AS v) AS e FROM tagged
--- groups by what a list holds
SELECT EXISTS (SELECT 1 FROM UNNEST(tags) AS v WHERE v = 'a') AS c, COUNT(*) AS e FROM tagged GROUP BY c
--- a list in the condition of groups
SELECT COUNTIF((SELECT COUNT(*) FROM UNNEST(nums) AS v WHERE v > 1) > 0) AS c FROM tagged
--- a record holds
SELECT l.id, EXISTS (SELECT 1 FROM UNNEST(l.metadata) AS m WHERE m.code >= 400) AS c FROM logs AS l WHERE EXISTS (SELECT 1 FROM UNNEST(l.metadata) AS m, UNNEST(m.request) AS r WHERE r.method = 'GET' AND m.project = 'one')
--- a value of a record
SELECT l.id, (SELECT m.project FROM UNNEST(l.metadata) AS m) AS c, (SELECT r.path FROM UNNEST(l.metadata) AS m, UNNEST(m.request) AS r WHERE m.code > 300) AS e FROM logs AS l
--- how many records
SELECT l.id, (SELECT COUNT(*) FROM UNNEST(l.metadata) AS m WHERE m.code = 200) AS c, EXISTS (SELECT COUNT(*) FROM UNNEST(l.metadata) AS m) AS e FROM (SELECT id, metadata FROM logs) AS l
--- a list whose items are called like a column
SELECT item, EXISTS (SELECT 1 FROM UNNEST(nums) AS v WHERE v = item) AS c FROM (SELECT id AS item, nums FROM tagged)
--- texts of a list with a text between
SELECT id, ARRAY_TO_STRING(tags, ', ') AS c, ARRAY_TO_STRING(['x', tags[SAFE_OFFSET(1)], 'z'], '') AS e FROM tagged
--- values whose order is open
SELECT b, ARRAY_AGG(id) AS c, ARRAY_AGG(a IGNORE NULLS) AS e, STRING_AGG(b) AS f, STRING_AGG(DISTINCT CAST(a AS STRING), '/') AS g FROM t GROUP BY b
--- = values whose order is open
SELECT b, ARRAY_AGG(id ORDER BY id) AS c, ARRAY_AGG(a IGNORE NULLS ORDER BY a) AS e, STRING_AGG(b ORDER BY b) AS f, STRING_AGG(DISTINCT CAST(a AS STRING), '/' ORDER BY CAST(a AS STRING)) AS g FROM t GROUP BY b
--- a list or an empty one
SELECT t.id, COALESCE(g.tags, []) AS c, ARRAY_LENGTH(IFNULL(g.nums, [])) AS e, 'a' IN UNNEST(COALESCE(g.tags, [])) AS f FROM t LEFT JOIN tagged AS g ON g.id = t.id
--- items of a list or an empty one
SELECT t.id, v FROM t LEFT JOIN tagged AS g ON g.id = t.id, UNNEST(COALESCE(g.tags, [])) AS v
--- aggregates of items
SELECT id, (SELECT SUM(v) FROM UNNEST(nums) AS v) AS c, (SELECT MAX(v) FROM UNNEST(tags) AS v WHERE v != 'c') AS e, (SELECT AVG(v) FROM UNNEST(nums) AS v WHERE v > 1) AS f, (SELECT MIN(v * 2) + id FROM UNNEST(nums) AS v) AS g, (SELECT COUNT(DISTINCT v) FROM UNNEST(tags) AS v) AS h, (SELECT SUM(v / 2) FROM UNNEST(nums) AS v) AS i, (SELECT MAX(NULLIF(v, 7)) FROM UNNEST(nums) AS v) AS j FROM tagged
--- texts of items
SELECT id, (SELECT STRING_AGG(v, '-' ORDER BY place) FROM UNNEST(tags) AS v WITH OFFSET AS place) AS c FROM tagged
--- aggregates of a record as an array of one
SELECT id, (SELECT SUM(m.code) FROM UNNEST(metadata) AS m) AS c, (SELECT MAX(r.path) FROM UNNEST(metadata) AS m, UNNEST(m.request) AS r WHERE m.code > 300) AS e, (SELECT AVG(m.code) FROM UNNEST(metadata) AS m WHERE m.project = 'one') AS f FROM logs
--- rows without items that fulfil a condition
SELECT g.id, v FROM tagged AS g LEFT JOIN UNNEST(g.tags) AS v ON v = 'a' OR STARTS_WITH(v, 'c')
--- lists of groups without NULL
SELECT ok, ARRAY_AGG(DISTINCT b ORDER BY b) AS c, ARRAY_AGG(IF(id > 3, 'x', b) ORDER BY id) AS e, ARRAY_LENGTH(ARRAY_AGG(a)) AS f FROM t WHERE a IS NOT NULL AND b IS NOT NULL GROUP BY ok
--- a list of a group that nothing reads
SELECT b, c FROM (SELECT b, COUNT(*) AS c, ARRAY_AGG(a) AS e FROM t GROUP BY b)
--- a list or an empty one by a condition
SELECT id, IF(id > 1, tags, []) AS c, ARRAY_LENGTH(IF(id > 1, nums, [])) AS e, IF(id = 2, [id, 7], nums) AS f, IF(NULL, tags, ['a', 'b'])[SAFE_OFFSET(1)] AS g FROM tagged
--- rows of a list that a condition chooses
SELECT id, v FROM tagged, UNNEST(IF(id > 1, tags, ['none'])) AS v
--- parts of a text
SELECT id, p, i FROM t, UNNEST(SPLIT(b, 'a')) AS p WITH OFFSET AS i
--- parts of a text that may be NULL
SELECT id, p FROM t LEFT JOIN UNNEST(SPLIT(b)) AS p
--- how many parts
SELECT id, ARRAY_LENGTH(SPLIT(b, 'a')) AS c, ARRAY_TO_STRING(SPLIT(b, 'a'), '-') AS e, SPLIT(b, 'a') IS NULL AS f, 'b' IN UNNEST(SPLIT(b, 'a')) AS g, ARRAY_LENGTH(SPLIT('', '.')) AS h FROM t
--- parts of a text as a column
SELECT id, SPLIT(b, 'a') AS c, SPLIT('x, y', ', ') AS e FROM t WHERE b IS NOT NULL
--- parts in subqueries
SELECT id, (SELECT COUNT(*) FROM UNNEST(SPLIT(b, 'a')) AS p WHERE p != '') AS c, (SELECT STRING_AGG(p, '-' ORDER BY i) FROM UNNEST(SPLIT(b, 'a')) AS p WITH OFFSET AS i) AS e, EXISTS (SELECT 1 FROM UNNEST(SPLIT(CONCAT(b, 'x'), 'a')) AS p WHERE p = 'x') AS f, ARRAY(SELECT UPPER(p) FROM UNNEST(SPLIT(b, 'a')) AS p) AS g FROM t
--- parts that a subquery made
SELECT id, ARRAY_LENGTH(IFNULL(parts, [])) AS c, parts[SAFE_OFFSET(1)] AS e, ARRAY_LENGTH(parts) AS f FROM (SELECT id, SPLIT(b, 'a') AS parts FROM t)
--- one of several lists
SELECT id, CASE WHEN a IS NULL THEN [1] WHEN a = 1 THEN [4] ELSE [2, 3] END AS c, ARRAY_LENGTH(CASE a WHEN 1 THEN [7] ELSE [8, 9] END) AS e, CASE WHEN ok THEN SPLIT(b, 'a') ELSE ['n'] END AS f FROM t WHERE b IS NOT NULL
--- items of one of several lists
SELECT id, v FROM tagged, UNNEST(CASE WHEN id > 2 THEN tags ELSE ['q'] END) AS v
--- parts that a pattern finds
SELECT id, p, REGEXP_EXTRACT_ALL(b, r'(a)b')[SAFE_OFFSET(0)] AS c, ARRAY_LENGTH(REGEXP_EXTRACT_ALL(b, r'[ab]')) AS e, REGEXP_EXTRACT_ALL(b, 'x') IS NULL AS f FROM t LEFT JOIN UNNEST(REGEXP_EXTRACT_ALL(b, r'[a-z]')) AS p
--- parts that a pattern finds at borders
SELECT id, REGEXP_EXTRACT_ALL(CONCAT(b, 'aa ab'), r'^\w') AS c, REGEXP_EXTRACT_ALL(CONCAT(b, 'aa ab'), r'\ba') AS e, REGEXP_EXTRACT_ALL(CONCAT('aa ', b), 'a$') AS f, REGEXP_EXTRACT_ALL('aaa', 'aa') AS g FROM t WHERE b IS NOT NULL
--- lists one after another, and in reverse
SELECT id, ARRAY_CONCAT(tags, ['a'], tags) AS c, ARRAY_REVERSE(tags) AS e, ARRAY_REVERSE(ARRAY_CONCAT(nums, [9])) AS f FROM tagged
--- items of a list in reverse
SELECT id, v, i FROM tagged, UNNEST(ARRAY_REVERSE(nums)) AS v WITH OFFSET AS i
--- whether all items, and whether any, fulfil a condition
SELECT id, (SELECT LOGICAL_AND(n > 2) FROM UNNEST(nums) AS n) AS c, (SELECT LOGICAL_OR(n > 2) FROM UNNEST(nums) AS n) AS e FROM tagged
--- parts of a list
SELECT id, ARRAY_SLICE(nums, 1, 2) AS c, ARRAY_SLICE(nums, -2, -1) AS e, ARRAY_SLICE(nums, -5, -2) AS f, ARRAY_SLICE(nums, 2, 1) AS g, ARRAY_SLICE(nums, 0, 100) AS h, ARRAY_SLICE(nums, 1, -1) AS i, ARRAY_SLICE(nums, -2, 1) AS j, ARRAY_SLICE(nums, 0, -100) AS k, ARRAY_LENGTH(ARRAY_SLICE(tags, 0, 1)) AS l FROM tagged
--- different items in their order
SELECT id, ARRAY(SELECT DISTINCT v FROM UNNEST(tags) AS v ORDER BY v) AS c, ARRAY(SELECT v FROM UNNEST(nums) AS v ORDER BY v DESC) AS e, ARRAY(SELECT v FROM UNNEST(tags) AS v GROUP BY v ORDER BY v DESC) AS f FROM tagged
--- different values of items, and the first of them
SELECT id, ARRAY(SELECT DISTINCT UPPER(v) FROM UNNEST(tags) AS v ORDER BY 1) AS c, ARRAY(SELECT v * 2 AS w FROM UNNEST(nums) AS v WHERE v > 1 ORDER BY w DESC LIMIT 2) AS e, ARRAY(SELECT v FROM UNNEST(nums) AS v WITH OFFSET AS o ORDER BY o LIMIT 1 OFFSET 1) AS f FROM tagged
--- different items as one text
SELECT id, (SELECT STRING_AGG(DISTINCT v ORDER BY v) FROM UNNEST(tags) AS v) AS c, (SELECT STRING_AGG(v, '|' ORDER BY v DESC) FROM UNNEST(tags) AS v) AS e FROM tagged
--- the greatest items
SELECT id, (SELECT ARRAY_AGG(DISTINCT v ORDER BY v DESC) FROM UNNEST(nums) AS v) AS c, (SELECT v FROM UNNEST(nums) AS v ORDER BY v DESC LIMIT 1) AS e, (SELECT v FROM UNNEST(nums) AS v ORDER BY v LIMIT 1 OFFSET 1) AS f FROM tagged
--- how many different items
SELECT id, (SELECT COUNT(*) FROM (SELECT DISTINCT v FROM UNNEST(tags) AS v)) AS c, ARRAY_TO_STRING(ARRAY(SELECT DISTINCT v FROM UNNEST(tags) AS v ORDER BY v), ',') AS e FROM tagged
--- different parts of a text
SELECT id, ARRAY(SELECT DISTINCT TRIM(v) FROM UNNEST(SPLIT(CONCAT(b, ', b,a'), ',')) AS v ORDER BY 1) AS c FROM t
--- different texts and items that may fail
SELECT STRING_AGG(DISTINCT UPPER(b), '/' ORDER BY UPPER(b)) AS c, STRING_AGG(DISTINCT CAST(a + 1 AS STRING), ',' ORDER BY CAST(a + 1 AS STRING) DESC) AS e, ARRAY_AGG(DISTINCT LOWER(b) IGNORE NULLS ORDER BY LOWER(b) DESC) AS f, STRING_AGG(DISTINCT IF(id < 0, UPPER(b), NULL)) AS g FROM t
