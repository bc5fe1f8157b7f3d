/** ARRAY: the values of a subquery as a list, in its order. */
import type { AggregateExpr, PlanExpr } from '../../core/expr/expr.ts';
import type { AggregateRelation } from '../../core/plan/relation.ts';
import { isScalar, listOf } from '../../core/types/scalar.ts';
import { totalOrder } from '../functions/aggregates.ts';
import { isStoredList, orEmptyList } from '../functions/arrays.ts';
import { isLimited, type Rows, storeRows } from '../rows.ts';
import { Grouping } from '../scans/grouping/grouping.ts';
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

export function array({ outer, rows, cell, context }: Subquery): JoinedSubquery | string {
  if (cell.kind === 'fields' || !isScalar(cell.scalar) || !isStoredList(listOf(cell.scalar)))
    return 'an ARRAY subquery of these values';
  if (rows.ties.isTotal || reads(cell, outer)) return 'a correlated ARRAY subquery in this form';
  if (rows.order.length === 0) return 'an ARRAY subquery without ORDER BY';
  if (cell.nullable && !isKnown(cell, rows))
    return 'an ARRAY subquery of a value that may be NULL, without IS NOT NULL';
  const only: Rows = { ...rows, cells: new Map([[VALUE, cell]]) };
  const uncut = isLimited(rows) ? storeRows(only, context.fresh('rows')) : only;
  const groups = new Grouping(context.fresh('found'));
  const list = groups.measure('list', listed(foundValue(uncut), uncut));
  const found = groups.rows(uncut, true);
  const isTied = found.ties.keys.length > 0;
  return {
    rows: beside(outer, isTied ? 'left' : 'inner', found.relation, tiesOf(found.ties)),
    cell: isTied ? orEmptyList(makeNullable(list)) : list,
  };
}

function listed(value: PlanExpr, { order }: Rows): AggregateExpr<PlanExpr> {
  if (!isScalar(value.scalar)) throw new Error('items are single values');
  return {
    kind: 'aggregate',
    fn: 'list_agg',
    args: [value],
    rank: null,
    listing: { distinct: false, orderBy: totalOrder(order, value), limit: null },
    filter: null,
    scalar: listOf(value.scalar),
    nullable: false,
  };
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
