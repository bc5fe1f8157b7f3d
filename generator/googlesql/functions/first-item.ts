/**
 * Values from one row of a group: the first item of an ordered ARRAY_AGG, and ANY_VALUE of the row with the greatest or the least value of
 * another expression.
 */
import { makeAggregate } from '../../core/expr/aggregates.ts';
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { AggregateExpr, PlanExpr, SortKey } from '../../core/expr/expr.ts';
import { nullLiteral } from '../../core/expr/literals.ts';
import { COMPARED, literalCount } from '../calls.ts';
import type { TranslationContext } from '../context.ts';
import { exprOf, readCell } from '../expr.ts';
import { leavesOf, recordsListed } from '../records/listed.ts';
import { type Cells, type PlanCell, type RecordCell, WHOLE } from '../rows.ts';
import { sortKeys } from '../scans/sort.ts';
import { functionName } from '../tree/names.ts';
import type { ResolvedNode } from '../tree/tree.ts';

type Measure = (aggregate: AggregateExpr<PlanExpr>) => PlanExpr;

interface Group {
  readonly measured: Measure;
  /** Whether it always has a row. */
  readonly isGrouped: boolean;
}

/** Returns `null` for any other aggregate. */
export function oneOfGroup(
  node: ResolvedNode,
  cells: Cells,
  group: Group,
  context: TranslationContext,
): PlanCell | null {
  if (node.kind !== 'aggregate_function_call') return null;
  const name = functionName(node);
  if (name === 'any_value' && node.value('having_modifier') !== null)
    return greatest(node, cells, group.measured, context);
  return name === 'array_agg' ? firstItem(node, cells, group, context) : null;
}

/** A list; only its first item can be read, which is the only one after `LIMIT 1`. */
function firstItem(
  node: ResolvedNode,
  cells: Cells,
  { measured, isGrouped }: Group,
  context: TranslationContext,
): PlanCell | null {
  const [part] = node.nodes('argument_list');
  if (part === undefined || node.flag('distinct')) return null;
  const isRecord = (part.fields.get('type') as { type_kind?: string }).type_kind === 'TYPE_STRUCT';
  if (!isRecord && (limitOf(node) !== 1n || ignoresNull(node))) return null;
  const item = readCell(part, cells, context);
  node.value('type');
  node.text('null_handling_modifier');
  const limit = node.nodeOrNull('limit');
  const count = limit === null ? null : literalCount(exprOf(limit, new Map(), context));
  if (limit !== null && (count ?? 0n) < 1n) context.refuse('LIMIT of this value', limit);
  const keys = sortKeys(node, cells, context);
  // any order is right, and the values' own is the same on every engine
  if (keys.length === 0) context.inlined.add(functionName(node));
  const leaves = leavesOf(item);
  if (!leaves.every(leaf => COMPARED.includes(leaf.scalar)) || hasLists(item))
    context.refuse('ARRAY_AGG of records with lists or documents', node);
  // the values break ties in the order, so that all fields come from one row
  const ties = leaves.map((expr): SortKey => ({ expr, descending: false }));
  const orderBy = [...keys, ...ties];
  const first = mapLeaves(item, of => measured(firstOf(of, orderBy)));
  const listing = { distinct: false, orderBy, limit: count === null ? null : Number(count) };
  const list = recordsListed(item, listing);
  return {
    kind: 'fields',
    repeated: [],
    fields: [
      { name: '0', cell: first },
      ...(list === null ? [] : [{ name: WHOLE, cell: measured(list) }]),
    ],
    array: null,
    items: isGrouped && count === 1n ? 'all' : 'some',
  };
}

/** ANY_VALUE(x HAVING MAX y). */
function greatest(
  node: ResolvedNode,
  cells: Cells,
  measure: Measure,
  context: TranslationContext,
): PlanCell {
  node.value('type');
  const modifier = node.part('having_modifier');
  const by = exprOf(modifier.node('having_expr'), cells, context);
  const descending = modifier.text('kind') !== 'MIN';
  const of = node.nodes('argument_list').map(part => exprOf(part, cells, context))[0] ?? by;
  if (node.flag('distinct') || ![of, by].every(one => COMPARED.includes(one.scalar)))
    context.refuse('ANY_VALUE with HAVING of these arguments', node);
  if (!by.nullable) return measure(firstOf(of, orderOf(by, descending, of)));
  // a row whose value is NULL is no candidate
  const isNull = testNull(by);
  const known = makeCall('if', of.scalar, [isNull, nullLiteral(of.scalar), of], true);
  const last: SortKey = { expr: isNull, descending: false };
  return measure(firstOf(known, [last, ...orderOf(by, descending, of)]));
}

function orderOf(by: PlanExpr, descending: boolean, of: PlanExpr): readonly SortKey[] {
  return [
    { expr: by, descending },
    { expr: of, descending: false },
  ];
}

function firstOf(of: PlanExpr, orderBy: readonly SortKey[]): AggregateExpr<PlanExpr> {
  const listing = { distinct: false, orderBy, limit: null };
  return makeAggregate('first_of', of.scalar, [of], true, { listing });
}

function limitOf(node: ResolvedNode): bigint | null {
  const limit = node.peek('limit');
  const value = limit?.fields.get('value') as
    | { readonly value?: { readonly int64_value?: unknown } }
    | undefined;
  const count = value?.value?.int64_value;
  return count === undefined ? null : BigInt(String(count));
}

function ignoresNull(node: ResolvedNode): boolean {
  return node.fields.get('null_handling_modifier') === 'IGNORE_NULLS';
}

function hasLists(cell: PlanCell): boolean {
  if (cell.kind !== 'fields') return false;
  const isArray = cell.items !== undefined || cell.repeated.length > 0 || cell.array !== null;
  return isArray || cell.fields.some(field => hasLists(field.cell));
}

function mapLeaves(cell: PlanCell, change: (of: PlanExpr) => PlanExpr): PlanCell {
  if (cell.kind !== 'fields') return change(cell);
  const fields = cell.fields.map(field => ({ ...field, cell: mapLeaves(field.cell, change) }));
  return { ...cell, fields } satisfies RecordCell;
}
