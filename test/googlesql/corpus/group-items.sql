--- a field of the last record of each group
SELECT ok, ARRAY_AGG(STRUCT(b, a AS number, x, n, d, ts) ORDER BY ts DESC, id LIMIT 1)[OFFSET(0)].b AS c FROM t GROUP BY ok
--- fields of one record, where rows are equal in their order
SELECT ok, one.b, one.id, one.x, one.n FROM (SELECT ok, ARRAY_AGG(STRUCT(b, id, x, n) ORDER BY a, id LIMIT 1)[SAFE_OFFSET(0)] AS one FROM t GROUP BY ok)
--- keys in both directions, NULLs among them
SELECT ok, ARRAY_AGG(STRUCT(id, b) ORDER BY b DESC, a, id LIMIT 1)[ORDINAL(1)].id AS c, ARRAY_AGG(STRUCT(id) ORDER BY b, a DESC, id DESC LIMIT 2)[OFFSET(0)].id AS e, ARRAY_AGG(STRUCT(id) ORDER BY b DESC NULLS FIRST, id)[OFFSET(0)].id AS f, ARRAY_AGG(STRUCT(id) ORDER BY x, d DESC, n, id LIMIT 1)[OFFSET(0)].id AS g FROM t GROUP BY ok
--- the first value, which may be NULL
SELECT ok, ARRAY_AGG(b ORDER BY a DESC, id LIMIT 1)[OFFSET(0)] AS c, ARRAY_AGG(d ORDER BY ts, id LIMIT 1)[SAFE_OFFSET(0)] AS e, ARRAY_AGG(n ORDER BY n DESC, id LIMIT 1)[OFFSET(0)] AS f FROM t GROUP BY ok
--- a whole row of each group
SELECT one.k, one.b FROM (SELECT ARRAY_AGG(u ORDER BY v DESC, k LIMIT 1)[OFFSET(0)] AS one FROM u GROUP BY tid)
--- a record of no rows
SELECT ARRAY_AGG(STRUCT(id, b) ORDER BY id LIMIT 1)[OFFSET(0)].b AS c, COUNT(*) AS e FROM t WHERE id > 100
--- a record of a group in a subquery of the row
SELECT id, (SELECT ARRAY_AGG(STRUCT(u.k, u.v) ORDER BY u.v DESC, u.k LIMIT 1)[OFFSET(0)].k FROM u WHERE u.tid = t.id) AS c FROM t
--- a record that is built and read
SELECT s.p, s.q.r, s.q.w FROM (SELECT STRUCT(id AS p, STRUCT(b AS r, a AS w) AS q) AS s FROM t) WHERE s.q.w > 1
--- records on the side of an outer join that may lack them
SELECT t.id, s.r.k, s.r.v FROM t LEFT JOIN (SELECT tid, STRUCT(k, v) AS r FROM u) AS s ON s.tid = t.id
--- the value beside the greatest and the least
SELECT ok, ANY_VALUE(id HAVING MAX id) AS c, ANY_VALUE(b HAVING MIN id) AS e, ANY_VALUE(id HAVING MAX IF(id = 3, NULL, id)) AS f, ANY_VALUE(n HAVING MIN IF(id IN (1, 3), NULL, id)) AS g FROM t GROUP BY ok
--- the value beside the greatest where none is known
SELECT b, ANY_VALUE(id HAVING MAX IF(id > 0, NULL, a)) IS NULL AS c FROM t WHERE b IN ('ab', '') GROUP BY b
--- columns of values
SELECT * FROM (SELECT b, ok, a FROM t) PIVOT (SUM(a) AS s, COUNT(*) AS n, MAX(a) AS m FOR ok IN (TRUE AS yea, FALSE AS nay))
--- columns of texts, over groups that are keyed by the rest
SELECT * FROM (SELECT tid, b, v FROM u) PIVOT (COUNT(v) FOR b IN ('a', 'ab' AS both, 'none'))
--- records of a group as a list
SELECT b, ARRAY_AGG(STRUCT(id, x AS ratio, STRUCT(a, ok) AS own) ORDER BY id DESC) AS c FROM t GROUP BY b
--- some records of a group as a list, and the first of them
SELECT b, l AS c, l[OFFSET(0)].id AS e FROM (SELECT b, ARRAY_AGG(STRUCT(id, ts, d) ORDER BY a DESC, id LIMIT 2) AS l FROM t GROUP BY b)
--- records of a group in any order
SELECT ARRAY_AGG(STRUCT(id)) AS c, COUNT(*) AS e FROM t
--- whole rows of a group as a list
SELECT tid, ARRAY_AGG(u ORDER BY k) AS c FROM u GROUP BY tid
--- a list of one record, and one of no rows
SELECT ARRAY_AGG(STRUCT(b, n) ORDER BY id LIMIT 1) AS c, (SELECT COUNT(*) FROM t) AS e FROM t WHERE id < 0
--- rows of the records of a group
SELECT s.b, r.id, r.a, i FROM (SELECT b, ARRAY_AGG(STRUCT(id, a) ORDER BY id) AS l FROM t GROUP BY b) AS s, UNNEST(s.l) AS r WITH OFFSET AS i WHERE r.id > 2
--- rows of some records of a group
SELECT s.b, r.id FROM (SELECT b, ARRAY_AGG(STRUCT(id, a) ORDER BY id DESC LIMIT 3) AS l FROM t GROUP BY b) AS s LEFT JOIN UNNEST(s.l) AS r ON r.a > 0
--- the length of a list of a group, which may have no values
SELECT a, ARRAY_LENGTH(ARRAY_AGG(DISTINCT b IGNORE NULLS)) AS c, ARRAY_AGG(b IGNORE NULLS) IS NULL AS e FROM t GROUP BY a
--- groups by the length of a list
SELECT ok, ARRAY_AGG(DISTINCT a IGNORE NULLS ORDER BY a) AS c FROM t GROUP BY ok HAVING ARRAY_LENGTH(c) > 1
--- a list of no rows
SELECT ARRAY_LENGTH(ARRAY_AGG(b IGNORE NULLS)) AS c, ARRAY_TO_STRING(ARRAY_AGG(b IGNORE NULLS), ',') AS e FROM t WHERE FALSE
--- the length of the parts of a text of a subquery
SELECT id, ARRAY_LENGTH(parts) AS c FROM (SELECT id, REGEXP_EXTRACT_ALL(b, 'a') AS parts FROM t)
--- later records of a group
SELECT b, ARRAY_AGG(STRUCT(id, a, STRUCT(ok) AS s) ORDER BY id)[SAFE_OFFSET(1)].a AS c, ARRAY_AGG(STRUCT(id, STRUCT(ok) AS s) ORDER BY id)[SAFE_ORDINAL(3)].s.ok AS e, ARRAY_AGG(STRUCT(id) ORDER BY id DESC LIMIT 2)[SAFE_OFFSET(1)] AS f FROM t GROUP BY b
--- a later record that must be there, and one of no rows
SELECT ARRAY_AGG(STRUCT(id, a) ORDER BY id)[OFFSET(4)].id AS c, (SELECT ARRAY_AGG(STRUCT(id, a) ORDER BY id)[OFFSET(1)].id FROM t WHERE id > 100) AS e FROM t
--- later records of a list of a subquery
SELECT l[OFFSET(1)].id AS c, l[SAFE_OFFSET(2)] AS e, l[SAFE_OFFSET(99)].a AS f FROM (SELECT ARRAY_AGG(STRUCT(id, a) ORDER BY id) AS l FROM t)
--- lists of records of other tables
SELECT id, ARRAY(SELECT AS STRUCT u.k, u.v FROM u WHERE u.tid = t.id ORDER BY u.k) AS c, ARRAY_LENGTH(ARRAY(SELECT STRUCT(u.b) FROM u WHERE u.tid = t.id)) AS e, ARRAY(SELECT AS STRUCT u.k, u.v FROM u WHERE u.tid = t.id ORDER BY u.k)[SAFE_OFFSET(1)].v AS f FROM t
--- a list of records, and of the first records
SELECT ARRAY(SELECT AS STRUCT id, a, STRUCT(b, ok) AS own FROM t ORDER BY a) AS c, ARRAY(SELECT AS STRUCT id, b FROM t ORDER BY id DESC LIMIT 3) AS e
--- rows and conditions of a list of records of another table
SELECT s.id, x.k, EXISTS (SELECT 1 FROM UNNEST(s.l) AS y WHERE y.v > 10) AS e, (SELECT SUM(y.v) FROM UNNEST(s.l) AS y) AS f FROM (SELECT id, ARRAY(SELECT AS STRUCT u.k, u.v FROM u WHERE u.tid = t.id ORDER BY u.k) AS l FROM t) AS s LEFT JOIN UNNEST(s.l) AS x
--- values of a subquery in an order that is open
SELECT ARRAY(SELECT b FROM t WHERE b IS NOT NULL) AS c
--- = values of a subquery in an order that is open
SELECT ARRAY(SELECT b FROM t WHERE b IS NOT NULL ORDER BY b) AS c
--- lists one behind another
SELECT ARRAY_CONCAT_AGG(tags ORDER BY id DESC) AS c, ARRAY_CONCAT_AGG(nums ORDER BY id) AS e FROM tagged
--- lists of groups, one behind another
SELECT MOD(id, 2) AS m, ARRAY_CONCAT_AGG(nums ORDER BY MOD(id, 3), id DESC) AS e, ARRAY_LENGTH(IFNULL(ARRAY_CONCAT_AGG(tags ORDER BY id), [])) AS f FROM tagged GROUP BY m
--- lists of no rows, one behind another
SELECT ARRAY_CONCAT_AGG(tags ORDER BY id) AS c FROM tagged WHERE id > 100
