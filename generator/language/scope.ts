/** The surroundings of an expression: the names that it may use, and their meaning. */

import type { Place } from '../core/diagnostics.ts';
import type { Expr } from '../core/expr.ts';
import type { Param } from '../core/param.ts';
import type { Field, Readable } from '../core/source.ts';

/** A name resolved: a leaf or record of the data set, another output, or nothing. */
export type Resolved =
  | { readonly kind: 'field'; readonly field: Field; readonly path: readonly string[] }
  | { readonly kind: 'output'; readonly expr: Expr }
  /** An output that refers to itself, or whose own expression is already reported: its uses are not reported. */
  | { readonly kind: 'poisoned' };

export interface Scope {
  /** The relation whose columns may be named. */
  readonly from: Readable;
  /** Looks up an output by name where outputs may be named; `null` if there is none. `place` is the use. */
  readonly output: (name: string, place: Place) => Resolved | null;
  /** Names of the outputs that may be used, for suggestions. */
  readonly outputNames: readonly string[];
  /** The step of that name; `null` for an unknown name, or where no step may stand. Broken where it has faults. */
  readonly lookup?: (name: string, place: Place) => Readable | null;
  readonly params: ReadonlyMap<string, Param>;
  /** Only where endpoints share the expression: in columns, which have no parameters, or in relations, which share theirs. */
  readonly shared?: 'columns' | 'relations';
  /** Parameters that are present here although they may be absent elsewhere: the one of `when`. */
  readonly present: ReadonlySet<string>;
  /** Called once for each parameter that the expression names. */
  readonly used: (param: string) => void;
  /** Called for each parameter that instants are truncated to: its values have to be steps. */
  readonly step: (param: string) => void;
  /** Whether aggregates are allowed here; if not, why, as the end of "an aggregate is not allowed …". */
  readonly aggregates: true | string;
  /** Whether there are groups without rows in which every aggregate is NULL, counts too. */
  readonly emptyGroups?: boolean;
  /** Whether it may be nothing but NULL. */
  readonly nulls?: boolean;
  /** Whether windows may stand where aggregates may not. */
  readonly windows?: boolean;
  /** The required type of the finished expression: that one, any, or any or a whole record. */
  readonly expects: 'bool' | 'timestamp' | 'any' | 'record-or-any';
}
