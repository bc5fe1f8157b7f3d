/**
 * A parameter type: which scalar it is, how a caller's text becomes one, how the saved query decodes that text, and what
 * documents say of it. One file each, one line in `index.ts`; no other file knows its name.
 */

import type { PlainExpr } from '../core/expr.ts';
import type { Constraints } from '../core/param.ts';
import type { Scalar, Value } from '../core/scalar.ts';

/** The result of reading a text: a value, or the reason in words that follow "`name` must be …". */
export type Parsed =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly expected: string };

/** The part of a declared parameter that decides how its text is read. */
export interface ParamShape {
  /** The values of an enum; `null` for other types. */
  readonly values: readonly string[] | null;
  readonly constraints: Constraints;
}

export type ConstraintName = 'min' | 'max' | 'min_length' | 'max_length' | 'pattern' | 'accept';

export interface ParamType {
  /** As it stands in a specification: `type: <name>`. */
  readonly name: string;
  readonly scalar: Scalar;
  /** How its texts are written: sentences in Markdown, for the table in `docs/language.md`. */
  readonly written: string;
  /** A sentence of plain text for clients and routes about a parameter beyond its scalar, such as `A UUID.` */
  readonly note: string | null;
  /** A typical text, for samples. `sampleOf` finds another one where constraints refuse it. */
  readonly sample: (shape: ParamShape) => string;
  /** Its values are RE2 patterns: they stand where `matches` wants one and nowhere else, and a key that fixes one means its letters. */
  readonly isPattern?: true;
  /** How clients write a value, where that is not its scalar. */
  readonly wire?: Scalar;
  /** Its values are lengths of time: they move and truncate instants, and stand nowhere else. */
  readonly isSpan?: true;
  /** Its values are names of time zones, which stand where a zone is due. */
  readonly isZone?: true;
  /** Whether a parameter may list the values that it takes. */
  readonly isListable?: true;
  /** The options that make sense for it. */
  readonly constraints: readonly ConstraintName[];
  /**
   * Reads a caller's text (never empty). One grammar, the same as `decode`'s. Constraints are checked behind it: it looks at them
   * only to say better what a text must be, of which it refuses none that keeps them.
   */
  readonly parse: (text: string, shape: ParamShape) => Parsed;
  /** The one text of a value, for cache keys, examples and links; `parse` of it gives the value back. */
  readonly format: (value: Value) => string;
  /**
   * Inside a saved query: `raw`, a text that may be NULL or '', as the typed value; NULL where it is absent. For a text that
   * `accepts` refuses it may be anything, because the query then finds nothing.
   */
  readonly decode: (raw: PlainExpr, shape: ParamShape) => PlainExpr;
  /** Conditions that are all TRUE for the texts that `parse` accepts, and for no other; none where it accepts every text. */
  readonly accepts: (raw: PlainExpr, decoded: PlainExpr, shape: ParamShape) => readonly PlainExpr[];
  /**
   * JSON Schema 2020-12 of the value as it stands in a query string. Its `description`, in Markdown, says what other keywords
   * cannot.
   */
  readonly schema: (shape: ParamShape) => Readonly<Record<string, unknown>>;
}
