/**
 * UNNEST: joins each row with the items of a list or the records of an array. A record that a table stores flat is an array of one: the
 * rows stay the same, and its fields can be read.
 */
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import type { ItemsRelation, RecordsRelation } from '../../core/plan/relation.ts';
import { isScalar, itemOf, listOf } from '../../core/types/scalar.ts';
import { anyNullable } from '../calls.ts';
import { columnId, NOTHING, type TranslationContext } from '../context.ts';
import { exprOf, readCell } from '../expr.ts';
import { mayHoldNull } from '../functions/arrays.ts';
import { itemsOfDocument } from '../functions/documents/document-items.ts';
import { isDocumentArray, OTHER_PATH } from '../functions/documents/document-paths.ts';
import { itemRecord, keptRecords, ownField } from '../records/records.ts';
import {
  type Cells,
  isLimited,
  type PlanCell,
  type RecordCell,
  type Rows,
  readNameHint,
  storeRows,
  WHOLE,
  wholeOf,
} from '../rows.ts';
import { besideEach } from '../subqueries/found.ts';
import { testAll } from '../subqueries/own-items.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { conjuncts, selectRows } from './conditions.ts';
import { generatedOf } from './generated.ts';
import { fieldCell } from './table.ts';

export function unnestedRows(scan: ResolvedNode, whole: Rows, context: TranslationContext): Rows {
  scan.value('column_list');
  const input = isLimited(whole) ? storeRows(whole, context.fresh('rows')) : whole;
  const isOuter = scan.flag('is_outer');
  const id = columnId(scan.part('element_column'));
  const place = hasOffset(scan) ? columnId(scan.part('array_offset_column').part('column')) : null;
  const name = context.fresh(readNameHint(id));
  const made = { scan, id, name, cells: input.cells, isOuter, context };
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
  const read = (part: ResolvedNode) => exprOf(part, input.cells, made.context);
  const generated = generatedOf(node, read, made.context);
  if (generated !== null) {
    const numbers = itemsOf(generated.list, made);
    return { ...numbers, item: generated.item(numbers.index) };
  }
  if (isDocumentArray(node)) return itemsOfDocuments(node, input, made);
  const array = readCell(node, input.cells, made.context);
  if (array.kind !== 'fields') return itemsOf(array, made);
  const list = array.items === 'some' ? wholeOf(array) : null;
  return list === null ? recordsOf(array, made) : itemsOf(list, made);
}

/** Each item of an array of a document: the document, and the position. */
function itemsOfDocuments(node: ResolvedNode, { cells }: Rows, made: Made): Items {
  const { scan, context, isOuter } = made;
  const read = (part: ResolvedNode) => exprOf(part, cells, context);
  const found = itemsOfDocument(node, read, context.failures === 'null');
  const hasOn = isOuter && scan.value('join_expr') !== null;
  if (found === null || hasOn)
    context.refuse(hasOn ? 'LEFT JOIN UNNEST of an array of a document with ON' : OTHER_PATH, node);
  const numbers = itemsOf(found?.list ?? makeCall('list', listOf('int64'), [], false), made);
  return { ...numbers, item: found?.item(placeIn(numbers)) ?? numbers.item };
}

/** The items of such a list are its positions. */
function placeIn({ item, index }: Items): PlanExpr {
  return item.kind === 'fields' ? index : item;
}

function hasOffset(scan: ResolvedNode): boolean {
  return scan.value('array_offset_column') !== null;
}

interface Made {
  readonly scan: ResolvedNode;
  readonly id: string;
  readonly name: string;
  /** Of the rows beside the items. */
  readonly cells: Cells;
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
  if (node === null || isOuter) return rows;
  return selectRows(rows, conjuncts(exprOf(node, rows.cells, context)), node, context);
}

