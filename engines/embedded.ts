/** The contract of an engine that runs on this machine, without data of its own: tests of endpoints run there, over the entries they give. */
import type { Source } from '../generator/core/source.ts';
import type { BoundStatement, Result, RunLimits } from './engine.ts';

/** The table of a data set, stored as it is declared, and its rows. */
export interface GivenTable {
  readonly source: Source;
  /** Each as JSON text, by the columns of the data set. */
  readonly entries: readonly string[];
}

export interface EmbeddedEngine {
  /**
   * Runs the statement over these tables alone. `now` is the clock of statements that read it themselves, in microseconds since
   * 1970 UTC, where the engine's clock can be set. Rejects with `EngineFailure`.
   */
  readonly run: (
    tables: readonly GivenTable[],
    statement: BoundStatement,
    limits: RunLimits & { readonly now: bigint },
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export interface EmbeddedOpener {
  /** Packages that must be installed for it besides quern's own, by their names in npm. */
  readonly packages: readonly string[];
  /** The packages may lie in `folder`. Rejects with `NotInstalled` where one of them is missing, or is not made for this machine. */
  readonly open: (folder: string) => Promise<EmbeddedEngine>;
}
