/** A subquery as a value: the value of its single row, or NULL if it has no row. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import { mapChoice, mapNode } from '../../core/expr/walk.ts';
import { isScalar } from '../../core/types/scalar.ts';
import { COMPARED } from '../calls.ts';
import { isSingle } from '../context.ts';
import { provided } from '../functions/failing.ts';
import { isLimited, type Rows, storeRows } from '../rows.ts';
import { COUNT, Grouping, planAggregate } from '../scans/grouping/grouping.ts';
import {
  beside,
  foundValue,
  type JoinedSubquery,
  makeNullable,
  reads,
  type Subquery,
  tiesOf,
  VALUE,
} from './found.ts';

export function scalarSubquery({ outer, rows, cell, context }: Subquery): JoinedSubquery | string {
  const { relation, ties } = rows;
  if (!isSingle(cell)) return 'a subquery that returns a record or a list';
  if (relation.node === 'unit') return { rows: outer, cell };
  if (ties.isTotal && relation.node === 'aggregate') {
    const found = beside(outer, 'left', relation, tiesOf(ties));
    return { rows: found, cell: orEmpty(cell, relation.name) };
  }
  if (relation.node === 'aggregate' && relation.keys.length === 0)
    return { rows: beside(outer, 'inner', relation, []), cell };
  if (reads(cell, outer)) return 'a column of the outer query in this place of a subquery';
  if (!hasOne(rows)) return theOnly({ outer, rows, context }, cell);
  const only: Rows = { ...rows, cells: new Map([[VALUE, cell]]), order: [] };
  const step = storeRows(only, context.fresh('found'));
  const value = foundValue(step);
  return {
    rows: beside(outer, 'left', step.relation, tiesOf(step.ties)),
    cell: makeNullable(value),
  };
}

/** The single value of each group; the statement fails if a group has several. */
function theOnly(
  { outer, rows, context }: Pick<Subquery, 'outer' | 'rows' | 'context'>,
  cell: PlanExpr,
): JoinedSubquery | string {
  if (!COMPARED.includes(cell.scalar)) return 'a subquery of this value that may have several rows';
  const only: Rows = { ...rows, cells: new Map([[VALUE, cell]]) };
  const uncut = isLimited(rows) ? storeRows(only, context.fresh('rows')) : only;
  const groups = new Grouping(context.fresh('found'));
  const value = groups.measure('value', planAggregate('any_value', [foundValue(uncut)]));
  const count = groups.measure('count', COUNT);
  const found = groups.rows(uncut, true);
  const isTied = found.ties.keys.length > 0;
  const known = isTied
    ? makeCall('coalesce', 'int64', [makeNullable(count), wholeLiteral(0n)], false)
    : count;
  const isOne = makeCall('le', 'bool', [known, wholeLiteral(1n)], false);
  return {
    rows: beside(outer, isTied ? 'left' : 'inner', found.relation, tiesOf(found.ties)),
    cell:
      context.failures === 'null'
        ? onlyWhere(isOne, makeNullable(value))
        : provided(isOne, makeNullable(value)),
  };
}

function onlyWhere(condition: PlanExpr, value: PlanExpr): PlanExpr {
  return makeCall('if', value.scalar, [condition, value, nullLiteral(value.scalar)], true);
}

function hasOne({ relation, ties }: Rows): boolean {
  return (
    ties.isOne || (ties.keys.length === 0 && relation.node === 'limit' && relation.count === 1)
  );
}

/** The value of an outer-joined group: if the row around has none, counts are 0, and lists NULL. */
function orEmpty(expr: PlanExpr, groups: string): PlanExpr {
  if (expr.kind === 'column' && expr.relation === groups) {
    const found = makeNullable(expr);
    return expr.nullable || !isScalar(expr.scalar)
      ? found
      : makeCall('coalesce', expr.scalar, [found, wholeLiteral(0n)], false);
  }
  const below = (part: PlanExpr) => orEmpty(part, groups);
  return expr.kind === 'choice' ? mapChoice(expr, below) : mapNode(expr, below);
}
