/** The contract of an engine's demo: it makes a database file of made-up logs, for `quern demo`. */

export interface DemoLogs {
  /** The CREATE TABLE statements of the data sets. */
  readonly schema: string;
  readonly seed: number;
  readonly days: number;
  readonly rows: number;
  /** Microseconds since 1970 UTC. */
  readonly now: bigint;
  readonly onProgress: (made: number) => void;
}

export interface DemoMaker {
  /** Endings of files and folders of a database that may be beside it. */
  readonly beside: readonly string[];
  /**
   * Makes the database in a new file, with the text of `about` in it. Returns the reference of the project with the most
   * entries, which `about` receives. Ends soon after `interrupted` is aborted. Rejects with `EngineFailure` if the file
   * cannot be written.
   */
  readonly make: (
    file: string,
    logs: DemoLogs,
    about: (project: string) => string,
    interrupted: AbortSignal,
  ) => Promise<string>;
  /** The text that `make` put into the database; `null` if the file is not a database of the demo. */
  readonly readAbout: (file: string) => Promise<string | null>;
}
