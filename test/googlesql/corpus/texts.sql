--- letters
SELECT id, UPPER(b) AS c, LOWER(CONCAT(b, 'XÄ')) AS e, UPPER('straße') AS f FROM t WHERE id < 9
--- lengths
SELECT id, BYTE_LENGTH(b) AS c, OCTET_LENGTH(b) AS e, CHARACTER_LENGTH(b) AS f FROM t
--- filled up
SELECT id, LPAD(b, 4) AS c, RPAD(b, 4, 'xyz') AS e, LPAD(b, 1, 'é') AS f, RPAD(b, 0) AS g, REPEAT(b, 3) AS h, REPEAT(b, 0) AS i FROM t
--- from the end
SELECT id, SUBSTR(b, -1) AS c, SUBSTR(CONCAT(b, 'xyz'), -2, 1) AS e, SUBSTR(b, -9) AS f, SUBSTR(b, -9, 1) AS g, SUBSTR(b, 0) AS h, SUBSTR(b, 0, 1) AS i FROM t
--- whitespace of every kind
SELECT id, CONCAT('<', TRIM(CONCAT('\u00a0 \t\u3000', b, '\u2003\n')), '>') AS c, CONCAT(LTRIM('  a '), RTRIM(' b  ')) AS e, CONCAT('<', TRIM(CONCAT('\u200b', b)), '>') AS f FROM t
--- parts between separators
SELECT id, SPLIT(CONCAT(b, ',x,'), ',')[SAFE_OFFSET(1)] AS c, SPLIT(b, 'a')[OFFSET(0)] AS e, SPLIT(b, 'b')[SAFE_ORDINAL(2)] AS f, SPLIT(b)[SAFE_OFFSET(7)] AS g FROM t
--- where a text stands in another
SELECT id, INSTR(b, 'b') AS c, STRPOS(b, 'a') AS e FROM t
--- patterns of LIKE
SELECT id, b LIKE '_' AS c, b LIKE 'a_' AS e, b LIKE '%_b%' AS f, b LIKE '%' AS g, b LIKE '' AS h, b LIKE '%%' AS i, CONCAT(b, '\n') LIKE 'a_' AS j, b LIKE 'É_' AS k FROM t
--- escapes of LIKE
SELECT id, CONCAT(b, '%') LIKE 'a\\%' AS c, CONCAT(b, '_x') LIKE '%\\_x' AS e, CONCAT(b, '.') LIKE 'a._' AS f, CONCAT(b, '.x') LIKE 'a._' AS g, CONCAT(b, '(') LIKE '_(' AS h, CONCAT(b, '\\') LIKE '%\\\\' AS i FROM t
--- not LIKE, in a filter
SELECT id FROM t WHERE b NOT LIKE '_b%'
--- what a pattern finds
SELECT id, REGEXP_EXTRACT(b, r'a(.)') AS c, REGEXP_EXTRACT(b, r'^(?:a|b?|[|(])(a|b*)(?:x|$)') AS h, REGEXP_EXTRACT(b, r'\(?(?:(?:É(a)+))') AS i, REGEXP_EXTRACT(b, r'(?i)(A|)b?') AS k, REGEXP_EXTRACT(b, r'[ab]+') AS e, REGEXP_EXTRACT(b, r'(?:x|a)') AS f, REGEXP_EXTRACT(b, r'b*$') AS g FROM t
--- a pattern of any case
SELECT id, REGEXP_CONTAINS(b, r'(?i)^A') AS c FROM t
--- patterns with letters beyond ASCII
SELECT id, REGEXP_CONTAINS(b, r'^É') AS c, REGEXP_CONTAINS(b, r'^.a$') AS e FROM t
--- what a pattern finds, replaced
SELECT id, REGEXP_REPLACE(b, r'a', 'x') AS c, REGEXP_REPLACE(b, r'(a)(b)', r'\2\1') AS e, REGEXP_REPLACE(b, r'[^a-z]', '') AS f FROM t
--- different, where NULL is a value
SELECT id, b IS DISTINCT FROM 'a' AS c, b IS NOT DISTINCT FROM NULL AS e, a IS DISTINCT FROM id AS f, id IS NOT DISTINCT FROM a AS g FROM t
--- in a filter, where NULL is a value
SELECT id FROM t WHERE a IS DISTINCT FROM 2
--- NULL and zero
SELECT id, ZEROIFNULL(a) AS c, NULLIFZERO(a) AS e FROM t
--- SAFE before functions that never fail
SELECT id, SAFE.SUBSTR(b, 2) AS c, SAFE.UPPER(b) AS e, SAFE.STRPOS(b, 'a') AS f FROM t
--- patterns that are computed
SELECT id FROM t WHERE b LIKE CONCAT('%', @s, '%') OR b LIKE LOWER(b)
--- patterns of NULL, and of the row
SELECT u.k, u.b LIKE CONCAT(t.b, '%') AS c, u.b NOT LIKE t.b AS e FROM u LEFT JOIN t ON t.id = u.tid
--- one of several patterns, or all
SELECT id, b LIKE ANY ('a%', '_a', NULL) AS c, b LIKE ALL ('%a%', 'É_') AS e, b LIKE ANY ('b') AS f FROM t
--- digests
SELECT id, TO_HEX(MD5(b)) AS c, TO_HEX(SHA1(CONCAT(b, 'é'))) AS e, TO_HEX(SHA256(b)) AS f FROM t
--- numbers and texts by a format
SELECT id, FORMAT('%d of %s: 100%%', a, b) AS c, FORMAT('%05d|%5d|%-5d|%2d', a - 2, a * -7, a, a * 1000) AS e, FORMAT('%4s|%-4s|%s', b, b, b) AS f, FORMAT('%s', b) AS g, FORMAT('none') AS h FROM t
--- floats by a format
SELECT id, FORMAT('%.2f', x) AS c, FORMAT('%.0f|%8.3f|%3.1f', x + 0.5, x / 7, x) AS e FROM t
--- halves by a format
SELECT n, FORMAT('%.2f %.1f %.0f', n / 8, n / 4, n / 2) AS c, FORMAT('%.3f', n * -1.0005) AS e FROM UNNEST(GENERATE_ARRAY(-40, 40)) AS n
--- small and large floats by a format
SELECT v, FORMAT('%.2f|%9.1f', CAST(v AS FLOAT64), CAST(v AS FLOAT64)) AS c FROM UNNEST(['-0', '-0.0001', '0.005', '123456789012345.5', '-2.5e-310']) AS v
--- parts of texts at computed positions
SELECT t.id, n, SUBSTR(t.b, n) AS c, SUBSTR(t.b, n, 1) AS e, SUBSTR('añb😀c', n, 2) AS f FROM t, UNNEST([-9223372036854775808, -9, -2, -1, 0, 1, 2, 9, 9223372036854775807]) AS n
--- parts of texts of computed lengths
SELECT n, SUBSTR('añb😀c', 2, n) AS c, SUBSTR('añb😀c', -3, n) AS e, SUBSTR('añb😀c', n, n) AS f, SUBSTR('añb😀c', -n, n) AS g FROM UNNEST([-1, 0, 1, 2, 9, 9223372036854775807]) AS n WHERE n >= 0
--- a list of numbers beyond 32 bits, none of them negative
SELECT n, SUBSTR('añb😀c', n) AS c, GREATEST(n, -1) AS e, n - 9223372036854775807 AS f FROM UNNEST([0, 9223372036854775807]) AS n
--- parts of texts at positions that may be NULL
SELECT id, SUBSTR(b, a) AS c, SUBSTR(b, id - 3, ABS(a)) AS e, SUBSTR(b, STRPOS(b, 'a') + 1) AS f, SUBSTRING(b, @p, 1) AS g, SAFE.SUBSTR(b, 1, a) AS h FROM t
--- words with capital letters, between whitespace and signs
SELECT id, INITCAP(b) AS c, INITCAP(CONCAT(b, ' o\'NEIL-smith_x.y\u00a0ÉCOLE\u3000œuvre\nstraße (two)/[three]\\four^five')) AS e FROM t
--- words with capital letters, between given signs
SELECT id, INITCAP(CONCAT(b, ' ab-CD]ef^gh ij'), '-]^') AS c, INITCAP(IF(ok, b, 'x y')) AS e FROM t
--- a later text that a pattern finds
SELECT id, REGEXP_EXTRACT(CONCAT(b, '-ab-é1-cd'), r'[a-z]+', 1, 2) AS c, REGEXP_EXTRACT(CONCAT(b, 'é12b34'), r'([0-9])[0-9]', 3) AS e, REGEXP_EXTRACT(b, 'a', 100) AS f FROM t
--- a later text that a pattern finds, from a position on, of which there are fewer
SELECT id, REGEXP_EXTRACT(CONCAT(b, 'aXaXa'), r'a', 2, 3) AS c, REGEXP_EXTRACT(b, r'\d\.', 2, 1) AS e FROM t
--- digests in base64
SELECT id, TO_BASE64(SHA256(b)) AS c, TO_BASE64(MD5(b)) AS e, TO_BASE64(SHA1(b)) AS f FROM t
--- values of any type as texts
SELECT id, FORMAT('%t|%t|%t|%t', ts, b, a, x) AS c, FORMAT('%t %t %10t %-12t.', d, dt, n, ok) AS e FROM t
--- values of any type as literals
SELECT id, FORMAT('%T|%T|%T|%T', ts, b, a, x) AS c, FORMAT('%T %T %T %T', d, dt, n, ok) AS e, FORMAT('%t %.2f', a, x) AS f FROM t
--- numbers with commas
SELECT id, FORMAT("%'d|%'8d|%'-8d|", a * 1234567, a * 1000, a) AS c, FORMAT("%'.2f|%'12.1f", x * 123456.789, x * -1e6) AS e FROM t WHERE x IS NULL OR ABS(x) < 1e6
--- the longest numbers with commas
SELECT FORMAT("%'d %'d %'d", v, -9223372036854775807, DIV(v, 10000000)) AS c, FORMAT("%'.0f %'.3f", CAST(DIV(v, 10000) AS FLOAT64), -999999.9996) AS e FROM UNNEST([9223372036854775807, 999999, 1000, 0, -1000]) AS v
--- decimals with digits after the point
SELECT id, FORMAT('%.2f|%.0f|%.9f', n, n, n) AS c, FORMAT("%'.2f|%12.3f|%-9.1f|", n * 1000, -n, n / 3) AS e FROM t WHERE n IS NULL OR ABS(n) < 1e15
--- decimals that are rounded to digits
SELECT v, FORMAT("%.2f %.0f %'.1f", CAST(v AS NUMERIC), CAST(v AS NUMERIC), CAST(v AS NUMERIC)) AS c FROM UNNEST([0.005, -0.004, 0.5, -0.5, 999.95, -1234.5678, 0]) AS v
--- digests that are compared, grouped and counted
SELECT TO_HEX(h) AS h, COUNT(*) AS c, MIN(id) AS e, COUNTIF(h = SHA256('a')) AS f FROM (SELECT id, SHA256(b) AS h FROM t) GROUP BY h ORDER BY h
--- digests as values
SELECT id, MD5(b) IS NULL AS c, MD5(b) IN (MD5('a'), MD5('')) AS e, TO_BASE64(IF(ok, SHA1(b), SHA1('x'))) AS f, TO_HEX(COALESCE(MD5(b), b'\x00\xff')) AS g, SHA256(b) > SHA256('a') AS i, ROW_NUMBER() OVER (ORDER BY MD5(b), id) AS k FROM t
--- rows with equal digests
WITH d AS (SELECT id, SHA256(b) AS h FROM t) SELECT x.id, y.id AS other FROM d AS x JOIN d AS y ON x.h = y.h AND x.id < y.id WHERE x.h IN (SELECT MIN(h) FROM d) OR EXISTS (SELECT 1 FROM u WHERE SHA256(u.b) = x.h)
--- different digests
SELECT COUNT(DISTINCT SHA256(b)) AS c, TO_HEX(MAX(MD5(b))) AS e, TO_HEX(ANY_VALUE(SHA1('a'))) AS f FROM t
--- bytes that texts write
SELECT id, TO_HEX(FROM_HEX(IF(b = 'Éa', 'cDe', b))) AS c, TO_BASE64(SAFE.FROM_HEX(CONCAT(b, 'F0'))) AS e, SAFE.FROM_HEX(b) IS NULL AS f, FROM_HEX('0Aff') = b'\x0a\xff' AS g FROM t WHERE b IS NULL OR b != 'Éa' OR id = 6
--- bytes of texts, and texts of bytes
SELECT id, TO_HEX(CAST(b AS BYTES)) AS c, TO_BASE64(CAST(REPEAT(b, 90) AS BYTES)) AS e, SAFE_CONVERT_BYTES_TO_STRING(FROM_BASE64(TO_BASE64(CAST(b AS BYTES)))) AS f, TO_HEX(SHA256(CAST(b AS BYTES))) AS g, CAST(CAST(b AS BYTES) AS STRING) AS h FROM t
--- bytes that are no text
SELECT v, SAFE_CAST(FROM_HEX(v) AS STRING) AS c FROM UNNEST(['eda080', 'f4908080', 'c080', 'f48fbfbf', '61', '', 'e282ac', 'ff', 'c3']) AS v
--- numbers in texts as decimals
SELECT v, SAFE_CAST(v AS NUMERIC) AS c, SAFE_CAST(CONCAT('3', v, '.25') AS NUMERIC) AS e FROM UNNEST(['1', '-15', '1.2.3', '1 2', '2026-01-05', '1234567890123456789012345678', '', 'a1', '1ex', '-', '00012', 'NaN', '0x1f', '1,5', '-0']) AS v
--- a text that a pattern finds in a long expression
SELECT id, REGEXP_EXTRACT(CONCAT(b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, '/', b), r'([^/]+)$') AS c, CAST(REGEXP_EXTRACT(CONCAT(b, '7.25'), r'[0-9.]+') AS NUMERIC) AS e FROM t
