/** The engines that tests of endpoints run on, each loaded on first use. To add one, add a line to `EMBEDDED`. */
import type { EngineName } from './dialects.ts';
import type { EmbeddedOpener } from './embedded.ts';

/**
 * By the name of the dialect whose statements they run. No test runs on an engine without a line. The first is part of
 * quern.
 */
export const EMBEDDED = {
  duckdb: () => import('./duckdb/embedded.ts'),
  bigquery: () => import('./bigquery/embedded.ts'),
  clickhouse: () => import('./clickhouse/embedded.ts'),
} as const satisfies Partial<
  Record<EngineName, () => Promise<{ readonly default: EmbeddedOpener }>>
>;

export type EmbeddedName = keyof typeof EMBEDDED;
export const EMBEDDED_NAMES = Object.keys(EMBEDDED) as readonly EmbeddedName[];
