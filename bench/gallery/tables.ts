/**
 * Synthetic tables of the gallery, as large as those of a team that would ask its questions: ten million rows in each table
 * whose rows are counted.
 */
import { DuckDBInstance } from '@duckdb/node-api';

const MOST = 10_000_000;
const VISITORS = 300_000;
const CUSTOMERS = 1_200_000;
/** Microseconds since 1970 UTC. The last row of every table is a little earlier. */
export const NOW = 1_767_225_600_000_000n;

const at = (seconds: string) => `TIMESTAMP '2026-01-01' - to_seconds(${seconds})`;
/** The rows of a quarter of a year, in seconds before `NOW`. The newest row is the last, as logs are written. */
const AGE = `(${MOST} - i) * 7776000 // ${MOST}`;
/** A number below `most` that looks random, and is the same in each run. */
const chance = (most: number, salt: number) => `CAST(hash(i * 1000 + ${salt}) % ${most} AS BIGINT)`;

/**
 * Visits have six views, visitors five visits, and orders four items. A quarter of all rows belongs to one site, one
 * project and one monitor: `asked`.
 */
const TABLES: Readonly<Record<string, string>> = {
  page_views: `SELECT 'view-' || i AS id, ${at(AGE)} AS "at",
      CASE WHEN visitor % 4 = 0 THEN 'asked' ELSE 'site-' || visitor % 40 END AS site,
      'visitor-' || visitor AS visitor_id, 'visit-' || visit AS visit_id,
      CASE ${chance(20, 1)} WHEN 0 THEN '/prices' WHEN 1 THEN '/cart' WHEN 2 THEN '/thanks' ELSE '/page/' || ${chance(400, 2)} END AS path,
      'https://example.com/page?utm_medium=email' AS url, 'https://example.org/' AS referrer,
      'C' || visitor % 50 AS country, 'browser-' || visitor % 7 AS browser, 'device-' || visitor % 3 AS device
    FROM (SELECT i, visit, hash(visit * 7) % ${VISITORS} AS visitor
      FROM (SELECT i, i // 60 * 10 + ${chance(10, 3)} AS visit FROM range(${MOST}) AS rows(i)))`,
  goals: `SELECT ${at(AGE)} AS "at", 'asked' AS site, 'visitor-' || hash(i) % ${VISITORS} AS visitor_id,
      CASE i % 3 WHEN 0 THEN 'buy' ELSE 'look' END AS goal FROM range(0, ${MOST}, 100) AS rows(i)`,
  requests: `SELECT 'request-' || i AS id, ${at(AGE)} AS timestamp,
      CASE ${chance(4, 1)} WHEN 0 THEN 'asked' ELSE 'project-' || ${chance(50, 2)} END AS project,
      CASE ${chance(5, 3)} WHEN 0 THEN 'POST' WHEN 1 THEN 'PUT' ELSE 'GET' END AS method,
      '/api/' || ${chance(2_000, 4)} AS path,
      CASE ${chance(30, 5)} WHEN 0 THEN 500 WHEN 1 THEN 404 WHEN 2 THEN 302 ELSE 200 END::BIGINT AS status,
      ${chance(1_000_000, 6)} / 1000 AS latency_ms, 'user-' || ${chance(100_000, 7)} AS user_id,
      'message ' || i AS message, '1.' || ${chance(300, 8)} AS version,
      ['tag-' || ${chance(40, 9)}, 'tag-' || 40 + ${chance(400, 10)}] AS tags
    FROM range(${MOST}) AS rows(i)`,
  releases: `SELECT CASE i // 300 WHEN 0 THEN 'asked' ELSE 'project-' || i // 300 END AS project, '1.' || i % 300 AS version,
      'author-' || i % 17 AS author, false AS is_beta FROM range(15000) AS rows(i)`,
  orders: `SELECT 'order-' || i AS id, ${at(AGE)} AS placed_at, 'customer-' || ${chance(CUSTOMERS, 1)} AS customer_id,
      CASE ${chance(5, 2)} WHEN 0 THEN 'cancelled' WHEN 1 THEN 'open' ELSE 'paid' END AS status,
      (${chance(100_000, 3)} / 100)::DECIMAL(18, 2) AS total, NULL::VARCHAR AS coupon FROM range(${MOST}) AS rows(i)`,
  refunds: `SELECT ${at(AGE)} AS refunded_at, 'order-' || i AS order_id, (${chance(10_000, 1)} / 100)::DECIMAL(18, 2) AS amount
    FROM range(0, ${MOST}, 10) AS rows(i)`,
  checks: `SELECT 'check-' || i AS id, ${at(AGE)} AS "at",
      CASE ${chance(4, 1)} WHEN 0 THEN 'asked' ELSE 'monitor-' || ${chance(40, 2)} END AS monitor_id, 'fra' AS region,
      hash(i // 400) % 10 > 0 AS is_up, ${chance(1_000, 3)} AS latency_ms FROM range(${MOST}) AS rows(i)`,
};

/** Makes the tables in a new database file, with the schema that the project declares. */
export async function makeTables(database: string, schema: string): Promise<void> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(schema);
  for (const [table, rows] of Object.entries(TABLES))
    await connection.run(`INSERT INTO ${table} BY NAME ${rows}`);
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
}
