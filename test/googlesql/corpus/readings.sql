--- texts as instants
SELECT v, CAST(v AS TIMESTAMP) AS c, TIMESTAMP(v) AS e FROM UNNEST(['2024-01-05', '2024-01-05 10:00:01', '2024-02-29T10:00:01.5', '1999-12-31 23:59:59.123456Z', '2024-01-05 10:00:00+02:30', '2024-01-05T00:00:00-14:00', '2299-12-31 23:59:59', NULL]) AS v
--- texts as dates
SELECT v, CAST(v AS DATE) AS c FROM UNNEST(['2024-01-05', '2024-02-29', '1900-01-01', '2299-12-31', NULL]) AS v
--- texts that are neither
SELECT v, SAFE_CAST(v AS TIMESTAMP) AS c, SAFE_CAST(v AS DATE) AS e FROM UNNEST(['', 'x', '2024/01/05', '20240105', '2024-02-30', '2023-02-29', '2024-01-05', '24-01', 'Jan 5 2024', NULL]) AS v
--- texts as instants, safely
SELECT v, SAFE_CAST(v AS TIMESTAMP) AS c FROM UNNEST(['2024-01-05', '2024-01-05 10:00:01', '2024-02-30 10:00:01', 'a', '2024-02-29T10:00:01.5Z']) AS v
--- a column of texts as instants
SELECT id, SAFE_CAST(b AS TIMESTAMP) AS c, SAFE_CAST(b AS DATE) AS e, SAFE_CAST(CONCAT('2024-01-0', CAST(id AS STRING)) AS DATE) AS f FROM t
--- dates by a format
SELECT v, PARSE_DATE('%d.%m.%Y', v) AS c FROM UNNEST(['05.01.2024', '29.02.2024', NULL]) AS v
--- dates by a short format
SELECT v, PARSE_DATE('%F', v) AS c, PARSE_DATE('%Y-%m-%d', v) AS e FROM UNNEST(['2024-01-05', '2024-02-29']) AS v
--- instants by a format
SELECT v, PARSE_TIMESTAMP('%Y-%m-%dT%H:%M:%SZ', v) AS c FROM UNNEST(['2024-01-05T10:00:01Z', '1999-12-31T23:59:59Z']) AS v
--- instants by a format without seconds
SELECT v, PARSE_TIMESTAMP('%d/%m/%Y %R', v) AS c FROM UNNEST(['05/01/2024 10:07']) AS v
--- instants by a format of the day alone
SELECT v, PARSE_TIMESTAMP('%Y%m%d', v) AS c, PARSE_TIMESTAMP('%Y%m%d', v, 'UTC') AS e FROM UNNEST(['20240105']) AS v
--- dates and instants of a month, a year or an hour
SELECT v, PARSE_DATE('%Y%m', v) AS c, PARSE_TIMESTAMP('%Y%m', v) AS e, PARSE_DATE('%Y', SUBSTR(v, 1, 4)) AS f, PARSE_TIMESTAMP('%Y-%m-%d %H', CONCAT('2024-01-05 ', SUBSTR(v, 5))) AS g, PARSE_DATETIME('%Y%m', v) AS h FROM UNNEST(['202401', '202412', NULL]) AS v
--- instants of seconds, and with an offset without a colon
SELECT v, PARSE_TIMESTAMP('%s', v) AS c, PARSE_TIMESTAMP('%F %T %z', CONCAT('2024-01-05 10:00:01 ', IF(v = '0', '+0530', '-0930'))) AS e FROM UNNEST(['0', '-1', '1704448801', NULL]) AS v
--- texts that are no dates, below SAFE
SELECT v, SAFE.PARSE_DATE('%Y%m%d', v) AS c, SAFE.PARSE_TIMESTAMP('%Y%m%d', v) AS e FROM UNNEST(['20240105', '20240230', '', '(not set)', 'today_20240105', 'N/A', NULL]) AS v
--- texts that are no instants, below SAFE
SELECT v, SAFE.PARSE_TIMESTAMP('%FT%TZ', v) AS c, SAFE.PARSE_DATETIME('%FT%H:%M:%E*SZ', v) AS e FROM UNNEST(['2024-01-05T10:00:01Z', '2024-02-30T10:00:01Z', '2024-01-05T10:00:01B', '', 'none', NULL]) AS v
--- a column of texts below SAFE
SELECT id, SAFE.PARSE_DATE('%F', IF(ok, CAST(d AS STRING), 'never')) AS c, SAFE.PARSE_DATE('%F', CONCAT(CAST(d AS STRING), IF(ok, '', '.'), IF(ok, '', 'x'))) AS e FROM t
--- the last day
SELECT id, LAST_DAY(d) AS c, LAST_DAY(d, QUARTER) AS e, LAST_DAY(d, YEAR) AS f, LAST_DAY(d, WEEK) AS g, LAST_DAY(d, ISOWEEK) AS h FROM t
--- between instants that are texts
SELECT COUNT(*) AS c FROM t WHERE ts BETWEEN CAST('2025-12-30' AS TIMESTAMP) AND TIMESTAMP(CONCAT(CAST(d AS STRING), ' 23:00:00'))
--- instants with a fraction and an offset
SELECT v, PARSE_TIMESTAMP('%Y-%m-%dT%H:%M:%E*S%Ez', v) AS c FROM UNNEST(['2024-01-05T10:00:01Z', '2024-01-05T10:00:01.5+02:00', '1999-12-31T23:59:59.123456-14:00', '2024-02-29T00:00:00.1234569Z', '2024-02-29T00:00:00.000000999+05:30']) AS v
--- instants with a fraction
SELECT v, PARSE_TIMESTAMP('%F %H:%M:%E*S', v) AS c FROM UNNEST(['2024-01-05 10:00:01', '2024-01-05 10:00:01.25', '1969-12-31 23:59:59.999999999']) AS v
--- instants with an offset
SELECT v, PARSE_TIMESTAMP('%F %T %Ez', v) AS c FROM UNNEST(['2024-01-05 10:00:01 +01:00', '2024-01-05 10:00:01 Z']) AS v
--- dates and instants of longer texts
SELECT id, TIMESTAMP(SUBSTR(CONCAT(CAST(DATE_ADD(d, INTERVAL 1 DAY) AS STRING), ' 10:00:0', CAST(MOD(id, 10) AS STRING), '.5+02:00', IF(ok, '', b), IFNULL(b, '')), 1, 27)) AS c, CAST(REPLACE(CONCAT(LOWER(CAST(DATE_ADD(d, INTERVAL 1 DAY) AS STRING)), IF(id > 100, b, ''), IF(id > 200, b, '')), '_', '-') AS DATE) AS e, SAFE_CAST(CONCAT(LOWER(CAST(DATE_ADD(d, INTERVAL 1 DAY) AS STRING)), IF(id > 2, NULL, ''), IF(id > 200, b, ''), IF(id > 300, b, '')) AS DATE) AS f, PARSE_DATE('%Y%m%d', REPLACE(CONCAT(LOWER(CAST(DATE_ADD(d, INTERVAL 1 DAY) AS STRING)), IF(id > 100, b, ''), IF(id > 200, b, '')), '-', '')) AS g FROM t
--- dates and instants of JSON in texts
SELECT id, CAST(JSON_VALUE(CONCAT('{"a":{"at":"', CAST(d AS STRING), 'T10:00:00Z"}}'), '$.a.at') AS TIMESTAMP) AS c, DATE(TIMESTAMP(JSON_VALUE(CONCAT('{"a":{"at":"', CAST(d AS STRING), 'T23:30:00+01:00"}}'), '$.a.at'))) AS e FROM t
--- the day of a text, and of a day
SELECT id, DATE(CAST(d AS STRING)) AS c, DATE(d) AS e, SAFE.DATE(b) AS f, DATE(REGEXP_EXTRACT(CONCAT('on ', CAST(d AS STRING)), r'\d+-\d+-\d+')) AS g FROM t
--- names of months and days
SELECT v, PARSE_DATE('%b %d, %Y', v) AS c FROM UNNEST(['Jan 05, 2024', 'JAN 05, 2024', 'December 31, 1999', 'may 01, 2020', 'sEptember 30, 2021']) AS v
--- names of months and days in several forms
SELECT PARSE_DATE('%B %d %Y', 'Feb 29 2024') AS c, PARSE_DATE('%A, %d %B %Y', 'Monday, 29 february 2024') AS e, PARSE_DATE('%a %h %d %Y', 'friday Feb 29 2024') AS f, PARSE_TIMESTAMP('%d/%b/%Y:%H:%M:%S %z', '10/Oct/2000:13:55:36 -0700') AS g, PARSE_TIMESTAMP('%a, %d %b %Y %T', 'Tue, 10 Oct 2000 13:55:36') AS h, PARSE_DATETIME('%B %Y', 'March 2021') AS i
--- years of two digits
SELECT v, PARSE_DATE('%m/%d/%y', v) AS c, PARSE_DATE('%D', v) AS e FROM UNNEST(['01/05/68', '01/05/69', '01/05/99', '12/31/00']) AS v
--- names of months that are none
SELECT SAFE.PARSE_DATE('%b %d, %Y', v) AS c FROM UNNEST(['Feb 30, 2024', '', '(none)']) AS v
