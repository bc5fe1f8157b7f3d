/** Calls with a record as an argument: `record IS NULL`, `COALESCE(records, [])` and `[record, record]`. */
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, TRUE, wholeLiteral } from '../../core/expr/literals.ts';
import { isRecords, itemOf } from '../../core/types/scalar.ts';
import { NOTHING, type TranslationContext } from '../context.ts';
import { isPartsOfText, lengthOf, orEmptyList } from '../functions/arrays.ts';
import { LARGEST } from '../functions/failing.ts';
import { type PlanCell, type RecordCell, sizeOf } from '../rows.ts';
import { isOfGroup } from '../scans/grouping/grouping.ts';
import { functionName } from '../tree/names.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { fieldName, readType, type TypeMessage } from '../tree/types.ts';
import { lookup } from './records.ts';

/** Returns `null` for any other call. */
export function recordCall(
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
  read: (part: ResolvedNode) => PlanCell,
  context: TranslationContext,
): PlanCell | null {
  const [name, [of, ...others]] = [functionName(node), parts];
  if (of === undefined) return null;
  if (name === '$is_null' && isOf(of, 'TYPE_STRUCT')) {
    node.value('type');
    return isNullRecord(read(of), node, context);
  }
  if (name === '$make_array' && isOf(of, 'TYPE_STRUCT')) return recordsListed(node, parts, read);
  const isChoice = name === 'coalesce' || name === 'ifnull';
  if (!isChoice || !isOf(of, 'TYPE_ARRAY') || others.length === 0) return null;
  return others.every(isEmptyArray) ? recordsOrEmpty(of, node, others, read) : null;
}

/** A record with the names of another type. Returns `null` unless its fields have the types of that one. */
export function castRecord(cell: PlanCell, { struct_type: type }: TypeMessage): RecordCell | null {
  if (cell.kind !== 'fields' || cell.items !== undefined || cell.steps !== undefined) return null;
  const fields = (type?.field ?? []).flatMap(({ field_name: name, field_type: to }, i) => {
    const own = castField(cell.fields[i]?.cell, to);
    return own === null ? [] : [{ name: fieldName(name, i), cell: own }];
  });
  return fields.length === cell.fields.length ? { ...cell, fields } : null;
}

function castField(cell: PlanCell | undefined, to: TypeMessage): PlanCell | null {
  if (cell === undefined) return null;
  if (cell.kind === 'fields') return castRecord(cell, to);
  const type = readType(to);
  if (cell.kind === 'literal' && cell.value === null && type !== null) return nullLiteral(type);
  return cell.scalar === type ? cell : null;
}

/** A list of records that the text writes: its items. */
function recordsListed(
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
  read: (part: ResolvedNode) => PlanCell,
): PlanCell {
  node.value('type');
  const fields = parts.map((part, i) => ({ name: `${i}`, cell: read(part) }));
  return { kind: 'fields', repeated: [], fields, array: null, items: 'all' };
}

/** UNNEST of a NULL array has no rows, like that of an empty one. */
function recordsOrEmpty(
  of: ResolvedNode,
  node: ResolvedNode,
  others: readonly ResolvedNode[],
  read: (part: ResolvedNode) => PlanCell,
): PlanCell | null {
  if (elementOf(of) !== 'TYPE_STRUCT') return null;
  node.value('type');
  for (const other of others) other.pass();
  const records = read(of);
  return records.kind === 'fields' ? records : { ...records, nullable: false };
}

/** Functions whose result depends on whether their list is NULL. */
const OF_NULL_LISTS: ReadonlySet<string> = new Set([
  ...['array_length', 'array_to_string', '$is_null', '$array_at_offset', '$array_at_ordinal'],
]);

/** The kinds of nodes whose list may be known to be NULL. */
const LISTS: ReadonlySet<string> = new Set(['get_struct_field', 'function_call', 'column_ref']);

/** Whether the length of the list says whether it is NULL. */
function isCountable(list: PlanExpr, node: ResolvedNode): boolean {
  return functionName(node) === 'array_length' && list.kind === 'call' && list.fn === 'list_split';
}

/** The list of a group has no items exactly if it is NULL. */
function isEmptyList(list: PlanExpr): PlanExpr {
  return makeCall('eq', 'bool', [lengthOf(orEmptyList(list)), wholeLiteral(0n)], false);
}

