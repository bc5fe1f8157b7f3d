/** The question that is put to the analyser of GoogleSQL about one text, and its answer, both plain data. */

import type { Field, Source } from '../../core/spec/source.ts';
import type { Scalar, Type } from '../../core/types/scalar.ts';

export interface GoogleSqlQuestion {
  readonly kind: 'googlesql';
  /** Name of the endpoint. */
  readonly endpoint: string;
  readonly sql: string;
  readonly tables: readonly AskedTable[];
  readonly params: readonly AskedParam[];
  /** The functions that the text calls, directly or through others. */
  readonly functions: readonly TeamFunction[];
  /** A hash of everything that the answer and its translation depend on. */
  readonly hash: string;
}
/** A data set that the text may name. */
export interface AskedTable {
  readonly source: Source;
  /** Each name by its parts, outermost first. In the tree, the table's full name is the data set's name. */
  readonly names: readonly (readonly string[])[];
  readonly columns: readonly Field[];
  /** Whether records are stored as arrays of records. */
  readonly isRepeated: boolean;
}
export interface AskedParam {
  readonly name: string;
  readonly type: Type;
}

/** A function of a team. */
export interface TeamFunction {
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly scalar: Scalar }[];
  /** A GoogleSQL expression over the arguments. */
  readonly body: string;
}

export type GoogleSqlAnswer =
  /** `statement`: the resolved tree. */
  | { readonly kind: 'understood'; readonly statement: unknown }
  /** `message`: the analyser's words; `at`: a UTF-16 offset in the text, if the analyser reports one. */
  | { readonly kind: 'refused'; readonly message: string; readonly at: number | null };
