/** The names that an expression may use, and what they mean. */

import type { Place } from '../core/diagnostics.ts';
import type { Expr } from '../core/expr.ts';
import type { Param } from '../core/param.ts';
import type { Field, Readable } from '../core/source.ts';

/** A resolved name: a leaf or record of the data set, another output, or nothing. */
export type Resolved =
  | { readonly kind: 'field'; readonly field: Field; readonly path: readonly string[] }
  | { readonly kind: 'output'; readonly expr: Expr }
  /** An output that refers to itself, or whose expression already has a reported fault: its uses are not reported. */
  | { readonly kind: 'poisoned' };

export interface Scope {
  /** The relation whose columns may be named. */
  readonly from: Readable;
  /** Looks up an output by its name where outputs may be named; `null` if there is none. `place`: the use. */
  readonly output: (name: string, place: Place) => Resolved | null;
  /** Names of the outputs that may be used, for suggestions. */
  readonly outputNames: readonly string[];
  /** Finds a step by its name; `null` for an unknown name, or where steps are not allowed. Broken where the step has faults. */
  readonly lookup?: (name: string, place: Place) => Readable | null;
  readonly params: ReadonlyMap<string, Param>;
  /** Only where endpoints share the expression: in columns, which have no parameters, or in relations, which share theirs. */
  readonly shared?: 'columns' | 'relations';
  /** Parameters that are present here although they may be absent elsewhere, such as the one of `when`. */
  readonly present: ReadonlySet<string>;
  /** Called once for each parameter that the expression names. */
  readonly used: (param: string) => void;
  /** Called for each parameter to which instants are truncated: its values must be steps. */
  readonly step: (param: string) => void;
  /** Whether aggregates are allowed; if not, the reason, which ends "an aggregate is not allowed …". */
  readonly aggregates: true | string;
  /** Whether there are groups without rows, in which every aggregate is NULL, even a count. */
  readonly emptyGroups?: boolean;
  /** Whether the expression may be a bare NULL. */
  readonly nulls?: boolean;
  /** Whether window functions are allowed where aggregates may not be. */
  readonly windows?: boolean;
  /** The required type of the finished expression: a certain one, any, or any including a whole record. */
  readonly expects: 'bool' | 'timestamp' | 'any' | 'record-or-any';
}
