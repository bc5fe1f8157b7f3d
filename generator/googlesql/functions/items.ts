/** Items of lists from which only one item is read: those of SPLIT, of quantiles, of ARRAY_AGG and of stored records. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { TRUE, wholeLiteral } from '../../core/expr/literals.ts';
import { isRecords } from '../../core/types/scalar.ts';
import { literalCount } from '../calls.ts';
import { NOTHING, type TranslationContext } from '../context.ts';
import { itemField, itemRecord, lookup } from '../records/records.ts';
import { type PlanCell, wholeOf } from '../rows.ts';
import { functionName, isSafeCall, shownName } from '../tree/names.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { provided } from './failing.ts';
import { splitItem } from './texts/texts.ts';

/** How an item is addressed: by its position from 0 or from 1, and whether a missing item is NULL. */
const PLACES: Readonly<Record<string, { readonly first: bigint; readonly isSafe: boolean }>> = {
  $array_at_offset: { first: 0n, isSafe: false },
  $array_at_ordinal: { first: 1n, isSafe: false },
  $safe_array_at_offset: { first: 0n, isSafe: true },
  $safe_array_at_ordinal: { first: 1n, isSafe: true },
};

/** How the parts of the call are translated. */
interface Reading {
  readonly any: (node: ResolvedNode) => PlanCell;
  readonly expr: (node: ResolvedNode) => PlanExpr;
  readonly context: TranslationContext;
}

/** An item of a list from which only one item is read. Returns `null` for any other call. */
export function readItem(
  node: ResolvedNode,
  [list, place]: readonly ResolvedNode[],
  reading: Reading,
): PlanCell | null {
  const name = functionName(node);
  const by = PLACES[name];
  if (by === undefined || list === undefined || place === undefined) return null;
  const index = literalCount(reading.expr(place));
  const at = index === null ? -1n : index - by.first;
  const records = recordsOf(list, reading);
  if (records !== null) {
    node.value('type');
    const isSafe = by.isSafe || reading.context.failures === 'null';
    const item =
      records.nullable && !isSafe ? null : recordAt(records, at, { isSafe, mayBeNull: false });
    if (item !== null) return item;
    reading.context.refuse(OTHER_RECORD, node);
    return NOTHING;
  }
  if (isStored(list, reading)) return null;
  node.value('type');
  const made = listItem(list, at, by.isSafe, reading);
  if (made !== null) return made;
  reading.context.refuse(`${shownName(name)} of these arguments`, node);
  return NOTHING;
}

const OTHER_RECORD = 'an item of this list of records';

const OF_RECORDS: ReadonlySet<string> = new Set([
  'column_ref',
  'get_struct_field',
  'subquery_expr',
]);

/** The list of records that the data set, an item or a subquery has. Returns `null` for any other list. */
function recordsOf(list: ResolvedNode, { any }: Reading): PlanExpr | null {
  if (!OF_RECORDS.has(list.kind)) return null;
  const cell = any(list);
  return cell.kind !== 'fields' && isRecords(cell.scalar) ? cell : null;
}

/**
 * Its fields are NULL if there is no such item, or fail if it is not `isSafe`. `mayBeNull`: the list is NULL if it is empty. Returns `null`
 * for a position that is no literal from 0 on.
 */
function recordAt(
  list: PlanExpr,
  at: bigint,
  { isSafe, mayBeNull }: { readonly isSafe: boolean; readonly mayBeNull: boolean },
): PlanCell | null {
  if (at < 0n || at > LAST_PLACE) return null;
  const count = lookup('count', list, TRUE);
  const isThere = makeCall('gt', 'bool', [count, wholeLiteral(at)], false);
  const isEmpty = makeCall('eq', 'bool', [count, wholeLiteral(0n)], false);
  const either = makeCall('or', 'bool', [isThere, isEmpty], true);
  const holds = mayBeNull ? makeCall('coalesce', 'bool', [either, TRUE], false) : isThere;
  return itemRecord(list, (path, scalar) => {
    const field = itemField(list, path, scalar, Number(at));
    return isSafe ? field : provided(holds, field);
  });
}

const LAST_PLACE = 1_000_000n;

/** Whether the list is stored, so that functions find its items. */
function isStored(list: ResolvedNode, { any }: Reading): boolean {
  if (list.kind === 'column_ref') return any(list).kind !== 'fields';
  return list.kind !== 'function_call' || functionName(list) !== 'split';
}

function listItem(
  list: ResolvedNode,
  at: bigint,
  isSafe: boolean,
  { any, expr, context }: Reading,
): PlanCell | null {
  if (list.kind === 'column_ref') {
    const cell = any(list);
    if (cell.kind === 'fields' && cell.fields.length === 0) return NOTHING;
    if (cell.kind !== 'fields' || cell.items === undefined) return null;
    const item = cell.fields.find(({ name }) => name === `${at}`)?.cell;
    const whole = item === undefined ? wholeOf(cell) : null;
    if (whole === null || !isRecords(whole.scalar)) return item ?? null;
    return recordAt(whole, at, { isSafe: isSafe || context.failures === 'null', mayBeNull: true });
  }
  if (list.kind !== 'function_call' || functionName(list) !== 'split') return null;
  list.value('type');
  if (isSafeCall(list)) return null;
  const args = list.nodes('argument_list').map(expr);
  return splitItem(args, at, isSafe || context.failures === 'null');
}
