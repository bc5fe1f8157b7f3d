/** The contract of an engine's driver: how its settings become an engine that runs statements. */
import type { ManifestSource } from '../generator/core/manifest.ts';
import type { Engine } from './engine.ts';

/** Where an engine is opened, and for what. */
export interface Setup {
  /** How many statements run at once. */
  readonly concurrency: number;
  /** The data sets by name, as in the manifest. */
  readonly sources: Readonly<Record<string, ManifestSource>>;
  /** Paths of what the statements of a data set's endpoints read of it, on the engine. */
  readonly reads: (source: string, engine: string) => readonly string[];
  /** A path of the settings as the system takes it. */
  readonly pathOf: (path: string) => string;
  /** A path as the user would type it. */
  readonly shown: (path: string) => string;
}

export interface Driver<Settings> {
  /**
   * Opens the engine with each call; rejects with `EngineFailure` if the engine is unavailable. Throws
   * `SettingsError` if the settings contradict the data sets, which no retry would fix.
   */
  readonly prepare: (settings: Settings, setup: Setup) => () => Promise<Engine>;
}

/** The settings open no engine. Their author reads the message and the hint. */
export class SettingsError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'SettingsError';
    this.hint = hint;
  }
}
