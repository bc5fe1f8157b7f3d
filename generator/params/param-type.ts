/**
 * A parameter type: its scalar, how a caller's text becomes a value, how the saved query decodes that text, and how documents describe
 * it. Each type is one file and one line in `index.ts`; `scalar-text.ts` alone imports some by name.
 */

import type { PlainExpr } from '../core/expr/expr.ts';
import type { Constraints } from '../core/plan/param.ts';
import type { Scalar, Value } from '../core/types/scalar.ts';

/** The result of reading a text: a value, or the expected form in words that follow "`name` must be …". */
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
  /** The name in a specification: `type: <name>`. */
  readonly name: string;
  readonly scalar: Scalar;
  /** How its texts are written: sentences in Markdown, for the table in `docs/language.md`. */
  readonly written: string;
  /** A sentence of plain text for clients and routes that adds to the scalar's description, such as `A UUID.` */
  readonly note: string | null;
  /** A typical text, for samples. `sampleOf` finds another one if constraints reject it. */
  readonly sample: (shape: ParamShape) => string;
  /** Its values are RE2 patterns, which can only be arguments of `matches`. A key that fixes one fixes its exact text. */
  readonly isPattern?: true;
  /** The scalar in which clients write a value, if it differs. */
  readonly wire?: Scalar;
  /** Its values are lengths of time, which can only move and truncate instants. */
  readonly isSpan?: true;
  /** Its values are names of time zones, which can only be used as zones. */
  readonly isZone?: true;
  /** Whether a parameter may list its accepted values. */
  readonly isListable?: true;
  /** The options that a parameter of this type may have. */
  readonly constraints: readonly ConstraintName[];
  /**
   * Reads a caller's text, which is never empty, by the same grammar as `decode`. Constraints are checked afterwards. This function uses
   * them only to describe more exactly what a text must be, and rejects no text that fulfils them.
   */
  readonly parse: (text: string, shape: ParamShape) => Parsed;
  /** The canonical text of a value, for cache keys, examples and links; `parse` turns it back into the value. */
  readonly format: (value: Value) => string;
  /**
   * Inside a saved query: the typed value of `raw`, a text that may be NULL or ''. NULL if it is absent. For a text that `accepts` rejects
   * the result may be anything, because the query then finds nothing.
   */
  readonly decode: (raw: PlainExpr, shape: ParamShape) => PlainExpr;
  /**
   * Conditions that are all TRUE for exactly the texts that `parse` accepts. Empty if it accepts every text, or if the engine itself fails
   * on other texts.
   */
  readonly accepts: (raw: PlainExpr, decoded: PlainExpr, shape: ParamShape) => readonly PlainExpr[];
  /**
   * JSON Schema 2020-12 of the value as it is written in a query string. Its `description`, in Markdown, adds what other keywords
   * cannot express.
   */
  readonly schema: (shape: ParamShape) => Readonly<Record<string, unknown>>;
}
