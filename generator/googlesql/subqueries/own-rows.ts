/** Rows that come from one list of the row around, or from records of which it has one each. */
import { isDeepStrictEqual } from 'node:util';
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { wholeLiteral } from '../../core/expr/literals.ts';
import { itemOf } from '../../core/types/scalar.ts';
import { literalCount } from '../calls.ts';
import { columnId, columnIds, type TranslationContext } from '../context.ts';
import { exprOf, readCell } from '../expr.ts';
import { mayHoldNull, orEmptyList, partOf } from '../functions/arrays.ts';
import { itemsOfDocument } from '../functions/documents/document-items.ts';
import { isDocumentArray, OTHER_PATH } from '../functions/documents/document-paths.ts';
import { cellFurtherOut, itemRecord, ownField } from '../records/records.ts';
import type { Cells, PlanCell } from '../rows.ts';
import { conjuncts } from '../scans/conditions.ts';
import { sortKeys } from '../scans/sort.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { aggregateOfItems, knownValues, withoutMissing } from './own-aggregates.ts';
import { different, isByPlace, kept, type Own, PLACE, placeless, sorted } from './own-items.ts';

/** The rows of a scan. */
export function ownRows(scan: ResolvedNode, context: TranslationContext): Own {
  const isFirst = scan.kind === 'array_scan' && scan.value('input_scan') === null;
  const below = isFirst ? ONE_ROW : ownRows(scan.node('input_scan'), context);
  scan.value('column_list');
  switch (scan.kind) {
    case 'array_scan':
      return unnested(scan, below, context);
    case 'filter_scan':
      return chosen(scan, below, context);
    case 'project_scan':
      return projected(scan, below, context);
    case 'order_by_scan':
      return ordered(scan, below, context);
    case 'limit_offset_scan':
      return cut(scan, below, context);
    default:
      return aggregated(scan, below, context);
  }
}

const ONE_ROW: Own = {
  cells: new Map(),
  list: null,
  records: null,
  tests: [],
  around: [],
  isCut: false,
  isOne: false,
};

function unnested(scan: ResolvedNode, below: Own, context: TranslationContext): Own {
  const node = scan.node('array_expr');
  const id = columnId(scan.part('element_column'));
  if (isDocumentArray(node)) return ofDocument(node, { scan, id, below }, context);
  const array = readCell(node, below.cells, context);
  const cellsWith = (item: PlanCell) => new Map([...below.cells, [id, item], ...placesOf(scan)]);
  if (scan.flag('is_outer') || scan.value('join_expr') !== null)
    context.refuse('a LEFT JOIN or a join condition with UNNEST of the outer row', scan);
  if (array.kind === 'fields') {
    if (array.items !== undefined) context.refuse('UNNEST of this value', scan);
    if (array.repeated.length > 0)
      context.refuse('a subquery over records that are stored as arrays', scan, array.repeated);
    return { ...below, cells: cellsWith(array) };
  }
  if (below.list !== null)
    context.refuse('a subquery over a list of single values and another list', scan);
  const { records, tests } = below;
  const around = records === null ? below.around : [...below.around, { of: records, tests }];
  const own = records === null ? tests : [];
  const record = itemRecord(array, ownField);
  if (record !== null) {
    context.around.splice(0, context.around.length, ...context.around.map(rowsFurtherOut));
    const cells = rowsFurtherOut(below).cells;
    const all = new Map([...cells, [id, record], ...placesOf(scan)]);
    return { ...below, cells: all, records: array, tests: own.map(cellFurtherOut), around };
  }
  const scalar = itemOf(array.scalar);
  if (scalar === null) context.refuse('UNNEST of this value', scan);
  const list = kept(orEmptyList(array), own);
  const item = { kind: 'item', scalar: scalar ?? 'string', nullable: mayHoldNull(array) } as const;
  return { ...ONE_ROW, cells: cellsWith(item), list, around };
}

/** The same rows for the condition of one lookup more. */
function rowsFurtherOut<R extends { readonly cells: Cells }>(rows: R): R {
  const cells = [...rows.cells].map(([id, cell]) => [id, cellFurtherOut(cell)] as const);
  return { ...rows, cells: new Map(cells) };
}

/** The items of an array of a document, each at its position. */
function ofDocument(
  node: ResolvedNode,
  { scan, id, below }: { readonly scan: ResolvedNode; readonly id: string; readonly below: Own },
  context: TranslationContext,
): Own {
  const read = (part: ResolvedNode) => exprOf(part, below.cells, context);
  const found = itemsOfDocument(node, read, context.failures === 'null');
  if (scan.flag('is_outer') || scan.value('join_expr') !== null || below !== ONE_ROW)
    context.refuse('an array of a document beside other rows of a subquery', scan);
  if (found === null) context.refuse(OTHER_PATH, node);
  if (found === null) return ONE_ROW;
  const place = { kind: 'item', scalar: 'int64', nullable: false } as const;
  const cells = new Map<string, PlanCell>([[id, found.item(place)], ...placesOf(scan)]);
  return { ...ONE_ROW, cells, list: found.list };
}

function placesOf(scan: ResolvedNode): readonly (readonly [string, PlanExpr])[] {
  if (scan.value('array_offset_column') === null) return [];
  return [[columnId(scan.part('array_offset_column').part('column')), PLACE]];
}

