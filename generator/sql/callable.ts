/** A saved query as a function of the database. */

import type { Field } from '../core/spec/source.ts';
import type { Scalar, Type } from '../core/types/scalar.ts';

export interface CallableQuery {
  /** The name of the endpoint. */
  readonly name: string;
  readonly summary: string | null;
  /** In the order of the numbers in the statement. */
  readonly params: readonly {
    readonly name: string;
    /** A type whose values the engine writes as callers do; `null` for the list of a JSON text. */
    readonly type: Scalar | null;
    readonly required: boolean;
    /** The text that stands for an absent value; `null` if there is none, or if it moves with the clock. */
    readonly byDefault: string | null;
  }[];
  readonly columns: readonly { readonly name: string; readonly type: Type | Field['type'] }[];
  /** The text of the saved query. */
  readonly saved: string;
}
