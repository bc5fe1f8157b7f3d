/**
 * Endpoints of the gallery as a careful person writes them for DuckDB, only for these questions: with the same parameters,
 * and the same cells in the same order.
 */

export interface Question {
  readonly endpoint: string;
  /** The kind of question that it represents. */
  readonly of: string;
  readonly search: string;
  readonly sql: string;
}

export const QUESTIONS: readonly Question[] = [
  {
    endpoint: 'web.visits',
    of: 'two steps',
    search: 'site=asked',
    sql: `WITH visits AS (
  SELECT min("at") AS began, count(*) AS views, date_sub('second', min("at"), max("at")) AS seconds
  FROM page_views
  WHERE site = $site AND "at" > $now - INTERVAL 30 DAY
  GROUP BY visit_id
), days AS (
  SELECT began::DATE AS day, count(*) AS visits, sum(views)::BIGINT AS views, count(*) FILTER (views = 1) / count(*) AS bounce_rate,
    quantile_disc(seconds, 0.5) AS median_seconds
  FROM visits
  GROUP BY day
)
SELECT day::VARCHAR, visits, views, bounce_rate, median_seconds FROM days ORDER BY days.day LIMIT 1001`,
  },
  {
    endpoint: 'logs.releases',
    of: 'join to one',
    search: 'project=asked',
    sql: `SELECT r.version, l.author, count(*) AS requests, count(*) FILTER (r.status >= 500)
FROM requests r LEFT JOIN releases l ON l.project = r.project AND l.version = r.version
WHERE r.project = $project
GROUP BY r.version, l.author
ORDER BY requests DESC, r.version NULLS FIRST LIMIT 1001`,
  },
  {
    endpoint: 'web.paths-to-goals',
    of: 'semi-join',
    search: 'site=asked&goal=buy',
    sql: `SELECT path, count(*) AS views, count(DISTINCT visitor_id)
FROM page_views
WHERE site = $site AND visitor_id IN (SELECT visitor_id FROM goals WHERE site = $site AND goal = $goal)
GROUP BY path
ORDER BY views DESC, path LIMIT 100`,
  },
  {
    endpoint: 'shop.ledger',
    of: 'union',
    search: '',
    sql: `WITH entries AS (
  SELECT placed_at::DATE AS day, 'sales' AS kind, count(*) AS entries, sum(total) AS amount FROM orders WHERE status = 'paid' GROUP BY day
  UNION ALL
  SELECT refunded_at::DATE AS day, 'returns', count(*), -sum(amount) FROM refunds GROUP BY day
)
SELECT day::VARCHAR, kind, entries, amount::DECIMAL(38, 9)::VARCHAR FROM entries ORDER BY entries.day, kind LIMIT 1001`,
  },
  {
    endpoint: 'logs.slowest-paths',
    of: 'top N of a window',
    search: 'project=asked&top=3',
    sql: `WITH paths AS (
  SELECT method, path, count(*) AS requests, avg(latency_ms) AS mean FROM requests WHERE project = $project GROUP BY method, path
)
SELECT method, path, requests, mean, rank() OVER (PARTITION BY method ORDER BY mean DESC) AS place
FROM paths
QUALIFY place <= $top
ORDER BY method, place, path LIMIT 1001`,
  },
  {
    endpoint: 'web.retention',
    of: 'cohorts',
    search: 'site=asked',
    sql: `WITH active AS (
  SELECT DISTINCT visitor_id, date_trunc('week', "at")::DATE AS week FROM page_views WHERE site = $site
), members AS (
  SELECT week, min(week) OVER (PARTITION BY visitor_id) AS cohort FROM active
), weeks AS (
  SELECT cohort, (week - cohort) // 7 AS weeks_later, count(*) AS visitors FROM members GROUP BY cohort, weeks_later
)
SELECT cohort::VARCHAR, weeks_later, visitors, visitors / first_value(visitors) OVER (PARTITION BY cohort ORDER BY weeks_later)
FROM weeks
ORDER BY weeks.cohort, weeks_later LIMIT 1001`,
  },
  {
    endpoint: 'web.funnel',
    of: 'funnel',
    search: 'site=asked',
    sql: `WITH visitors AS (
  SELECT min("at") FILTER (path = '/prices') AS saw, min("at") FILTER (path = '/cart') AS put, min("at") FILTER (path = '/thanks') AS ordered
  FROM page_views
  WHERE site = $site AND path IN ('/prices', '/cart', '/thanks')
  GROUP BY visitor_id
)
SELECT count(*) AS people, count(*) FILTER (put >= saw AND put <= saw + INTERVAL 1 DAY),
  count(*) FILTER (put >= saw AND ordered >= put AND ordered <= saw + INTERVAL 1 DAY) AS buyers, buyers / people
FROM visitors
WHERE saw IS NOT NULL`,
  },
  {
    endpoint: 'logs.status-classes',
    of: 'share of the total',
    search: 'project=asked',
    sql: `WITH classes AS (
  SELECT CASE WHEN status < 300 THEN 'fine' WHEN status < 400 THEN 'elsewhere' WHEN status < 500 THEN 'refused' ELSE 'failed' END AS class,
    count(*) AS requests
  FROM requests
  WHERE project = $project AND timestamp > $now - INTERVAL 7 DAY
  GROUP BY class
)
SELECT class, requests, requests / sum(requests) OVER () FROM classes ORDER BY requests DESC, class LIMIT 1001`,
  },
  {
    endpoint: 'logs.tags',
    of: 'items of lists',
    search: 'project=asked',
    sql: `SELECT tag, count(*) AS requests, count(DISTINCT user_id)
FROM (SELECT unnest(tags) AS tag, user_id FROM requests WHERE project = $project)
GROUP BY tag
ORDER BY requests DESC, tag LIMIT 1001`,
  },
  {
    endpoint: 'web.growth',
    of: 'previous period',
    search: 'site=asked&from=2025-11-17T00:00:00Z&to=2026-01-01T00:00:00Z',
    sql: `WITH paths AS (
  SELECT path, count(*) FILTER ("at" >= $from) AS views, count(DISTINCT visitor_id) FILTER ("at" >= $from) AS visitors,
    count(*) FILTER ("at" < $from) AS views_before, count(DISTINCT visitor_id) FILTER ("at" < $from) AS visitors_before
  FROM page_views
  WHERE site = $site AND "at" >= $from - ($to - $from) AND "at" < $to
  GROUP BY path
)
SELECT path, views, visitors, views_before, visitors_before, (views - views_before) / nullif(views_before, 0)
FROM paths
WHERE views > 0
ORDER BY views DESC, path LIMIT 100`,
  },
  {
    endpoint: 'web.entry-and-exit',
    of: 'first and last of groups',
    search: 'site=asked',
    sql: `WITH visits AS (
  SELECT arg_min(path, create_sort_key("at", 'ASC NULLS LAST', path, 'ASC NULLS LAST')) AS entry,
    arg_min(path, create_sort_key("at", 'DESC NULLS LAST', path, 'ASC NULLS LAST')) AS exit
  FROM page_views
  WHERE site = $site
  GROUP BY visit_id
), ends AS (
  SELECT entry AS path, count(*) AS entries, 0 AS exits FROM visits GROUP BY path
  UNION ALL
  SELECT exit, 0, count(*) FROM visits GROUP BY exit
)
SELECT path, sum(entries)::BIGINT AS entries, sum(exits)::BIGINT AS exits
FROM ends
GROUP BY path
ORDER BY entries DESC, exits DESC, path LIMIT 1001`,
  },
  {
    endpoint: 'uptime.outages',
    of: 'runs of equal values',
    search: 'monitor=asked',
    sql: `WITH marked AS (
  SELECT "at", is_up, row_number() OVER w AS place, lag(is_up) OVER w AS before, count(*) OVER () AS total
  FROM checks
  WHERE monitor_id = $monitor AND "at" > $now - INTERVAL 30 DAY
  WINDOW w AS (ORDER BY "at", id)
), spans AS (
  SELECT row_number() OVER w AS run, is_up, "at" AS began, coalesce(lead(place) OVER w, total + 1) - place AS checks,
    lead("at") OVER w AS ended
  FROM marked
  WHERE is_up IS DISTINCT FROM before
  WINDOW w AS (ORDER BY place)
)
SELECT run, epoch_us(began), checks, epoch_us(ended), date_sub('second', began, ended)
FROM spans
WHERE NOT is_up
ORDER BY spans.began LIMIT 1001`,
  },
];

/** Statements that read a table once where ours reads it twice. They cost less than ours over few rows, and no less over many. */
export const READ_ONCE: readonly Question[] = [
  {
    endpoint: 'logs.regressions',
    of: 'two periods',
    search: 'project=asked',
    sql: `WITH paths AS (
  SELECT path, avg(latency_ms) FILTER (timestamp >= $now - INTERVAL 1 DAY) AS latency,
    avg(latency_ms) FILTER (timestamp < $now - INTERVAL 1 DAY) AS before
  FROM requests
  WHERE project = $project AND timestamp >= $now - INTERVAL 2 DAY
  GROUP BY path
)
SELECT path, latency, latency / nullif(before, 0) AS factor
FROM paths
WHERE latency > before
ORDER BY factor DESC, path LIMIT $limit`,
  },
];
