/** The output of the compiler: statements with their bindings, and files of `generated/`. */
import type { Condition } from '../expr/condition.ts';
import type { Scalar } from '../types/scalar.ts';

/** A value that the service binds to a statement. */
export interface Binding {
  readonly name: string;
  /**
   * `clock`: the time of the request, or of the first page's request; `arrival`: always the time of the request itself; `rows`: one more
   * than the page has; `after`: a sort key of the last row of the previous page.
   */
  readonly from: 'param' | 'clock' | 'arrival' | 'rows' | 'after';
  /** The type of the value, or of each item of a list. */
  readonly scalar: Scalar;
  /** Only if an array is bound. */
  readonly list?: true;
  /** The value is bound only if one of these is true; left out if it always is. */
  readonly when?: readonly Condition[];
  /** The value that is bound if the parameter is absent; without it, an absent parameter is not bound. */
  readonly absent?: StandIn;
}

/** The value that replaces an absent parameter: NULL, an empty text or an empty list. */
export type StandIn = null | '' | readonly [];

/** A text that is always included, or is included as a whole if a condition is true. */
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

/** The text of a statement. Throws if it has guarded pieces. */
export function wholeText({ sql }: Statement): string {
  let text = '';
  for (const piece of sql) {
    if (typeof piece !== 'string') throw new Error('a saved query has no guarded text');
    text += piece;
  }
  return text;
}
