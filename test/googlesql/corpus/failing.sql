--- an overflow of a sum
SELECT a + 9223372036854775807 AS c FROM t
--- an overflow of a difference
SELECT a - 9223372036854775806 - 10 AS c FROM t
--- an overflow of a product
SELECT id * 4611686018427387904 AS c FROM t
--- an overflow on the way, of a result that fits
SELECT id + 9223372036854775807 - 9 AS c FROM t
--- the opposite of the least number
SELECT -(id - 9223372036854775807 - 2) AS c FROM t WHERE id = 1
--- the least number without its sign
SELECT ABS(id - 9223372036854775807 - 2) AS c FROM t WHERE id = 1
--- divided by zero
SELECT id / a AS c FROM t
--- divided by a zero that is written out
SELECT x / 0 AS c FROM t
--- a zero divided by zero
SELECT x / x AS c FROM t
--- a whole quotient by zero
SELECT DIV(id, a) AS c FROM t
--- the whole quotient that does not fit
SELECT DIV(id - 9223372036854775807 - 2, IF(ok, -1, 1)) AS c FROM t WHERE id = 1
--- a rest by zero
SELECT MOD(id, a) AS c FROM t
--- an overflow of a product of floats
SELECT x * 1e308 AS c FROM t
--- an overflow of a sum of floats
SELECT 1e308 * x + 1e308 AS c FROM t WHERE id = 1
--- an overflow of a quotient of floats
SELECT x / 1e-308 AS c FROM t
--- the root of less than nothing
SELECT SQRT(x) AS c FROM t
--- the logarithm of zero
SELECT LN(ABS(x)) AS c FROM t
--- a power without a value
SELECT POW(x, 0.5) AS c FROM t
--- a power beyond all numbers
SELECT EXP(x) AS c FROM t
--- a sum of a group that does not fit
SELECT SUM(id + 9223372036854775000) AS c FROM t
--- a sum of floats that does not fit
SELECT SUM(c) AS e FROM (SELECT 1e308 AS c, id FROM t)
--- a sum over rows around that does not fit
SELECT SUM(id + 9223372036854775000) OVER (ORDER BY id) AS c FROM t
--- a text that is not a number
SELECT CAST(b AS INT64) AS c FROM t
--- a number with a fraction as a text
SELECT CAST(CONCAT(CAST(id AS STRING), '.5') AS INT64) AS c FROM t
--- a text that is no float
SELECT CAST(b AS FLOAT64) AS c FROM t
--- a text that is no boolean
SELECT CAST(b AS BOOL) AS c FROM t
--- a float that is no whole number of 64 bits
SELECT CAST(x * 1e10 AS INT64) AS c FROM t
--- the argument of a safe function
SELECT SAFE.SQRT(id / a) AS c FROM t
--- in a filter
SELECT id FROM t WHERE id / a > 1
--- in an order
SELECT id FROM t ORDER BY DIV(id, a), id
--- in a key of groups
SELECT DIV(id, a) AS c, COUNT(*) AS e FROM t GROUP BY c
--- in an aggregate
SELECT MAX(id / a) AS c FROM t
--- in one branch
SELECT IF(ok, 1, id * 4611686018427387904) AS c FROM t
--- an item that is not there
SELECT SPLIT(b, ',')[OFFSET(3)] AS c FROM t
--- a value of several rows
SELECT id, (SELECT k FROM u) AS c FROM t
--- a value of several rows of the row
SELECT id, (SELECT u.k FROM u WHERE u.tid = t.id) AS c FROM t
--- an item that a list does not have
SELECT id, tags[OFFSET(1)] AS c FROM tagged
--- an item behind the last
SELECT nums[ORDINAL(1)] AS c FROM tagged
--- an overflow of a product of columns
SELECT c * c AS e FROM (SELECT x * 1e200 AS c FROM t)
--- a text that is no instant
SELECT CAST(b AS TIMESTAMP) AS c FROM t
--- a text that is no date
SELECT CAST(CONCAT(b, '-01') AS DATE) AS c FROM t
--- a day that is not there
SELECT CAST(CONCAT('2023-02-2', CAST(id AS STRING)) AS DATE) AS c FROM t
--- a text of another format
SELECT PARSE_DATE('%d.%m.%Y', b) AS c FROM t
--- an overflow of a sum of decimals
SELECT n + NUMERIC '99999999999999999999999999999' > 0 AS c FROM t
--- an overflow of a difference of decimals
SELECT n - NUMERIC '99999999999999999999999999999' > 0 AS c FROM t
--- an overflow of a product of decimals
SELECT n * NUMERIC '99999999999999999999999999999' > 0 AS c FROM t
--- an overflow of a product of decimals that SAFE does not hide
SELECT SAFE_ADD(n * NUMERIC '99999999999999999999999999999', n) > 0 AS c FROM t
--- more items than an array has
SELECT COUNT(*) AS c FROM t, UNNEST(GENERATE_ARRAY(1, t.id * 5000000000)) AS n
--- numbers that are too far apart
SELECT COUNT(*) AS c FROM t, UNNEST(GENERATE_ARRAY(t.id - 9223372036854775807, 9223372036854775807)) AS n
--- two items with the key
SELECT id, (SELECT value.whole FROM UNNEST(params) WHERE key IN ('page', 'n')) AS c FROM visits
--- digits of seconds without a point
SELECT PARSE_TIMESTAMP('%FT%H:%M:%E*S%Ez', CONCAT('2024-01-05T10:00:0', IF(id > 0, '123', '1'), 'Z')) AS c FROM t
--- a part of a document of another type
SELECT id, FLOAT64(payload.user) AS c FROM docs
--- a part of a text of a negative length
SELECT SUBSTR(b, 1, a) AS c FROM t
--- a sum of items that is out of range
SELECT (SELECT SUM(v * 3000000000000000000) FROM UNNEST(nums) AS v) AS c FROM tagged
--- two items of a list
SELECT id, (SELECT v FROM UNNEST(nums) AS v WHERE v >= 1) AS c FROM tagged
--- a text that is no date and time of the format
SELECT PARSE_DATETIME('%F %T', b) AS c FROM t
--- a float beyond the decimals
SELECT CAST(x * 1e20 AS NUMERIC) AS c FROM t WHERE id = 5
--- a decimal that is rounded beyond the decimals
SELECT ROUND(n + NUMERIC '99999999999999999999999999998') AS c FROM t WHERE id = 1
--- an instant of a longer text that is none
SELECT TIMESTAMP(SUBSTR(CONCAT(CAST(d AS STRING), ' 10:00:0', CAST(MOD(id, 10) AS STRING), '.5+02:00', IF(ok, '', b), IFNULL(b, ''), LOWER('x')), 2, 27)) AS c FROM t WHERE id = 1
--- an item that a list of a record lacks
SELECT id, device.labels[OFFSET(0)] AS c FROM visits
--- the first of no records
SELECT id, params[OFFSET(0)].key AS c FROM visits
--- a day that its month lacks
SELECT DATE(2023, 2, 28 + id) AS c FROM t WHERE id = 1
--- a month that no year has
SELECT DATE(2023, 12 + id, 1) AS c FROM t WHERE id = 1
--- a datetime whose day its month lacks
SELECT DATETIME(2023, 2, 28 + id, 0, 0, 0) AS c FROM t WHERE id = 1
--- an hour that no day has
SELECT DATETIME(2023, 2, 28, 23 + id, 0, 0) AS c FROM t WHERE id = 1
--- a second that no minute has
SELECT DATETIME(2023, 2, 28, 23, 59, 60 + id) AS c FROM t WHERE id = 1
--- a negative minute
SELECT DATETIME(2023, 2, 28, 23, -id, 59) AS c FROM t WHERE id = 1
--- a later record of a group that is not there
SELECT b, ARRAY_AGG(STRUCT(id, a) ORDER BY id)[OFFSET(1)].a AS c FROM t GROUP BY b
--- a later item that is not there
SELECT id, params[OFFSET(1)].key AS c FROM visits
--- the day of a text that is none
SELECT DATE(b) AS c FROM t WHERE id = 1
--- the last item of an empty list
SELECT ARRAY_LAST(tags) AS c FROM tagged WHERE id = 2
--- the first item of an empty list
SELECT ARRAY_FIRST(tags) AS c FROM tagged WHERE id = 2
--- a text that is no document
SELECT JSON_VALUE(PARSE_JSON('{"a": {"b": 7}'), '$.a.b') AS c
--- a day that a month with a name lacks
SELECT PARSE_DATE('%b %d, %Y', v) AS c FROM UNNEST(['Feb 30, 2024']) AS v
--- an item beyond the list, at a position that the row has
SELECT id, tags[OFFSET(id)] AS c FROM tagged
--- an item before the list, at a position that the row has
SELECT id, nums[ORDINAL(id - id)] AS c FROM tagged WHERE ARRAY_LENGTH(nums) > 0
--- a text that is no hexadecimal number
SELECT id, TO_HEX(FROM_HEX(CONCAT(b, 'x'))) AS c FROM t
--- bytes that are no text
SELECT id, CAST(FROM_HEX(CONCAT(SUBSTR(b, 1, 0), 'ff')) AS STRING) AS c FROM t
--- a text of other letters than those of bytes
SELECT id, TO_HEX(FROM_BASE64(CONCAT(b, '!'))) AS c FROM t
--- a time that no clock shows
SELECT CAST(TIME(id + 20, 0, 0) AS STRING) AS c FROM t
--- a text that is no decimal
SELECT CAST(b AS NUMERIC) AS c FROM t
--- an overflow of which NULL is asked
SELECT (id + 9223372036854775807) IS NULL AS c FROM t
--- an overflow of which a value is asked
SELECT id FROM t WHERE id + 9223372036854775807 IS NOT NULL
--- a text without a number of which NULL is asked
SELECT CAST('zz' AS INT64) IS NULL AS c FROM t
--- an overflow of which the values are counted
SELECT COUNT(id + 9223372036854775807) AS c FROM t
--- an overflow of which the values are counted in groups
SELECT ok, COUNT(id + 9223372036854775807) AS c FROM t GROUP BY ok
--- a long value, too large, of which the values are counted
SELECT COUNT(id + id + id + id + id + id + id + id + id + id + id + id + id + 9223372036854775807) AS c FROM t
--- a float beyond all others of which NULL is asked
SELECT EXP(id + 1000) IS NULL AS c FROM t
