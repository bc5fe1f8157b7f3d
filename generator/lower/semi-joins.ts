/** Semi-joins: a step that only one semi-join reads is printed in its place, as a subquery. */
import { testKnown } from '../core/expr/calls.ts';
import type { ColumnExpr, Predicate, SqlExpr } from '../core/expr/expr.ts';
import { exprKey, visitExpr } from '../core/expr/walk.ts';
import type { NamedExpr, Plan, ProjectRelation, Relation } from '../core/plan/relation.ts';
import { inputsOf, visitExprs } from '../core/plan/walk-plan.ts';

/** Subqueries by the names of their steps. Each has one column; the order and number of its rows do not matter. */
export type Subqueries = ReadonlyMap<string, ProjectRelation<SqlExpr>>;

/** The columns of steps with which expressions of a relation compare values; none for a relation that does not. */
export type Compared = ReadonlyMap<Relation<SqlExpr>, readonly ColumnExpr[]>;

/** Those of each view, each step and the answer. */
export function comparedIn({ views, steps, answer }: Plan<SqlExpr>): Compared {
  const compared = new Map<Relation<SqlExpr>, readonly ColumnExpr[]>();
  if (steps.length === 0) return compared;
  for (const relation of [...[...views, ...steps].map(step => step.relation), answer]) {
    const columns: ColumnExpr[] = [];
    visitExprs(relation, expr =>
      visitExpr<SqlExpr>(expr, part => {
        if (part.kind === 'within') columns.push(part.column);
      }),
    );
    if (columns.length > 0) compared.set(relation, columns);
  }
  return compared;
}

/** The steps of `plan` that can be printed in place of their only use. */
export function subqueriesOf({ views, steps, answer }: Plan<SqlExpr>, all: Compared): Subqueries {
  if (all.size === 0) return new Map();
  const reads = new Map<string, number>();
  const compared = new Map<string, ColumnExpr>();
  const add = (step: string) => reads.set(step, (reads.get(step) ?? 0) + 1);
  const visit = (relation: Relation<SqlExpr>): void => {
    if (relation.node === 'read') add(relation.step);
    inputsOf(relation).forEach(visit);
  };
  for (const relation of [...[...views, ...steps].map(step => step.relation), answer]) {
    visit(relation);
    for (const column of all.get(relation) ?? []) {
      add(column.relation);
      compared.set(column.relation, column);
    }
  }
  const found = new Map<string, ProjectRelation<SqlExpr>>();
  for (const { name, relation } of steps) {
    const column = compared.get(name);
    const query = column === undefined || reads.get(name) !== 1 ? null : queryOf(relation, column);
    if (query !== null) found.set(name, query);
  }
  return found;
}

/** The step as a query of `column`, without NULLs; `null` if the step does more than choose rows. */
function queryOf(step: Relation<SqlExpr>, column: ColumnExpr): ProjectRelation<SqlExpr> | null {
  const values = valuesOf(step);
  if (values === null || !choosesRows(values.input)) return null;
  const { expr } = values.column;
  return {
    node: 'project',
    name: 'name' in step ? step.name : '',
    input: column.nullable ? known(values.input, expr) : values.input,
    columns: [values.column],
  };
}

/** The only column of a step, and the input rows of that step; `null` if the step has other columns or aggregates. */
function valuesOf(
  step: Relation<SqlExpr>,
): { readonly input: Relation<SqlExpr>; readonly column: NamedExpr<SqlExpr> } | null {
  if (step.node !== 'project' && step.node !== 'aggregate') return null;
  if (step.node === 'aggregate' && step.measures.length > 0) return null;
  const [column, ...others] = step.node === 'aggregate' ? step.keys : step.columns;
  if (column === undefined || others.length > 0) return null;
  const { name, expr } = column;
  return expr.kind === 'record' ? null : { input: step.input, column: { name, expr } };
}

/** Whether the relation only reads rows, under conditions that apply to every request. */
function choosesRows(relation: Relation<SqlExpr>): boolean {
  switch (relation.node) {
    case 'table':
      return relation.leaf?.conditions.every(({ when }) => when === null) ?? true;
    case 'read':
      return true;
    case 'join':
    case 'items':
      return inputsOf(relation).every(choosesRows);
    case 'filter':
      return relation.predicates.every(isAlways) && choosesRows(relation.input);
    default:
      return false;
  }
}

function isAlways(predicate: Predicate<SqlExpr>): boolean {
  return !('any' in predicate) && predicate.when === null;
}

/** Only the rows in which `of` is not NULL. */
function known(input: Relation<SqlExpr>, of: SqlExpr): Relation<SqlExpr> {
  const expr: SqlExpr = testKnown(of);
  const own = input.node === 'filter' ? input.predicates : [];
  const isSaid = own.some(one => !('any' in one) && exprKey(one.expr) === exprKey(expr));
  if (isSaid) return input;
  const predicates = [...own, { when: null, expr }];
  return { node: 'filter', input: input.node === 'filter' ? input.input : input, predicates };
}
