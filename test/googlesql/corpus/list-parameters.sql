--- in a list of a caller
SELECT id FROM t WHERE id IN UNNEST(@ids)
--- in a list of a caller, of a column that may be NULL
SELECT id FROM t WHERE a IN UNNEST(@ids) OR b IN UNNEST(@words)
--- not in a list of a caller
SELECT id FROM t WHERE a NOT IN UNNEST(@ids)
--- in a list of a caller, as columns
SELECT id, a IN UNNEST(@ids) AS c, a NOT IN UNNEST(@ids) AS e, b IN UNNEST(@words) AS f, id IN UNNEST(@ids) AS g FROM t
--- dates of a caller
SELECT id, d IN UNNEST(@days) AS c FROM t WHERE d IN UNNEST(@days) OR d IS NULL
--- in a list that a caller leaves out
SELECT id, a IN UNNEST(@none) AS c, a NOT IN UNNEST(@none) AS e FROM t WHERE ARRAY_LENGTH(@none) = 0 OR id IN UNNEST(@none)
--- in no list that a caller leaves out
SELECT id FROM t WHERE a NOT IN UNNEST(@none)
--- a value of a caller in a list of one
SELECT id FROM t WHERE @p IN UNNEST(@ids) AND @s NOT IN UNNEST(@words) OR id = 3
--- how many values a caller gives
SELECT ARRAY_LENGTH(@ids) AS c, ARRAY_LENGTH(@none) AS e
--- the values of a caller as rows
SELECT v FROM UNNEST(@ids) AS v
--- the values of a caller that find rows, and those that find none
SELECT v, t.b FROM UNNEST(@ids) AS v LEFT JOIN t ON t.id = v
--- the values of a caller, counted
SELECT v, COUNT(t.id) AS c FROM UNNEST(@words) AS v LEFT JOIN t ON t.b = v GROUP BY v ORDER BY v
--- no values of a caller as rows
SELECT v, t.id FROM t LEFT JOIN UNNEST(@none) AS v
--- each row with the values of a caller
SELECT t.id, v FROM t, UNNEST(@words) AS v WHERE t.b = v
--- in a subquery over the values of a caller
SELECT id FROM t WHERE id IN (SELECT v + 1 FROM UNNEST(@ids) AS v)
--- values of a caller that are found
SELECT id, EXISTS(SELECT 1 FROM UNNEST(@ids) AS v WHERE v = t.id) AS c FROM t
--- in a list of a caller, in a condition of a join
SELECT t.id, u.k FROM t LEFT JOIN u ON t.id = u.tid AND u.b IN UNNEST(@words)
--- in a list of a caller, in an aggregate
SELECT COUNTIF(a IN UNNEST(@ids)) AS c, COUNTIF(a NOT IN UNNEST(@ids)) AS e FROM t
--- in a list of a caller, in a choice
SELECT id, IF(a IN UNNEST(@ids), 'in', 'out') AS c, CASE WHEN b IN UNNEST(@words) THEN 1 WHEN b IS NULL THEN 2 ELSE 3 END AS e FROM t
--- lists of a caller beside lists of a table
SELECT g.id FROM tagged AS g, UNNEST(g.tags) AS v WHERE v IN UNNEST(@words)
--- not in a condition in three values
SELECT id FROM t WHERE NOT (a IN UNNEST(@ids) AND b IN UNNEST(@words))
