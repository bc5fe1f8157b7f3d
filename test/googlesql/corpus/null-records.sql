--- the length of a list of a record that is NULL
SELECT id, ARRAY_LENGTH(device.steps) AS c, ARRAY_LENGTH(device.labels) AS e, IFNULL(ARRAY_LENGTH(v.device.labels), -1) AS f FROM visits AS v
--- the length of a list of a record in a record
SELECT id, ARRAY_LENGTH(device.os.flags) AS c, device.os.version AS e FROM visits
--- a condition on such a length
SELECT id FROM visits WHERE NOT ARRAY_LENGTH(device.steps) > 0
--- aggregates of such lengths
SELECT MAX(ARRAY_LENGTH(device.labels)) AS c, SUM(ARRAY_LENGTH(device.steps)) AS e, COUNT(ARRAY_LENGTH(device.steps)) AS f FROM visits
--- whether a list of a record is NULL
SELECT id, device.labels IS NULL AS c, device.steps IS NOT NULL AS e, device.os.flags IS NULL AS f FROM visits
--- a value among the items of such a list
SELECT id, 'a' IN UNNEST(device.labels) AS c, NOT ('a' IN UNNEST(device.labels)) AS e FROM visits
--- items of such a list
SELECT id, device.labels[SAFE_OFFSET(0)] AS c, device.os.flags[SAFE_ORDINAL(2)] AS e FROM visits
--- items of such a list, which fail where the record is there without them
SELECT id, device.labels[OFFSET(0)] AS c, device.labels[ORDINAL(1)] AS e FROM visits WHERE id != 4
--- the text of such a list
SELECT id, ARRAY_TO_STRING(device.labels, ',') AS c FROM visits
--- items of such a list as rows
SELECT id, l FROM visits AS v, UNNEST(v.device.labels) AS l
--- items of such a list as rows, and rows without
SELECT id, l, s.ms FROM visits AS v LEFT JOIN UNNEST(v.device.labels) AS l LEFT JOIN UNNEST(v.device.steps) AS s
--- subqueries over such a list
SELECT id, (SELECT COUNT(*) FROM UNNEST(v.device.labels)) AS c, EXISTS (SELECT 1 FROM UNNEST(v.device.labels)) AS e, (SELECT STRING_AGG(l ORDER BY o) FROM UNNEST(v.device.labels) AS l WITH OFFSET AS o) AS f, ARRAY_LENGTH(ARRAY(SELECT l FROM UNNEST(v.device.labels) AS l)) AS g FROM visits AS v
--- such lists as columns
SELECT id, device.labels, device.steps, device FROM visits
--- such lists of a step
WITH s AS (SELECT id, device FROM visits) SELECT id, ARRAY_LENGTH(device.labels) AS c, device.name AS e, device.steps IS NULL AS f FROM s
--- such lists of a row that a join lacks
SELECT t.id, ARRAY_LENGTH(v.device.steps) AS c, v.device.labels[OFFSET(0)] AS e FROM t LEFT JOIN visits AS v ON v.id = t.id AND v.id != 4
--- such lists that COALESCE replaces
SELECT id, ARRAY_LENGTH(COALESCE(device.labels, [])) AS c, ARRAY_LENGTH(COALESCE(device.steps, [])) AS e FROM visits
--- lists of records that COALESCE replaces where a join lacks them
SELECT t.id, ARRAY_LENGTH(COALESCE(v.params, [])) AS c FROM t LEFT JOIN visits AS v ON v.id = t.id
--- lists of items, and none
SELECT l.id, ARRAY_LENGTH(m.labels) AS c FROM deep AS l LEFT JOIN UNNEST(l.metadata) AS m
--- values among lists of items, and none
SELECT id, 'x' IN UNNEST(p.tags) AS c, p.tags[SAFE_OFFSET(0)] AS e FROM visits AS v LEFT JOIN UNNEST(v.params) AS p
--- the length of a list of an item that is not there
SELECT id, (SELECT ARRAY_LENGTH(p.tags) FROM UNNEST(params) AS p WHERE p.key = 'none') AS c FROM visits
--- whether a record of an item is NULL
SELECT id, p.key, p.value IS NULL AS c, (SELECT value IS NULL FROM UNNEST(v.params) WHERE key = 'page') AS e FROM visits AS v, UNNEST(v.params) AS p
--- the first item of a list of records
SELECT id, params[SAFE_OFFSET(0)].key AS c, v.params[SAFE_ORDINAL(1)].value.whole AS e, device.steps[SAFE_OFFSET(0)].ms AS f, params[SAFE_OFFSET(0)].tags AS g FROM visits AS v
--- the first item of a list of records that has one
SELECT id, params[OFFSET(0)].value.text AS c, params[0].at AS e FROM visits WHERE id != 2
--- the first item of a list of records that a join lacks
SELECT t.id, v.params[SAFE_OFFSET(0)].key AS c FROM t LEFT JOIN visits AS v ON v.id = t.id
