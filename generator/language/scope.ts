/** The names that an expression may use, and what they mean. */

import type { Expr } from '../core/expr/expr.ts';
import type { Param } from '../core/plan/param.ts';
import type { Place } from '../core/report/diagnostics.ts';
import type { Field, Readable } from '../core/spec/source.ts';

/** A resolved name: a leaf or record of the data set, another output, or an output with a fault. */
export type ResolvedName =
  | { readonly kind: 'field'; readonly field: Field; readonly path: readonly string[] }
  | { readonly kind: 'output'; readonly expr: Expr }
  /** An output that refers to itself, or whose expression already has a reported fault: its uses are not reported. */
  | { readonly kind: 'poisoned' };

export interface Scope {
  /** The relation whose columns may be named. */
  readonly from: Readable;
  /** Looks up an output by its name. Returns `null` if there is none, or if outputs may not be named. `place`: the use. */
  readonly output: (name: string, place: Place) => ResolvedName | null;
  /** Names of the outputs that may be used, for suggestions. */
  readonly outputNames: readonly string[];
  /** Names of outputs that this expression may not name, and a hint for such a name. */
  readonly later?: { readonly names: readonly string[]; readonly hint: (name: string) => string };
  /** A hint for a name that looks like that of a previous value; `null` for any other name. */
  readonly previous?: (name: string) => string | null;
  /**
   * Finds a step by its name. Returns `null` for an unknown name, or if steps are not allowed. The columns of a step with faults are
   * `broken`.
   */
  readonly lookup?: (name: string, place: Place) => Readable | null;
  /** Whether a step or a data set has the name, for suggestions. */
  readonly isRelation?: (name: string, place: Place) => boolean;
  /** A hint for a column that the relation `read` lacks and a step or another data set has. */
  readonly elsewhere?: (column: string, read: string) => string | null;
  readonly params: ReadonlyMap<string, Param>;
  /** Set only if endpoints share the expression: in columns, which have no parameters, or in relations, which use the shared ones. */
  readonly shared?: 'columns' | 'relations';
  /** Parameters that are present here although they may be absent elsewhere, such as the parameter of `when`. */
  readonly present: ReadonlySet<string>;
  /** Whether the expression is a condition that may have a `when`. */
  readonly guardable?: boolean;
  /** Whether the expression is an end of a window that `open: true` leaves out without its parameter. */
  readonly openable?: boolean;
  /** Called for each parameter that the expression names. */
  readonly used: (param: string) => void;
  /** Called for each parameter by which instants are truncated: its values must be steps. */
  readonly step: (param: string) => void;
  /** `true` if aggregates are allowed; otherwise the end of the message "an aggregate is not allowed …". */
  readonly aggregates: true | string;
  /** Whether groups without rows are possible: every aggregate is NULL there, even a count. */
  readonly emptyGroups?: boolean;
  /** Whether every group has rows. */
  readonly filledGroups?: boolean;
  /** Whether a sum of no rows is 0. */
  readonly zeroSums?: boolean;
  /** Whether the expression may be a bare NULL. */
  readonly nulls?: boolean;
  /** Whether the expression is the list of a join, which may be the items of a document. */
  readonly each?: boolean;
  /** Whether window functions are allowed even if aggregates are not. */
  readonly windows?: boolean;
  /** The required type of the finished expression: a certain type, any type, or any type or a whole record. */
  readonly expects: 'bool' | 'timestamp' | 'any' | 'record-or-any';
}

/** The part of a scope in which an expression names neither outputs nor parameters. */
export const NO_NAMES = {
  output: () => null,
  outputNames: [],
  params: new Map(),
  present: new Set(),
  used: () => {},
  step: () => {},
} as const satisfies Partial<Scope>;
