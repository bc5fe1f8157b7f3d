/**
 * The contract of an engine that runs on this machine without data of its own. Tests of endpoints run there, over the
 * entries that they define.
 */
import type { Source } from '../generator/core/spec/source.ts';
import type { BoundStatement, Result, RunLimits } from './engine.ts';

/** The table of a data set, stored as declared, and its rows. */
export interface GivenTable {
  readonly source: Source;
  /** Each is JSON text, by the columns of the data set. */
  readonly entries: readonly string[];
}

export interface EmbeddedEngine {
  /**
   * Runs the statement over only these tables. `now` is the clock for statements that read it themselves, in
   * microseconds since 1970 UTC; it applies if the engine's clock can be set. Rejects with `EngineFailure`.
   */
  readonly run: (
    tables: readonly GivenTable[],
    statement: BoundStatement,
    limits: RunLimits & { readonly now: bigint },
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export interface EmbeddedOpener {
  /**
   * The packages may be in `folder`. Rejects with `NotInstalled` if a package is missing or not made for this machine.
   */
  readonly open: (folder: string) => Promise<EmbeddedEngine>;
}
