--- a field of the item with a key
SELECT id, (SELECT value.text FROM UNNEST(params) WHERE key = 'page') AS page, (SELECT p.value.whole FROM UNNEST(v.params) AS p WHERE p.key = 'n') AS n FROM visits AS v
--- a field of the item with the key of the row
SELECT id, (SELECT p.at FROM UNNEST(v.params) AS p WHERE p.key = v.key) AS c FROM visits AS v
--- a list in an item
SELECT id, (SELECT p.tags FROM UNNEST(params) AS p WHERE ARRAY_LENGTH(p.tags) > 0 LIMIT 1) AS tags FROM visits
--- the first item
SELECT id, (SELECT value.whole FROM UNNEST(params) WITH OFFSET AS place WHERE value.whole > 0 ORDER BY place LIMIT 1) AS c FROM visits
--- whether there is an item
SELECT id FROM visits AS v WHERE EXISTS (SELECT 1 FROM UNNEST(v.params) AS p WHERE p.key = 'page' AND p.value.text != '')
--- whether there is any item, and none
SELECT id, EXISTS (SELECT 1 FROM UNNEST(params)) AS c, NOT EXISTS (SELECT 1 FROM UNNEST(params) AS p WHERE p.value.whole > 5) AS e FROM visits
--- how many items
SELECT id, (SELECT COUNT(*) FROM UNNEST(params)) AS c, (SELECT COUNTIF(p.at IS NULL) FROM UNNEST(params) AS p) AS e, (SELECT COUNT(p.value.text) FROM UNNEST(params) AS p WHERE p.key != 'other') AS f, ARRAY_LENGTH(params) AS g FROM visits
--- a list in a record
SELECT id, (SELECT COUNT(*) FROM UNNEST(v.device.steps) AS s WHERE s.ms > 4) AS c, EXISTS (SELECT 1 FROM UNNEST(v.device.steps) WHERE NOT ok) AS e FROM visits AS v
--- items as rows
SELECT id, p.key, p.value.text, p.value.whole, p.at, p.tags FROM visits, UNNEST(params) AS p
--- items as rows, with their places
SELECT id, place, p.key, v.key AS own FROM visits AS v CROSS JOIN UNNEST(v.params) AS p WITH OFFSET AS place WHERE p.key != 'other'
--- rows without items
SELECT id, p.key, p.value.whole, place FROM visits AS v LEFT JOIN UNNEST(v.params) AS p WITH OFFSET AS place
--- rows without items, on true
SELECT id, p.key, p.tags FROM visits AS v LEFT JOIN UNNEST(v.params) AS p ON TRUE
--- items of a list in a record
SELECT id, s.ms, s.ok FROM visits AS v, UNNEST(v.device.steps) AS s
--- two lists
SELECT id, p.key, s.ms FROM visits AS v, UNNEST(v.params) AS p LEFT JOIN UNNEST(v.device.steps) AS s
--- groups of items
SELECT p.key, COUNT(*) AS c, SUM(p.value.whole) AS e, COUNT(DISTINCT id) AS f FROM visits, UNNEST(params) AS p GROUP BY p.key
--- lists of records as columns
SELECT id, params FROM visits
--- lists of a step
WITH few AS (SELECT id, params FROM visits WHERE id > 1 ORDER BY id LIMIT 2) SELECT id, params, (SELECT value.text FROM UNNEST(params) WHERE key = 'other') AS c FROM few
--- items of a step
WITH few AS (SELECT id, params FROM visits WHERE id != 4) SELECT s.id, p.key FROM few AS s, UNNEST(s.params) AS p
--- groups by a field of an item
SELECT (SELECT value.text FROM UNNEST(params) WHERE key = 'page') AS page, COUNT(*) AS c FROM visits GROUP BY page
--- a list of words in a condition on items
SELECT id FROM visits WHERE EXISTS (SELECT 1 FROM UNNEST(params) AS p WHERE p.key IN ('n', 'x'))
--- a value that is computed of an item
SELECT id, (SELECT value.whole + id FROM UNNEST(params) WHERE key = 'n') AS c, (SELECT COALESCE(value.text, CAST(value.whole AS STRING), 'none') FROM UNNEST(params) WHERE key = 'page') AS e, (SELECT IF(value.whole > 8, 'many', 'few') FROM UNNEST(params) AS p WHERE key = 'n') AS f FROM visits
--- a value of the row for an item
SELECT id, (SELECT v.id FROM UNNEST(v.params) WHERE key = 'other') AS c, (SELECT 1 FROM UNNEST(params) WHERE key = 'n' AND value.whole > 8) AS e FROM visits AS v
--- sums of the items
SELECT id, (SELECT SUM(value.whole) FROM UNNEST(params)) AS c, (SELECT SUM(p.value.whole * 2 + v.id) FROM UNNEST(v.params) AS p WHERE p.key != 'other') AS e, (SELECT AVG(value.whole) FROM UNNEST(params)) AS f, (SELECT SUM(value.whole / 4) FROM UNNEST(params)) AS g, (SELECT IFNULL(SUM(value.whole), 0) FROM UNNEST(params) WHERE key = 'none') AS h FROM visits AS v
--- extremes of the items
SELECT id, (SELECT MAX(value.text) FROM UNNEST(params)) AS c, (SELECT MIN(p.at) FROM UNNEST(params) AS p WHERE p.key IN ('page', 'n')) AS e, (SELECT MAX(s.ok) FROM UNNEST(v.device.steps) AS s) AS f, (SELECT LOGICAL_AND(s.ok) FROM UNNEST(v.device.steps) AS s) AS g, (SELECT MAX(IF(key = 'n', value.whole, NULL)) FROM UNNEST(params)) AS h FROM visits AS v
--- sums of sums of the items
SELECT SUM((SELECT SUM(value.whole) FROM UNNEST(params))) AS c, MAX((SELECT MAX(ms) FROM UNNEST(device.steps))) AS e FROM visits
--- different values of the items
SELECT id, (SELECT COUNT(DISTINCT key) FROM UNNEST(params)) AS c, (SELECT COUNT(DISTINCT value.whole) FROM UNNEST(params) WHERE key != 'page') AS e FROM visits
--- texts of the items
SELECT id, (SELECT STRING_AGG(key ORDER BY place) FROM UNNEST(params) WITH OFFSET AS place) AS c, (SELECT STRING_AGG(value.text, ' | ' ORDER BY place) FROM UNNEST(params) WITH OFFSET AS place WHERE key != 'n') AS e FROM visits
--- values of the items as lists
SELECT id, ARRAY(SELECT key FROM UNNEST(params)) AS c, ARRAY(SELECT UPPER(p.key) FROM UNNEST(params) AS p WITH OFFSET AS place WHERE p.key != 'n' ORDER BY place) AS e, ARRAY(SELECT value.whole FROM UNNEST(params) WHERE value.whole IS NOT NULL) AS f FROM visits
--- lists of values of the items
SELECT id, (SELECT ARRAY_AGG(value.text IGNORE NULLS ORDER BY place) FROM UNNEST(params) WITH OFFSET AS place) AS c, ARRAY_LENGTH(ARRAY(SELECT key FROM UNNEST(params) WHERE key = 'page')) AS e, 'n' IN (SELECT key FROM UNNEST(params)) AS f FROM visits
--- rows without items that fulfil a condition
SELECT v.id, p.key, p.value.text, p.at FROM visits AS v LEFT JOIN UNNEST(v.params) AS p ON p.key = 'page' AND p.value.text != ''
--- items that fulfil a condition on the row
SELECT v.id, p.key, s.ms FROM visits AS v LEFT JOIN UNNEST(v.params) AS p ON p.key = v.key LEFT JOIN UNNEST(v.device.steps) AS s ON s.ms > v.id
--- groups of rows without items that fulfil a condition
SELECT IFNULL(p.value.text, 'none') AS page, COUNT(*) AS c FROM visits AS v LEFT JOIN UNNEST(v.params) AS p ON p.key = 'page' GROUP BY page
--- later items
SELECT id, params[SAFE_OFFSET(1)].key AS c, params[SAFE_ORDINAL(2)].value.whole AS d, params[SAFE_OFFSET(2)].tags AS e, params[SAFE_OFFSET(1)] AS f, device.steps[SAFE_OFFSET(1)].ms AS g FROM visits
--- a later item that must be there
SELECT id, params[OFFSET(1)].key AS c FROM visits WHERE id IN (1, 3)
--- whole records that fulfil a condition
SELECT id, ARRAY(SELECT p FROM UNNEST(params) AS p WHERE p.key != 'n') AS c, ARRAY(SELECT AS STRUCT s.* FROM UNNEST(device.steps) AS s) AS e, ARRAY_LENGTH(ARRAY(SELECT p FROM UNNEST(params) AS p WHERE p.key = 'n')) AS f, ARRAY(SELECT p FROM UNNEST(params) AS p WHERE p.key != 'n')[SAFE_OFFSET(0)].value.text AS g FROM visits
--- a literal for each record
SELECT id, ARRAY(SELECT 1 FROM UNNEST(params)) AS c FROM visits
--- fields of records in their order, and each once
SELECT id, ARRAY(SELECT p.key FROM UNNEST(params) AS p ORDER BY p.key DESC) AS c, ARRAY(SELECT DISTINCT p.key FROM UNNEST(params) AS p ORDER BY p.key) AS e FROM visits
--- a value among those of the items, some of which are NULL
SELECT id, '/a' IN (SELECT value.text FROM UNNEST(params)) AS c, v.key IN (SELECT p.value.text FROM UNNEST(v.params) AS p WHERE p.key != 'n') AS e, 9 NOT IN (SELECT value.whole FROM UNNEST(params)) AS f, NULLIF(v.key, 'n') IN (SELECT key FROM UNNEST(params)) AS g, v.id IN (SELECT ms FROM UNNEST(device.steps)) AS h FROM visits AS v
--- rows with a value among those of the items
SELECT id FROM visits AS v WHERE '/a' IN (SELECT value.text FROM UNNEST(params)) OR v.id NOT IN (SELECT value.whole FROM UNNEST(v.params))
