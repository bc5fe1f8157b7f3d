/** The engines. To add one, import its record and add it to `LIST`. Code elsewhere names no engine. */
import type { FileKeys } from '../generator/settings/engine-settings.ts';
import type { Dialect } from '../generator/sql/dialect.ts';
import bigquery from './bigquery/index.ts';
import clickhouse from './clickhouse/index.ts';
import type { DemoMaker } from './demo.ts';
import duckdb from './duckdb/index.ts';
import type { ParquetWriter } from './parquet.ts';
import postgres from './postgres/index.ts';
import type { EngineRecord, GoogleSqlPart, LazyPart } from './record.ts';

/** By the name of the dialect, in the order in which they are shown. */
const LIST = { bigquery, duckdb, clickhouse, postgres } as const;

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

/** The engine that quern uses where nothing names one. */
export const DEFAULT_ENGINE = firstWith(({ isDefault }) => isDefault || null).name;

/** The engines that tests can run on, the default engine first. */
export const EMBEDDED_NAMES: readonly EngineName[] = [
  DEFAULT_ENGINE,
  ...ENGINE_NAMES.filter(name => name !== DEFAULT_ENGINE && ENGINES[name].embedded !== null),
];

const files = firstWith(({ settings }) => settings.files);
/** The engine that reads files of this machine. */
export const FILE_ENGINE = files.name;
/** The keys of its settings for them. */
export const FILE_KEYS: FileKeys = files.part;

const speaker = firstWith(({ googleSql }) => googleSql);
/** The engine that speaks GoogleSQL. */
export const GOOGLE_SQL_ENGINE = speaker.name;
/** Its analyser. */
export const GOOGLE_SQL: GoogleSqlPart = speaker.part;

const demo = firstWith(({ demo: load, settings: { files } }) =>
  load === null || files === null ? null : { load, files },
);
/** The engine of the demo. */
export const DEMO_ENGINE = demo.name;
/** The maker of its database, and the keys of its settings for the file. */
export const DEMO: { readonly load: LazyPart<DemoMaker>; readonly files: FileKeys } = demo.part;

/** The engines that `quern demo` serves from: its own, and those whose servers it fills. */
export const DEMO_ENGINES: readonly EngineName[] = [
  DEMO_ENGINE,
  ...ENGINE_NAMES.filter(name => ENGINES[name].demoTables !== null),
];

/** The writer of Parquet, which a service on any engine uses. */
export const PARQUET: LazyPart<ParquetWriter> = firstWith(({ parquet }) => parquet).part;

/** The first engine of the list that has the part, and the part. */
function firstWith<T>(partOf: (record: (typeof LIST)[EngineName]) => T | null): {
  readonly name: EngineName;
  readonly part: T;
} {
  for (const name of ENGINE_NAMES) {
    const part = partOf(LIST[name]);
    if (part !== null) return { name, part };
  }
  throw new Error('no engine has the part');
}
