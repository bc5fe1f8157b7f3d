/** ARRAY: the values of a subquery as a list, in its order. */
import { makeAggregate } from '../../core/expr/aggregates.ts';
import type { AggregateExpr, PlanExpr } from '../../core/expr/expr.ts';
import type { AggregateRelation } from '../../core/plan/relation.ts';
import { isRecords, isScalar, listOf } from '../../core/types/scalar.ts';
import { COMPARED } from '../calls.ts';
import { totalOrder } from '../functions/aggregates.ts';
import { isStoredList, orEmptyList } from '../functions/arrays.ts';
import { leavesOf, recordsListed } from '../records/listed.ts';
import { isLimited, type PlanCell, type Rows, storeRows } from '../rows.ts';
import { Grouping } from '../scans/grouping/grouping.ts';
import {
  beside,
  type JoinedSubquery,
  makeNullable,
  reads,
  type Subquery,
  tiesOf,
  VALUE,
} from './found.ts';

export function array({ outer, rows, cell, context }: Subquery): JoinedSubquery | string {
  const leaves = leavesOf(cell);
  if (rows.ties.isTotal || leaves.some(leaf => reads(leaf, outer)))
    return 'a correlated ARRAY subquery in this form';
  if (cell.kind !== 'fields' && cell.nullable && !isKnown(cell, rows))
    return 'an ARRAY subquery of a value that may be NULL, without IS NOT NULL';
  // any order is right, and the values' own is the same on every engine
  if (rows.order.length === 0) context.inlined.add('array');
  const only: Rows = { ...rows, cells: new Map([[VALUE, cell]]) };
  const uncut = isLimited(rows) ? storeRows(only, context.fresh('rows')) : only;
  const groups = new Grouping(context.fresh('found'));
  const value = uncut.cells.get(VALUE);
  const items = value === undefined ? null : listed(value, uncut);
  if (items === null) return 'an ARRAY subquery of these values';
  const list = groups.measure('list', items);
  const found = groups.rows(uncut, true);
  const isTied = found.ties.keys.length > 0;
  return {
    rows: beside(outer, isTied ? 'left' : 'inner', found.relation, tiesOf(found.ties)),
    cell: isTied && !isRecords(list.scalar) ? orEmptyList(makeNullable(list)) : list,
  };
}

function listed(value: PlanCell, { order }: Rows): AggregateExpr<PlanExpr> | null {
  const leaves = leavesOf(value);
  if (value.kind === 'fields') {
    if (!leaves.every(leaf => COMPARED.includes(leaf.scalar))) return null;
    const orderBy = leaves.reduce(totalOrder, order);
    return recordsListed(value, { distinct: false, orderBy, limit: null });
  }
  if (!isScalar(value.scalar) || !isStoredList(listOf(value.scalar))) return null;
  const listing = { distinct: false, orderBy: totalOrder(order, value), limit: null };
  return makeAggregate('list_agg', listOf(value.scalar), [value], false, { listing });
}

/** Whether a filter of the rows excludes NULL: `value IS NOT NULL`. */
function isKnown(value: PlanExpr, { relation }: Rows): boolean {
  let of = value;
  for (let below = relation; ; below = below.input) {
    switch (below.node) {
      case 'filter': {
        const tests = below.predicates.flatMap(one => ('expr' in one ? [one.expr] : []));
        if (tests.some(test => saysKnown(test, of))) return true;
        break;
      }
      case 'sort':
      case 'limit':
        break;
      case 'aggregate': {
        const key = keyOf(of, below);
        if (key === null) return false;
        of = key;
        break;
      }
      default:
        return false;
    }
  }
}

/** The expression of the group key that `value` reads; `null` for other columns. */
function keyOf(value: PlanExpr, { name, keys }: AggregateRelation): PlanExpr | null {
  if (value.kind !== 'column' || value.relation !== name) return null;
  return keys.find(key => key.name === value.path[0])?.expr ?? null;
}

function saysKnown(test: PlanExpr, value: PlanExpr): boolean {
  if (test.kind !== 'call' || test.fn !== 'not') return false;
  const [isNull] = test.args;
  if (isNull?.kind !== 'call' || isNull.fn !== 'is_null') return false;
  const [of] = isNull.args;
  return of !== undefined && areSame(of, value);
}

function areSame(one: PlanExpr, two: PlanExpr): boolean {
  const isColumn = one.kind === 'column' && two.kind === 'column';
  return isColumn && one.relation === two.relation && one.path.join('.') === two.path.join('.');
}