/** The first rows: one of any, or several of a list. */
function cut(scan: ResolvedNode, below: Own, context: TranslationContext): Own {
  const [limit, offset] = ['limit', 'offset'].map(field => {
    const part = scan.nodeOrNull(field);
    return part === null ? 0n : literalCount(exprOf(part, new Map(), context));
  });
  const { list, around } = below;
  if (limit === 1n && offset === 0n) return { ...below, isCut: true };
  const isKnown = limit != null && offset != null && limit <= MOST && offset <= MOST;
  if (list === null || around.length > 0 || !isKnown) {
    context.refuse('LIMIT other than 1 in a subquery over a list', scan);
    return below;
  }
  return { ...below, list: partOf(list, wholeLiteral(offset), wholeLiteral(limit)) };
}

const MOST = 1_000_000n;

function chosen(scan: ResolvedNode, below: Own, context: TranslationContext): Own {
  const node = scan.node('filter_expr');
  context.findOfItem(node, below.cells);
  const tests = conjuncts(placeless(exprOf(node, below.cells, context), node, context));
  if (below.isOne || below.isCut)
    context.refuse('a condition on an aggregate or a LIMIT of a list', scan);
  return below.list === null
    ? { ...below, tests: [...below.tests, ...tests] }
    : { ...below, list: kept(below.list, tests) };
}

function projected(scan: ResolvedNode, below: Own, context: TranslationContext): Own {
  const cells = new Map(below.cells);
  for (const part of scan.parts('expr_list')) {
    const expr = part.node('expr');
    context.findOfItem(expr, below.cells);
    const cell = placeless(readCell(expr, below.cells, context), part, context);
    cells.set(columnId(part.part('column')), cell);
  }
  return { ...below, cells };
}

/** Accepts the order of the list itself, which the items already have, its reverse, and that of the values. */
function ordered(scan: ResolvedNode, below: Own, context: TranslationContext): Own {
  const keys = sortKeys(scan, below.cells, context);
  const { list, records, around } = below;
  const isInPlace = isByPlace(keys) && around.length === 0;
  if (isInPlace || (list === null && records === null)) return below;
  const [key, ...more] = keys;
  if (key === undefined || more.length > 0) return otherOrder(scan, below, context);
  if (key.expr === PLACE && list !== null && around.length === 0)
    return { ...below, list: makeCall('list_reverse', list.scalar, [list], false) };
  const ofValues = valuesAlone(key.expr, columnIds(scan), below, context);
  if (ofValues?.list == null) return otherOrder(scan, below, context);
  return { ...ofValues, list: sorted(ofValues.list, key.descending) };
}

function otherOrder(scan: ResolvedNode, below: Own, context: TranslationContext): Own {
  context.refuse('an ORDER BY other than the position of the items or their values', scan);
  return below;
}

/** The rows as a list of the values that are all that the columns contain. A list has no NULL: it fails, or has no row, if a value is. */
function valuesAlone(
  of: PlanExpr,
  ids: readonly string[],
  below: Own,
  { failures }: TranslationContext,
): Own | null {
  if (!ids.every(id => isDeepStrictEqual(below.cells.get(id), of))) return null;
  const values =
    below.isOne || below.isCut || of.kind === 'literal' ? null : knownValues(of, below);
  const list = values === null ? null : withoutMissing(values, of, below, failures === 'null');
  if (list === null) return null;
  const item: PlanExpr = { kind: 'item', scalar: of.scalar, nullable: false };
  return { ...ONE_ROW, cells: new Map(ids.map(id => [id, item])), list };
}

/** The different values of the only key. */
function grouped(scan: ResolvedNode, below: Own, context: TranslationContext): Own {
  const isPlain =
    scan.list('group_by_list').length === 1 && scan.list('aggregate_list').length === 0;
  const [part] = isPlain ? scan.parts('group_by_list') : [];
  if (part === undefined) return otherGroups(scan, below, context);
  const expr = part.node('expr');
  context.findOfItem(expr, below.cells);
  const of = placeless(exprOf(expr, below.cells, context), part, context);
  const id = columnId(part.part('column'));
  const values = valuesAlone(of, [id], { ...below, cells: new Map([[id, of]]) }, context);
  const list = values?.list == null ? null : different(values.list);
  return values === null || list === null ? otherGroups(scan, below, context) : { ...values, list };
}

function otherGroups(scan: ResolvedNode, below: Own, context: TranslationContext): Own {
  context.refuse('GROUP BY on the items of a list', scan);
  return below;
}

/** Aggregates of all rows. */
function aggregated(scan: ResolvedNode, below: Own, context: TranslationContext): Own {
  if (scan.list('group_by_list').length > 0) return grouped(scan, below, context);
  if (below.isOne || below.isCut)
    context.refuse('an aggregate of an aggregate or a LIMIT of a list', scan);
  const cells = new Map<string, PlanCell>();
  for (const part of scan.parts('aggregate_list')) {
    const id = columnId(part.part('column'));
    cells.set(id, aggregateOfItems(part.node('expr'), below, context));
  }
  return { ...ONE_ROW, cells, isOne: true };
}
