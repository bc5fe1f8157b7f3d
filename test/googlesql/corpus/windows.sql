--- a number for each row
SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) AS n FROM t
--- by partition
SELECT id, ROW_NUMBER() OVER (PARTITION BY b ORDER BY id) AS n FROM t
--- ranks, with rows that are equal
SELECT id, RANK() OVER (ORDER BY a) AS r, DENSE_RANK() OVER (ORDER BY a DESC) AS e FROM t
--- the row before and the row after
SELECT id, LAG(a) OVER (ORDER BY id) AS c, LEAD(b) OVER (ORDER BY id) AS e, LAG(id, 2) OVER (PARTITION BY ok ORDER BY id) AS f FROM t
--- the first and the last value
SELECT id, FIRST_VALUE(b) OVER (PARTITION BY a ORDER BY id) AS c, LAST_VALUE(a) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) AS e FROM t
--- the value of a row of the frame
SELECT id, NTH_VALUE(b, 2) OVER (ORDER BY id) AS c, NTH_VALUE(a, 1) OVER (PARTITION BY ok ORDER BY id DESC) AS e, NTH_VALUE(d, 3) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS f, NTH_VALUE('x', 2) OVER (ORDER BY id) AS g FROM t
--- counts of all rows
SELECT id, COUNT(*) OVER () AS c, COUNT(a) OVER (PARTITION BY b) AS e FROM t
--- counts up to a row
SELECT id, COUNT(*) OVER (ORDER BY id) AS c, COUNTIF(ok) OVER (ORDER BY id) AS e FROM t
--- counts up to rows that are equal in order
SELECT id, COUNT(*) OVER (ORDER BY a) AS c, MAX(id) OVER (ORDER BY b) AS e FROM t
--- rows around
SELECT id, MIN(a) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS c, COUNT(*) OVER (ORDER BY id ROWS 2 PRECEDING) AS e FROM t
--- rows of keys around
SELECT id, COUNT(*) OVER (ORDER BY a RANGE BETWEEN 1 PRECEDING AND 2 FOLLOWING) AS c, SUM(id) OVER (ORDER BY a DESC RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) AS e, SUM(id) OVER (PARTITION BY ok ORDER BY a RANGE 3 PRECEDING) AS f, COUNT(*) OVER (ORDER BY UNIX_SECONDS(ts) RANGE 2592000 PRECEDING) AS g FROM t
--- rows of keys at a distance, of which there may be none
SELECT id, SUM(a) OVER (ORDER BY a RANGE BETWEEN 1 FOLLOWING AND 3 FOLLOWING) AS c, MAX(b) OVER (ORDER BY a DESC RANGE BETWEEN 6 PRECEDING AND 1 PRECEDING) AS e, COUNT(n) OVER (ORDER BY id RANGE BETWEEN 2 FOLLOWING AND UNBOUNDED FOLLOWING) AS f FROM t
--- rows of equal keys
SELECT id, COUNT(*) OVER (ORDER BY a RANGE BETWEEN CURRENT ROW AND CURRENT ROW) AS c, SUM(id) OVER (ORDER BY a RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS e FROM t
--- all rows of an order
SELECT id, MAX(x) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS c FROM t
--- over a filter
SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS n FROM t WHERE a > 0
--- over groups
SELECT b, COUNT(*) AS c, RANK() OVER (ORDER BY COUNT(*) DESC) AS r FROM t GROUP BY b
--- over a join
SELECT t.id, u.k, ROW_NUMBER() OVER (PARTITION BY t.id ORDER BY u.k) AS n FROM t JOIN u ON t.id = u.tid
--- the first row of each partition
SELECT id, b FROM (SELECT id, b, ROW_NUMBER() OVER (PARTITION BY b ORDER BY id DESC) AS n FROM t) WHERE n = 1
--- qualify
SELECT id, b FROM t WHERE id < 9 QUALIFY ROW_NUMBER() OVER (PARTITION BY b ORDER BY id DESC) = 1
--- over a computed column
SELECT id, ROW_NUMBER() OVER (ORDER BY LENGTH(b), id) AS n FROM t
--- groups of a window
SELECT n, COUNT(*) AS c FROM (SELECT RANK() OVER (PARTITION BY a ORDER BY id) AS n FROM t) GROUP BY n
--- a window of a window
SELECT id, LAG(n) OVER (ORDER BY id) AS c FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) AS n FROM t)
--- beside all columns
SELECT *, COUNT(*) OVER (PARTITION BY b) AS n FROM u ORDER BY k
--- of fields of a record
SELECT l.id, ROW_NUMBER() OVER (PARTITION BY m.project ORDER BY l.id) AS n FROM logs AS l, UNNEST(l.metadata) AS m
--- in order of a window
SELECT id FROM t ORDER BY ROW_NUMBER() OVER (ORDER BY id DESC)
--- parts of the rows
SELECT id, NTILE(4) OVER (ORDER BY id) AS c, NTILE(2) OVER (PARTITION BY b ORDER BY id DESC) AS e, NTILE(100) OVER (ORDER BY id) AS f FROM t
--- a neighbour, and a value where there is none
SELECT id, LAG(a, 1, 0) OVER (ORDER BY id) AS c, LEAD(b, 2, 'none') OVER (PARTITION BY ok ORDER BY id) AS e, LAG(d, 1, DATE '2026-01-01') OVER (ORDER BY id) AS f, LAG(ts, 1, @since) OVER (ORDER BY id) AS g, LAG(x, 1, 0) OVER (ORDER BY id) AS h, LAG(n, 3, 7) OVER (ORDER BY id) AS i, LEAD(ok, 1, TRUE) OVER (ORDER BY id) AS k FROM t
--- the last value that is known
SELECT id, LAST_VALUE(a IGNORE NULLS) OVER (ORDER BY id) AS c, FIRST_VALUE(b IGNORE NULLS) OVER (PARTITION BY ok ORDER BY id DESC) AS e, LAST_VALUE(n IGNORE NULLS) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS f, FIRST_VALUE(d IGNORE NULLS) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS g, LAST_VALUE(id IGNORE NULLS) OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING) AS h FROM t
--- NULLs are values where the text says so
SELECT id, LAST_VALUE(a RESPECT NULLS) OVER (ORDER BY id) AS c FROM t
--- numbers that the text writes out, chosen from rows
SELECT LAST_VALUE(7 IGNORE NULLS) OVER (ORDER BY id) * 3000000000 AS c, id FROM t
--- percentiles between values
SELECT id, PERCENTILE_CONT(x, 0.5) OVER () AS c, PERCENTILE_CONT(x, 0.95) OVER (PARTITION BY ok) AS e, PERCENTILE_CONT(a, 0.3) OVER (PARTITION BY b) AS f, PERCENTILE_CONT(a, 0) OVER () AS g, PERCENTILE_CONT(a, 1) OVER () AS h FROM t
--- percentiles that are values
SELECT id, PERCENTILE_DISC(x, 0.5) OVER () AS c, PERCENTILE_DISC(b, 0.75) OVER (PARTITION BY ok) AS e, PERCENTILE_DISC(d, 0.1) OVER () AS f, PERCENTILE_DISC(ts, 0.999 IGNORE NULLS) OVER () AS g, PERCENTILE_DISC(n, 0) OVER () AS h, PERCENTILE_DISC(a, 1) OVER (PARTITION BY a) AS i FROM t
--- percentiles beside other windows
SELECT id, PERCENTILE_DISC(a + id, 0.5) OVER (PARTITION BY ok) AS c, ROW_NUMBER() OVER (ORDER BY id) AS e, SUM(a) OVER (PARTITION BY b) AS f FROM t
--- percentiles by which rows are kept
SELECT id, x FROM t WHERE TRUE QUALIFY x >= PERCENTILE_CONT(x, 0.5) OVER () ORDER BY id
--- one row of percentiles for each group
SELECT DISTINCT ok, PERCENTILE_CONT(id, 0.9) OVER (PARTITION BY ok) AS c FROM t
--- percentiles of groups
SELECT b, PERCENTILE_DISC(COUNT(*), 0.5) OVER () AS c FROM t GROUP BY b
--- places of percentiles that no float states, for every count
SELECT DISTINCT n, PERCENTILE_DISC(m, 0.1) OVER (PARTITION BY n) AS a, PERCENTILE_DISC(m, 0.3) OVER (PARTITION BY n) AS b, PERCENTILE_DISC(m, 0.7) OVER (PARTITION BY n) AS c, PERCENTILE_DISC(m, 0.95) OVER (PARTITION BY n) AS d, PERCENTILE_CONT(m, 0.7) OVER (PARTITION BY n) AS e FROM UNNEST(GENERATE_ARRAY(1, 40)) AS n, UNNEST(GENERATE_ARRAY(1, 40)) AS m WHERE m <= n
--- the nearest values before and after that are not NULL
SELECT id, LAST_VALUE(a IGNORE NULLS) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS c, FIRST_VALUE(a IGNORE NULLS) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS e FROM t
--- a neighbour, or a value that is computed of none
SELECT id, LEAD(d, 1, CURRENT_DATE()) OVER (ORDER BY id) AS c, LAG(ts, 1, TIMESTAMP_SUB(@since, INTERVAL 1 DAY)) OVER (ORDER BY id) AS e, LAG(b, 2, UPPER('none')) OVER (ORDER BY id) AS f FROM t
--- different values of all rows of a group
SELECT id, COUNT(DISTINCT a) OVER (PARTITION BY b) AS c, COUNT(DISTINCT b) OVER () AS e, MAX(DISTINCT a) OVER (PARTITION BY ok) AS f, COUNT(DISTINCT IF(ok, x * 0, -0.0)) OVER () AS g, COUNT(DISTINCT d) OVER (PARTITION BY a) AS h, COUNT(DISTINCT x) OVER () AS i, COUNT(DISTINCT COALESCE(n, 0)) OVER () AS j FROM t
--- shares of a partition
SELECT id, PERCENT_RANK() OVER (PARTITION BY b ORDER BY a) AS c, CUME_DIST() OVER (ORDER BY a DESC) AS e, CUME_DIST() OVER (PARTITION BY ok ORDER BY b) AS f FROM t
--- shares of rows that are equal in order, and of one row
SELECT id, PERCENT_RANK() OVER (ORDER BY ok) AS c, PERCENT_RANK() OVER (PARTITION BY id ORDER BY a) AS e, ROUND(CUME_DIST() OVER (PARTITION BY id ORDER BY a), 2) AS f FROM t
--- a long conversion of a window
SELECT id, CAST(ROUND(1000 * CUME_DIST() OVER (ORDER BY id)) AS INT64) AS c FROM t
--- a long conversion of a count
SELECT b, CAST(ROUND(1000 * (COUNT(*) / (COUNT(*) + COUNT(a) + 1))) AS INT64) AS c FROM t GROUP BY b
--- the first of each group between bounds of a computed value
SELECT id, b FROM t WHERE DATE(ts) BETWEEN '2025-12-30' AND '2026-01-01' AND REGEXP_CONTAINS(b, r'a$') QUALIFY ROW_NUMBER() OVER (PARTITION BY ok ORDER BY ts DESC) = 1
--- the first of each group between bounds that steps compute
WITH named AS (SELECT id, b, ok, a + 1 AS more, DATE(ts) AS day FROM t WHERE b LIKE '%a%'), numbered AS (SELECT id, more, ROW_NUMBER() OVER (PARTITION BY ok ORDER BY id) AS place FROM named WHERE more >= 0 AND day <= '2026-12-31' AND more <= 9) SELECT id, more FROM numbered WHERE place = 1
--- the first of each group between bounds of a decimal
SELECT id FROM t WHERE n >= 0.05 AND n <= 9 AND REGEXP_CONTAINS(b, r'a$') QUALIFY ROW_NUMBER() OVER (PARTITION BY ok ORDER BY id) = 1
