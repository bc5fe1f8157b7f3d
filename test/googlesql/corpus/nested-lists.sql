--- items of items
SELECT id, h.n, p.sku, p.price, p.brand.name, h.page.path FROM sessions, UNNEST(hits) AS h, UNNEST(h.product) AS p
--- three levels
SELECT s.id, h.n, p.sku, c.index, c.value FROM sessions AS s CROSS JOIN UNNEST(s.hits) AS h CROSS JOIN UNNEST(h.product) AS p CROSS JOIN UNNEST(p.custom) AS c
--- items without items
SELECT id, h.n, p.sku, p.brand.name FROM sessions, UNNEST(hits) AS h LEFT JOIN UNNEST(h.product) AS p
--- rows and items without items
SELECT id, h.n, p.sku, c.value FROM sessions LEFT JOIN UNNEST(hits) AS h LEFT JOIN UNNEST(h.product) AS p LEFT JOIN UNNEST(p.custom) AS c
--- items without items that fulfil a condition
SELECT id, h.n, p.sku FROM sessions, UNNEST(hits) AS h LEFT JOIN UNNEST(h.product) AS p ON p.price > 5 AND h.kind = 'view'
--- places of both
SELECT id, i, j, p.sku FROM sessions, UNNEST(hits) AS h WITH OFFSET AS i, UNNEST(h.product) AS p WITH OFFSET AS j
--- places of items that may be missing
SELECT id, i, j, p.sku FROM sessions LEFT JOIN UNNEST(hits) AS h WITH OFFSET AS i LEFT JOIN UNNEST(h.product) AS p WITH OFFSET AS j
--- the items of the first item
SELECT id, p.sku, p.price FROM sessions, UNNEST(hits[SAFE_OFFSET(0)].product) AS p
--- a list of the record of an item
SELECT id, h.n, m.at FROM sessions, UNNEST(hits) AS h LEFT JOIN UNNEST(h.page.marks) AS m
--- a list of single values of an item
SELECT id, h.n, tag FROM sessions, UNNEST(hits) AS h, UNNEST(h.tags) AS tag
--- how many
SELECT id, h.n, ARRAY_LENGTH(h.product) AS c, (SELECT COUNT(*) FROM UNNEST(h.product) AS p WHERE p.price > 0) AS d FROM sessions, UNNEST(hits) AS h
--- a value by its index
SELECT id, h.n, (SELECT value FROM UNNEST(h.custom) WHERE index = 4) AS member, (SELECT MAX(IF(index = 1, value, NULL)) FROM UNNEST(h.custom)) AS first FROM sessions, UNNEST(hits) AS h
--- whether there is one
SELECT id, h.n, EXISTS (SELECT 1 FROM UNNEST(h.product) AS p WHERE p.sku = 'p1') AS c FROM sessions AS s, UNNEST(s.hits) AS h WHERE NOT EXISTS (SELECT 1 FROM UNNEST(h.product) AS p WHERE p.price = h.n)
--- a subquery over both lists
SELECT id, (SELECT SUM(p.price) FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE h.kind = 'buy') AS c, (SELECT COUNT(*) FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE p.price > h.n) AS d, (SELECT MAX(p.sku) FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE h.page.path = '/a') AS e FROM sessions
--- whether both lists have one
SELECT id FROM sessions WHERE EXISTS (SELECT 1 FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE h.kind = 'buy' AND p.price > h.n)
--- the value of the only row of both lists
SELECT id, (SELECT p.price FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE p.sku = 'p3') AS c, (SELECT p.price + h.n FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE p.price = 7) AS d FROM sessions
--- three lists
SELECT id, (SELECT COUNT(*) FROM UNNEST(hits) AS h, UNNEST(h.product) AS p, UNNEST(p.custom) AS c WHERE c.value IS NOT NULL AND p.price >= h.n) AS c, (SELECT STRING_AGG(c.value, '-') FROM UNNEST(hits) AS h, UNNEST(h.product) AS p, UNNEST(p.custom) AS c WHERE c.index = 2) AS d FROM sessions
--- values of both lists
SELECT id, ARRAY(SELECT p.sku FROM UNNEST(hits) AS h, UNNEST(h.product) AS p) AS c, ARRAY(SELECT CONCAT(h.kind, p.sku) FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE h.kind IS NOT NULL AND p.price > 0) AS d FROM sessions
--- single values of both lists
SELECT id, ARRAY(SELECT tag FROM UNNEST(hits) AS h, UNNEST(h.tags) AS tag WHERE h.n < 4) AS c, (SELECT COUNT(DISTINCT tag) FROM UNNEST(hits) AS h, UNNEST(h.tags) AS tag) AS d, EXISTS (SELECT 1 FROM UNNEST(hits) AS h, UNNEST(h.tags) AS tag WHERE tag = h.kind OR tag = 'y') AS e FROM sessions
--- a subquery in the condition of an item
SELECT id, (SELECT COUNT(*) FROM UNNEST(hits) AS h WHERE EXISTS (SELECT 1 FROM UNNEST(h.product) AS p WHERE p.price > h.n)) AS c FROM sessions WHERE EXISTS (SELECT 1 FROM UNNEST(hits) AS h WHERE (SELECT COUNT(*) FROM UNNEST(h.product)) > 0)
--- a subquery in a value of an item
SELECT id, (SELECT SUM((SELECT SUM(p.price) FROM UNNEST(h.product) AS p)) FROM UNNEST(hits) AS h) AS c, (SELECT (SELECT value FROM UNNEST(h.custom) WHERE index = 4) FROM UNNEST(hits) AS h WHERE h.n = 1) AS d, (SELECT ARRAY_LENGTH(h.product) FROM UNNEST(hits) AS h WHERE h.kind = 'buy') AS e FROM sessions
--- a subquery in a subquery for an item
SELECT id, h.n, (SELECT COUNT(*) FROM UNNEST(h.product) AS p WHERE EXISTS (SELECT 1 FROM UNNEST(p.custom) AS c WHERE c.index = h.n OR c.index = s.id)) AS c FROM sessions AS s, UNNEST(s.hits) AS h
--- two lists that do not contain each other
SELECT id, h.n, (SELECT COUNT(*) FROM UNNEST(h.product) AS p, UNNEST(h.custom) AS c WHERE p.price > c.index) AS c FROM sessions, UNNEST(hits) AS h
--- groups of items of items
SELECT source, p.sku, SUM(p.price) AS revenue, COUNT(DISTINCT id) AS c FROM sessions, UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE h.kind = 'buy' GROUP BY source, p.sku
--- lists in lists as columns
SELECT id, hits FROM sessions
--- lists of items as columns
SELECT id, h.n, h.product, h.page, h.custom FROM sessions, UNNEST(hits) AS h
--- items as columns
SELECT id, h FROM sessions, UNNEST(hits) AS h
--- items of lists by position
SELECT id, hits[SAFE_OFFSET(0)].product[SAFE_OFFSET(1)].sku AS c, hits[SAFE_OFFSET(1)].page.path AS d, hits[SAFE_OFFSET(0)].custom AS e FROM sessions
--- whole records of both lists
SELECT id, ARRAY(SELECT p FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE h.kind = 'buy') AS c, ARRAY(SELECT h FROM UNNEST(hits) AS h WHERE h.n > 1) AS d FROM sessions
--- lists in lists of a step
WITH few AS (SELECT id, hits FROM sessions WHERE id != 3) SELECT few.id, p.sku FROM few, UNNEST(few.hits) AS h, UNNEST(h.product) AS p
--- items in a step
WITH flat AS (SELECT id, h.kind, h.product FROM sessions, UNNEST(hits) AS h) SELECT flat.id, kind, p.sku FROM flat, UNNEST(product) AS p
--- two lists of the row
SELECT id, (SELECT COUNT(*) FROM UNNEST(v.params) AS p, UNNEST(v.device.steps) AS s) AS c, (SELECT COUNT(*) FROM UNNEST(v.params) AS p, UNNEST(v.device.steps) AS s WHERE s.ms > p.value.whole) AS d, (SELECT MAX(tag) FROM UNNEST(v.params) AS p, UNNEST(v.device.labels) AS tag WHERE p.key != tag) AS e FROM visits AS v
--- a list in a condition on the items of another
SELECT id FROM visits AS v WHERE EXISTS (SELECT 1 FROM UNNEST(v.params) AS p WHERE EXISTS (SELECT 1 FROM UNNEST(v.device.steps) AS s WHERE s.ms > p.value.whole))
--- a list of the row in the condition of an item, twice
SELECT id, (SELECT COUNT(*) FROM UNNEST(v.params) AS p WHERE p.key NOT IN (SELECT label FROM UNNEST(v.device.labels) AS label WHERE label != p.value.text)) AS c, (SELECT COUNT(*) FROM UNNEST(v.params) AS p WHERE ARRAY_LENGTH(ARRAY(SELECT tag FROM UNNEST(p.tags) AS tag WHERE tag != p.key)) > 0) AS d FROM visits AS v
--- conditions on the outer list before the inner one is read
SELECT id, (SELECT SUM(p.price) FROM (SELECT product FROM UNNEST(hits) WHERE kind = 'buy') AS h, UNNEST(h.product) AS p) AS c, (SELECT COUNT(*) FROM (SELECT product FROM UNNEST(hits) WHERE n > 1) AS h, UNNEST(h.product) AS p) AS d, EXISTS (SELECT 1 FROM (SELECT product FROM UNNEST(hits) WHERE kind = 'view') AS h, UNNEST(h.product) AS p WHERE p.price > 5) AS e FROM sessions
--- a value among those of two lists, some of which are NULL
SELECT id, source IN (SELECT p.brand.name FROM UNNEST(hits) AS h, UNNEST(h.product) AS p) AS c, 5 IN (SELECT p.price FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE h.kind = 'buy') AS e FROM sessions
