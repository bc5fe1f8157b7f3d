/** The columns that one SELECT uses. */
import type { ColumnExpr, RecordExpr, SqlExpr } from '../core/expr.ts';
import { arrayOf } from '../core/flat.ts';
import type { Relation } from '../core/relation.ts';
import { visitExpr } from '../core/walk.ts';
import { inputsOf, mapExprs } from '../core/walk-plan.ts';

/** The columns that a SELECT uses: by the relation's name, then by path. */
export type Named = ReadonlyMap<string, ReadonlyMap<string, ColumnExpr>>;

export function namedIn(select: Relation<SqlExpr>): Named {
  const named = new Map<string, Map<string, ColumnExpr>>();
  const add = (expr: SqlExpr | RecordExpr): void => {
    visitExpr<SqlExpr>(expr, part => {
      if (part.kind !== 'column') return;
      const columns = named.get(part.relation) ?? new Map<string, ColumnExpr>();
      named.set(part.relation, columns.set(part.path.join('.'), part));
    });
  };
  mapExprs(select, add);
  recordsIn(select).forEach(add);
  arraysIn(select).forEach(add);
  return named;
}

/** The arrays whose records are joined to the rows that contain them. */
function arraysIn(relation: Relation<SqlExpr>): readonly ColumnExpr[] {
  return relation.node === 'records' ? [arrayOf(relation)] : inputsOf(relation).flatMap(arraysIn);
}

/** `mapExprs` skips the records of projections. */
function recordsIn(relation: Relation<SqlExpr>): readonly RecordExpr[] {
  const columns = relation.node === 'project' ? relation.columns : [];
  const own = columns.flatMap(({ expr }) => (expr.kind === 'record' ? [expr] : []));
  return [...own, ...inputsOf(relation).flatMap(recordsIn)];
}
