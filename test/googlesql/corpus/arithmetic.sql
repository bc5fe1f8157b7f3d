--- whole numbers
SELECT id, a + id AS c, a - 1 AS e, a * id AS f, -a AS g, ABS(a) AS h, 2 + 3 * 4 AS i FROM t
--- whole numbers, one behind another
SELECT id, a + id + a - 3 AS c, (a + 1) * (id - 2) AS e, -(a * a) AS f FROM t
--- near the largest number
SELECT id, a + 9223372036854775804 AS c, -9223372036854775807 - 1 AS e FROM t WHERE a < 3
--- more than 32 bits of numbers that are written out
SELECT id, IF(ok, 100000, 2) * 100000 AS c, CASE WHEN a > 1 THEN 2000000000 ELSE 1 END + 2000000000 AS e FROM t
--- of a step's literals
SELECT c * c AS e FROM (SELECT id, 100000 AS c FROM t WHERE id < 3)
--- NULL in place of an overflow
SELECT id, SAFE_ADD(a, 9223372036854775807) AS c, SAFE_SUBTRACT(a, id) AS e, SAFE_MULTIPLY(a, 9223372036854775807) AS f, SAFE_NEGATE(a) AS g, SAFE.ABS(a) AS h FROM t
--- the least number has no opposite
SELECT id, SAFE_NEGATE(SAFE_SUBTRACT(-9223372036854775807, 1)) AS c, SAFE.ABS(SAFE_SUBTRACT(-9223372036854775807, 1)) AS e FROM t
--- an overflow of a value that is NULL
SELECT id, NULLIF(a, 2) * 9223372036854775807 AS c, IF(a > 1, NULL, a) * 4611686018427387905 AS e FROM t WHERE id IN (1, 3, 4)
--- floats
SELECT id, x * 2 AS c, x / 2 AS e, x + a AS f, x - 0.5 AS g, -x AS h, x * x AS i FROM t
--- quotients
SELECT id, a / id AS c, 100 * a / id AS e, x / id AS f, 1 / 3 AS g FROM t
--- a quotient where the divisor is not zero
SELECT id, IF(a = 0, 0, id / a) AS c, CASE WHEN a > 0 THEN DIV(id, a) END AS e, id / NULLIF(a, 0) AS f FROM t
--- a quotient in a filter
SELECT id FROM t WHERE IF(a != 0, id / a, 0) > 1
--- NULL in place of a quotient
SELECT id, SAFE_DIVIDE(id, a) AS c, SAFE_DIVIDE(x, x) AS e, SAFE_DIVIDE(x, 1e-308) AS f FROM t
--- quotients and rests of whole numbers
SELECT id, DIV(a, 2) AS c, MOD(a, 2) AS e, SAFE.DIV(id, a) AS f, SAFE.MOD(id, a) AS g, DIV(a, -2) AS h, MOD(a, -3) AS i FROM t
--- NULL in place of an overflow of floats
SELECT id, SAFE_MULTIPLY(x, 1e308) AS c, SAFE_ADD(x * 1e298, 1e308) AS e, SAFE_SUBTRACT(x, 1.5) AS f FROM t
--- functions of floats
SELECT id, SQRT(ABS(x)) AS c, EXP(x / 1e10) AS e, FLOOR(x) AS f, CEIL(x) AS g, ROUND(x) AS h, TRUNC(x) AS i, SIGN(a) AS j, SIGN(x) AS k, LN(x * x + 1) AS l, POW(x, 2) AS m FROM t
--- the greatest and the least of floats and decimals
SELECT id, GREATEST(x, 1.5) AS c, LEAST(x, a, 0.5) AS e, GREATEST(x, CAST(id AS FLOAT64)) AS f, GREATEST(CAST(x / 1e20 AS NUMERIC), 1) AS g, LEAST(x * 2 + a * 3 - id, 10) AS h, GREATEST(x / (a * a + 1), 0.25) AS i FROM t
--- functions of angles, and logarithms to a base
SELECT id, SIN(a) AS c, COS(a) AS e, TAN(a / 7) AS f, ATAN(x) AS g, ATAN2(x, a) AS h, LOG(x * x + 1, 2) AS i, LOG(x * x + 2, 0.5) AS k, ACOS(-1) / 180 * PI() AS l FROM t WHERE ABS(x) < 1e15
--- functions of angles outside of where they have a value
SELECT id, SAFE.ASIN(x) AS c, SAFE.ACOS(x / 100) AS e, SAFE.LOG(x, 10) AS f, SAFE.LOG(10, x) AS g, SAFE.LOG(x, 1) AS h FROM t WHERE ABS(x) < 1e15
--- functions outside of where they have a value
SELECT id, SAFE.SQRT(x) AS c, SAFE.LN(x) AS e, SAFE.POW(x, 0.5) AS f, SAFE.LOG10(x) AS g, SAFE.EXP(x) AS h FROM t
--- halves
SELECT id, ROUND(id / 2) AS c, ROUND(-id / 2) AS e FROM t
--- bits
SELECT id, a & 2 AS c, a | id AS e FROM t
--- sums and averages
SELECT b, SUM(a) AS c, AVG(a) AS e, SUM(x) AS f, AVG(x) AS g, SUM(id) AS h FROM t GROUP BY b
--- sums and averages of nothing
SELECT SUM(a) AS c, AVG(a) AS e, SUM(x) AS f, AVG(x) AS g FROM t WHERE id > 100
--- a sum whose parts do not fit
SELECT SUM(c) AS e FROM (SELECT 9223372036854775807 AS c FROM t WHERE id = 1 UNION ALL SELECT 9223372036854775807 FROM t WHERE id = 1 UNION ALL SELECT -9223372036854775807 FROM t WHERE id = 1)
--- an average whose sum does not fit
SELECT AVG(c) AS e FROM (SELECT 9223372036854775807 AS c FROM t)
--- a share
SELECT b, 100 * COUNTIF(ok) / COUNT(*) AS c, SAFE_DIVIDE(SUM(a), COUNT(a)) AS e FROM t GROUP BY b
--- a sum of what is divided where it can be
SELECT SUM(IF(a != 0, id / a, 0)) AS c, SUM(IF(a != 0, DIV(id, a), NULL)) AS e, COUNT(IF(a != 0, id / a, NULL)) AS f, MAX(CASE WHEN a != 0 THEN MOD(id, a) END) AS g FROM t
--- spreads
SELECT VARIANCE(x) AS c, STDDEV(a) AS e, VAR_SAMP(a) AS f, STDDEV_SAMP(x) AS g FROM t WHERE id < 5
--- the spread of a single value
SELECT id, VARIANCE(x) AS c FROM t GROUP BY id
--- texts of a group
SELECT STRING_AGG(DISTINCT b, '-' ORDER BY b) AS c, STRING_AGG(b ORDER BY id DESC) AS e FROM t
--- texts of groups
SELECT ok, STRING_AGG(b, ', ' ORDER BY id) AS e FROM t GROUP BY ok
--- any value, approximate counts, bits
SELECT ok, ANY_VALUE(ok) AS c, APPROX_COUNT_DISTINCT(a) AS e, BIT_OR(a) AS f FROM t GROUP BY ok
--- sums and averages over rows around
SELECT id, SUM(a) OVER (ORDER BY id) AS c, AVG(a) OVER (PARTITION BY b ORDER BY id) AS e, SUM(n) OVER (ORDER BY id) AS f, SUM(id) OVER (ORDER BY id ROWS 1 PRECEDING) AS g FROM t
--- a sum of an aggregate
SELECT b, SUM(COUNT(*)) OVER (ORDER BY b) AS c FROM t GROUP BY b
--- texts as numbers
SELECT id, SAFE_CAST(b AS INT64) AS c, SAFE_CAST(b AS INTEGER) + CAST('7' AS bigint) AS h, ARRAY<INT>[id] AS i, SAFE_CAST(CONCAT(' ', CAST(a AS STRING), ' ') AS INT64) AS e, CAST(CONCAT('0x', CAST(id AS STRING)) AS INT64) AS f, SAFE_CAST(CONCAT('-0x', CAST(id AS STRING), 'g') AS INT64) AS g FROM t
--- texts at the ends of numbers
SELECT id, SAFE_CAST(CONCAT('922337203685477580', CAST(id AS STRING)) AS INT64) AS c, SAFE_CAST(CONCAT('-0x800000000000000', CAST(id - 1 AS STRING)) AS INT64) AS e, SAFE_CAST('+5' AS INT64) AS f, SAFE_CAST('1.0' AS INT64) AS g, SAFE_CAST('' AS INT64) AS h FROM t
--- texts as floats
SELECT id, SAFE_CAST(CONCAT(' ', CAST(id AS STRING), 'e2') AS FLOAT64) AS c, SAFE_CAST(b AS FLOAT64) AS e, SAFE_CAST('.5' AS FLOAT64) AS f, SAFE_CAST('1_0' AS FLOAT64) AS g FROM t
--- texts as booleans
SELECT id, SAFE_CAST(IF(ok, 'TrUe', b) AS BOOL) AS c, CAST(CAST(ok AS STRING) AS BOOL) AS e FROM t
--- numbers as numbers
SELECT id, SAFE_CAST(x AS INT64) AS c, CAST(n AS INT64) AS e, CAST(n AS FLOAT64) AS f, CAST(n AS STRING) AS g, CAST(a AS BOOL) AS h, SAFE_CAST(x * 1e9 AS INT64) AS i FROM t
--- dates and instants
SELECT id, CAST(d AS TIMESTAMP) AS c, CAST(ts AS DATE) AS e FROM t
--- SAFE is of its own function alone
SELECT id, SAFE.SQRT(SAFE_DIVIDE(1, a)) AS c, SAFE.LEFT(b, 1) AS e FROM t
--- a left join by what may be a constant
SELECT r.c, u.k FROM (SELECT IF('b' != @s, 1, x.id) AS c FROM t AS x JOIN t AS y ON x.a = y.a) AS r LEFT JOIN (SELECT k, COALESCE(2, tid) AS e FROM u) AS u ON r.c = u.e
--- of what is NULL in every row
SELECT id, SQRT(CAST(NULL AS FLOAT64)) AS c, 1 / c AS e, DIV(id, f) AS g FROM (SELECT id, CAST(NULL AS FLOAT64) AS c, NULLIF(1, 1) AS f FROM t)
--- of sums of which one part is NULL
SELECT id, (NULLIF(a, 2) + tid) * 2 AS c, SQRT(ABS(NULLIF(a, 2) + tid)) AS e, (IF(ok, a, NULL) - tid) / id AS f FROM t LEFT JOIN u ON t.id = u.k
--- digits behind the point
SELECT id, ROUND(x, 2) AS c, ROUND(x / 7, 1) AS e, ROUND(100 * a / id, 3) AS f FROM t
--- halves behind the point, and numbers that are next to them
SELECT ROUND(c, 2) AS c, ROUND(-c, 2) AS e, ROUND(c, 1) AS f, ROUND(c, 3) AS g FROM (SELECT 2.675 AS c FROM u UNION ALL SELECT 1.005 FROM u UNION ALL SELECT 0.125 FROM u UNION ALL SELECT 8.345 FROM u UNION ALL SELECT 1.45 FROM u UNION ALL SELECT 0.25 FROM u UNION ALL SELECT 1.0005 FROM u UNION ALL SELECT 0.0625 FROM u UNION ALL SELECT 123456.785 FROM u UNION ALL SELECT 1e300 FROM u UNION ALL SELECT 4503599627370495.5 FROM u)
--- sums that all overflow, compared
SELECT id, SAFE_ADD(id, 9223372036854775807) <= 1 AS c, SAFE_ADD(id, 9223372036854775807) BETWEEN 0 AND 5 AS e FROM t
--- a left join by what may be a constant of a named join
WITH w AS (SELECT x.id, x.b FROM t AS x JOIN t AS y ON x.a = y.a) SELECT r.c, u.k FROM (SELECT IF('b' != @s, 1, id) AS c, b FROM w) AS r LEFT JOIN (SELECT k, COALESCE(2, tid) AS e FROM u) AS u ON r.c = u.e
--- a left join by what may be a constant over a window over a join
SELECT r.c, u.k FROM (SELECT IF('b' != @s, 1, n) AS c FROM (SELECT ROW_NUMBER() OVER (ORDER BY x.id, y.id) AS n FROM t AS x JOIN t AS y ON x.a = y.a)) AS r LEFT JOIN (SELECT k, COALESCE(2, tid) AS e FROM u) AS u ON r.c = u.e
--- in what may be a constant
SELECT id FROM t WHERE ok IN (SELECT c FROM (SELECT CAST(NULL AS BOOL) OR x.id > y.id AS c FROM t AS x JOIN t AS y ON x.a = y.a WHERE FALSE AND x.ok))
--- sums, differences and products of decimals
SELECT id, n + n AS c, n - NUMERIC '0.000000001' AS e, n * n AS f, -n AS g, n * 3 AS h, (n + 1) * (n - a) AS i FROM t
--- products of decimals that are rounded, halves away from zero
SELECT id, n * NUMERIC '0.000000001' AS c, n * NUMERIC '-0.000000001' AS e, n * NUMERIC '0.000000003' AS f, (n + NUMERIC '0.000000005') * NUMERIC '0.1' AS g FROM t
--- products of decimals of many digits
SELECT id, n * NUMERIC '12345678901234567890.123456789' AS c, n * NUMERIC '9999999999999999999999999999.999999999' AS e FROM t
--- decimals that are safely out of range
SELECT id, SAFE_ADD(n, NUMERIC '99999999999999999999999999999.999999999') AS c, SAFE_SUBTRACT(n, NUMERIC '99999999999999999999999999999') AS e, SAFE_MULTIPLY(n, NUMERIC '99999999999999999999999999999') AS f, SAFE_NEGATE(n) AS g FROM t
--- decimals in conditions and sums
SELECT b, SUM(n * 2) AS c, MAX(n + a) AS e, COUNTIF(n * n > 2) AS f FROM t WHERE n + 1 > NUMERIC '-1.25' GROUP BY b
--- quotients of decimals
SELECT id, n / 7 AS c, SAFE_DIVIDE(n, n) AS e, SAFE_DIVIDE(a, n * 0) AS f, n / NUMERIC '-0.000000003' AS g, ROUND(n / 3, 2) AS h, 1 / (n * n + 1) AS i FROM t
--- averages of decimals, and shares of their sums
SELECT b, AVG(n) AS c, ROUND(AVG(n * 2), 2) AS e, SAFE_DIVIDE(SUM(n), COUNT(n)) AS f, 100 * SUM(n) / (SELECT COUNT(*) FROM t) AS g FROM t GROUP BY b
--- averages of no decimals, and by windows
SELECT id, AVG(n) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS c, AVG(n) OVER (PARTITION BY a) AS e, (SELECT AVG(n) FROM t WHERE FALSE) AS f FROM t
--- spreads of all values
SELECT STDDEV_POP(x) AS c, VAR_POP(a) AS e FROM t WHERE id < 5
--- spreads of all values, of single ones and of groups with NULLs
SELECT id, STDDEV_POP(x) AS c, VAR_POP(id) AS e FROM t GROUP BY id
--- spreads of all values of no row
SELECT STDDEV_POP(id) AS c, VAR_POP(x) AS e FROM t WHERE id > 100
--- decimals of floats, rounded
SELECT id, CAST(x AS NUMERIC) AS c, ROUND(CAST(x * 1.37 AS NUMERIC), 2) AS e, ROUND(n, 1) AS f, ROUND(n) AS g, ROUND(x, 0) AS h, SAFE_CAST(x * 1e25 AS NUMERIC) AS i FROM t
--- computed from a quotient that is missing
SELECT id, SAFE_DIVIDE(a, a * 0) * 100 AS c, ROUND(SAFE_DIVIDE(x, x * 0) * 100, 3) AS e, SAFE_DIVIDE(1, a) + x AS f, -SAFE_DIVIDE(x, a) AS g, SAFE_DIVIDE(a, 4) * 100 AS h, SQRT(ABS(SAFE_DIVIDE(x, a))) AS i FROM t
--- computed from a quotient of groups that is missing
SELECT b, SAFE_DIVIDE(SUM(a), COUNTIF(a > 2)) * 100 AS c, ROUND(SAFE_DIVIDE(AVG(a), AVG(a * 0)) * 100, 2) AS e, CAST(SAFE_DIVIDE(SUM(a), COUNTIF(a > 2)) AS INT64) AS f FROM t GROUP BY b
--- computed from a sum or a product that is missing
SELECT id, SAFE_ADD(a, 9223372036854775807) - 1 AS c, SAFE_MULTIPLY(a, 9223372036854775807) * 2 IS NULL AS e FROM t WHERE a >= 0 AND a != 1 OR a IS NULL
--- shifts of bits
SELECT id, a << 2 AS c, a >> 1 AS e, -a >> 3 AS f, -a << 5 AS g, a << 0 AS h, a >> 64 AS i, a << 70 AS j FROM t
--- shifts into and out of the sign
SELECT id, v << 1 AS c, v >> 1 AS e, v << 62 AS f, v >> 62 AS g, v << 63 AS h, v >> 63 AS i, v << 31 AS j, (v >> 4) << 4 AS k FROM (SELECT id, CASE id WHEN 1 THEN 9223372036854775807 WHEN 2 THEN -9223372036854775807 - 1 WHEN 3 THEN -1 WHEN 4 THEN 6148914691236517205 WHEN 5 THEN 1 WHEN 6 THEN 4611686018427387904 ELSE a END AS v FROM t)
--- bits of one of two numbers, and those that a number lacks
SELECT id, a ^ 3 AS c, ~a AS e, a ^ id AS f, ~a ^ -7 AS g, a & ~1 AS h FROM t
--- bits of the greatest and the least number
SELECT 9223372036854775807 ^ -1 AS c, ~(-9223372036854775807 - 1) AS e, ~9223372036854775807 AS f, (-9223372036854775807 - 1) ^ 9223372036854775807 AS g, id FROM t WHERE id = 1
--- the angle of a zero with a sign
SELECT id, ATAN2(0.0, IF(ok, -0.0, 0.0)) AS c FROM t
--- digits that are cut, of floats and of decimals
SELECT id, TRUNC(x, 2) AS c, TRUNC(x / 7, 4) AS e, TRUNC(n, 1) AS f, TRUNC(n) AS g, TRUNC(n, 12) AS h, TRUNC(x, 0) AS i, TRUNC(n / 3, 8) AS j FROM t
--- digits that are cut, near a whole digit and at the largest decimals
SELECT TRUNC(v, 2) AS c, TRUNC(v, 4) AS e FROM UNNEST([0.29, -0.29, 1.005, 123456.789, 1e300, -0.001, 0.00009999, 0.0001, 2.675, 4503599627370495.5, 1e-310]) AS v
--- digits that are cut, at the largest decimals
SELECT TRUNC(v, 2) AS c, TRUNC(v, 8) AS e, TRUNC(v) AS f FROM (SELECT NUMERIC '-0.299999999' AS v UNION ALL SELECT NUMERIC '99999999999999999999999999999.999999999' UNION ALL SELECT NUMERIC '-99999999999999999999999999999.999999999' UNION ALL SELECT NUMERIC '0.005' UNION ALL SELECT NUMERIC '0')
--- how many bits are set
SELECT id, BIT_COUNT(a) AS c, BIT_COUNT(-a - 1) AS e, BIT_COUNT(9223372036854775807) AS f FROM t
--- how two columns vary together
SELECT COVAR_POP(id, a) AS c, COVAR_SAMP(id, a) AS e FROM t
--- how two columns of few rows vary together
SELECT id, COVAR_POP(x, a) AS c, COVAR_SAMP(x, a) AS e FROM t GROUP BY id
--- zeros for NULLs of floats and decimals, and the other way
SELECT id, ZEROIFNULL(x) AS c, ZEROIFNULL(n) AS e, NULLIFZERO(x) AS f, NULLIFZERO(n) AS g, NULLIFZERO(-x * 0) AS h FROM t
