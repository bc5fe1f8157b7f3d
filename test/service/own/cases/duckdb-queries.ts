/** DuckDB: what statements are made of. */
import type { OwnCase } from '../statements.ts';

export const DUCKDB_QUERIES: readonly OwnCase[] = [
  {
    name: 'a filter by a text',
    params: { who: ['string!', 'ann'] },
    query: 'SELECT id, qty FROM orders WHERE customer = @who ORDER BY id',
    columns: { id: 'string', qty: 'int64' },
    direct: "SELECT id, qty FROM orders WHERE customer = 'ann' ORDER BY id",
  },
  {
    name: 'a CTE that another reads',
    params: { least: ['int64', '2'] },
    query: `WITH big AS (SELECT * FROM orders WHERE qty >= @least),
      per AS (SELECT customer, sum(qty) AS n FROM big GROUP BY ALL)
      SELECT customer, n FROM per ORDER BY n DESC, customer`,
    columns: { customer: 'string', n: 'int64' },
    direct: `SELECT customer, sum(qty) AS n FROM orders WHERE qty >= 2 GROUP BY customer ORDER BY n DESC, customer`,
  },
  {
    name: 'a recursive CTE with a parameter in both parts',
    params: { from: ['int64!', '3'], to: ['int64!', '6'] },
    query: `WITH RECURSIVE t(n) AS (SELECT @from UNION ALL SELECT n + 1 FROM t WHERE n < @to) SELECT n FROM t ORDER BY n`,
    columns: { n: 'int64' },
    direct:
      'WITH RECURSIVE t(n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM t WHERE n < 6) SELECT n FROM t ORDER BY n',
  },
  {
    name: 'a window with a frame that a parameter bounds',
    params: { back: ['int64!', '1'] },
    query: `SELECT id, sum(qty) OVER (ORDER BY id ROWS BETWEEN @back PRECEDING AND CURRENT ROW) AS s,
      row_number() OVER (PARTITION BY paid ORDER BY id DESC) AS r FROM orders ORDER BY id`,
    columns: { id: 'string', s: 'int64', r: 'int64' },
    direct: `SELECT id, sum(qty) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s,
      row_number() OVER (PARTITION BY paid ORDER BY id DESC) AS r FROM orders ORDER BY id`,
  },
  {
    name: 'QUALIFY',
    params: { rank: ['int64', '1'] },
    query: `SELECT id, customer FROM orders QUALIFY row_number() OVER (PARTITION BY customer ORDER BY qty DESC NULLS LAST, id) = @rank ORDER BY id`,
    columns: { id: 'string', customer: 'string' },
    direct: `SELECT id, customer FROM (SELECT *, row_number() OVER (PARTITION BY customer ORDER BY qty DESC NULLS LAST, id) AS r FROM orders) WHERE r = 1 ORDER BY id`,
  },
  {
    name: 'a join and what it does not find',
    params: { region: ['string', 'north'] },
    query: `SELECT o.id, p.name FROM orders o LEFT JOIN people AS p ON p.customer = o.customer AND p.region = @region ORDER BY o.id`,
    columns: { id: 'string', name: 'string' },
    direct: `SELECT o.id, p.name FROM orders o LEFT JOIN people AS p ON p.customer = o.customer AND p.region = 'north' ORDER BY o.id`,
  },
  {
    name: 'a full join USING, an anti join and a semi join',
    params: { zero: ['int64!', '0'] },
    query: `SELECT 'full' AS kind, count(*) + @zero AS n FROM orders FULL JOIN people USING (customer)
      UNION ALL SELECT 'anti', count(*) FROM orders ANTI JOIN people USING (customer)
      UNION ALL SELECT 'semi', count(*) FROM orders SEMI JOIN people USING (customer) ORDER BY kind`,
    columns: { kind: 'string', n: 'int64' },
    direct: `SELECT 'full' AS kind, count(*) AS n FROM orders FULL JOIN people USING (customer)
      UNION ALL SELECT 'anti', count(*) FROM orders ANTI JOIN people USING (customer)
      UNION ALL SELECT 'semi', count(*) FROM orders SEMI JOIN people USING (customer) ORDER BY kind`,
  },
  {
    name: 'an ASOF join',
    params: { shift: ['int64!', '36'] },
    query: `SELECT o.id, m.at FROM orders o ASOF JOIN (SELECT TIMESTAMP '2026-01-10 00:00:00' + i * INTERVAL (@shift) HOUR AS at FROM range(3) t(i)) m
      ON o.placed >= m.at ORDER BY o.id`,
    columns: { id: 'string', at: 'timestamp' },
    direct: `SELECT o.id, m.at FROM orders o ASOF JOIN (SELECT TIMESTAMP '2026-01-10 00:00:00' + i * INTERVAL 36 HOUR AS at FROM range(3) t(i)) m
      ON o.placed >= m.at ORDER BY o.id`,
  },
  {
    name: 'a lateral join',
    params: { step: ['int64!', '2'] },
    query: `SELECT o.id, l.m FROM orders o, LATERAL (SELECT o.qty * @step AS m) l WHERE l.m > 4 ORDER BY 1`,
    columns: { id: 'string', m: 'int64' },
    direct: 'SELECT id, qty * 2 AS m FROM orders WHERE qty * 2 > 4 ORDER BY 1',
  },
  {
    name: 'UNNEST of records',
    params: { sku: ['string', 'x'] },
    query: `SELECT o.id, l.line.sku AS sku, l.line.n AS n FROM orders o, UNNEST(o.lines) AS l(line) WHERE l.line.sku = @sku OR l.line.n > 6 ORDER BY ALL`,
    columns: { id: 'string', sku: 'string', n: 'int64' },
    direct: `SELECT id, line.sku AS sku, line.n AS n FROM (SELECT id, unnest(lines) AS line FROM orders) WHERE line.sku = 'x' OR line.n > 6 ORDER BY ALL`,
  },
  {
    name: 'PIVOT in a subquery, with the values filtered by a parameter',
    params: { year: ['int64!', '2026'] },
    query: `FROM (PIVOT (SELECT customer, paid::VARCHAR AS paid, qty FROM orders WHERE year(day) = @year) ON paid IN ('true', 'false') USING sum(qty) GROUP BY customer)
      SELECT customer, "true" AS yes, "false" AS no ORDER BY customer`,
    columns: { customer: 'string', yes: 'int64', no: 'int64' },
    direct: `SELECT customer, sum(qty) FILTER (paid) AS yes, sum(qty) FILTER (NOT paid) AS no FROM orders WHERE year(day) = 2026 GROUP BY customer ORDER BY customer`,
  },
  {
    name: 'UNPIVOT',
    params: { id: ['string!', 'o1'] },
    query: `SELECT name, value FROM (UNPIVOT (SELECT qty::DOUBLE AS qty, ratio FROM orders WHERE id = @id) ON qty, ratio INTO NAME name VALUE value) ORDER BY name`,
    columns: { name: 'string', value: 'float64' },
    direct:
      "SELECT 'qty' AS name, qty::DOUBLE AS value FROM orders WHERE id = 'o1' UNION ALL SELECT 'ratio', ratio FROM orders WHERE id = 'o1' ORDER BY name",
  },
  {
    name: 'GROUPING SETS, with GROUPING and HAVING',
    params: { most: ['int64', '100'] },
    query: `SELECT customer, paid, grouping(customer) AS g, count(*) AS n FROM orders GROUP BY GROUPING SETS ((customer), (paid), ()) HAVING count(*) < @most ORDER BY ALL`,
    columns: { customer: 'string', paid: 'bool', g: 'int64', n: 'int64' },
    direct: `SELECT customer, paid, grouping(customer) AS g, count(*) AS n FROM orders GROUP BY GROUPING SETS ((customer), (paid), ()) HAVING count(*) < 100 ORDER BY ALL`,
  },
  {
    name: 'set operations',
    params: { a: ['string', 'ann'], b: ['string', 'bob'] },
    query: `(SELECT customer FROM orders EXCEPT SELECT @a) INTERSECT (SELECT customer FROM people UNION SELECT @b) ORDER BY customer`,
    columns: { customer: 'string' },
    direct: `(SELECT customer FROM orders EXCEPT SELECT 'ann') INTERSECT (SELECT customer FROM people UNION SELECT 'bob') ORDER BY customer`,
  },
  {
    name: 'a correlated subquery',
    params: { more: ['int64!', '1'] },
    query: `SELECT p.customer, (SELECT max(qty) FROM orders o WHERE o.customer = p.customer) + @more AS best FROM people p ORDER BY p.customer`,
    columns: { customer: 'string', best: 'int64' },
    direct: `SELECT p.customer, max(o.qty) + 1 AS best FROM people p LEFT JOIN orders o ON o.customer = p.customer GROUP BY ALL ORDER BY p.customer`,
  },
  {
    name: 'EXISTS and NOT IN with NULL',
    params: { sku: ['string!', 'z'] },
    query: `SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM UNNEST(o.lines) t(l) WHERE l.sku = @sku) OR customer NOT IN (SELECT customer FROM people) ORDER BY id`,
    columns: { id: 'string' },
    direct: `SELECT id FROM orders o WHERE len(list_filter(lines, lambda l: l.sku = 'z')) > 0 OR NOT customer IN (SELECT customer FROM people) ORDER BY id`,
  },
  {
    name: 'LIMIT and OFFSET of parameters',
    params: { n: ['int64!', '3'], skip: ['int64!', '2'] },
    query: 'SELECT id FROM orders ORDER BY id LIMIT @n OFFSET @skip',
    columns: { id: 'string' },
    direct: 'SELECT id FROM orders ORDER BY id LIMIT 3 OFFSET 2',
  },
  {
    name: 'FROM before SELECT',
    params: { paid: ['bool', 'true'] },
    query: 'FROM orders SELECT id WHERE paid = @paid ORDER BY id',
    columns: { id: 'string' },
    direct: 'SELECT id FROM orders WHERE paid ORDER BY id',
  },
  {
    name: 'VALUES alone',
    params: { a: ['int64!', '-5'], b: ['string', null] },
    query: "VALUES (@a, @b), (2, 'two')",
    columns: { col0: 'int64', col1: 'string' },
    direct: "SELECT -5, NULL::VARCHAR UNION ALL SELECT 2, 'two'",
  },
  {
    name: 'star with EXCLUDE and REPLACE',
    params: { by: ['float64!', '1.5'] },
    query: `SELECT * EXCLUDE (placed, day, doc, lines, price, paid) REPLACE (ratio * @by AS ratio) FROM orders WHERE id < 'o3' ORDER BY id`,
    columns: { id: 'string', customer: 'string', qty: 'int64', ratio: 'float64' },
    direct: `SELECT id, customer, qty, ratio * 1.5::DOUBLE FROM orders WHERE id < 'o3' ORDER BY id`,
  },
  {
    name: 'aggregates that a parameter goes into',
    params: { q: ['float64!', '0.5'], sep: ['string!', ' | '] },
    query: `SELECT quantile_cont(qty, 0.5) AS median, string_agg(id, @sep ORDER BY id DESC) AS ids, count(*) FILTER (ratio > @q) AS n, arg_max(id, qty) AS best FROM orders`,
    columns: { median: 'float64', ids: 'string', n: 'int64', best: 'string' },
    direct: `SELECT quantile_cont(qty, 0.5), string_agg(id, ' | ' ORDER BY id DESC), count(*) FILTER (ratio > 0.5), arg_max(id, qty) FROM orders`,
  },
  {
    name: 'a parameter in CASE, COALESCE, BETWEEN and LIKE',
    params: { low: ['int64!', '2'], high: ['int64!', '5'], like: ['string!', 'o%'] },
    query: `SELECT id, CASE WHEN qty BETWEEN @low AND @high THEN 'in' ELSE coalesce(customer, 'none') END AS c FROM orders WHERE id LIKE @like AND id NOT LIKE '%@like%' ORDER BY id`,
    columns: { id: 'string', c: 'string' },
    direct: `SELECT id, CASE WHEN qty >= 2 AND qty <= 5 THEN 'in' ELSE coalesce(customer, 'none') END AS c FROM orders ORDER BY id`,
  },
  {
    name: 'an absent parameter is NULL',
    params: { who: ['string', null], least: ['int64', null] },
    query: `SELECT id, @who AS who, @least AS least FROM orders WHERE (@who IS NULL OR customer = @who) AND qty > coalesce(@least, 3) ORDER BY id`,
    columns: { id: 'string', who: 'string', least: 'int64' },
    direct: 'SELECT id, NULL::VARCHAR, NULL::BIGINT FROM orders WHERE qty > 3 ORDER BY id',
  },
  {
    name: 'a list made of a parameter, and IN over it',
    params: { a: ['string!', 'o1'], b: ['string!', 'o8'] },
    query: 'SELECT id FROM orders WHERE id IN (@a, @b) AND list_contains([@a, @b], id) ORDER BY id',
    columns: { id: 'string' },
    direct: "SELECT id FROM orders WHERE id IN ('o1', 'o8') ORDER BY id",
  },
  {
    name: 'range and generate_series as tables',
    params: { n: ['int64!', '4'], day: ['date!', '2026-02-27'] },
    query: `SELECT i, d::DATE AS d FROM range(@n) r(i) POSITIONAL JOIN generate_series(@day::TIMESTAMP, @day::TIMESTAMP + INTERVAL 3 DAY, INTERVAL 1 DAY) s(d) ORDER BY i`,
    columns: { i: 'int64', d: 'date' },
    direct: `SELECT i, (DATE '2026-02-27' + i::INTEGER)::DATE FROM (VALUES (0), (1), (2), (3)) v(i) ORDER BY i`,
  },
];
