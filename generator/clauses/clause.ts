/**
 * The contract of a clause of a body: what it contains, what it resolves to, its part of `Query`, and its conditions on rows. `index.ts` has the list, and
 * `bodies.ts` folds over it.
 */

import type { Expr, PlanExpr, Predicate, RecordExpr } from '../core/expr/expr.ts';
import type { Input, Query } from '../core/plan/query.ts';
import type { Place } from '../core/report/diagnostics.ts';
import type { BodySpec, WhenSpec } from '../core/spec/body-spec.ts';
import type { ChooserSpec, Located, ValueSpec } from '../core/spec/located.ts';
import type { Source } from '../core/spec/source.ts';
import type { BodyContext } from '../resolve/scope.ts';

/** An input of a body. An unsound one has reported faults, but is kept so that the faults of its readers are found, too. */
export interface Found {
  readonly input: Input;
  readonly sound: boolean;
}
/** Finds a data set or a step by its name. Reports an unknown name and returns `null`. */
export type Find = (name: Located<string>) => Found | null;

/** A body whose main relation is known. Its clauses resolve in any order, because each asks for the drafts that it needs. */
export interface Body {
  readonly context: BodyContext;
  readonly main: Input;
  readonly find: Find;
  /** The data sets that the saved query defines with the conditions of this body, under the names that the author wrote. */
  readonly views: readonly { readonly name: Located<string>; readonly source: Source }[];
}

/** A value as written. `when`: the condition under which it is evaluated; `null`: always. */
export interface WrittenValue {
  readonly value: ValueSpec;
  readonly when: WhenSpec | null;
}

/** A resolved expression, and where the author wrote it. */
export interface Placed {
  readonly place: Place;
  readonly expr: Expr | RecordExpr;
}

/** How to change the expressions of a body. */
export interface Changes {
  /** Changes a whole expression of a clause. */
  readonly expr: (expr: Expr) => Expr;
  /** Changes a record that is an output. */
  readonly record: (record: RecordExpr) => RecordExpr;
}

export interface Clause {
  // ---- as written
  /** The values that it contains. */
  readonly values: (spec: BodySpec) => readonly WrittenValue[];
  /** The choosers of its choices that are not values. */
  readonly choosers: (spec: BodySpec) => readonly ChooserSpec[];
  /** The parameters that it names outside expressions and choices. */
  readonly params: (spec: BodySpec) => readonly Located<string>[];
  /** The relations that it reads. */
  readonly relations: (spec: BodySpec) => readonly Located<string>[];
  /** Reports the faults that can be found without the columns of the relation that is read. */
  readonly readAlone: (context: BodyContext) => void;
  // ---- resolved
  /** Resolves it. Reports its faults, so no fault hides another. */
  readonly resolve: (body: Body) => void;
  /** Its expressions without faults. */
  readonly placed: (body: Body) => readonly Placed[];
  /** Adds it to the resolved body. Called only for a body without faults. */
  readonly finish: (query: Query, body: Body) => Query;
  /** The members of the resolved body that contain its expressions, changed. */
  readonly change: (query: Query, changes: Changes) => Partial<Query>;
  // ---- planned
  /** Its conditions on the rows that are read. */
  readonly conditions: (query: Query) => readonly Predicate<PlanExpr>[];
  /** Whether it adds, leaves out or groups rows that are read. */
  readonly changesRows: (query: Query) => boolean;
  /** Whether it leaves out rows that were computed. */
  readonly cutsRows: (query: Query) => boolean;
}

/** The parts of a clause that has none of them. */
export const NO_PARTS: Clause = {
  values: () => [],
  choosers: () => [],
  params: () => [],
  relations: () => [],
  readAlone: () => {},
  resolve: () => {},
  placed: () => [],
  finish: query => query,
  change: () => ({}),
  conditions: () => [],
  changesRows: () => false,
  cutsRows: () => false,
};

/** Returns `draft`, called at most once for each body: clauses share their drafts. */
export function oncePerBody<Draft>(draft: (body: Body) => Draft): (body: Body) => Draft {
  const known = new WeakMap<Body, { readonly draft: Draft }>();
  return body => {
    const made = known.get(body) ?? { draft: draft(body) };
    known.set(body, made);
    return made.draft;
  };
}

/** A part of a body without faults. */
export function finished<Part>(part: Part | null): Part {
  if (part === null) throw new Error('A part of a body is missing without a diagnostic.');
  return part;
}

/** An expression at its place; nothing if it has a fault. */
export function placedAt(
  { place }: { readonly place: Place },
  expr: Expr | RecordExpr | null | undefined,
): readonly Placed[] {
  return expr == null ? [] : [{ place, expr }];
}
