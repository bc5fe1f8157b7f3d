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
