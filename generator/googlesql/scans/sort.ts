/** ORDER BY and LIMIT. */

import { makeCall, testNull } from '../../core/expr/calls.ts';
import { COUNTING, makeColumn } from '../../core/expr/columns.ts';
import type { PlanExpr, SortKey, WindowExpr } from '../../core/expr/expr.ts';
import { wholeLiteral } from '../../core/expr/literals.ts';
import { columnId, findCell, isSingle, NOTHING, type TranslationContext } from '../context.ts';
import { exprOf } from '../expr.ts';
import {
  type Cells,
  isLimited,
  movedTo,
  type Rows,
  storeRows,
  tiesOver,
  valueOver,
} from '../rows.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { restrictRows } from './conditions.ts';

/** The order is kept next to the rows: an outer ORDER BY or join discards it. */
export function sortedRows(scan: ResolvedNode, input: Rows, context: TranslationContext): Rows {
  scan.value('column_list');
  const rows = isLimited(input) ? storeRows(input, context.fresh('rows')) : input;
  return { ...rows, order: sortKeys(scan, rows.cells, context) };
}

export function sortKeys(
  node: ResolvedNode,
  cells: Cells,
  context: TranslationContext,
): readonly SortKey[] {
  return node.parts('order_by_item_list').flatMap(item => keysOf(item, cells, context));
}

/** By default, NULLs are first in ascending and last in descending order. */
function keysOf(item: ResolvedNode, cells: Cells, context: TranslationContext): readonly SortKey[] {
  const ref = item.part('column_ref');
  ref.value('type');
  const cell = findCell(columnId(ref.part('column')), cells, ref, context);
  if (ref.flag('is_correlated') || !isSingle(cell)) {
    context.refuse('ORDER BY of this value', item);
    return [];
  }
  const descending = item.flag('is_descending');
  const nulls = item.text('null_order');
  const key = { expr: cell, descending };
  if (nulls !== (descending ? 'NULLS_FIRST' : 'NULLS_LAST')) return [key];
  return [{ expr: testNull(cell), descending }, key];
}

export function limitedRows(scan: ResolvedNode, input: Rows, context: TranslationContext): Rows {
  scan.value('column_list');
  const rows = isLimited(input) ? storeRows(input, context.fresh('rows')) : input;
  const offset = scan.nodeOrNull('offset');
  const count = rowCount(scan.node('limit'), 'LIMIT', context);
  const skip = offset === null ? null : rowCount(offset, 'OFFSET', context);
  const from = skip === 0 ? null : typeof skip === 'number' ? wholeLiteral(BigInt(skip)) : skip;
  if (rows.ties.keys.length === 0) return cutTo(count, rows, { skip: from });
  if (typeof count === 'number' && (from === null || from.kind === 'literal'))
    return cutEach(count, from, rows, scan, context);
  context.refuse('a parameter in the LIMIT of a correlated subquery', scan);
  return rows;
}

/** A literal, or a parameter that is always a number from 0 on. */
function rowCount(
  node: ResolvedNode,
  clause: 'LIMIT' | 'OFFSET',
  context: TranslationContext,
): number | PlanExpr {
  const count = exprOf(node, new Map(), context);
  if (count.kind === 'literal' && typeof count.value === 'bigint' && count.value <= MOST)
    return Number(count.value);
  if (count.kind !== 'param') {
    if (count !== NOTHING) context.refuse(`${clause} of this value`, node);
    return 0;
  }
  const least = context.params.get(count.name.toLowerCase())?.min ?? null;
  if (count.nullable || least === null || least < 0n)
    context.refuse(`\`@${count.name}\` in ${clause}, which may be absent or negative,`, node);
  return count;
}

/** The first rows among those that are tied to each row around. */
function cutEach(
  most: number,
  skip: PlanExpr | null,
  input: Rows,
  scan: ResolvedNode,
  context: TranslationContext,
): Rows {
  const { ties } = input;
  if (ties.isTotal && most > 0 && skip === null) return input;
  if (ties.isTotal) context.refuse('LIMIT 0 or OFFSET on a correlated aggregate', scan);
  const rows = storeRows(input, context.fresh('rows'));
  const name = context.fresh('places');
  const place: WindowExpr = {
    kind: 'window',
    fn: 'row_number',
    args: [],
    partitionBy: rows.ties.keys.map(({ of }) => of),
    orderBy: rows.order,
    frame: null,
    scalar: 'int64',
    nullable: false,
  };
  const column: PlanExpr = makeColumn(name, 'place', COUNTING);
  const columns = [{ name: 'place', expr: place }];
  const relation = { node: 'window', name, input: rows.relation, kept: null, columns } as const;
  const first = skip?.kind === 'literal' && typeof skip.value === 'bigint' ? skip.value : 0n;
  const bounds = [makeCall('le', 'bool', [column, wholeLiteral(first + BigInt(most))], false)];
  if (first > 0n) bounds.push(makeCall('gt', 'bool', [column, wholeLiteral(first)], false));
  return restrictRows(
    {
      relation,
      cells: new Map([...rows.cells].map(([id, cell]) => [id, movedTo(name, cell)] as const)),
      order: rows.order.map(key => ({ ...key, expr: valueOver(name, key.expr) })),
      ties: { ...tiesOver(name, rows.ties), isOne: most <= 1 },
    },
    bounds,
  );
}

const MOST = 1_000_000_000n;

/** The first rows in their order. */
export function cutTo(
  count: number | PlanExpr,
  rows: Rows,
  { skip = null, isCap = false }: { readonly skip?: PlanExpr | null; readonly isCap?: boolean },
): Rows {
  const { relation, order } = rows;
  const sorted =
    order.length === 0 ? relation : ({ node: 'sort', input: relation, keys: order } as const);
  return { ...rows, relation: { node: 'limit', input: sorted, count, skip, isCap } };
}
