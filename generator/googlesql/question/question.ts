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
  /** The variables that a script declares before its query, in order. */
  readonly variables: readonly AskedVariable[];
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
  /** `scalar`: `null` takes any type. */
  readonly args: readonly { readonly name: string; readonly scalar: Scalar | null }[];
  /** `null`: the type of the expression. */
  readonly returns: Scalar | null;
  /** A GoogleSQL expression over the arguments. */
  readonly body: string;
}

/** A variable of a script. */
export type AskedVariable = { readonly name: string } & (
  | { readonly sql: null; readonly type: Type }
  /** `sql`: a SELECT of its value, at the offsets of the text. `type`: `null` is that of the value. */
  | { readonly sql: string; readonly type: Type | null }
);

export type GoogleSqlAnswer =
  /** `statement`: the resolved tree. `values`: the trees of the variables that have a SELECT, in order. */
  | {
      readonly kind: 'understood';
      readonly statement: unknown;
      readonly values: readonly unknown[];
    }
  /** `message`: the analyser's words; `at`: a UTF-16 offset in the text, if the analyser reports one. */
  | { readonly kind: 'refused'; readonly message: string; readonly at: number | null };
