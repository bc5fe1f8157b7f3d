/** The drivers of the engines, each loaded when it is first asked for. Adding one is a line in `DRIVERS`. */

/** By the names of the dialects whose statements they run. */
export const DRIVERS = {
  bigquery: () => import('./bigquery/driver/prepare.ts'),
  duckdb: () => import('./duckdb/driver/prepare.ts'),
  clickhouse: () => import('./clickhouse/driver/prepare.ts'),
} as const;
