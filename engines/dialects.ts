/**
 * The engines as the compiler uses them: how each spells SQL, and its settings in `quern.yaml`. To add one, add a line
 * to `LIST`.
 */
import type { EngineSettings } from '../generator/settings/engine-settings.ts';
import type { Dialect } from '../generator/sql/dialect.ts';
import bigquery from './bigquery/dialect.ts';
import bigquerySettings from './bigquery/settings.ts';
import clickhouse from './clickhouse/dialect.ts';
import clickhouseSettings from './clickhouse/settings.ts';
import duckdb from './duckdb/dialect.ts';
import duckdbSettings from './duckdb/settings.ts';

/** By dialect name, in the order in which they are shown. */
const LIST = {
  bigquery: { dialect: bigquery, settings: bigquerySettings },
  duckdb: { dialect: duckdb, settings: duckdbSettings },
  clickhouse: { dialect: clickhouse, settings: clickhouseSettings },
} as const;

export type EngineName = keyof typeof LIST;
/** The parsed settings of each engine. */
export type EnginesConfig = {
  readonly [Name in EngineName]: Parameters<(typeof LIST)[Name]['settings']['isConfigured']>[0];
};

export const ENGINES: {
  readonly [Name in EngineName]: {
    readonly dialect: Dialect;
    readonly settings: EngineSettings<EnginesConfig[Name]>;
  };
} = LIST;

export const ENGINE_NAMES = Object.keys(LIST) as readonly EngineName[];

/** Whether an engine has that name. */
export function isEngine(name: string): name is EngineName {
  return Object.hasOwn(LIST, name);
}

/** The dialects by name. */
export const DIALECTS: ReadonlyMap<string, Dialect> = new Map(
  Object.values(LIST).map(({ dialect }) => [dialect.name, dialect]),
);
