/** Values of a specification with their places. */
import type { Place } from '../report/diagnostics.ts';

/** A value and its place. */
export interface Located<T> {
  readonly value: T;
  readonly place: Place;
}
/** An expression's text; `at` maps an offset of the text to an offset of the file (YAML may fold or quote it). */
export interface ExpressionText extends Located<string> {
  readonly at: (offset: number) => number;
}
/** A named entry of a mapping; `place` is that of the key. */
export interface Entry<T> {
  readonly name: string;
  readonly place: Place;
  readonly value: T;
}

/** The value of an enum parameter, or whether a parameter is present. */
export type ChooserSpec =
  | { readonly param: Located<string> }
  | { readonly present: Located<string> };
/** One option for each value of the chooser; `place` is that of the whole mapping. */
export interface CasesSpec<T> {
  readonly place: Place;
  readonly by: ChooserSpec;
  readonly cases: readonly Entry<T>[];
}
/** An expression, or a choice of several. */
export type ValueSpec = ExpressionText | CasesSpec<ExpressionText>;

/** A scalar of YAML as the author wrote it: `text` is the source form, so that numbers keep all their digits. */
export interface Plain {
  readonly value: string | number | boolean;
  readonly text: string;
}
/** One value, or a sequence of them. */
export type PlainOrList = Plain | readonly Located<Plain>[];
