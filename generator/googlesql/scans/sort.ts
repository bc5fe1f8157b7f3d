/** ORDER BY and LIMIT. */
import type { PlanExpr, SortKey } from '../../core/expr.ts';
import { type Context, cellOf, columnId, isSingle } from '../context.ts';
import { exprOf } from '../expr.ts';
import { type Cells, type Rows, stepOf } from '../rows.ts';
import type { Node } from '../tree.ts';
import { isCut } from './filter.ts';

/** The order is kept beside the rows: an ORDER BY inside of a query that has one of its own, or a join around it, says nothing. */
export function sortedRows(scan: Node, input: Rows, context: Context): Rows {
  scan.value('column_list');
  const rows = isCut(input) ? stepOf(input, context.fresh('rows')) : input;
  return { ...rows, order: sortKeys(scan, rows.cells, context) };
}

export function sortKeys(node: Node, cells: Cells, context: Context): readonly SortKey[] {
  return node.parts('order_by_item_list').flatMap(item => keysOf(item, cells, context));
}

/** NULLs are first where ascending and last where descending, unless the text says otherwise. */
function keysOf(item: Node, cells: Cells, context: Context): readonly SortKey[] {
  const ref = item.part('column_ref');
  ref.value('type');
  const cell = cellOf(columnId(ref.part('column')), cells, ref, context);
  if (ref.flag('is_correlated') || !isSingle(cell)) {
    context.refuse('ORDER BY of this value', item);
    return [];
  }
  const descending = item.flag('is_descending');
  const nulls = item.text('null_order');
  const key = { expr: cell, descending };
  if (nulls !== (descending ? 'NULLS_FIRST' : 'NULLS_LAST')) return [key];
  return [{ expr: isNull(cell), descending }, key];
}

function isNull(of: PlanExpr): PlanExpr {
  return { kind: 'call', fn: 'is_null', args: [of], scalar: 'bool', nullable: false };
}

export function limitedRows(scan: Node, input: Rows, context: Context): Rows {
  scan.value('column_list');
  const rows = isCut(input) ? stepOf(input, context.fresh('rows')) : input;
  const limit = scan.node('limit');
  const offset = scan.nodeOrNull('offset');
  const count = exprOf(limit, new Map(), context);
  const isNumber = count.kind === 'literal' && typeof count.value === 'bigint';
  if (!isNumber || count.value > MOST) context.refuse('LIMIT of this value', limit);
  const skip = offset === null ? null : exprOf(offset, new Map(), context);
  if (skip !== null && (skip.kind !== 'literal' || typeof skip.value !== 'bigint'))
    context.refuse('OFFSET of this value', scan);
  const isAll = skip === null || (skip.kind === 'literal' && skip.value === 0n);
  return cutTo(isNumber ? Number(count.value) : 0, rows, { skip: isAll ? null : skip });
}

const MOST = 1_000_000_000n;

/** The first rows in their order. */
export function cutTo(
  count: number,
  rows: Rows,
  { skip = null, isCap = false }: { readonly skip?: PlanExpr | null; readonly isCap?: boolean },
): Rows {
  const { relation, order } = rows;
  const sorted =
    order.length === 0 ? relation : ({ node: 'sort', input: relation, keys: order } as const);
  return { ...rows, relation: { node: 'limit', input: sorted, count, skip, isCap } };
}
