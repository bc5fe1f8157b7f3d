--- a sum, which may overflow: the aggregate SUM
SELECT ⟦SUM(a)⟧ AS c FROM t
--- a sum of two columns: the function ADD
SELECT ⟦a + id⟧ AS c FROM t
--- a division: the function DIVIDE
SELECT id FROM t WHERE ⟦x / 2⟧ > 1
--- two faults at once: the function LN | the function SQRT
SELECT ⟦LN(x)⟧ AS c, ⟦SQRT(x)⟧ AS e FROM t
--- a sample: TABLESAMPLE
SELECT id FROM t TABLESAMPLE RESERVOIR (2 ROWS)
--- an order within an aggregate: having modifier of aggregate function call
SELECT ⟦MIN(b HAVING MAX id)⟧ AS c FROM t
--- groups of groups: grouping set list of aggregate scan
SELECT a, COUNT(*) AS c FROM t GROUP BY ROLLUP (a)
--- a safe function: error mode of function call
SELECT ⟦SAFE.LEFT(b, 1)⟧ AS c FROM t
--- a list: the function MAKE ARRAY
SELECT ⟦[id]⟧ AS c FROM t
--- two columns of one name: two columns that are named `id`
SELECT id, id FROM t
--- a trim, which takes more spaces away: the function TRIM
SELECT ⟦TRIM(b)⟧ AS c FROM t
--- behind letters of two bytes: the function SQRT
SELECT id, 'Éé😀' AS c, ⟦SQRT(x)⟧ AS e FROM t
--- rows that are passed over: OFFSET
SELECT id FROM t ORDER BY id LIMIT 2 OFFSET ⟦1⟧
--- a hint: hint list of aggregate scan
⟦SELECT a, COUNT(*) AS c FROM t GROUP @{x=1} BY a⟧
--- groups of floats, of which some engine knows two zeros: GROUP BY of this value
SELECT x, COUNT(*) AS c FROM t GROUP BY x
--- NUL in a text: a text with NUL
SELECT id, ⟦'a\u0000b'⟧ AS c FROM t
--- an instant that not every engine has: an instant before 1900 or after 2299
SELECT id FROM t WHERE ts > ⟦TIMESTAMP '0001-01-01 00:00:00+00'⟧
--- a record as a column: the record or list `metadata` as a column
SELECT metadata FROM logs
--- a full join: a FULL JOIN
SELECT t.id FROM t ⟦FULL JOIN⟧ u ON t.id = u.tid
--- an outer join by an inequality: this condition of an outer join | an outer join without an equality of columns
SELECT t.id FROM t LEFT JOIN u ON t.id < u.tid
--- a difference of sets: EXCEPT DISTINCT
SELECT id FROM t EXCEPT DISTINCT SELECT k FROM u
--- a query in a query: subquery expr
SELECT id, ⟦(SELECT MAX(k) FROM u)⟧ AS c FROM t
--- a window: a function over a window
SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS c FROM t
--- a row without a table: a SELECT without FROM
SELECT 1 AS c
--- a list of items: a literal of type ARRAY | UNNEST of anything but a record of a data set
SELECT t.id, v FROM t, UNNEST([1, 2]) AS v
--- a record as a value: a SELECT AS STRUCT or AS VALUE | make struct
SELECT AS STRUCT id, b FROM t
--- a recursive query: WITH RECURSIVE | a recursive query
WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 3) SELECT n FROM s
--- a pattern that only begins with a flag: REGEXP CONTAINS of these arguments
SELECT id FROM t WHERE ⟦REGEXP_CONTAINS(b, '(?i)a')⟧
