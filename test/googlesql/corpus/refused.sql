--- a sum of different decimals: the aggregate SUM with DISTINCT
SELECT ⟦SUM(DISTINCT n)⟧ AS c FROM t
--- whether records are among others, where NULL is not false: IN of records in this place
SELECT id, (b, a) IN (⟦SELECT AS STRUCT b, v FROM u⟧) AS c FROM t
--- records among those of all rows: IN of records in this place
SELECT id FROM t WHERE (a, id) IN (⟦SELECT (MAX(v), MAX(k)) FROM u WHERE u.tid = t.id⟧)
--- records with floats among others: IN of records in this place
SELECT id FROM t WHERE (id, x) IN (⟦SELECT AS STRUCT id, x FROM t⟧)
--- a distance that some engine lacks: a frame by this value
SELECT id, COUNT(*) OVER (ORDER BY a RANGE BETWEEN ⟦2147483648⟧ PRECEDING AND CURRENT ROW) AS c FROM t
--- two faults at once: the function SINH | the function COSH
SELECT ⟦SINH(x)⟧ AS c, ⟦COSH(x)⟧ AS e FROM t
--- more digits behind the point than halves are known by: ROUND of these arguments
SELECT ⟦ROUND(x, 5)⟧ AS c FROM t
--- a sample: TABLESAMPLE
SELECT id FROM t ⟦TABLESAMPLE⟧ RESERVOIR (2 ROWS)
--- an order within an aggregate: HAVING in MIN
SELECT ⟦MIN(b HAVING MAX id)⟧ AS c FROM t
--- months from a day that some month lacks: GENERATE_DATE_ARRAY of these arguments
SELECT m FROM UNNEST(⟦GENERATE_DATE_ARRAY('2026-01-31', '2026-07-30', INTERVAL 1 MONTH)⟧) AS m
--- numbers downwards: GENERATE_ARRAY of these arguments
SELECT n FROM UNNEST(⟦GENERATE_ARRAY(5, 1, -1)⟧) AS n
--- a record of a list that a record may lack, and one at a computed place: an item of this list of records | an item of this list of records
SELECT ⟦device.steps[OFFSET(1)]⟧.ms AS c, ⟦params[SAFE_OFFSET(id)]⟧.key AS e FROM visits
--- one of several conditions: a record as a value | a record as a value
SELECT id FROM t WHERE a > 1 AND (⟦a, b⟧) = ⟦STRUCT(1, 'a')⟧ AND b != 'x'
--- records that are built from a list: an ARRAY subquery of records that it builds from a list
SELECT ⟦ARRAY(SELECT AS STRUCT p.key FROM UNNEST(params) AS p)⟧ AS c FROM visits
--- records of a literal that are built from a list: an ARRAY subquery of records that it builds from a list
SELECT ⟦ARRAY(SELECT AS STRUCT 1 AS one FROM UNNEST(params))⟧ AS c FROM visits
--- times of the day, in the answer and in texts: FORMAT of a TIME | FORMAT_TIME of these arguments | CAST from or to a TIME | a TIME as a column
SELECT TIME(ts) AS ⟦c⟧, ⟦FORMAT('%t', TIME(ts))⟧ AS e, ⟦FORMAT_TIME('%Y', TIME(ts))⟧ AS f, ⟦SAFE_CAST(b AS TIME)⟧ IS NULL AS h FROM t
--- a record with a list: ARRAY_AGG of records with lists or documents
SELECT ⟦ARRAY_AGG(g ORDER BY id LIMIT 1)⟧[OFFSET(0)].id AS c FROM tagged AS g
--- bytes that are no digest: the function SHA512
SELECT TO_HEX(⟦SHA512(b)⟧) AS c FROM t
--- more of bytes than their digits: LENGTH of bytes | SUBSTR of bytes | SHA256 of bytes | FORMAT of bytes
SELECT ⟦LENGTH(SHA256(b))⟧ AS c, TO_HEX(⟦SUBSTR(MD5(b), 1, 4)⟧) AS e, TO_HEX(⟦SHA256(SHA256(b))⟧) AS g, ⟦FORMAT('%t', MD5(b))⟧ AS h FROM t
--- bytes in lists and texts: the aggregate ARRAY_AGG | the aggregate STRING_AGG
SELECT COUNT(*) AS n FROM (SELECT ⟦ARRAY_AGG(MD5(b))⟧ AS c, ⟦STRING_AGG(MD5(b))⟧ AS e FROM t)
--- bytes in the answer: bytes as a column | bytes as a column
SELECT id, h, STRUCT(h AS b) AS ⟦e⟧ FROM (SELECT id, SHA256(b) AS ⟦h⟧ FROM t)
--- a path of many places: a JSON path other than names and positions
SELECT ⟦JSON_VALUE(payload, '$[0][1][2]')⟧ AS c FROM docs
--- a member whose name is a number: a JSON path other than names and positions
SELECT ⟦JSON_VALUE(payload, '$.list."0"')⟧ AS c FROM docs
--- a path with wildcards: a JSON path other than names and positions
SELECT ⟦JSON_VALUE(payload, '$.list[*]')⟧ AS c FROM docs
--- a neighbour, and a value of the row where there is none: LAG of these arguments
SELECT ⟦LAG⟧(a, 1, id) OVER (ORDER BY id) AS c FROM t
--- lists with grouping sets: a list aggregate with grouping sets (GROUPING SETS, ROLLUP, CUBE)
SELECT b, ARRAY_AGG(id ORDER BY id) AS c FROM t GROUP BY ⟦ROLLUP⟧ (b)
--- quantiles with grouping sets: a list aggregate with grouping sets (GROUPING SETS, ROLLUP, CUBE)
SELECT b, APPROX_QUANTILES(a, 4)[OFFSET(1)] AS c FROM t GROUP BY ⟦ROLLUP⟧ (b)
--- a subquery with grouping sets (ROLLUP, CUBE): a subquery with grouping sets (GROUPING SETS, ROLLUP, CUBE)
SELECT b, SUM((SELECT COUNT(*) FROM u WHERE u.tid = t.id)) AS c FROM t GROUP BY ⟦ROLLUP⟧ (b)
--- a format that engines read each in its own way: PARSE_TIMESTAMP of these arguments
SELECT ⟦PARSE_TIMESTAMP('%j %Y', b)⟧ AS c FROM t
--- a format without a year, or with minutes that lack an hour: PARSE_DATE of these arguments | PARSE_TIMESTAMP of these arguments
SELECT ⟦PARSE_DATE('%m-%d', b)⟧ AS c, ⟦PARSE_TIMESTAMP('%Y-%m-%d %M', b)⟧ AS e FROM t
--- a text whose failure SAFE would hide: PARSE_TIMESTAMP of these arguments
SELECT ⟦SAFE.PARSE_TIMESTAMP('%F %T%Ez', b)⟧ AS c FROM t
--- two columns of one name: two columns that are named `id`
SELECT id, ⟦id⟧ FROM t
--- behind letters of two bytes: the function SINH
SELECT id, 'Éé😀' AS c, ⟦SINH(x)⟧ AS e FROM t
--- a number of rows that may be negative: `@p` in LIMIT, which may be absent or negative, | `@p` in OFFSET, which may be absent or negative,
SELECT id FROM t ORDER BY id LIMIT ⟦@p⟧ OFFSET ⟦@p⟧
--- more rows than any answer has: LIMIT of this value
SELECT id FROM t ORDER BY id LIMIT ⟦1000000001⟧
--- a number of rows for each row around: a parameter in the LIMIT of a correlated subquery
SELECT id, (SELECT u.k FROM u WHERE u.tid = t.id ORDER BY u.k ⟦LIMIT⟧ @few) AS c FROM t
--- a hint: a hint
⟦SELECT a, COUNT(*) AS c FROM t GROUP @{x=1} BY a⟧
--- NUL in a text: a text with NUL
SELECT id, ⟦'a\u0000b'⟧ AS c FROM t
--- an instant that not every engine has: an instant before 1900 or after 2299
SELECT id FROM t WHERE ts > ⟦TIMESTAMP '0001-01-01 00:00:00+00'⟧
--- records with two fields of one name: the record or list `c` as a column | the record or list `e` as a column
SELECT STRUCT(id, ID) AS ⟦c⟧, STRUCT(STRUCT(a AS _field_2, b, a + 1) AS own) AS d, STRUCT(a AS _field_2, a + 1) AS ⟦e⟧ FROM t
--- a record with a name of other characters: the record or list `c` as a column
SELECT STRUCT(id AS `a b`) AS ⟦c⟧ FROM t
--- a record with a list that no column may be: the record or list `c` as a column
SELECT STRUCT(id, @ids AS ids) AS ⟦c⟧ FROM t
--- a union of records that some engine stores as arrays: a UNION of records in this form | a UNION of records in this form
SELECT metadata FROM logs ⟦UNION⟧ ALL SELECT metadata FROM logs
--- a union of lists without ALL: UNION DISTINCT of records or lists
SELECT tags FROM tagged ⟦UNION DISTINCT⟧ SELECT tags FROM tagged
--- an outer join by a condition that may fail: this condition of an outer join
SELECT t.id FROM t ⟦LEFT JOIN⟧ u ON t.id = u.tid AND u.v / t.a > 1
--- an outer join by an inequality: an outer join without an equality of columns
SELECT t.id FROM t ⟦LEFT JOIN⟧ u ON t.id < u.tid
--- a frame by values of floats: a frame by RANGE over this order
SELECT id, COUNT(*) OVER (ORDER BY x ⟦RANGE⟧ BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS c FROM t
--- a sum of different values over a window: the function SUM with DISTINCT over a window
SELECT id, ⟦SUM⟧(DISTINCT x) OVER () AS c FROM t
--- a record as a value: a SELECT AS STRUCT or AS VALUE
⟦SELECT AS STRUCT⟧ id, b FROM t
--- a recursive query: WITH RECURSIVE | WITH RECURSIVE
⟦WITH RECURSIVE⟧ s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 3) SELECT n FROM s
--- a full join by an inequality: this condition of an outer join
SELECT t.id FROM t ⟦FULL JOIN⟧ u ON t.id = u.tid AND u.v > 1
--- a full join by a condition that reads no row: this condition of an outer join
SELECT t.id FROM t ⟦FULL JOIN⟧ u ON t.id = u.tid AND 1 = 2
--- a subquery of the row by an inequality: a correlated condition that is not an equality
SELECT id, (SELECT COUNT(*) FROM u WHERE ⟦u.tid < t.id⟧) AS c FROM t
--- two inequalities of a row that exists: a correlated condition that is not an equality
SELECT id, EXISTS (SELECT 1 FROM u WHERE u.tid < t.id AND ⟦u.v > t.a⟧) AS c FROM t
--- an inequality of floats of a row that exists: a correlated condition that is not an equality
SELECT id, EXISTS (SELECT 1 FROM t AS o WHERE o.id = t.id AND ⟦o.x < t.x⟧) AS c FROM t
--- an inequality of the first of some rows that exist: a correlated condition that is not an equality
SELECT id, EXISTS (SELECT 1 FROM u WHERE ⟦u.v < t.a⟧ LIMIT 1) AS c FROM t
--- a subquery of the row by floats: a correlated condition that is not an equality
SELECT id, (SELECT COUNT(*) FROM t AS o WHERE ⟦o.x = t.x⟧) AS c FROM t
--- a value of the row inside of an aggregate: a column of the outer query in this place of a subquery
SELECT id, ⟦(SELECT COUNTIF(u.v > t.a) FROM u WHERE u.tid = t.id)⟧ AS c FROM t
--- a condition on an aggregate of the row: a correlated aggregate in this place
SELECT id, (⟦SELECT COUNT(*) FROM u WHERE u.tid = t.id HAVING COUNT(*) = 0⟧) AS c FROM t
--- a set of the row: a part of a set operation that reads columns of the outer query
SELECT id FROM t WHERE EXISTS (⟦SELECT 1 FROM u WHERE u.tid = t.id UNION ALL SELECT 2⟧)
--- an outer join of the row: an outer join that reads columns of the outer query
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM t AS o ⟦LEFT JOIN⟧ (SELECT * FROM u WHERE u.tid = t.id) AS w ON w.k = o.id)
--- a subquery in the condition of a join: a subquery in this place
SELECT t.id FROM t JOIN u ON t.id = u.tid AND ⟦EXISTS (SELECT 1 FROM t AS o WHERE o.id = u.k)⟧
--- a list that may hold NULL: an ARRAY subquery of a value that may be NULL, without IS NOT NULL
SELECT ⟦ARRAY(SELECT v FROM u ORDER BY k)⟧ AS c
--- some values of a group, which may be NULL: ARRAY_AGG with ORDER BY and LIMIT of a value that may be NULL, without IGNORE NULLS
SELECT ⟦ARRAY_AGG(a ORDER BY id LIMIT 2)⟧ AS c FROM t
--- a list of decimals: the aggregate ARRAY_AGG of these arguments
SELECT ⟦ARRAY_AGG(n IGNORE NULLS ORDER BY id)⟧ AS c FROM t
--- two lists of the row: a subquery over a list of single values and another list
SELECT id, (⟦SELECT COUNT(*) FROM UNNEST(tags) AS v, UNNEST(nums) AS w⟧) AS c FROM tagged
--- bits of items: the aggregate BIT_OR of the items of a list
SELECT id, (SELECT ⟦BIT_OR(v)⟧ FROM UNNEST(nums) AS v) AS c FROM tagged
--- a sum of different items: the aggregate SUM with DISTINCT of the items of a list
SELECT id, (SELECT ⟦SUM(DISTINCT v)⟧ FROM UNNEST(nums) AS v) AS c FROM tagged
--- the place of an item: the position of an item (WITH OFFSET) as a value
SELECT id, ARRAY(SELECT i FROM UNNEST(nums) AS v ⟦WITH OFFSET⟧ AS i) AS c FROM tagged
--- items by another order: an ORDER BY other than the position of the items or their values
SELECT id, ARRAY(SELECT v FROM UNNEST(nums) AS v ⟦ORDER BY⟧ MOD(v, 2)) AS c FROM tagged
--- a subquery over the items of a list: a subquery in this place
SELECT id, ARRAY(SELECT v FROM UNNEST(nums) AS v WHERE ⟦EXISTS (SELECT 1 FROM UNNEST(tags) AS w WHERE w = CAST(v AS STRING))⟧) AS c FROM tagged
--- all of several sets: EXCEPT ALL
SELECT id FROM t ⟦EXCEPT ALL⟧ SELECT k FROM u
--- a zone that not every engine knows: EXTRACT of these arguments
SELECT id, ⟦EXTRACT(HOUR FROM ts AT TIME ZONE '+02:00')⟧ AS c FROM t
--- a group of an alternative: REGEXP_EXTRACT of these arguments
SELECT id, ⟦REGEXP_EXTRACT(b, 'x(?:y|z(a))')⟧ AS c FROM t
--- an optional part with a group: REGEXP_EXTRACT of these arguments
SELECT id, ⟦REGEXP_EXTRACT(b, 'x(?:y(a|b)){0,2}')⟧ AS c FROM t
--- a group beside another part: REGEXP_EXTRACT of these arguments
SELECT id, ⟦REGEXP_EXTRACT(b, '(a)b|c')⟧ AS c FROM t
--- a group of a pattern that may take no part: REGEXP_EXTRACT of these arguments
SELECT id, ⟦REGEXP_EXTRACT(b, '(a)?b')⟧ AS c FROM t
--- a pattern of single bytes: REGEXP_CONTAINS of these arguments
SELECT id FROM t WHERE ⟦REGEXP_CONTAINS(b, r'\C')⟧
--- tokens of formats: FORMAT_TIMESTAMP of these arguments | FORMAT_TIMESTAMP of these arguments | FORMAT_DATE of these arguments | FORMAT_TIMESTAMP of these arguments | FORMAT_DATE of these arguments | FORMAT_DATE of these arguments
SELECT id, ⟦FORMAT_TIMESTAMP('%s', ts)⟧ AS c, ⟦FORMAT_TIMESTAMP('%Z', ts, 'Europe/Berlin')⟧ AS e, ⟦FORMAT_DATE('%z', d)⟧ AS f, ⟦FORMAT_TIMESTAMP('%Y%', ts)⟧ AS g, ⟦FORMAT_DATE('%F %R', d)⟧ AS h, ⟦FORMAT_DATE('%E3S', d)⟧ AS i FROM t
--- a text of any length: REPEAT of these arguments
SELECT id, ⟦REPEAT(b, id)⟧ AS c FROM t
--- an instant that SAFE would hide: TIMESTAMP_SECONDS of these arguments
SELECT id, ⟦SAFE.TIMESTAMP_SECONDS(id)⟧ AS c FROM t
--- an instant before 1900, written out: TIMESTAMP of these arguments
SELECT id FROM t WHERE ts > ⟦TIMESTAMP('1899-12-31')⟧
--- all quantiles at once: the record or list `c` as a column
SELECT APPROX_QUANTILES(a, 4) AS ⟦c⟧ FROM t
--- more quantiles than BigQuery has a use for: the aggregate APPROX_QUANTILES of these arguments
SELECT ⟦APPROX_QUANTILES(a, 10001)⟧[OFFSET(1)] AS c FROM t
--- a list of decimals as a column: a list in brackets of these arguments
SELECT ⟦[n]⟧ AS c FROM t
--- the length of a list that a row may lack: ARRAY_LENGTH of these arguments
SELECT t.id, ⟦ARRAY_LENGTH(g.tags)⟧ AS c FROM t LEFT JOIN tagged AS g ON g.id = t.id
--- rows of quantiles: UNNEST of this value
SELECT COUNT(*) AS c FROM (SELECT APPROX_QUANTILES(a, 4) AS q FROM t) AS s, ⟦UNNEST⟧(s.q) AS v
--- whether a list of a caller is NULL, which is empty where it is left out: IS NULL of these arguments
SELECT id FROM t WHERE ⟦@ids IS NULL⟧ OR id IN UNNEST(@ids)
--- places of the values of a caller: WITH OFFSET of a parameter, whose items have no order
SELECT v, i FROM UNNEST(@ids) AS v ⟦WITH OFFSET⟧ AS i
--- the first value of a caller: `[OFFSET(…)]` of these arguments
SELECT ⟦@ids[OFFSET(0)]⟧ AS c
--- floats of a list, of which some engine knows two zeros: IN UNNEST of these arguments
SELECT id FROM t WHERE x ⟦IN⟧ UNNEST([1.5, 2.5])
--- a list of a caller as a column: the record or list `c` as a column
SELECT @ids AS ⟦c⟧
--- a condition on the row around alone: a condition that reads only the outer query, without an equality that links the subquery to it
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE ⟦t.ok⟧)
--- parts of the rows by a column: NTILE of these arguments
SELECT id, ⟦NTILE⟧(@p) OVER (ORDER BY id) AS c FROM t
--- a list of the caller beside items: a list parameter in a subquery over a list
SELECT id FROM tagged WHERE ⟦EXISTS (SELECT 1 FROM UNNEST(tags) AS v WHERE v IN UNNEST(@words))⟧
--- a part of a document: a part of a JSON document without a function that reads it | a part of a JSON document without a function that reads it
SELECT ⟦payload.user⟧ AS c, ⟦payload['user']⟧ AS e FROM docs
--- a document as a text: TO_JSON_STRING of a JSON value, except in a comparison with an empty object | TO_JSON_STRING of a JSON value, except in a comparison with an empty object
SELECT ⟦TO_JSON_STRING(payload)⟧ AS c, ⟦TO_JSON_STRING(payload.user)⟧ = '[]' AS e FROM docs
--- a text of the first of several documents: a part of a JSON document without a function that reads it | a part of a JSON document without a function that reads it
SELECT LAX_STRING(IFNULL(⟦payload.user⟧, ⟦payload.n⟧)) AS c FROM docs
--- a member by a computed name: a JSON path other than names and positions
SELECT ⟦SAFE.INT64(payload[b])⟧ AS c FROM docs, t
--- units too far apart: TIMESTAMP_ADD of these arguments | TIMESTAMP_SUB of these arguments | DATE_ADD of these arguments | DATE_SUB of these arguments
SELECT ⟦TIMESTAMP_ADD(ts, INTERVAL 36601 DAY)⟧ AS c, ⟦TIMESTAMP_SUB(ts, INTERVAL 36601 DAY)⟧ AS e, ⟦DATE_ADD(d, INTERVAL 101 YEAR)⟧ AS f, ⟦DATE_SUB(d, INTERVAL 36601 DAY)⟧ AS g FROM t
--- a logarithm of a decimal, and a pattern that engines read each in its own way: LOG of these arguments | REGEXP_REPLACE of these arguments
SELECT ⟦LOG(CAST(x AS NUMERIC), 2)⟧ AS c, ⟦REGEXP_REPLACE(b, r'\C', '')⟧ AS e FROM t
--- lists of records: LIMIT other than 1 in a subquery over a list | a subquery of a list that may have several rows
SELECT (SELECT p.key FROM UNNEST(params) AS p ⟦LIMIT⟧ 2) AS h, ⟦(SELECT p.tags FROM UNNEST(params) AS p)⟧ AS i FROM visits AS v
--- lists in lists of records: an ORDER BY other than the position of the items or their values | the aggregate STRING_AGG of the items of a list | LIMIT in a subquery of a list for a value that may be NULL
SELECT (SELECT p.sku FROM UNNEST(hits) AS h WITH OFFSET AS i, UNNEST(h.product) AS p WHERE p.price = 7 ⟦ORDER BY⟧ i) AS c, (SELECT ⟦STRING_AGG(p.sku ORDER BY j)⟧ FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WITH OFFSET AS j) AS d, ⟦(SELECT p.price FROM UNNEST(hits) AS h, UNNEST(h.product) AS p LIMIT 1)⟧ AS e FROM sessions
--- a path that quotes as another function does: a JSON path other than names and positions
SELECT ⟦JSON_EXTRACT_SCALAR(payload, '$."a"')⟧ AS c FROM docs
--- a part of a document by a query: a part of a JSON document without a function that reads it
SELECT ⟦JSON_QUERY(payload, '$.user')⟧ AS c FROM docs
--- a query by a path with wildcards: a JSON path other than names and positions
SELECT ⟦JSON_QUERY(b, '$.user[*]')⟧ AS c FROM t
--- formats that engines write each in its own way: FORMAT of these arguments | FORMAT of these arguments | FORMAT of these arguments
SELECT ⟦FORMAT('%g', x)⟧ AS c, ⟦FORMAT('%f', x)⟧ AS e, ⟦FORMAT(b, a)⟧ AS f FROM t
--- datetimes: TIMESTAMP of these arguments | FORMAT_DATETIME of these arguments
SELECT ⟦TIMESTAMP(DATETIME(ts), 'Nowhere/City')⟧ AS c, ⟦FORMAT_DATETIME('%Z', DATETIME(ts))⟧ AS e FROM t
--- a length that is always negative: SUBSTR of these arguments
SELECT ⟦SUBSTR(b, 1, -1)⟧ AS c, SUBSTR(b, id, 1) AS e FROM t
--- percentiles at a place that is computed, and of NULLs: PERCENTILE_CONT of these arguments | PERCENTILE_DISC of these arguments
SELECT ⟦PERCENTILE_CONT⟧(x, 0.1234567) OVER () AS c, ⟦PERCENTILE_DISC⟧(b, 0.5 RESPECT NULLS) OVER () AS e FROM t
--- functions over a window, each at its argument: the function ANY_VALUE over a window | NTILE of these arguments | LAG of these arguments
SELECT ⟦ANY_VALUE⟧(b) OVER () AS c, ⟦NTILE⟧(@p) OVER (ORDER BY id) AS e, ⟦LAG⟧(a, 1, id) OVER (ORDER BY id) AS f FROM t
--- whether a record that is built is NULL: IS NULL of a record that no table stores
SELECT ⟦s.r IS NULL⟧ AS c FROM (SELECT STRUCT(k, v) AS r FROM u) AS s
--- a zone that is a column: DATE of these arguments
SELECT ⟦DATE(ts, b)⟧ AS c FROM t
--- a zone of a date and time that is a column: DATETIME of these arguments
SELECT ⟦DATETIME(ts, b)⟧ AS c FROM t
--- an hour of a zone: TIMESTAMP_TRUNC of these arguments
SELECT ⟦TIMESTAMP_TRUNC(ts, HOUR, b)⟧ AS c FROM t
--- a condition of the place of an item: WITH OFFSET beside a condition of a LEFT JOIN
SELECT g.id, place FROM tagged AS g LEFT JOIN UNNEST(g.tags) AS v ⟦WITH OFFSET⟧ AS place ON v = 'a'
--- rows without records that fulfil a condition: a condition of a LEFT JOIN with UNNEST of records, other than TRUE
SELECT l.id, m.code FROM logs AS l LEFT JOIN UNNEST(l.metadata) AS m ON ⟦m.code = 200⟧
--- an item of a document as a value: a part of a JSON document without a function that reads it
SELECT item FROM docs, UNNEST(JSON_QUERY_ARRAY(payload)) AS ⟦item⟧
--- the first item as a list: an ARRAY subquery of these values | IN of these values
SELECT ⟦ARRAY(SELECT v FROM UNNEST(tags) AS v LIMIT 1)⟧ AS c, id IN (⟦SELECT v FROM UNNEST(nums) AS v LIMIT 1⟧) AS e FROM tagged
--- the length of a list of records that a row may lack: ARRAY_LENGTH of these arguments
SELECT t.id, ⟦ARRAY_LENGTH(v.params)⟧ AS c FROM t LEFT JOIN visits AS v ON v.id = t.id
--- the length of a list of an item that a row may lack: ARRAY_LENGTH of these arguments
SELECT id, ⟦ARRAY_LENGTH(p.tags)⟧ AS c FROM visits AS v LEFT JOIN UNNEST(v.params) AS p
--- whether a list is NULL that a row may lack: IS NULL of these arguments
SELECT t.id, ⟦g.tags IS NULL⟧ AS c FROM t LEFT JOIN tagged AS g ON g.id = t.id
--- a choice of lists that a caller gives or that a row may lack: IF of these arguments | IF of these arguments
SELECT ⟦IF(t.ok, @ids, [1])⟧ AS c, ⟦IF(t.ok, g.tags, [])⟧ AS e FROM t LEFT JOIN tagged AS g ON g.id = t.id
--- months of an instant: an INTERVAL in this place
SELECT ts - ⟦INTERVAL 1 MONTH⟧ AS c FROM t
--- an interval of intervals, and one of several units: an INTERVAL in this place | an INTERVAL in this place
SELECT ts - (⟦INTERVAL 1 DAY + INTERVAL 2 HOUR⟧) AS c, ts + ⟦INTERVAL '1 2' DAY TO HOUR⟧ AS e FROM t
--- how long days are apart: an INTERVAL in this place
SELECT ⟦d - d⟧ AS c FROM t
--- parts between nothing: SPLIT of these arguments
SELECT ⟦SPLIT(b, '')⟧ AS c FROM t
--- how long a list is that a row may lack: ARRAY_LENGTH of these arguments
SELECT ⟦ARRAY_LENGTH(g.tags)⟧ AS c FROM t LEFT JOIN tagged AS g ON g.id = t.id
--- groups by a list: GROUP BY a list
SELECT tags, COUNT(*) AS c FROM tagged ⟦GROUP BY⟧ tags
--- matches without characters: REGEXP_EXTRACT_ALL of these arguments
SELECT ⟦REGEXP_EXTRACT_ALL(b, 'a*')⟧ AS c FROM t
--- matches without their group: REGEXP_EXTRACT_ALL of these arguments
SELECT ⟦REGEXP_EXTRACT_ALL(b, 'a(b)?')⟧ AS c FROM t
--- a list that may be missing, in reverse: ARRAY_REVERSE of these arguments
SELECT ⟦ARRAY_REVERSE(parts)⟧ AS c FROM (SELECT SPLIT(b, 'a') AS parts FROM t)
--- texts of an array at a computed path: a JSON path other than names and positions
SELECT ⟦JSON_VALUE_ARRAY(payload, '$.list[*]')⟧ AS c FROM docs
--- functions that not every engine has: the function FARM_FINGERPRINT | the function NET.HOST | the function IEEE_DIVIDE
SELECT ⟦FARM_FINGERPRINT(b)⟧ AS c, ⟦NET.HOST(b)⟧ AS e, ⟦IEEE_DIVIDE(x, 0)⟧ AS f FROM t
--- a text as a document, whose failure SAFE would hide: SAFE.PARSE_JSON, or PARSE_JSON of a long expression
SELECT STRING(⟦SAFE.PARSE_JSON(b)⟧) AS c FROM t
--- shifts by a column: `<<` of these arguments | `>>` of these arguments
SELECT 1 ⟦<<⟧ a AS c, a ⟦>>⟧ id AS e FROM t
--- addresses: the function NET.SAFE_IP_FROM_STRING | the function NET.IP_FROM_STRING
SELECT id FROM t WHERE ⟦NET.SAFE_IP_FROM_STRING(b)⟧ IS NULL OR ⟦NET.IP_FROM_STRING(b)⟧ IS NULL
--- a row of a window whose number the request has: NTH_VALUE of these arguments
SELECT id, ⟦NTH_VALUE⟧(a, @p) OVER (ORDER BY id) AS c FROM t
--- lists in any order: ARRAY_CONCAT_AGG without ORDER BY, or with LIMIT
SELECT ⟦ARRAY_CONCAT_AGG(tags)⟧ AS c FROM tagged
--- a span of months of an instant, and one from a computed day: TIMESTAMP_BUCKET of these arguments | DATE_BUCKET of these arguments
SELECT ⟦TIMESTAMP_BUCKET(ts, INTERVAL 1 MONTH)⟧ AS c, ⟦DATE_BUCKET(d, INTERVAL 2 DAY, d)⟧ AS e FROM t
--- digits that are cut before the point: TRUNC of these arguments
SELECT ⟦TRUNC(x, -2)⟧ AS c FROM t
--- bytes whose failure SAFE would hide: FROM_BASE64 of these arguments | SAFE_CONVERT_BYTES_TO_STRING of these arguments
SELECT TO_HEX(⟦SAFE.FROM_BASE64(b)⟧) AS c, ⟦SAFE.SAFE_CONVERT_BYTES_TO_STRING(FROM_HEX(b))⟧ AS e FROM t
--- texts of JSON with lines, of bytes, of a field without a name and of a list that a row may lack: TO_JSON_STRING of these arguments | TO_JSON_STRING of bytes | TO_JSON_STRING of these arguments | TO_JSON_STRING of these arguments
SELECT ⟦TO_JSON_STRING(t.b, true)⟧ AS c, ⟦TO_JSON_STRING(STRUCT(MD5(t.b) AS h))⟧ AS e, ⟦TO_JSON_STRING(STRUCT(t.a, 1))⟧ AS f, ⟦TO_JSON_STRING(g.tags)⟧ AS h FROM t LEFT JOIN tagged AS g ON g.id = t.id
--- how often each item occurs: GROUP BY on the items of a list
SELECT id, EXISTS (SELECT v FROM UNNEST(tags) AS v ⟦GROUP BY⟧ v HAVING COUNT(*) > 1) AS c FROM tagged
--- names of hosts: the function NET.REG_DOMAIN | the function NET.PUBLIC_SUFFIX
SELECT ⟦NET.REG_DOMAIN(b)⟧ AS c, ⟦NET.PUBLIC_SUFFIX(b)⟧ AS e FROM t
--- a list of records with lists: an ARRAY subquery of these values
SELECT ⟦ARRAY(SELECT AS STRUCT id, tags FROM tagged)⟧ AS c
--- bounds that do not ascend: RANGE_BUCKET of these arguments
SELECT ⟦RANGE_BUCKET(a, [2, 1])⟧ AS c FROM t
--- letters between words: INITCAP of these arguments
SELECT ⟦INITCAP(b, 'x-')⟧ AS c FROM t
--- a later text of a pattern that asks what is before it: REGEXP_EXTRACT of these arguments
SELECT ⟦REGEXP_EXTRACT(b, r'^a', 2)⟧ AS c FROM t
--- an item of an array in a document, and at a position beyond which the text fails: a part of a JSON document without a function that reads it | `[OFFSET(…)]` of these arguments
SELECT ⟦JSON_QUERY_ARRAY(payload, '$.list')[SAFE_OFFSET(0)]⟧ AS c, ⟦JSON_QUERY_ARRAY('[1]')[OFFSET(0)]⟧ AS e FROM docs
