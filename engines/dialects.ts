/** The registered dialects. Adding one is one file and one line here. */

import type { Dialect } from '../generator/sql/dialect.ts';
import bigquery from './bigquery/dialect.ts';
import clickhouse from './clickhouse/dialect.ts';
import duckdb from './duckdb/dialect.ts';

const LIST: readonly Dialect[] = [bigquery, duckdb, clickhouse];

/** By name, in the order in which they are shown. */
export const DIALECTS: ReadonlyMap<string, Dialect> = new Map(LIST.map(d => [d.name, d]));
