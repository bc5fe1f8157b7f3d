/** EXISTS: whether there are rows; for rows that are tied to the row around, whether there is a group. */

import { makeCall, testKnown } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { FALSE, TRUE, wholeLiteral } from '../../core/expr/literals.ts';
import type { Relation } from '../../core/plan/relation.ts';
import type { RowComparison } from '../context.ts';
import { isLimited, storeRows } from '../rows.ts';
import { COUNT, Grouping, planAggregate } from '../scans/grouping/grouping.ts';
import { listReadable, relationsIn } from '../scans/reads.ts';
import { cutTo } from '../scans/sort.ts';
import { beside, type JoinedSubquery, makeNullable, type Subquery, tiesOf } from './found.ts';

export function joinExists(inner: Subquery): JoinedSubquery | string {
  const { outer, rows, comparison, context } = inner;
  if (comparison !== null) return joinCompared(inner, comparison);
  const { relation, ties } = rows;
  const isRow =
    relation.node === 'unit' || (relation.node === 'aggregate' && relation.keys.length === 0);
  if (ties.isTotal || isRow) return { rows: outer, cell: TRUE };
  const groups = new Grouping(context.fresh('found'));
  const [tie] = ties.keys;
  if (tie === undefined) {
    const bare = { ...rows, cells: new Map() };
    const first = storeRows(isLimited(rows) ? bare : cutTo(1, bare, {}), context.fresh('first'));
    const count = groups.measure('count', COUNT);
    const found = groups.rows(first, true);
    const cell = makeCall('gt', 'bool', [count, wholeLiteral(0n)], false);
    return { rows: beside(outer, 'inner', found.relation, []), cell };
  }
  const found = groups.rows(isLimited(rows) ? storeRows(rows, context.fresh('rows')) : rows, false);
  const on = tiesOf(found.ties);
  const [key] = found.ties.keys;
  if (key === undefined) throw new Error('groups keep the ties of their rows');
  const cell = testKnown(makeNullable(key.of));
  return { rows: beside(outer, 'left', found.relation, on), cell };
}

function joinCompared(
  { outer, rows, context }: Subquery,
  comparison: RowComparison,
): JoinedSubquery | string {
  if (!isOver(rows.relation, comparison)) return 'a correlated condition that is not an equality';
  const groups = new Grouping(context.fresh('found'));
  const cell = holds(comparison, groups);
  const { relation, ties } = groups.rows(rows, true);
  const kind = ties.keys.length === 0 ? 'inner' : 'left';
  return { rows: beside(outer, kind, relation, tiesOf(ties)), cell };
}

function isOver(relation: Relation, { of }: RowComparison): boolean {
  const names = listReadable(relation);
  return [...relationsIn(of)].every(name => names.has(name));
}

/** Whether some row compares so: the least or the greatest of them does. */
function holds({ fn, of, around }: RowComparison, groups: Grouping): PlanExpr {
  const is = (extreme: 'min' | 'max') => {
    const value = makeNullable(groups.measure(extreme, planAggregate(extreme, [of])));
    return makeCall(fn, 'bool', [value, around], true);
  };
  const found =
    fn === 'ne'
      ? makeCall('or', 'bool', [is('min'), is('max')], true)
      : is(fn === 'lt' || fn === 'le' ? 'min' : 'max');
  return makeCall('if', 'bool', [found, TRUE, FALSE], false);
}
