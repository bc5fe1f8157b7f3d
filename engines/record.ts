/**
 * The contract of an engine's record, the default export of `engines/<name>/index.ts`: the engine as the rest of quern
 * sees it. The compiler needs the dialect and the settings. Every other part is loaded on first use.
 */
import type { EngineSettings } from '../generator/settings/engine-settings.ts';
import type { Dialect } from '../generator/sql/dialect.ts';
import type { AnalyserOpener } from './analyser.ts';
import type { AnalystOpener } from './analyst.ts';
import type { DemoFiller, DemoMaker } from './demo.ts';
import type { Driver } from './driver.ts';
import type { EmbeddedOpener } from './embedded.ts';
import type { Examiner } from './examiner.ts';
import type { ParquetWriter } from './parquet.ts';
import type { RollupKeeper } from './rollups.ts';
import type { Surveyor } from './survey.ts';

/** Loads a part of an engine, the default export of its module. */
export type LazyPart<T> = () => Promise<{ readonly default: T }>;

export interface EngineRecord<Values> {
  /**
   * Whether quern uses it where nothing names an engine: for the service, and for tests of endpoints. One engine is the
   * default, and its packages are quern's own.
   */
  readonly isDefault: boolean;
  /** The npm names of the packages that the driver loads. */
  readonly packages: readonly string[];
  /** How the engine spells SQL. */
  readonly dialect: Dialect;
  /** Its settings in `quern.yaml`. */
  readonly settings: EngineSettings<Values>;
  readonly driver: LazyPart<Driver<Values>>;
  readonly survey: LazyPart<Surveyor<Values>>;
  /** The analyst of authors' own statements; `null` if quern has none for this engine. */
  readonly analyst: AnalystPart | null;
  /** The engine on the author's machine; `null` if tests cannot run on it. */
  readonly embedded: LazyPart<EmbeddedOpener> | null;
  /** For an engine that speaks GoogleSQL; `null` for the others. */
  readonly googleSql: GoogleSqlPart | null;
  /** The maker of the database of `quern demo`; `null` for an engine on which no demo runs. It must read database files. */
  readonly demo: LazyPart<DemoMaker> | null;
  /** For an engine whose server `quern demo` can fill with the logs of that database; `null` for the others. */
  readonly demoTables: LazyPart<DemoFiller<Values>> | null;
  /** The questions of `quern doctor` to its server; `null` if it asks no more than of any engine. */
  readonly examiner: LazyPart<Examiner<Values>> | null;
  /** The keeper of copies of rollups; `null` if the engine keeps its own, or quern uses none there. */
  readonly rollups: LazyPart<RollupKeeper<Values>> | null;
  /** The writer of Parquet files; `null` if the engine has none. */
  readonly parquet: LazyPart<ParquetWriter> | null;
}

export interface GoogleSqlPart {
  /** Packages that must be installed for the analyser, by their npm names. */
  readonly packages: readonly string[];
  /** Rejects with `NotInstalled` if they are neither beside quern nor in `folder`. Loads none of them. */
  readonly requireInstalled: (folder: string) => Promise<void>;
  readonly analyser: LazyPart<AnalyserOpener>;
}

export interface AnalystPart {
  /** Packages that must be installed for it, by their npm names. */
  readonly packages: readonly string[];
  readonly load: LazyPart<AnalystOpener>;
}
