/** The contract of an engine's examiner: what `quern doctor` asks a server beyond its tables. */

export interface ExaminedTable {
  /** The parts of its name, outermost first. */
  readonly name: readonly string[];
  /** The stored names of the columns of time that statements read. */
  readonly times: readonly string[];
  /** The stored names of the columns that statements compare with one value. */
  readonly scope: readonly string[];
}

export interface Examined {
  /** `note`: worth knowing, but nothing fails because of it. */
  readonly state: 'ok' | 'note' | 'error';
  readonly fact: string;
  /** Begins with a verb; `null` if there is nothing to do. */
  readonly remedy: string | null;
}

export interface Examiner<Settings> {
  /** Looks at the server and at tables that exist. Rejects with `EngineFailure` if it does not answer. */
  readonly examine: (
    settings: Settings,
    tables: readonly ExaminedTable[],
  ) => Promise<readonly Examined[]>;
}
