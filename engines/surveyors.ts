/** The surveyors of the engines, for `init` and `import`, each loaded when it is first asked for. Adding one is a line here. */

/** By the names of the dialects. */
export const SURVEYORS = {
  bigquery: () => import('./bigquery/survey.ts'),
  duckdb: () => import('./duckdb/survey.ts'),
  clickhouse: () => import('./clickhouse/survey.ts'),
} as const;
