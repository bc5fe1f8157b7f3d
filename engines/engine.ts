/**
 * The one interface between the service and its engines. The service never branches on an engine's name.
 */
import type { DecimalDigits } from '../generator/core/decimal.ts';
import type { ParamValue, Scalar, Type } from '../generator/core/scalar.ts';

/** A value as an engine hands it over: what the manifest's column types make of it is the decoder's business. */
export type Cell = string | number | bigint | boolean | null;
export type Row = readonly Cell[];

/** A typed value for a placeholder: timestamps as microseconds since 1970 UTC, dates as `YYYY-MM-DD`. */
export interface BoundValue {
  readonly name: string;
  /** Of the value; of each item where it is a list. */
  readonly scalar: Scalar;
  /** An array is bound as one. `null` only in an author's own statement, where an optional parameter is absent. */
  readonly value: ParamValue | null;
}
export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly BoundValue[];
  /**
   * An author's own statement: its columns are of any type. `Result` names them, and each cell is what a compiled statement of
   * the scalar nearest to its type would give: integers with all digits, timestamps as microseconds, decimals and dates as text;
   * lists, records, maps and JSON as JSON text, the rest as text.
   */
  readonly isOwn?: true;
}

/** How long a call may take. */
export interface Deadline {
  /** Milliseconds for the whole run, waiting for a free connection included. */
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}
export interface RunLimits extends Deadline {
  /** No more rows than these are read. */
  readonly maxRows: number;
  /** Bytes of cells, counted by `cellBytes` while they are read: beyond them the run fails as `too_large`. */
  readonly maxBytes: number;
  /** The purpose of the statement, for engines that record it. */
  readonly label: RunLabel;
  /**
   * Takes rows as they arrive, so that nobody has to hold them all; it never throws. An engine that reads all rows at once leaves
   * them to `Result.rows`. A run that rejects may have given some before.
   */
  readonly take?: (rows: readonly Row[]) => void;
}
export interface RunLabel {
  readonly endpoint: string;
  /** The identifier of the request that caused the run. */
  readonly request: string;
}
export interface Result {
  /** In the statement's order, cells in its columns' order; without those that were taken. */
  readonly rows: readonly Row[];
  /** Bytes of stored data that the engine says it read, or billed; `null` where it does not say. */
  readonly scannedBytes: number | null;
  /** The columns of an author's own statement, in order; not there for others. */
  readonly columns?: readonly CatalogueColumn[];
}

export interface MissingTable {
  /** The parts of its name, joined by a dot. */
  readonly table: string;
  /** For the log alone; `null` where no more is known than that it cannot be read. */
  readonly reason: string | null;
}

/** A table as the engine's own catalogue has it. */
export interface CatalogueTable {
  /** The parts of its name, joined by a dot. */
  readonly table: string;
  /** `null` if the engine does not report it. */
  readonly columns: readonly CatalogueColumn[] | null;
  /** How many entries of files are left out as invalid; only where they are counted. */
  readonly skipped?: number;
}
export interface CatalogueColumn {
  readonly name: string;
  /** As the engine writes it, for people. */
  readonly type: string;
  /** The types that a data set may declare for it, so that statements read it correctly. */
  readonly readAs: readonly Type[];
  /** Whether it may hold NULL; `null` if the engine does not report it. */
  readonly nullable: boolean | null;
  /** Whether it holds lists; `null` where statements read it alike. */
  readonly isList: boolean | null;
  /** The fields of a record, or of the records of a list; `null` for any other type. */
  readonly fields: readonly CatalogueColumn[] | null;
  /** Only of decimals: digits in all, and after the point. */
  readonly digits?: DecimalDigits;
  /** The comment that the engine keeps with it; only where it has one. */
  readonly description?: string;
  /** Only of files of which some lack it, where it is not declared as optional. */
  readonly lackedBy?: Lack;
}
/** Files without a column that others of the same table have. */
export interface Lack {
  /** The path of one of them, below the folder in which all lie. */
  readonly example: string;
  readonly count: number;
  /** How many files were looked at. */
  readonly of: number;
}

export interface Engine {
  /** The dialect whose statements it runs: a key of `engines` in the manifest. */
  readonly name: string;
  /** Rejects with `EngineFailure`, never with a part of the rows. */
  readonly run: (statement: BoundStatement, limits: RunLimits) => Promise<Result>;
  /** The engine's own plan or estimate of the statement, as text for its operator. Rejects with `EngineFailure`. */
  readonly explain: (statement: BoundStatement, deadline: Deadline) => Promise<string>;
  /**
   * Those of the tables (each the parts of its name, outermost first) that cannot be read. Rejects with `EngineFailure` when the
   * engine is not reachable.
   */
  readonly missing: (tables: readonly (readonly string[])[]) => Promise<readonly MissingTable[]>;
  /**
   * The columns of the tables that `missing` does not name. Tables that are gone by
   * now are left out. Rejects as `missing` does.
   */
  readonly catalogue: (
    tables: readonly (readonly string[])[],
  ) => Promise<readonly CatalogueTable[]>;
  /** Runs statements of callers, where those need more walls around them than others; without it, they run like others. */
  readonly confined?: Pick<Engine, 'run'>;
  /** Ends what it holds open; runs that have not ended are given up. Called twice, it is the same end. */
  readonly close: () => Promise<void>;
}

/**
 * `failed`: the engine refused or broke off; `timeout`: not in time; `cancelled`: nobody waits; `unavailable`: not there, or
 * it asks to come back later; `too_large`: more bytes than allowed; `exhausted`: it needs more memory, or reads more, than it may.
 */
export type FailureKind =
  | 'failed'
  | 'timeout'
  | 'cancelled'
  | 'unavailable'
  | 'too_large'
  | 'exhausted';

/** The only thing an engine rejects with. Its message is the engine's and goes to the log alone. */
export class EngineFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineFailure';
    this.kind = kind;
  }
}
