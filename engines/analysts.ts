/** The analysts of authors' own statements, each loaded when it is first asked for. Adding one is a line in `ANALYSTS`. */
import type { AnalystOpener } from './analyst.ts';

/** By the names of the dialects; engines without a line have no analyst. */
export const ANALYSTS: Readonly<
  Record<string, () => Promise<{ readonly default: AnalystOpener }>>
> = {
  bigquery: () => import('./bigquery/analyst.ts'),
  clickhouse: () => import('./clickhouse/analyst.ts'),
  duckdb: () => import('./duckdb/analyst.ts'),
};
