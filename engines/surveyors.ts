/** The surveyors of the engines, for `init` and `import`, each loaded on first use. To add one, add a line here. */

/** By dialect name. */
export const SURVEYORS = {
  bigquery: () => import('./bigquery/survey.ts'),
  duckdb: () => import('./duckdb/survey.ts'),
  clickhouse: () => import('./clickhouse/survey.ts'),
} as const;
