/** A subquery as a value: that of its one row; NULL where it has none. */
import type { PlanExpr } from '../../core/expr.ts';
import { mapChoice, mapNode } from '../../core/walk.ts';
import { call } from '../calls.ts';
import { isSingle } from '../context.ts';
import { number, type Rows, stepOf } from '../rows.ts';
import { beside, type Found, type Inner, orNull, reads, tiesOf } from './found.ts';

export function scalar({ outer, rows, cell, context }: Inner): Found | string {
  const { relation, ties } = rows;
  if (!isSingle(cell)) return 'a record or a list of a subquery';
  if (relation.node === 'unit') return { rows: outer, cell };
  if (ties.isTotal && relation.node === 'aggregate') {
    const found = beside(outer, 'left', relation, tiesOf(ties));
    return { rows: found, cell: orEmpty(cell, relation.name) };
  }
  if (relation.node === 'aggregate' && relation.keys.length === 0)
    return { rows: beside(outer, 'inner', relation, []), cell };
  if (reads(cell, outer)) return 'a value of the row around in this place of a subquery';
  if (!isOne(rows)) return 'a subquery that may have several rows';
  const step = stepOf(
    { ...rows, cells: new Map([['value#', cell]]), order: [] },
    context.fresh('found'),
  );
  const value = step.cells.get('value#');
  if (value === undefined || value.kind === 'fields') throw new Error('a step keeps its columns');
  return { rows: beside(outer, 'left', step.relation, tiesOf(step.ties)), cell: orNull(value) };
}

function isOne({ relation, ties }: Rows): boolean {
  return (
    ties.isOne || (ties.keys.length === 0 && relation.node === 'limit' && relation.count === 1)
  );
}

/** The value where the groups may lack the row around: counts are 0 there. */
function orEmpty(expr: PlanExpr, groups: string): PlanExpr {
  if (expr.kind === 'column' && expr.relation === groups) {
    const found = orNull(expr);
    return expr.nullable ? found : call('coalesce', [found, number(0n)], expr.scalar, false);
  }
  const below = (part: PlanExpr) => orEmpty(part, groups);
  return expr.kind === 'choice' ? mapChoice(expr, below) : mapNode(expr, below);
}
