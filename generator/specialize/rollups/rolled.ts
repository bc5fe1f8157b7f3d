/** A rollup in one plan: its expressions are over the relation that reads its data set. */
import type { AggregateExpr, ColumnExpr, PlainExpr, SqlExpr } from '../../core/expr/expr.ts';
import { mapAggregate, mapColumns } from '../../core/expr/walk.ts';
import type { TableRelation } from '../../core/plan/relation.ts';
import type { Rollup } from '../../core/spec/source.ts';

/** A rollup whose expressions are those that a plan would have over `table`. */
export interface Rolled {
  readonly rollup: Pick<Rollup, 'name' | 'step'>;
  readonly table: TableRelation;
  readonly of: ColumnExpr;
  readonly dimensions: readonly { readonly name: string; readonly expr: SqlExpr }[];
  readonly parts: readonly { readonly name: string; readonly expr: AggregateExpr<SqlExpr> }[];
}

export function rolledOver(rollup: Rollup, table: TableRelation): Rolled {
  const over = (expr: PlainExpr): SqlExpr =>
    overRelation<SqlExpr>(expr, table.source.name, table.name);
  return {
    rollup,
    table,
    of: { ...rollup.of, relation: table.name },
    dimensions: rollup.dimensions.map(({ name, expr }) => ({ name, expr: over(expr) })),
    parts: rollup.parts.map(({ name, expr }) => ({ name, expr: mapAggregate(expr, over) })),
  };
}

/** `expr` over the relation `to` in place of `from`. */
export function overRelation<E extends SqlExpr>(expr: E, from: string, to: string): E {
  return mapColumns<SqlExpr>(expr, column =>
    column.relation === from ? { ...column, relation: to } : column,
  ) as E;
}
