--- items of an array in a text as rows
WITH d AS (SELECT id, CONCAT('{"list":[{"k":"', b, '","n":', CAST(id AS STRING), '},{"k":"z","n":"1.0","m":[1,2]},{"n":null},7,"x",null]}') AS doc FROM t) SELECT d.id, JSON_VALUE(item, '$.k') AS c, JSON_EXTRACT_SCALAR(item, '$.n') AS e, JSON_VALUE(item) AS f, JSON_VALUE(item, '$.m[1]') AS g, place FROM d, UNNEST(JSON_QUERY_ARRAY(doc, '$.list')) AS item WITH OFFSET AS place
--- items of an array in a text, after a step
WITH d AS (SELECT id, CONCAT('[{"a":{"k":"', b, '"}},{"a":{"k":"é"}}]') AS doc FROM t WHERE id < 7), i AS (SELECT d.id, item FROM d CROSS JOIN UNNEST(JSON_EXTRACT_ARRAY(doc)) AS item WHERE d.id != 2) SELECT JSON_EXTRACT_SCALAR(item, '$.a.k') AS k, COUNT(*) AS c, MIN(id) AS e FROM i GROUP BY k
--- values of the item that fulfils a condition
SELECT id, (SELECT JSON_VALUE(p, '$.value') FROM UNNEST(JSON_QUERY_ARRAY(doc, '$.event[0].parameter')) AS p WHERE JSON_VALUE(p, '$.name') = 'USER') AS c, EXISTS (SELECT * FROM UNNEST(JSON_QUERY_ARRAY(doc, '$.event[0].parameter')) AS p WHERE JSON_VALUE(p, '$.name') = 'GROUP' AND REGEXP_CONTAINS(JSON_VALUE(p, '$.value'), '^a')) AS e, (SELECT COUNT(*) FROM UNNEST(JSON_QUERY_ARRAY(doc, '$.event[0].parameter')) AS p) AS f, ARRAY(SELECT UPPER(IFNULL(JSON_VALUE(p, '$.value'), '')) FROM UNNEST(JSON_QUERY_ARRAY(doc, '$.event[0].parameter')) AS p) AS g FROM (SELECT id, IF(id = 5, 'no JSON', CONCAT('{"event":[{"parameter":[{"name":"USER","value":"u', CAST(id AS STRING), '"},{"name":"GROUP","value":"', b, '"},{"name":"USERS"}]}]}')) AS doc FROM t)
--- arrays of documents
SELECT id, JSON_VALUE(item) AS c, JSON_VALUE(item, '$[0]') AS e, place FROM docs, UNNEST(JSON_QUERY_ARRAY(payload.list)) AS item WITH OFFSET AS place WHERE id NOT IN (3, 12)
--- items of documents with their types
SELECT id, LAX_STRING(item) AS c, SAFE.STRING(item) AS e, item.id IS NULL AS f, SAFE.STRING(item.id) AS g FROM docs, UNNEST(JSON_QUERY_ARRAY(payload)) AS item
--- an array without items
SELECT id, item IS NOT NULL AS c FROM (SELECT id, 1 AS item FROM docs, UNNEST(JSON_QUERY_ARRAY(payload, '$.none')))
--- arrays in arrays
SELECT id, JSON_VALUE(v) AS c FROM (SELECT id, CONCAT('{"a":[{"b":["', b, '","y"]},{"b":[true]},{"b":3},{}]}') AS doc FROM t), UNNEST(JSON_QUERY_ARRAY(doc, '$.a')) AS item, UNNEST(JSON_QUERY_ARRAY(item, '$.b')) AS v
--- the only item of a list, and the first one
SELECT id, (SELECT v FROM UNNEST(tags) AS v WHERE v = 'b') AS c, (SELECT v * 2 FROM UNNEST(nums) AS v WHERE v = 3) AS e, (SELECT v FROM UNNEST(nums) AS v LIMIT 1) AS f FROM tagged
--- a value of a part of a text
SELECT id, JSON_VALUE(JSON_EXTRACT(doc, '$.a'), '$.b') AS c, JSON_EXTRACT_SCALAR(JSON_QUERY(doc, '$.a.b'), '$') AS e, JSON_VALUE(JSON_EXTRACT(item, '$.m'), '$') AS f FROM (SELECT id, CONCAT('{"a":{"b":"', b, '"},"l":[{"m":true},{"m":null},{"m":[1]}]}') AS doc FROM t), UNNEST(JSON_EXTRACT_ARRAY(doc, '$.l')) AS item
--- a value of a part of a document
SELECT id, JSON_VALUE(JSON_QUERY(payload, '$.user'), '$.id') AS c FROM docs WHERE id NOT IN (1, 12, 13)
--- values of a text in a condition and in a sum
SELECT b, SUM(CAST(JSON_VALUE(doc, '$.n') AS INT64)) AS c FROM (SELECT b, IF(id > 6, NULL, IF(id > 3, 'no JSON', CONCAT('{"k":"', b, '","n":"', CAST(id AS STRING), '"}'))) AS doc FROM t) WHERE JSON_VALUE(doc, '$.k') = 'a' GROUP BY b
--- texts of an array
SELECT id, JSON_VALUE_ARRAY(doc, '$.a') AS c, 'x' IN UNNEST(JSON_EXTRACT_STRING_ARRAY(doc, '$.a')) AS e, ARRAY_LENGTH(IFNULL(JSON_VALUE_ARRAY(doc, '$.none'), [])) AS f, JSON_VALUE_ARRAY(doc, '$.a')[SAFE_OFFSET(2)] AS g FROM (SELECT id, CONCAT('{"a":["', b, '","x",7,true]}') AS doc FROM t) WHERE doc IS NOT NULL
--- texts of an array as rows
SELECT id, v, (SELECT COUNT(*) FROM UNNEST(JSON_VALUE_ARRAY(doc, '$.a')) AS w WHERE w != 'x') AS c FROM (SELECT id, IF(id = 5, 'no JSON', CONCAT('{"a":["', b, '","x",7,true]}')) AS doc FROM t), UNNEST(JSON_VALUE_ARRAY(doc, '$.a')) AS v
--- texts of arrays of documents
SELECT id, v FROM docs, UNNEST(JSON_VALUE_ARRAY(payload, '$.list')) AS v WHERE id NOT IN (0, 3, 12)
--- how long arrays are
SELECT id, ARRAY_LENGTH(JSON_QUERY_ARRAY(payload, '$.list')) AS c, ARRAY_LENGTH(JSON_EXTRACT_ARRAY(payload)) AS e FROM docs
--- how long an array of a text is
SELECT id, ARRAY_LENGTH(JSON_EXTRACT_ARRAY(doc, '$.a')) AS c FROM (SELECT id, IF(id = 5, '{"a":{}}', CONCAT('{"a":["', b, '",7]}')) AS doc FROM t)
--- items of an array at positions
SELECT v, JSON_VALUE(JSON_EXTRACT_ARRAY(v, '$.a')[SAFE_OFFSET(0)], '$.b') AS c, JSON_VALUE(JSON_QUERY_ARRAY(v, '$.a')[SAFE_ORDINAL(2)], '$.b') AS e, JSON_VALUE(JSON_QUERY_ARRAY(v, '$.a')[SAFE_OFFSET(0)]) AS f, JSON_QUERY_ARRAY(v, '$.a')[SAFE_OFFSET(3)] IS NULL AS g FROM UNNEST(['{"a":[{"b":"x"},{"b":7}]}', '{"a":["p\\"q",1,true,null]}', '{"a":{"0":{"b":"no"},"b":[1,2]}}', '[]', '{"a":[]}', '{"a":null}', '{"a":[["u",null],{"b":"w"}]}', NULL]) AS v
--- an item of an array as JSON writes it, null among them
SELECT v, JSON_EXTRACT_ARRAY(v, '$.a')[SAFE_OFFSET(1)] AS c, JSON_QUERY_ARRAY(v, '$.a')[SAFE_ORDINAL(4)] AS e FROM UNNEST(['{"a":["p",1,true,null]}', '{"a":[true,"q"]}', '{"a":{"1":2}}', '[]']) AS v
--- items of documents at positions
SELECT id, JSON_VALUE(JSON_QUERY_ARRAY(payload, '$.list')[SAFE_OFFSET(0)]) AS c, JSON_VALUE(JSON_EXTRACT_ARRAY(payload, '$.list')[SAFE_ORDINAL(1)], '$[0]') AS e FROM docs
--- arrays in items and in parts
SELECT v, ARRAY_LENGTH(JSON_QUERY_ARRAY(JSON_QUERY_ARRAY(v, '$.a')[SAFE_OFFSET(0)])) AS c, ARRAY_LENGTH(JSON_EXTRACT_ARRAY(JSON_EXTRACT(v, '$.a'), '$.b')) AS e, ARRAY(SELECT JSON_VALUE(i) FROM UNNEST(JSON_QUERY_ARRAY(JSON_QUERY(v, '$.a'), '$.b')) AS i WHERE JSON_VALUE(i) IS NOT NULL) AS f FROM UNNEST(['{"a":[{"b":"x"},{"b":7}]}', '{"a":["p\\"q",1,true,null]}', '{"a":{"0":{"b":"no"},"b":[1,2]}}', '[]', '{"a":[]}', '{"a":null}', '{"a":[["u",null],{"b":"w"}]}', NULL]) AS v
--- the items of an array as JSON writes them
SELECT v, JSON_QUERY_ARRAY(v, '$.a') AS c, ARRAY_TO_STRING(IFNULL(JSON_EXTRACT_ARRAY(v, '$.a'), []), '+') AS e, '"p"' IN UNNEST(JSON_QUERY_ARRAY(v, '$.a')) AS f FROM UNNEST(['{"a":["p",1,true,null]}', '{"a":[]}', '{"a":{"0":1}}', '']) AS v
