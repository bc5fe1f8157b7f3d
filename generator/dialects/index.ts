/** The registered dialects. Adding one is one file and one line here. */
import bigquery from './bigquery.ts';
import clickhouse from './clickhouse.ts';
import type { Dialect } from './dialect.ts';
import duckdb from './duckdb.ts';

const LIST: readonly Dialect[] = [bigquery, duckdb, clickhouse];

/** By name, in the order in which they are shown. */
export const DIALECTS: ReadonlyMap<string, Dialect> = new Map(LIST.map(d => [d.name, d]));
