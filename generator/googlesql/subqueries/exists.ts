/** EXISTS: whether there are rows; for rows that are tied to the row around, whether there is a group. */

import { makeCall } from '../../core/expr/calls.ts';
import { TRUE, wholeLiteral } from '../../core/expr/literals.ts';
import { isLimited, storeRows } from '../rows.ts';
import { COUNT, Grouping } from '../scans/grouping/grouping.ts';
import { cutTo } from '../scans/sort.ts';
import { beside, type JoinedSubquery, makeNullable, type Subquery, tiesOf } from './found.ts';

export function joinExists({ outer, rows, context }: Subquery): JoinedSubquery | string {
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
  const cell = makeCall('is_not_null', 'bool', [makeNullable(key.of)], false);
  return { rows: beside(outer, 'left', found.relation, on), cell };
}
