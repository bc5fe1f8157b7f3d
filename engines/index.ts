/** The engines. To add one, import its record and add it to `LIST`. No other file names an engine. */
import type { Dialect } from '../generator/sql/dialect.ts';
import bigquery from './bigquery/index.ts';
import clickhouse from './clickhouse/index.ts';
import duckdb from './duckdb/index.ts';
import type { EngineRecord } from './record.ts';

/** By the name of the dialect, in the order in which they are shown. */
const LIST = { bigquery, duckdb, clickhouse } as const;

export type EngineName = keyof typeof LIST;
/** The parsed settings of each engine. */
export type EnginesConfig = {
  readonly [Name in EngineName]: Parameters<(typeof LIST)[Name]['settings']['isConfigured']>[0];
};

export const ENGINES: { readonly [Name in EngineName]: EngineRecord<EnginesConfig[Name]> } = LIST;

export const ENGINE_NAMES = Object.keys(LIST) as readonly EngineName[];

/** Whether an engine has that name. */
export function isEngine(name: string): name is EngineName {
  return Object.hasOwn(LIST, name);
}

/** The dialects by name. */
export const DIALECTS: ReadonlyMap<string, Dialect> = new Map(
  Object.values(LIST).map(({ dialect }) => [dialect.name, dialect]),
);
