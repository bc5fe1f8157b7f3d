/** UNION, INTERSECT and EXCEPT. */

import { makeCall } from '../../core/expr/calls.ts';
import { COUNTING, makeColumn } from '../../core/expr/columns.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { wholeLiteral } from '../../core/expr/literals.ts';
import type { UnionArm, UnionRelation } from '../../core/plan/relation.ts';
import { columnIds, findCell, isSingle, NOTHING, type TranslationContext } from '../context.ts';
import { isLimited, type PlanCell, type Rows, readNameHint, storeRows, UNTIED } from '../rows.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { restrictRows } from './conditions.ts';
import { Grouping, planAggregate } from './grouping/grouping.ts';

/** `read` returns the rows of one of the queries. */
export function setRows(
  scan: ResolvedNode,
  read: (scan: ResolvedNode) => Rows,
  context: TranslationContext,
): Rows {
  const operation = scan.text('op_type') || 'UNION_ALL';
  if (!OPERATIONS.has(operation)) context.refuse(operation.replaceAll('_', ' '), scan);
  scan.value('column_match_mode');
  scan.value('column_propagation_mode');
  const ids = columnIds(scan);
  const isAll = operation === 'UNION_ALL';
  const parts = scan.parts('input_item_list').map(item => partOf(item, read, context));
  const isUnion = operation.startsWith('UNION');
  if (!parts.every(part => isLike(part, parts[0])))
    context.refuse('a UNION of records that are stored in different ways', scan);
  const all = unionOf(ids, parts, isUnion, context.fresh('all'));
  if (isAll) return all.rows;
  const groups = new Grouping(context.fresh('distinct'));
  const cells = new Map(
    [...all.rows.cells].map(([id, cell]): readonly [string, PlanCell] => {
      if (!isSingle(cell))
        context.refuse(`${operation.replaceAll('_', ' ')} of records or lists`, scan);
      const expr = isSingle(cell) ? cell : NOTHING;
      // some engine groups by bits, where 0 and -0 differ
      if (expr.scalar === 'float64')
        context.refuse(`${operation.replaceAll('_', ' ')} of floats`, scan);
      return [id, groups.key(readNameHint(id), expr)];
    }),
  );
  // a part contains a row if its count there is above 0
  const counts = parts.flatMap((_, i) => {
    if (isUnion) return [];
    const isOf = makeCall('eq', 'bool', [all.part, wholeLiteral(BigInt(i))], false);
    return [groups.measure('count', planAggregate('count_if', [isOf]))];
  });
  const rows = { ...groups.rows(all.rows, false), cells };
  const found = counts.map((count, i) => {
    const fn = i === 0 || operation === 'INTERSECT_DISTINCT' ? 'gt' : 'eq';
    return makeCall(fn, 'bool', [count, wholeLiteral(0n)], false);
  });
  return isUnion ? rows : restrictRows(rows, found);
}

const OPERATIONS: ReadonlySet<string> = new Set([
  'UNION_ALL',
  'UNION_DISTINCT',
  'INTERSECT_DISTINCT',
  'EXCEPT_DISTINCT',
]);

interface Part {
  readonly relation: UnionArm['relation'];
  readonly cells: readonly PlanCell[];
}

function partOf(
  item: ResolvedNode,
  read: (scan: ResolvedNode) => Rows,
  context: TranslationContext,
): Part {
  const rows = read(item.node('scan'));
  if (rows.ties.keys.length > 0)
    context.refuse('a part of a set operation that reads columns of the outer query', item);
  const plain = isLimited(rows) ? storeRows(rows, context.fresh('part')) : rows;
  const cells = columnIds(item, 'output_column_list').map(id => {
    const cell = findCell(id, plain.cells, item, context);
    if (isSingle(cell) || isPlain(cell)) return cell;
    context.refuse('a UNION of records in this form', item);
    return NOTHING;
  });
  return { relation: plain.relation, cells };
}

/** Whether the cell is a list, or a record of single values, lists and such records. */
function isPlain(cell: PlanCell): boolean {
  if (cell.kind !== 'fields') return cell.kind !== 'param';
  const isOther = cell.repeated.length > 0 || cell.items !== undefined || cell.steps !== undefined;
  return !isOther && cell.fields.every(field => isSingle(field.cell) || isPlain(field.cell));
}

function leavesOf(cell: PlanCell): readonly PlanExpr[] {
  return cell.kind === 'fields' ? cell.fields.flatMap(field => leavesOf(field.cell)) : [cell];
}

/** Whether the parts have the same types, lists of records with the same fields. */
function isLike(part: Part, first: Part | undefined): boolean {
  const types = ({ cells }: Part) => cells.flatMap(leavesOf).map(({ scalar }) => scalar);
  return first !== undefined && types(part).join() === types(first).join();
}

/** The cell with other values, in the order of `leavesOf`. */
function refilled(cell: PlanCell, next: () => PlanExpr): PlanCell {
  if (cell.kind !== 'fields') return next();
  const fields = cell.fields.map(field => ({ ...field, cell: refilled(field.cell, next) }));
  return { kind: 'fields', repeated: [], fields, array: null };
}

/** The rows of all parts; except for UNION, with a column for the number of each row's part. */
function unionOf(
  ids: readonly string[],
  parts: readonly Part[],
  isUnion: boolean,
  name: string,
): { readonly rows: Rows; readonly part: PlanExpr } {
  const [first] = parts;
  if (first === undefined) throw new Error('a set operation has parts');
  const hints = ids.flatMap((id, i) =>
    leavesOf(first.cells[i] ?? NOTHING).map(() => readNameHint(id)),
  );
  const names = hints.map((hint, i) => `${hint}_${i + 1}`);
  const inputs = parts.map(({ relation, cells }, i): UnionArm => {
    const columns = cells.flatMap(leavesOf);
    return { relation, columns: isUnion ? columns : [...columns, wholeLiteral(BigInt(i))] };
  });
  const relation: UnionRelation = {
    node: 'union',
    name,
    columns: isUnion ? names : [...names, 'part'],
    inputs,
  };
  const values = names.map((own, i): PlanExpr => {
    const scalar = inputs[0]?.columns[i]?.scalar ?? NOTHING.scalar;
    const nullable = inputs.some(({ columns }) => columns[i]?.nullable ?? true);
    return makeColumn(name, own, { scalar, nullable });
  });
  const rest = values.values();
  const next = () => rest.next().value ?? NOTHING;
  const cells = ids.map((id, i) => [id, refilled(first.cells[i] ?? NOTHING, next)] as const);
  return {
    rows: { relation, cells: new Map(cells), order: [], ties: UNTIED },
    part: makeColumn(name, 'part', COUNTING),
  };
}
