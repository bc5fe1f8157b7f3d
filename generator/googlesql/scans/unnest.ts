/**
 * UNNEST: joins each row with the items of a list or the records of an array. A record that a table stores flat is an array of one: the
 * rows stay the same, and its fields can be read.
 */
import type { PlanExpr } from '../../core/expr/expr.ts';
import type { ItemsRelation, RecordsRelation } from '../../core/plan/relation.ts';
import { itemOf } from '../../core/types/scalar.ts';
import { number, planCall } from '../calls.ts';
import { columnId, type TranslationContext } from '../context.ts';
import { exprOf, readCell } from '../expr.ts';
import { mayHoldNull } from '../functions/arrays.ts';
import { itemRecord } from '../records.ts';
import {
  isCut,
  type PlanCell,
  type RecordCell,
  type Rows,
  readNameHint,
  storeRows,
} from '../rows.ts';
import { besideEach } from '../subqueries/found.ts';
import type { ResolvedNode } from '../tree.ts';
import { conjuncts, selectRows } from './conditions.ts';
import { generatedOf } from './generated.ts';
import { fieldCell } from './table.ts';

export function unnestedRows(scan: ResolvedNode, whole: Rows, context: TranslationContext): Rows {
  scan.value('column_list');
  const input = isCut(whole) ? storeRows(whole, context.fresh('rows')) : whole;
  const isOuter = scan.flag('is_outer');
  const id = columnId(scan.part('element_column'));
  const place = hasOffset(scan) ? columnId(scan.part('array_offset_column').part('column')) : null;
  const made = { scan, id, name: context.fresh(readNameHint(id)), isOuter, context };
  const { relation, item, index } = arrayOf(scan.node('array_expr'), input, made);
  const own: (readonly [string, PlanCell])[] = [[id, item]];
  if (place !== null) own.push([place, index]);
  const kind = isOuter ? 'left' : 'inner';
  const joined = relation === null ? input : besideEach(input, kind, relation);
  const rows: Rows = {
    ...joined,
    cells: new Map([...input.cells, ...own]),
    ties: { ...input.ties, isOne: false },
  };
  return conditioned(rows, made);
}

function arrayOf(node: ResolvedNode, input: Rows, made: Made): Items {
  const generated = generatedOf(node, input.cells, made.context);
  if (generated !== null) {
    const numbers = itemsOf(generated.list, made);
    return { ...numbers, item: generated.item(numbers.index) };
  }
  const array = readCell(node, input.cells, made.context);
  return array.kind === 'fields' ? recordsOf(array, made) : itemsOf(array, made);
}

function hasOffset(scan: ResolvedNode): boolean {
  return scan.value('array_offset_column') !== null;
}

interface Made {
  readonly scan: ResolvedNode;
  readonly id: string;
  readonly name: string;
  readonly isOuter: boolean;
  readonly context: TranslationContext;
}

interface Items {
  /** `null`: each row has exactly one item, which can be read without a join. */
  readonly relation: ItemsRelation | RecordsRelation | null;
  readonly item: PlanCell;
  readonly index: PlanExpr;
}

function conditioned(rows: Rows, { scan, isOuter, context }: Made): Rows {
  const node = scan.nodeOrNull('join_expr');
  if (node === null) return rows;
  if (isOuter) {
    const on = exprOf(node, rows.cells, context);
    if (on.kind !== 'literal' || on.value !== true)
      context.refuse('a condition of a LEFT JOIN with UNNEST other than TRUE', node);
    return rows;
  }
  return selectRows(rows, conjuncts(exprOf(node, rows.cells, context)), node, context);
}

function recordsOf(array: RecordCell, { scan, name, isOuter, context }: Made): Items {
  const { repeated, array: place } = array;
  if (array.isList === true) context.refuse('UNNEST of this value', scan);
  if (repeated.length === 0) return { relation: null, item: array, index: number(0n) };
  if (place === null) {
    context.refuse('UNNEST of records that are stored as arrays in this place', scan, repeated);
    return { relation: null, item: array, index: number(0n) };
  }
  const { of, field, source } = place;
  const relation: RecordsRelation = {
    node: 'records',
    name,
    source,
    of,
    field: field.name,
    index: INDEX,
  };
  const index = column(name, INDEX, 'int64', isOuter);
  const fields = field.fields.map(part => {
    const cell = fieldCell(part, { of: name, source });
    if (cell.kind === 'fields' || !isOuter) return { name: part.name, cell };
    const isList = itemOf(cell.scalar) !== null;
    if (isList) return { name: part.name, cell: { ...cell, nullable: true } };
    const isKnown = !cell.nullable;
    return { name: part.name, cell: isKnown ? whereFound(cell, index) : cell };
  });
  return { relation, item: { ...array, fields, array: null }, index };
}

/** A name that no field has. */
const INDEX = '/index';

/** Some engine returns a value instead of NULL for a field of a missing record. */
function whereFound(cell: PlanExpr, index: PlanExpr): PlanExpr {
  const nothing: PlanExpr = { kind: 'literal', value: null, scalar: cell.scalar, nullable: true };
  const isMissing = planCall('is_null', [index], 'bool', false);
  return planCall('if', [isMissing, nothing, cell], cell.scalar, true);
}

function itemsOf(list: PlanExpr, { scan, name, isOuter, context }: Made): Items {
  const record = itemRecord(list, (path, scalar) => ({
    kind: 'column',
    relation: name,
    path: ['item', ...path],
    scalar,
    nullable: itemOf(scalar) === null,
  }));
  if (record !== null) {
    const relation: ItemsRelation = { node: 'items', name, list, item: 'item', index: 'index' };
    return { relation, item: record, index: column(name, 'index', 'int64', isOuter) };
  }
  const scalar = itemOf(list.scalar);
  if (scalar === null) context.refuse('UNNEST of this value', scan);
  if (list.kind === 'param' && hasOffset(scan))
    context.refuse('WITH OFFSET of a parameter, whose items have no order', scan);
  const relation: ItemsRelation = { node: 'items', name, list, item: 'item', index: 'index' };
  return {
    relation,
    item: column(name, 'item', scalar ?? 'string', isOuter || mayHoldNull(list)),
    index: column(name, 'index', 'int64', isOuter),
  };
}

function column(
  relation: string,
  name: string,
  scalar: PlanExpr['scalar'],
  nullable: boolean,
): PlanExpr {
  return { kind: 'column', relation, path: [name], scalar, nullable };
}