function recordsOf(array: RecordCell, made: Made): Items {
  const { scan, id, name, cells: around, isOuter, context } = made;
  const cells = new Map([...around, [id, array]]);
  const { repeated, array: place } = array;
  if (array.items === 'some') context.refuse('UNNEST of this value', scan);
  const on = isOuter ? scan.nodeOrNull('join_expr') : null;
  if (on !== null && !isTrue(exprOf(on, cells, context)))
    context.refuse('a condition of a LEFT JOIN with UNNEST of records, other than TRUE', on);
  if (array.items === 'all') return knownItems(array, made);
  if (repeated.length === 0)
    return { relation: null, item: isOuter ? array : present(array), index: wholeLiteral(0n) };
  if (place === null) {
    context.refuse('UNNEST of records that are stored as arrays in this place', scan, repeated);
    return { relation: null, item: array, index: wholeLiteral(0n) };
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

/** A record that is there: its own lists are not NULL. */
function present(record: RecordCell): RecordCell {
  const fields = record.fields.map(field => {
    const { cell } = field;
    const isList = cell.kind !== 'fields' && !isScalar(cell.scalar);
    return isList ? { ...field, cell: { ...cell, nullable: false } } : field;
  });
  return { ...record, fields };
}

/** The items that a text lists: each position chooses among them. */
function knownItems({ fields }: RecordCell, made: Made): Items {
  const cells = fields.flatMap(({ name, cell }) => (name === WHOLE ? [] : [cell]));
  const [only] = cells;
  if (only === undefined) throw new Error('a list of records has an item');
  if (cells.length === 1) return { relation: null, item: only, index: wholeLiteral(0n) };
  const places = cells.map((_, i) => wholeLiteral(BigInt(i)));
  const { relation, item: place } = itemsOf(makeCall('list', listOf('int64'), places, false), made);
  if (place.kind === 'fields') throw new Error('positions are single values');
  return { relation, item: chosenAt(place, cells), index: place };
}

function chosenAt(place: PlanExpr, cells: readonly PlanCell[]): PlanCell {
  const [first] = cells;
  if (first?.kind === 'fields') {
    const fields = first.fields.map((field, i) => {
      const parts = cells.map(cell => (cell.kind === 'fields' ? cell.fields[i]?.cell : undefined));
      return {
        ...field,
        cell: chosenAt(
          place,
          parts.filter(part => part !== undefined),
        ),
      };
    });
    return { ...first, fields };
  }
  const values = cells.filter(cell => cell.kind !== 'fields');
  const [last = NOTHING] = values.slice(-1);
  const branches = values.slice(0, -1).flatMap((value, i) => {
    return [makeCall('eq', 'bool', [place, wholeLiteral(BigInt(i))], false), value];
  });
  return makeCall('case', last.scalar, [...branches, last], anyNullable(values));
}

/** A name that no field has. */
const INDEX = '/index';

/** Some engine returns a value instead of NULL for a field of a missing record. */
function whereFound(cell: PlanExpr, index: PlanExpr): PlanExpr {
  const nothing: PlanExpr = nullLiteral(cell.scalar);
  const isMissing = testNull(index);
  return makeCall('if', cell.scalar, [isMissing, nothing, cell], true);
}

function itemsOf(list: PlanExpr, made: Made): Items {
  const { scan, name, isOuter, context } = made;
  const of = isOuter ? keptOn(list, made) : list;
  const record = itemRecord(list, (path, scalar) => ({
    kind: 'column',
    relation: name,
    path: ['item', ...path],
    scalar,
    nullable: isOuter || isScalar(scalar),
  }));
  if (record !== null) {
    const relation: ItemsRelation = { node: 'items', name, list: of, item: 'item', index: 'index' };
    return { relation, item: record, index: column(name, 'index', 'int64', isOuter) };
  }
  const scalar = itemOf(list.scalar);
  if (scalar === null) context.refuse('UNNEST of this value', scan);
  if (list.kind === 'param' && hasOffset(scan))
    context.refuse('WITH OFFSET of a parameter, whose items have no order', scan);
  const relation: ItemsRelation = { node: 'items', name, list: of, item: 'item', index: 'index' };
  return {
    relation,
    item: column(name, 'item', scalar ?? 'string', isOuter || mayHoldNull(list)),
    index: column(name, 'index', 'int64', isOuter),
  };
}

/** The items that fulfil the condition of a LEFT JOIN. */
function keptOn(list: PlanExpr, { scan, id, cells, context }: Made): PlanExpr {
  const node = scan.nodeOrNull('join_expr');
  const scalar = itemOf(list.scalar);
  const single: PlanExpr | null =
    scalar === null ? null : { kind: 'item', scalar, nullable: mayHoldNull(list) };
  const item = itemRecord(list, ownField) ?? single;
  if (node === null || item === null) return list;
  const tests = conjuncts(exprOf(node, new Map([...cells, [id, item]]), context));
  if (tests.every(isTrue)) return list;
  if (hasOffset(scan)) context.refuse('WITH OFFSET beside a condition of a LEFT JOIN', scan);
  const where = testAll(tests);
  if (single === null) return keptRecords(list, where);
  return { kind: 'each', as: 'kept', of: list, body: where, scalar: list.scalar, nullable: false };
}

function isTrue(test: PlanExpr): boolean {
  return test.kind === 'literal' && test.value === true;
}

function column(
  relation: string,
  name: string,
  scalar: PlanExpr['scalar'],
  nullable: boolean,
): PlanExpr {
  return { kind: 'column', relation, path: [name], scalar, nullable };
}
