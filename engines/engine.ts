/** The only interface between the service and its engines. The service never branches on an engine's name. */
import type { ManifestCopy } from '../generator/core/output/manifest.ts';
import type { DecimalDigits } from '../generator/core/types/decimal.ts';
import type { ParamValue, Scalar, Type } from '../generator/core/types/scalar.ts';
import type { StoredKinds } from './stored-types.ts';

/** A value as an engine returns it. The decoder converts it to the type of its column in the manifest. */
export type Cell = string | number | bigint | boolean | null;
export type Row = readonly Cell[];

/** A typed value for a placeholder: timestamps as microseconds since 1970 UTC, dates as `YYYY-MM-DD`. */
export interface BoundValue {
  readonly name: string;
  /** The type of the value, or of each item if it is a list. */
  readonly scalar: Scalar;
  /**
   * An array is bound as one value. `null` occurs only in an author's own statement, for an absent optional parameter.
   */
  readonly value: ParamValue | null;
  /** Only for a pattern of RE2, or a list of patterns. `caseless`: the statement adds the flag that ignores case. */
  readonly pattern?: 'plain' | 'caseless';
  /** Its number in the statement, where values before it are left out; else its place in the list. */
  readonly position?: number;
}
export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly BoundValue[];
  /**
   * An author's own statement. Its columns have any type, and `Result` names them. Each cell has the form that a
   * compiled statement returns for the scalar nearest to its type: integers with all digits, timestamps as
   * microseconds, decimals and dates as text. Lists, records, maps and JSON are JSON text; all other values are text.
   */
  readonly isOwn?: true;
  /** The tables of copies of rollups that it may read, by name; any of them may be missing. */
  readonly copies?: Readonly<Record<string, ManifestCopy>>;
}

/** How long a call may take. */
export interface Deadline {
  /** Milliseconds for the whole run, including the wait for a free connection. */
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}
export interface RunLimits extends Deadline {
  /** The most rows that are read. */
  readonly maxRows: number;
  /**
   * The most bytes of cells, counted by `cellBytes` as they are read. Above this limit the run fails as `too_large`.
   */
  readonly maxBytes: number;
  /** The purpose of the statement, for engines that record it. */
  readonly label: RunLabel;
  /**
   * Receives rows as they arrive, so that not all of them need to be kept in memory; it never throws. An engine that
   * reads all rows at once returns them in `Result.rows` instead. A run that rejects may have passed some rows before;
   * for that reason, a run that passed some is not repeated.
   */
  readonly take?: (rows: readonly Row[]) => void;
}
export interface RunLabel {
  readonly endpoint: string;
  /** The identifier of the request that caused the run. */
  readonly request: string;
}
export interface Result {
  /** In the statement's order, each with its cells in the columns' order; without rows that `take` received. */
  readonly rows: readonly Row[];
  /** Bytes of stored data that the engine reports as read or billed; `null` if it reports none. */
  readonly scannedBytes: number | null;
  /** The columns of an author's own statement, in order; absent for other statements. */
  readonly columns?: readonly CatalogueColumn[];
  /** The rollups whose copies were read; absent for none, and for engines that do not say. */
  readonly rollups?: readonly string[];
}

export interface MissingTable {
  /** The parts of its name, joined by a dot. */
  readonly table: string;
  /** Only for the log; `null` if nothing is known except that the table cannot be read. */
  readonly reason: string | null;
}

/** A table as the engine's own catalogue describes it. */
export interface CatalogueTable {
  /** The parts of its name, joined by a dot. */
  readonly table: string;
  /** `null` if the engine does not report it. */
  readonly columns: readonly CatalogueColumn[] | null;
  /** How many entries of files are left out as invalid; only if they are counted. */
  readonly skipped?: number;
}
export interface CatalogueColumn {
  readonly name: string;
  /** As the engine writes it, for people to read. */
  readonly type: string;
  /** The types that a data set may declare for it and that statements then read correctly. */
  readonly readAs: readonly Type[];
  /** The groups of stored types that statements read alike. */
  readonly kinds: StoredKinds;
  /** Whether it may be NULL; `null` if the engine does not report it. */
  readonly nullable: boolean | null;
  /** Whether it contains lists; `null` if statements read lists and single values alike. */
  readonly isList: boolean | null;
  /** The fields of a record, or of the records of a list; `null` for any other type. */
  readonly fields: readonly CatalogueColumn[] | null;
  /** Only for a record of a type of the database's own, which statements read by `stored`. */
  readonly isTyped?: true;
  /** Only for documents in which statements read any record; its values are NULL where they have other types. */
  readonly isOpen?: true;
  /** Only for decimals: the number of digits in all, and after the point. */
  readonly digits?: DecimalDigits;
  /** The comment that the engine stores with it, if any. */
  readonly description?: string;
  /** Only for files, if some of them lack it and it is not declared as optional. */
  readonly lackedBy?: Lack;
  /** Only for NDJSON, if no file has it and it is not declared as optional: statements read NULL. */
  readonly inNoFile?: true;
  /** Only for files, if no declared column reads it: a name that a missing one may mean. */
  readonly isUndeclared?: true;
}
/** Files without a column that others of the same table have. */
export interface Lack {
  /** The path of one of them, below the folder that contains all. */
  readonly example: string;
  readonly count: number;
  /** How many files were looked at. */
  readonly of: number;
}

