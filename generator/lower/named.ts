/** The columns that one SELECT uses. */
import type { ColumnExpr, RecordExpr, SqlExpr } from '../core/expr/expr.ts';
import { arrayColumn } from '../core/expr/flat.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { Relation } from '../core/plan/relation.ts';
import { inputsOf, visitExprs } from '../core/plan/walk-plan.ts';
import { hasJoin } from './cut.ts';

/** Columns by the relation's name, then by path. */
export type NamedColumns = ReadonlyMap<string, ReadonlyMap<string, ColumnExpr>>;

/** The columns that `select` uses; none if it reads only one relation, whose columns are read where they are used. */
export function namedIn(select: Relation<SqlExpr>): NamedColumns {
  if (!hasJoin(select)) return NONE;
  const named = new Map<string, Map<string, ColumnExpr>>();
  const add = (expr: SqlExpr | RecordExpr): void => {
    visitExpr<SqlExpr>(expr, part => {
      if (part.kind !== 'column') return;
      const columns = named.get(part.relation) ?? new Map<string, ColumnExpr>();
      named.set(part.relation, columns.set(part.path.join('.'), part));
    });
  };
  const records: RecordExpr[] = [];
  visitExprs(select, expr => {
    if (expr.kind === 'record') records.push(expr);
    else add(expr);
  });
  records.forEach(add);
  arraysIn(select).forEach(add);
  return named;
}

const NONE: NamedColumns = new Map();

/** The arrays whose records are joined to the rows that contain them. */
function arraysIn(relation: Relation<SqlExpr>): readonly ColumnExpr[] {
  return relation.node === 'records'
    ? [arrayColumn(relation)]
    : inputsOf(relation).flatMap(arraysIn);
}
