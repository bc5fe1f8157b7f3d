/** The parts that an engine brings for its tests: the contract of the default export of `test/engines/<name>.ts`. */
import type { Engine } from '../../engines/engine.ts';
import type { OwnPieces } from '../contracts/dialect/own-pieces.ts';
import type { TestEngine, TestTable } from './test-engine.ts';

export interface EngineKit {
  /**
   * Opens an empty engine that runs SQL for tests. Packages are loaded here, so that only tests that open it need them.
   */
  readonly open: (options: OpenOptions) => Promise<TestEngine>;
  /**
   * The names of the parameters that the engine's own parser sees in a statement, whatever tables there are; `null` where it
   * refuses the text.
   */
  readonly parameters: (engine: TestEngine, sql: string) => Promise<readonly string[] | null>;
  /** SQL that tests need and no dialect spells. */
  readonly sql: {
    /** The float that is not a number. */
    readonly notANumber: string;
    /** The instant of a column of whole seconds since 1970. */
    readonly instant: (column: string) => string;
    /** A stored array of records of one text field `a` with these values; `null` where the engine has no such type. */
    readonly records: ((values: readonly string[]) => string) | null;
    /** An expression that reads the engine's clock, where two readings of one statement may differ. */
    readonly clock: RegExp | null;
    /** Of the clock, in microseconds: 1, or 1000 where the engine knows milliseconds alone. */
    readonly clockStep: bigint;
    /** A whole number over the text column `id` that fails in each row, if the engine can, with the words `the_secret`. */
    readonly refused: string;
  };
  /** The engine as the service has it. */
  readonly service: ServiceKit;
  /** Pieces of random statements that an author could write. */
  readonly pieces: OwnPieces;
  /** An author's own statements in the engine's lexical rules, each with its parameters as they stand in it. */
  readonly lexis: readonly (readonly [text: string, parameters: string])[];
}

export interface OpenOptions {
  /** Settings of the session, for ClickHouse. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** The facts by which a process reaches an engine over tables of a test. */
export interface Reached {
  /** `engines.<name>` of `quern.yaml`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Variables that the settings name. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

export interface ServiceKit {
  /** Starts the engine's server, or writes its file. */
  readonly reach: (tables: readonly TestTable[]) => Promise<Reached>;
  /** Opens the engine's driver over tables of a test. */
  readonly open: (tables: readonly TestTable[], options: ServiceOptions) => Promise<Served>;
  /**
   * The same before a server whose answers go wrong; `null` where the engine runs inside the process, and its driver has no
   * connection to lose.
   */
  readonly faulty:
    | ((tables: readonly TestTable[], options: ServiceOptions) => Promise<Faulty>)
    | null;
  /** How many statements the suites may run: a slow engine is spared. */
  readonly pace: 'fast' | 'usual' | 'slow';
}
export interface ServiceOptions {
  readonly concurrency: number;
}

/** `stall`: statements do not end; `refuse`: the engine refuses them, with the words `the_secret`. */
export type Trouble = 'none' | 'stall' | 'refuse';

export interface Served {
  readonly engine: Engine;
  /** The trouble of every run from now on. */
  readonly trouble: (trouble: Trouble) => void;
  /** Changes with any table, or anything that was put beside them. */
  readonly fingerprint: () => Promise<string>;
  /** Adds the row `utf8` to the table `samples`, its text `a`, a byte that is not UTF-8, and `b`; `null` where none is stored. */
  readonly addBytes: (() => Promise<void>) | null;
  readonly close: () => Promise<void>;
}

/** A fault by its name, and the codes that a caller may be told of it; `rows`: the rows after all. */
export interface NamedFault {
  readonly name: string;
  readonly told: readonly string[];
}
/** Which fault the run of a request has: a number from 0 to 1 chooses one, `null` none. */
export type FaultChoice = (request: string) => number | null;

export interface Faults {
  /** The fault that a number chooses. */
  readonly named: (chosen: number) => NamedFault;
  readonly choose: (choice: FaultChoice) => void;
  /** Lets each run hang, and tells how many are under way at the engine; `null`: they cannot be seen. */
  readonly hold: (() => () => number) | null;
}
export interface Faulty extends Faults {
  readonly engine: Engine;
  /** The same server, for a process. */
  readonly reached: Omit<Reached, 'close'>;
  readonly close: () => Promise<void>;
}
