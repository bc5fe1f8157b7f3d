/** The analysts of authors' own statements, each loaded on first use. To add one, add a line to `ANALYSTS`. */
import type { AnalystOpener } from './analyst.ts';
import { PACKAGES } from './bigquery/analyst/packages.ts';

interface Listed {
  /** Packages that must be installed for it, by their npm names. */
  readonly packages: readonly string[];
  readonly load: () => Promise<{ readonly default: AnalystOpener }>;
}

/** By dialect name. Engines without a line have no analyst. */
export const ANALYSTS: Readonly<Record<string, Listed>> = {
  bigquery: { packages: PACKAGES, load: () => import('./bigquery/analyst.ts') },
  clickhouse: { packages: ['chdb'], load: () => import('./clickhouse/analyst.ts') },
  duckdb: { packages: ['@duckdb/node-api'], load: () => import('./duckdb/analyst.ts') },
};
