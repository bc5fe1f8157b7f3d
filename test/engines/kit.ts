/** What an engine brings for its tests: the contract of `test/engines/<name>.ts`, whose default export it is. */
import type { TestEngine } from './test-engine.ts';

export interface EngineKit {
  /** Opens an empty engine that runs SQL for tests. Packages are loaded here, so that whoever does not open it needs none. */
  readonly open: (options: OpenOptions) => Promise<TestEngine>;
  /** SQL that tests need and no dialect spells. */
  readonly sql: {
    /** The float that is not a number. */
    readonly notANumber: string;
    /** A stored array of records of one text field `a` with these values; `null` where the engine has no such type. */
    readonly records: ((values: readonly string[]) => string) | null;
    /** What reads the engine's clock, where two readings of one statement may differ. */
    readonly clock: RegExp | null;
  };
}

export interface OpenOptions {
  /** Settings of the session, for ClickHouse. */
  readonly settings?: Readonly<Record<string, string | number>>;
}
