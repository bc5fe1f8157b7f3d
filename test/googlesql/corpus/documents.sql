--- values of documents
SELECT id, SAFE.STRING(payload.user.id) AS c, SAFE.INT64(payload.n) AS e, SAFE.FLOAT64(payload.n) AS f, SAFE.BOOL(payload.ok) AS g FROM docs
--- values of another type, which are NULL
SELECT id, SAFE.STRING(payload.n) AS c, SAFE.INT64(payload.user.age) AS e, SAFE.FLOAT64(payload.user.age) AS f, SAFE.BOOL(payload.n) AS g, SAFE.STRING(payload.user) AS h FROM docs
--- documents that are values themselves
SELECT id, SAFE.STRING(payload) AS c, SAFE.INT64(payload) AS e, SAFE.FLOAT64(payload) AS f, SAFE.BOOL(payload) AS g FROM docs
--- items and members of documents
SELECT id, SAFE.STRING(payload.list[0]) AS c, SAFE.STRING(payload[0].id) AS e, SAFE.FLOAT64(payload['list'][2]) AS f, SAFE.STRING(payload['odd key']) AS g, SAFE.BOOL(payload.list[1]) AS h FROM docs
--- values of documents in conditions, groups and subqueries
SELECT SAFE.BOOL(payload.ok) AS c, COUNT(*) AS e, SUM(SAFE.INT64(payload.n)) AS f, MAX(SAFE.STRING(payload.user.id)) AS g FROM docs WHERE SAFE.INT64(payload.n) > 1 OR SAFE.STRING(payload.user.id) IS NULL GROUP BY 1
--- values of documents beside a join
SELECT t.id, SAFE.STRING(d.payload.user.id) AS c, COALESCE(SAFE.FLOAT64(d.payload.n) + 1, 0) AS e FROM t LEFT JOIN docs AS d ON t.id = SAFE.INT64(d.payload.n)
--- values as texts
SELECT id, JSON_VALUE(payload, '$.user.id') AS c, JSON_VALUE(payload.user, '$."id"') AS e, JSON_VALUE(payload, '$.list[0]') AS f, JSON_VALUE(payload, '$.ok') AS g, JSON_VALUE(payload, '$."odd key"') AS h, JSON_VALUE(payload) AS i, JSON_VALUE(payload[1]) AS k, JSON_VALUE(payload, '$') AS l, JSON_VALUE(payload, '$[0].id') AS m, JSON_VALUE(payload, '$.list[0][0]') AS o FROM docs
--- texts of documents as numbers
SELECT id, CAST(JSON_VALUE(payload, '$.n') AS FLOAT64) AS c, SAFE_CAST(JSON_VALUE(payload, '$.user.age') AS FLOAT64) AS e, SAFE_CAST(JSON_VALUE(payload, '$.user.id') AS INT64) AS f FROM docs
--- groups and conditions by a text of a document
SELECT JSON_VALUE(payload, '$.user.id') AS c, COUNT(*) AS n FROM docs WHERE JSON_VALUE(payload, '$.user.id') IS NOT NULL GROUP BY c
--- values that are of their type wherever there are any
SELECT id, STRING(payload.user.id) AS c, INT64(payload.user.id) AS e, FLOAT64(payload.n) AS f, BOOL(payload.ok) AS g, INT64(payload.absent) AS h FROM docs WHERE id IN (11)
--- texts, numbers and booleans where documents have them
SELECT id, STRING(payload.user.id) AS c, INT64(payload.n) AS e, FLOAT64(payload.n) AS f, BOOL(payload.ok) AS g, INT64(payload.absent) AS h, FLOAT64(payload.list[2].absent) AS i FROM docs WHERE id = 0
--- numbers that are whole
SELECT id, INT64(payload.n) AS e, FLOAT64(payload.n) AS f FROM docs WHERE id IN (0, 1, 2, 4, 12)
--- the first of several values of documents
SELECT id, INT64(IFNULL(payload.absent, payload.n)) AS c, FLOAT64(COALESCE(payload.absent.b, payload.list[9], payload.n)) AS e, STRING(IFNULL(payload.user, payload.absent).id) AS f FROM docs WHERE id IN (0, 12)
--- objects without members
SELECT id, TO_JSON_STRING(payload.user) = '{}' AS c, TO_JSON_STRING(payload) != '{}' AS e, TO_JSON_STRING(payload.absent) = '{}' AS f, '{}' = TO_JSON_STRING(payload.list) AS g FROM docs
--- types of values
SELECT id, JSON_TYPE(payload) AS c, JSON_TYPE(payload.user) AS e, JSON_TYPE(payload.list[0]) AS f FROM docs
--- documents in texts
WITH p AS (SELECT id, PARSE_JSON(CONCAT('{"a": ', CAST(a AS STRING), '}')) AS j FROM t) SELECT id, JSON_VALUE(j, '$.a') AS c, INT64(j.a) AS e, j IS NULL AS f FROM p
--- a document that the text writes
SELECT JSON_VALUE(PARSE_JSON('{"a": {"b": 7}}'), '$.a.b') AS c, ARRAY_LENGTH(JSON_QUERY_ARRAY(PARSE_JSON('{"a": [1, null, "x"]}'), '$.a')) AS e, TO_JSON_STRING(PARSE_JSON('{}')) = '{}' AS f, JSON_TYPE(PARSE_JSON('[1]', wide_number_mode => 'round')) AS g
--- parts of parts of texts
SELECT v, JSON_EXTRACT(JSON_EXTRACT(v, '$.a'), '$.b') AS c, JSON_EXTRACT(JSON_QUERY(v, '$.a'), '$.none') IS NULL AS e, JSON_QUERY(JSON_QUERY(v, '$.a'), '$.l[1]') AS f, JSON_VALUE(JSON_EXTRACT(JSON_EXTRACT(v, '$'), '$.a'), '$.b') AS g FROM UNNEST(['{"a": {"b": "x", "l": [1, 2]}}', '{"a": {"b": null}}', '{"a": 7}', '{"a": null}', '{"a": {"b": 12}}', '[]', '']) AS v
--- values as texts of JSON
SELECT id, TO_JSON_STRING(a) AS c, TO_JSON_STRING(b) AS e, TO_JSON_STRING(x) AS f, TO_JSON_STRING(ok) AS g, TO_JSON_STRING(ts) AS h, TO_JSON_STRING(d) AS i, TO_JSON_STRING(n) AS j, TO_JSON_STRING(dt) AS k, TO_JSON_STRING(NULL) AS l FROM t
--- characters that JSON escapes, and numbers of many digits
SELECT TO_JSON_STRING(STRUCT(CONCAT(v, '/<\'é😀') AS v, w AS w, -w AS x, CAST(w AS NUMERIC) / 4 AS y)) AS c FROM UNNEST(['"', '\\', '\n\t\b', '\r\f', '\\"\\n', '']) AS v, UNNEST([9007199254740992, 9007199254740993, 12, 0]) AS w
--- records as texts of JSON
SELECT id, TO_JSON_STRING(v) AS c, TO_JSON_STRING(device) AS e, TO_JSON_STRING(STRUCT(key, device.os)) AS f FROM visits AS v
--- lists as texts of JSON
SELECT id, TO_JSON_STRING(tags) AS c, TO_JSON_STRING(nums) AS e, TO_JSON_STRING(ARRAY(SELECT v FROM UNNEST(nums) AS v WHERE v > 1 ORDER BY v)) AS f, TO_JSON_STRING([STRUCT(id AS b), STRUCT(7)]) AS g, TO_JSON_STRING(GENERATE_ARRAY(1, id)) AS h FROM tagged
--- lists of groups as texts of JSON
SELECT ok, TO_JSON_STRING(ARRAY_AGG(STRUCT(id, b) ORDER BY id)) AS c, TO_JSON_STRING(ARRAY_AGG(b IGNORE NULLS ORDER BY id)) AS e, TO_JSON_STRING(STRUCT(ok AS k, COUNT(*) AS v)) AS f FROM t GROUP BY ok
--- a text of JSON in another one, and as a digest
SELECT id, TO_JSON_STRING(STRUCT(TO_JSON_STRING(STRUCT(b)) AS s)) AS c, TO_HEX(MD5(TO_JSON_STRING(t))) AS e, JSON_VALUE(TO_JSON_STRING(STRUCT(b AS b)), '$.b') AS f FROM t
--- texts of documents that are made
SELECT id, TO_JSON_STRING(TO_JSON(STRUCT(b AS z, a AS b, x AS a, ts AS B))) AS c, TO_JSON_STRING(TO_JSON([1.0, -2.5])) AS e FROM t
--- records of a row that is missing as texts of JSON
SELECT t.id, TO_JSON_STRING(STRUCT(v.device.os, v.id)) AS c FROM t LEFT JOIN visits AS v ON v.id = t.id
