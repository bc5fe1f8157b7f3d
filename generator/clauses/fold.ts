/** Folds over the clauses of a body: facts about the whole body that no single clause has. */

import type { Expr, PlanExpr, Predicate, RecordExpr } from '../core/expr/expr.ts';
import { visitExpr, withMembers } from '../core/expr/walk.ts';
import { emptyQuery, type Query } from '../core/plan/query.ts';
import { collector } from '../core/report/diagnostics.ts';
import type { BodySpec } from '../core/spec/body-spec.ts';
import type { ChooserSpec, Located } from '../core/spec/located.ts';
import { parseExpression } from '../language/syntax/parser.ts';
import { chooserParam, isCases, textsIn } from '../resolve/cases.ts';
import { guardOf } from '../resolve/guards.ts';
import { type BodyContext, excuseParams } from '../resolve/scope.ts';
import type { Body, Placed, WrittenValue } from './clause.ts';
import { CLAUSES } from './index.ts';

// ---- as written -----------------------------------------------------------------------------------------------------

/** The values of a body. */
export function valuesIn(spec: BodySpec): readonly WrittenValue[] {
  return CLAUSES.flatMap(clause => clause.values(spec));
}

/** The relations that a body reads, but for those in which expressions look values up. */
export function relationsRead(spec: BodySpec): readonly Located<string>[] {
  return CLAUSES.flatMap(clause => clause.relations(spec));
}

/** All choosers of a body. */
export function choosersIn(spec: BodySpec): readonly ChooserSpec[] {
  return CLAUSES.flatMap(clause => [
    ...clause.values(spec).flatMap(({ value }) => (isCases(value) ? [value.by] : [])),
    ...clause.choosers(spec),
  ]);
}

/** Checks what can be checked without the columns of the relation that is read: syntax, guards, and names of parameters. */
export function readAlone(context: BodyContext): void {
  const { spec } = context;
  for (const { value, when } of valuesIn(spec)) {
    for (const text of textsIn(value)) {
      const { diagnostics, report } = collector();
      parseExpression(text, report);
      for (const { code, place, message, hint } of diagnostics)
        context.report(code, place, message, hint);
      excuseParams(context, text.value, diagnostics);
    }
    guardOf(context, when);
  }
  const named = CLAUSES.flatMap(clause => clause.params(spec));
  for (const { value } of [...named, ...choosersIn(spec).map(chooserParam)])
    context.used.add(value);
  for (const clause of CLAUSES) clause.readAlone(context);
}

// ---- resolved -------------------------------------------------------------------------------------------------------

/** Resolves every clause. Each reports its own faults, so no fault hides another. */
export function resolveClauses(body: Body): void {
  for (const clause of CLAUSES) clause.resolve(body);
}

/** All expressions without faults. */
export function placedIn(body: Body): readonly Placed[] {
  return CLAUSES.flatMap(clause => clause.placed(body));
}

/** The resolved body. May be called only for one without faults. */
export function finishedQuery(body: Body): Query {
  return CLAUSES.reduce((query, clause) => clause.finish(query, body), emptyQuery(body.main));
}

/**
 * `query` with `expr` applied to the whole expressions of its clauses, and `record` to each record that is an output; returns the same
 * query if nothing changed. The ends and the zone of a window, the conditions of a union and the values of `filters` are unchanged.
 */
export function mapQuery(
  query: Query,
  expr: (expr: Expr) => Expr,
  record: (of: RecordExpr) => RecordExpr = of => of,
): Query {
  const changes = { expr, record };
  const members: Partial<Query> = {};
  for (const clause of CLAUSES) Object.assign(members, clause.change(query, changes));
  return withMembers(query, members);
}

/** Calls `visit` on every expression that `mapQuery` changes, and on every expression inside one. */
export function visitQuery(query: Query, visit: (expr: Expr) => void): void {
  const visited = <Part extends Expr | RecordExpr>(part: Part): Part => {
    visitExpr<Expr>(part, visit);
    return part;
  };
  mapQuery(query, visited, visited);
}

// ---- planned --------------------------------------------------------------------------------------------------------

/** The conditions on the rows that a body reads. */
export function rowConditions(query: Query): readonly Predicate<PlanExpr>[] {
  return CLAUSES.flatMap(clause => clause.conditions(query));
}

/** Whether a body shows every row that it computes. */
export function showsAllRows(query: Query): boolean {
  return !CLAUSES.some(clause => clause.cutsRows(query));
}

/** Whether a body computes one row for each row of its relation. */
export function keepsRows(query: Query): boolean {
  return !CLAUSES.some(clause => clause.changesRows(query));
}
