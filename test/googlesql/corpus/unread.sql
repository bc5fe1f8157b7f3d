--- a date of single digits
SELECT SAFE_CAST(CONCAT('2024-1-', CAST(id AS STRING)) AS DATE) AS c FROM t
--- an instant of a zone with a name
SELECT SAFE_CAST(CONCAT('2024-01-05 10:00:0', CAST(id AS STRING), ' Europe/Berlin') AS TIMESTAMP) AS c FROM t
--- an instant before 1900
SELECT CAST(CONCAT('1899-12-3', CAST(id - id AS STRING)) AS TIMESTAMP) AS c FROM t
--- a date by a format, with single digits
SELECT PARSE_DATE('%d.%m.%Y', CONCAT(CAST(id AS STRING), '.1.2024')) AS c FROM t
--- a number of a document that engines write each in its own way
SELECT JSON_VALUE(payload, '$.n') AS c FROM docs
--- a whole number of a document that is written as a fraction
SELECT JSON_VALUE(payload, '$.n') AS c FROM docs WHERE id = 1
--- a whole number of a document that is written with an exponent
SELECT JSON_VALUE(payload, '$.n') AS c FROM docs WHERE id = 2
--- a backslash of a pattern that is computed
SELECT id FROM t WHERE b LIKE CONCAT(b, '\\%')
--- an offset of another form
SELECT PARSE_TIMESTAMP('%FT%H:%M:%E*S%Ez', CONCAT('2024-01-05T10:00:01', IF(id > 0, '+0100', 'Z'))) AS c FROM t
--- a large float by a format
SELECT FORMAT('%.2f', x * 1e6) AS c FROM t
--- an infinite float by a format
SELECT FORMAT('%.2f', CAST(IF(id > 0, 'inf', '1') AS FLOAT64)) AS c FROM t
--- a percentile of a float that is not finite
SELECT PERCENTILE_DISC(CAST(IF(id > 1, 'inf', '1') AS FLOAT64), 0.5) OVER () AS c FROM t
--- a percentile of a float that is no number
SELECT PERCENTILE_CONT(CAST(IF(id > 1, 'nan', '1') AS FLOAT64), 0.5) OVER () AS c FROM t
--- a list that contains NULL
SELECT ARRAY(SELECT value.text FROM UNNEST(params)) AS c FROM visits
--- a list of a group that contains NULL
SELECT ARRAY_AGG(a) AS c FROM t
--- a list of computed items that contains NULL
SELECT ARRAY(SELECT NULLIF(v, 'a') FROM UNNEST(tags) AS v) AS c FROM tagged
--- a count of days that only the row knows, too far
SELECT TIMESTAMP_ADD(ts, INTERVAL id * 36601 DAY) AS c FROM t WHERE id = 1
--- a count of months that only the row knows, too far
SELECT DATE_SUB(d, INTERVAL id * 1201 MONTH) AS c FROM t WHERE id = 1
--- a count of hours of a datetime, too far
SELECT DATETIME_ADD(dt, INTERVAL id * 878401 HOUR) AS c FROM t WHERE id = 1
--- a date of one digit below SAFE, which GoogleSQL reads
SELECT SAFE.PARSE_DATE('%d.%m.%Y', CONCAT(CAST(id AS STRING), '.1.2024')) AS c FROM t
--- words that begin with a letter whose capital is two letters
SELECT INITCAP(CONCAT(b, 'x ßa')) AS c FROM t WHERE id = 1
--- words with a letter that has a form for the end of a word
SELECT INITCAP(CONCAT(b, ' ΑΣ')) AS c FROM t WHERE id = 1
--- some of the values of a group of which one is NULL, without an order
SELECT ARRAY_AGG(DISTINCT a LIMIT 2) AS c FROM t
--- a text whose literal has another form
SELECT FORMAT('%T', 'a"b') AS c
--- a document with a number of many digits
SELECT JSON_TYPE(PARSE_JSON('[12345678901234567]')) AS c
--- a float that is too large for its digits, with commas
SELECT FORMAT("%'.2f", CAST('1e15' AS FLOAT64)) AS c
--- letters of bytes without what fills them up
SELECT id, TO_HEX(FROM_BASE64(CONCAT(b, 'Y'))) AS c FROM t WHERE id = 5
--- bytes that are no text, replaced
SELECT id, SAFE_CONVERT_BYTES_TO_STRING(FROM_HEX(CONCAT(SUBSTR(b, 1, 0), 'ff'))) AS c FROM t
--- a control character in a text of JSON
SELECT id, TO_JSON_STRING(CONCAT(b, '\u0001')) AS c FROM t
--- a float of many digits in a text of JSON
SELECT id, TO_JSON_STRING(STRUCT(x / 3 AS x)) AS c FROM t
--- an item of an array that engines write in different ways
SELECT JSON_QUERY_ARRAY('{"a":[{"b": 1.50}]}', '$.a')[SAFE_OFFSET(0)] AS c
--- items of an array that engines write in different ways
SELECT JSON_EXTRACT_ARRAY('{"a":[1, [2]]}', '$.a') AS c
--- a decimal with an exponent, which SAFE_CAST reads
SELECT SAFE_CAST(CONCAT(b, '1e2') AS NUMERIC) AS c FROM t WHERE id = 9
--- a decimal with a space, which SAFE_CAST reads
SELECT SAFE_CAST(CONCAT(b, ' 1') AS NUMERIC) AS c FROM t WHERE id = 9
