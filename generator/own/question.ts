/** The question that is put to an engine's own parser about the texts of a statement, and its answer, both plain data. */

import type { Source } from '../core/spec/source.ts';
import type { Scalar } from '../core/types/scalar.ts';

/** A statement with placeholders in the engine's form. */
export interface AskedText {
  readonly sql: string;
  readonly parameters: readonly AskedParameter[];
}
export interface AskedParameter {
  readonly name: string;
  /** Of a list, the type of its items. */
  readonly scalar: Scalar;
  readonly isList?: true;
  readonly isOptional: boolean;
  /** A value that the parameter accepts, in the text form of `generator/params/sample.ts`; of a list, `[]`. */
  readonly sample: string;
}

/** The engine's parser does not accept it as one read-only statement. */
export interface StatementRefused {
  readonly kind: 'refused';
  /** In plain words; never only the engine's. */
  readonly message: string;
  /** A remedy; `null` if the message is enough. */
  readonly hint: string | null;
  /** A UTF-16 offset in the statement's text; `null` if the engine reports none. */
  readonly at: number | null;
}
/** Everything that an accepted text may read. */
export interface Reads {
  readonly kind: 'understood';
  /**
   * Names of the tables that it reads, without table functions. Each is the parts of the name as written, outermost
   * first.
   */
  readonly tables: readonly (readonly string[])[];
  /** Parts of the text that may read a table that `tables` does not name, such as calls of unknown functions. */
  readonly hidden: readonly HiddenRead[];
}
export interface HiddenRead {
  /** Such as `dictGet`. */
  readonly what: string;
  /** A UTF-16 offset in the text; `null` if it is not known. */
  readonly at: number | null;
}

export interface OwnQuestion {
  readonly kind: 'own';
  /** Name of the endpoint. */
  readonly endpoint: string;
  readonly engine: string;
  /** Each text that requests may produce. */
  readonly texts: readonly AskedText[];
  /** The data sets with a table on the engine. */
  readonly sources: readonly Source[];
  /** A hash of everything that the answer depends on. */
  readonly hash: string;
}

/** One for each text. */
export type OwnAnswer = readonly (StatementRefused | Reads)[];
