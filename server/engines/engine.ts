/**
 * The one interface between the service and whatever answers its statements. The service never branches on an engine's name.
 */
import type { Scalar, Value } from '../../generator/ir.ts';

/** A value as an engine hands it over: what the manifest's column types make of it is the decoder's business. */
export type Cell = string | number | bigint | boolean | null;
export type Row = readonly Cell[];

/** A typed value for a placeholder: timestamps as microseconds since 1970 UTC, dates as `YYYY-MM-DD`. */
export interface BoundValue {
  readonly name: string;
  readonly scalar: Scalar;
  readonly value: Value;
}
export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly BoundValue[];
}
export interface RunLimits {
  /** No more rows than these are read. */
  readonly maxRows: number;
  /** Milliseconds for all of it, waiting for a free connection included. */
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the rows any more. */
  readonly signal: AbortSignal;
}

export interface Engine {
  /** The dialect whose statements it runs: a key of `engines` in the manifest. */
  readonly name: string;
  /** Rows in the statement's order, cells in its columns' order. Rejects with `EngineFailure`, never with a part of the rows. */
  readonly run: (statement: BoundStatement, limits: RunLimits) => Promise<readonly Row[]>;
  /** Those of the tables (each the parts of its name, outermost first) that cannot be read. Rejects when unreachable. */
  readonly missing: (tables: readonly (readonly string[])[]) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** `failed`: the engine refused or broke off; `timeout`: not in time; `cancelled`: nobody waits; `unavailable`: not there. */
export type FailureKind = 'failed' | 'timeout' | 'cancelled' | 'unavailable';

/** The only thing an engine rejects with. Its message is the engine's and goes to the log alone. */
export class EngineFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineFailure';
    this.kind = kind;
  }
}
