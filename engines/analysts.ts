/** The analysts of authors' own statements, each loaded on first use. To add one, add a line to `ANALYSTS`. */
import type { AnalystOpener } from './analyst.ts';

/** By dialect name. Engines without a line have no analyst. */
export const ANALYSTS: Readonly<
  Record<string, () => Promise<{ readonly default: AnalystOpener }>>
> = {
  bigquery: () => import('./bigquery/analyst.ts'),
  clickhouse: () => import('./clickhouse/analyst.ts'),
  duckdb: () => import('./duckdb/analyst.ts'),
};