function isNullText(list: PlanExpr): PlanExpr | null {
  const text = list.kind === 'call' ? list.args[0] : undefined;
  if (text === undefined || sizeOf(text) > LARGEST) return null;
  return testNull(text);
}

/** Whether a list of parts of a text, or one of a group, is NULL. Returns `null` for any other list. */
export function listMissing(list: PlanExpr): PlanExpr | null {
  if (isPartsOfText(list)) return isNullText(list);
  return isOfGroup(list) && !isRecords(list.scalar) ? isEmptyList(list) : null;
}

/**
 * Whether the list of such a function is NULL, because it belongs to a record or a text that is. Returns `null` for any other function, and for a
 * list that is never NULL.
 */
export function isListMissing(
  node: ResolvedNode,
  [list]: readonly ResolvedNode[],
  read: (part: ResolvedNode) => PlanCell,
  context: TranslationContext,
): PlanExpr | null {
  if (!OF_NULL_LISTS.has(functionName(node)) || list === undefined) return null;
  if (!LISTS.has(list.kind) || !isOf(list, 'TYPE_ARRAY')) return null;
  const cell = read(list);
  if (cell.kind === 'fields' || !cell.nullable || isCountable(cell, node)) return null;
  const isMissing = listMissing(cell);
  if (isMissing !== null || isPartsOfText(cell)) return isMissing;
  if (list.kind !== 'get_struct_field') return null;
  const record = read(list.node('expr'));
  if (record.kind !== 'fields' || record.isStored !== true) return null;
  return isNullRecord(record, node, context);
}

function isNullRecord(cell: PlanCell, node: ResolvedNode, context: TranslationContext): PlanExpr {
  if (cell === NOTHING) return NOTHING;
  if (cell.kind !== 'fields' || cell.isStored !== true) {
    context.refuse('IS NULL of a record that no table stores', node);
    return NOTHING;
  }
  if (cell.repeated.length > 0)
    context.refuse('IS NULL of a record that is stored as an array', node, cell.repeated);
  // BigQuery alone keeps a record without a value apart from none
  context.inlined.add('is null');
  return isRecordMissing(cell);
}

/** Whether a record of a table is NULL: whether each field is. */
export function isRecordMissing(cell: RecordCell): PlanExpr {
  const [first, ...more] = leavesOf(cell).map(isMissing);
  if (first === undefined) throw new Error('a record has a field');
  return more.length === 0 ? first : makeCall('and', 'bool', [first, ...more], false);
}

/** The list of a missing record is empty. */
function isMissing(leaf: PlanExpr): PlanExpr {
  if (isRecords(leaf.scalar))
    return makeCall('eq', 'bool', [countOf(leaf), wholeLiteral(0n)], false);
  if (itemOf(leaf.scalar) === null) return testNull(leaf);
  const length = makeCall('list_length', 'int64', [orEmptyList(leaf)], false);
  return makeCall('eq', 'bool', [length, wholeLiteral(0n)], false);
}

function countOf(records: PlanExpr): PlanExpr {
  return lookup('count', records, TRUE);
}

function leavesOf({ fields }: RecordCell): readonly PlanExpr[] {
  return fields.flatMap(({ cell }) => (cell.kind === 'fields' ? leavesOf(cell) : [cell]));
}

function typeOf(node: ResolvedNode): TypeMessage | null {
  return (node.fields.get('type') ?? null) as TypeMessage | null;
}

function isOf(node: ResolvedNode, kind: string): boolean {
  return typeOf(node)?.type_kind === kind;
}

function elementOf(node: ResolvedNode): string | null {
  return typeOf(node)?.array_type?.element_type.type_kind ?? null;
}

function isEmptyArray(node: ResolvedNode): boolean {
  if (node.kind === 'function_call')
    return functionName(node) === '$make_array' && node.nodes('argument_list').length === 0;
  const literal = node.kind === 'literal' ? (node.fields.get('value') as ArrayMessage) : null;
  const array = literal?.value?.array_value;
  return array !== undefined && array !== null && (array.element ?? []).length === 0;
}

interface ArrayMessage {
  readonly value?: { readonly array_value?: { readonly element?: readonly unknown[] } | null };
}
