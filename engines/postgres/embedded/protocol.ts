/** The messages between quern and the process that runs tests. */
import type { GivenTable } from '../../embedded.ts';
import type { BoundStatement, FailureKind, Result, RunLimits } from '../../engine.ts';

export interface AskedRun {
  readonly tables: readonly GivenTable[];
  readonly statement: BoundStatement;
  readonly limits: Pick<RunLimits, 'maxRows' | 'maxBytes'>;
  /** The clock, in microseconds since 1970 UTC. */
  readonly now: bigint;
}
export type ToEmbedded = { readonly open: string } | { readonly run: AskedRun };
export type FromEmbedded =
  | 'open'
  | { readonly result: Result }
  | { readonly failed: FailureKind; readonly message: string };