export interface Engine {
  /** The dialect whose statements it runs: a key of `engines` in the manifest. */
  readonly name: string;
  /** Rejects with `EngineFailure`; never resolves with only a part of the rows. */
  readonly run: (statement: BoundStatement, limits: RunLimits) => Promise<Result>;
  /** The engine's own plan or estimate of the statement, as text for its operator. Rejects with `EngineFailure`. */
  readonly explain: (statement: BoundStatement, deadline: Deadline) => Promise<string>;
  /** How much the statement would read, without running it; `null` if the engine cannot say. Rejects with `EngineFailure`. */
  readonly estimate: (statement: BoundStatement, deadline: Deadline) => Promise<Estimate | null>;
  /**
   * Runs the statement within the bounds of a caller's, and says which copies of its tables the engine looked at: by the name of a copy `null`
   * if it was read, else the engine's reason. Only for engines that say so of runs alone. Rejects with `EngineFailure`.
   */
  readonly copies?: (
    statement: BoundStatement,
    limits: RunLimits,
  ) => Promise<ReadonlyMap<string, string | null>>;
  /**
   * The tables that cannot be read, of those given: each as the parts of its name, outermost first. Rejects with
   * `EngineFailure` if the engine is not reachable.
   */
  readonly missing: (tables: readonly (readonly string[])[]) => Promise<readonly MissingTable[]>;
  /**
   * The columns of the tables that `missing` does not return. Tables that no longer exist are left out. Rejects as
   * `missing` does.
   */
  readonly catalogue: (
    tables: readonly (readonly string[])[],
  ) => Promise<readonly CatalogueTable[]>;
  /** Runs statements of callers, which nobody has reviewed. */
  readonly confined: Confined;
  /** Releases all that it has open. Unfinished runs are given up. A second call waits for the same end. */
  readonly close: () => Promise<void>;
}

/** The amount that a statement would read. */
export interface Estimate {
  readonly amount: number;
  readonly unit: 'bytes' | 'rows';
}

/** Statements of callers run within bounds, or not at all. */
export interface Confined {
  /** Runs like `Engine.run`, within the bounds. Rejects with an `unconfined` failure if the engine has none. */
  readonly run: Engine['run'];
  /** Rejects with `EngineFailure` if the engine is not reachable. */
  readonly bounds: () => Promise<Bounds | Unconfined>;
}
/** The limits of one statement of a caller. */
export interface Bounds {
  /** Bytes of memory; `null` if the engine is a service that bounds memory itself. */
  readonly memoryBytes: number | null;
  /** Bytes of stored data that are read; `null` if memory and time bound them. */
  readonly readBytes: number | null;
  /** The end of its work at the deadline: quern kills its process, or has the server cancel it. */
  readonly deadline: 'kill' | 'cancel';
}
/** The engine cannot bound statements here. */
export interface Unconfined {
  /** The reason, for the operator. */
  readonly unconfined: string;
}

/** For an engine that cannot bound statements of callers: it runs none. */
export function unconfined(why: string): Confined {
  return {
    run: () => Promise.reject(new EngineFailure('unconfined', why)),
    bounds: async () => ({ unconfined: why }),
  };
}

/**
 * `failed`: the engine refused the statement or broke it off; `timeout`: time is up; `cancelled`: nobody waits;
 * `unavailable`: the engine is not there, or asks to come back later; `too_large`: more bytes than allowed;
 * `exhausted`: the statement needs more memory, or reads more, than it may; `unconfined`: the engine cannot bound the
 * statement of a caller.
 */
export type FailureKind =
  | 'failed'
  | 'timeout'
  | 'cancelled'
  | 'unavailable'
  | 'too_large'
  | 'exhausted'
  | 'unconvertible'
  | 'unconfined';

/** The only error that an engine rejects with. Its message is the engine's and goes only to the log. */
export class EngineFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineFailure';
    this.kind = kind;
  }
}
