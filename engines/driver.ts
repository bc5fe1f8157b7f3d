/** The contract of an engine's driver: how its settings become an engine that runs statements. */
import type { ManifestSource } from '../generator/core/output/manifest.ts';
import type { Engine } from './engine.ts';

/** The conditions under which an engine is opened. */
export interface Setup {
  /** How many statements run at once. */
  readonly concurrency: number;
  /** The data sets by name, as in the manifest. */
  readonly sources: Readonly<Record<string, ManifestSource>>;
  /** Paths of the columns and fields of a data set that its endpoints' statements read on the engine. */
  readonly reads: (source: string, engine: string) => readonly string[];
  /** Turns a path from the settings into a path of the system. */
  readonly pathOf: (path: string) => string;
  /** Turns a path into the form that the user would type. */
  readonly shown: (path: string) => string;
}

export interface Driver<Settings> {
  /**
   * Returns a function that opens the engine with each call; it rejects with `EngineFailure` if the engine is
   * unavailable. Throws `SettingsError` if the settings contradict the data sets, which no retry would fix.
   */
  readonly prepare: (settings: Settings, setup: Setup) => () => Promise<Engine>;
}

/** No engine can be opened with the settings. Their author reads the message and the hint. */
export class SettingsError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'SettingsError';
    this.hint = hint;
  }
}
