/** The contracts of an engine's demo: one makes a database file of made-up logs, others copy them into the tables of a server. */

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
  /** The entries of a table of the database in the order of their `timestamp`, each as a JSON object, in batches. */
  readonly entries: (file: string, table: readonly string[]) => AsyncIterable<readonly string[]>;
}

export interface ServerLogs {
  /** The CREATE TABLE statements of the data sets. Each table has a column `timestamp`. */
  readonly schema: string;
  readonly tables: readonly {
    /** The parts of its name, outermost first. */
    readonly name: readonly string[];
    /** In the order of their `timestamp`, each as a JSON object, in batches. */
    readonly entries: AsyncIterable<readonly string[]>;
  }[];
  /** The options that the logs were made with. The tables keep it. */
  readonly about: string;
  /** Receives the number of entries that the tables have so far. */
  readonly onProgress: (filled: number) => void;
}

export interface DemoFiller<Settings> {
  /**
   * Fills tables with the logs, all or none, and returns whether it did: `false` if the tables have the logs already. It replaces tables
   * of a demo and no others. Rejects with `SettingsError` if the database has another table of such a name, and with `EngineFailure` if
   * the engine refuses, or after `interrupted` is aborted.
   */
  readonly fill: (
    settings: Settings,
    logs: ServerLogs,
    interrupted: AbortSignal,
  ) => Promise<boolean>;
}
