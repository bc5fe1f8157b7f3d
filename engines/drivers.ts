/** The drivers of the engines, each loaded on first use. To add one, add a line to `DRIVERS`. */

/** By the name of the dialect whose statements they run. */
export const DRIVERS = {
  bigquery: () => import('./bigquery/driver/prepare.ts'),
  duckdb: () => import('./duckdb/driver/prepare.ts'),
  clickhouse: () => import('./clickhouse/driver/prepare.ts'),
} as const;
