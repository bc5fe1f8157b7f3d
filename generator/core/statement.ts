/** The output of the compiler: statements with their bindings, and files of `generated/`. */
import type { Condition } from './condition.ts';
import type { Scalar } from './scalar.ts';

/** A value that the service binds to a statement. */
export interface Binding {
  readonly name: string;
  /**
   * `clock`: the time of the request, of pages that of the first; `arrival`: the time of the request itself; `rows`: one more
   * than the page has; `after`: a sort key of the last row of the page before.
   */
  readonly from: 'param' | 'clock' | 'arrival' | 'rows' | 'after';
  /** Of the value; of each item where it is a list. */
  readonly scalar: Scalar;
  /** Only where an array is bound. */
  readonly list?: true;
  /** Bound only where one of these holds; absent where it always is. */
  readonly when?: readonly Condition[];
  /** Bound where the parameter is absent; without it, an absent parameter is not bound. */
  readonly absent?: StandIn;
}

/** The value that stands for an absent parameter: NULL, an empty text or an empty list. */
export type StandIn = null | '' | readonly [];

/** Text that is always there, or there as a whole where a condition holds. */
export type Segment = string | { readonly when: Condition; readonly sql: string };

export interface Statement {
  readonly sql: readonly Segment[];
  readonly bind: readonly Binding[];
}

/** A file of `generated/`: a relative path with `/`, and its whole text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** The text of a statement without guarded pieces. */
export function wholeText({ sql }: Statement): string {
  return sql
    .map(piece => {
      if (typeof piece !== 'string') throw new Error('a saved query has no guarded text');
      return piece;
    })
    .join('');
}
