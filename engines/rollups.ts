/** The contract of the keeper of copies of rollups, for an engine whose copies quern keeps itself. */
import type { OnProgress } from '../generator/core/report/progress.ts';
import type { CopyDefinition } from '../generator/core/spec/rollup-copy.ts';
import type { Setup } from './driver.ts';

/** Instants are microseconds since 1970 UTC. */
export interface CopyState {
  readonly source: string;
  readonly rollup: string;
  /** Where the copy ends; `null` if it was never filled. */
  readonly until: bigint | null;
  /** How many rows it has, and how many entries they count. */
  readonly rows: bigint;
  readonly counted: bigint;
  /** How many entries the table has before the end. Statements read the copy if both counts are equal. */
  readonly found: bigint;
}

/** Whether statements read the copy. */
export function isRead({ until, counted, found }: CopyState): boolean {
  return until !== null && counted === found;
}

export interface RefreshOptions {
  /** Copies end at the last step before this instant. */
  readonly until: bigint;
  /** The names of copies whose entries are all counted again. */
  readonly anew: ReadonlySet<string>;
  readonly onProgress: OnProgress;
  /** The last file cannot be read, so that all days are counted again. */
  readonly onBroken: (file: string) => void;
}
export interface RefreshedCopy {
  readonly source: string;
  readonly rollup: string;
  /** How many days were counted. */
  readonly days: number;
}

/** Another process refreshes the copies. */
export class RefreshRunning extends Error {
  constructor(options: ErrorOptions) {
    super('another refresh is running', options);
    this.name = 'RefreshRunning';
  }
}

export interface Copies {
  /**
   * Counts the days whose entries the copies do not have, and publishes a file of all copies, after each thirty days and at the end. Tables of
   * other definitions are left out. Rejects with `RefreshRunning` or `EngineFailure`; what was published before stays.
   */
  readonly refresh: (
    definitions: readonly CopyDefinition[],
    options: RefreshOptions,
  ) => Promise<readonly RefreshedCopy[]>;
  readonly status: (definitions: readonly CopyDefinition[]) => Promise<readonly CopyState[]>;
  readonly close: () => Promise<void>;
}

export interface RollupKeeper<Settings> {
  /** Rejects with `EngineFailure` if the entries cannot be read. */
  readonly open: (settings: Settings, setup: Setup) => Promise<Copies>;
}
