/** The engines that tests of endpoints run on, each loaded when it is first asked for. Adding one is a line in `EMBEDDED`. */
import type { EngineName } from './dialects.ts';
import type { EmbeddedOpener } from './embedded.ts';

/** By the names of the dialects whose statements they run; no test runs on an engine without a line. The first comes with quern. */
export const EMBEDDED = {
  duckdb: () => import('./duckdb/embedded.ts'),
  bigquery: () => import('./bigquery/embedded.ts'),
  clickhouse: () => import('./clickhouse/embedded.ts'),
} as const satisfies Partial<
  Record<EngineName, () => Promise<{ readonly default: EmbeddedOpener }>>
>;

export type EmbeddedName = keyof typeof EMBEDDED;
export const EMBEDDED_NAMES = Object.keys(EMBEDDED) as readonly EmbeddedName[];
