/**
 * Subqueries that read only lists and records of the row around, as list functions: the items for which a condition is true are counted,
 * computed or searched. A record that a table stores flat is an array of one.
 */
import { isDeepStrictEqual } from 'node:util';
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { FALSE, nullLiteral, TRUE, wholeLiteral } from '../../core/expr/literals.ts';
import { someExpr } from '../../core/expr/walk.ts';
import { isScalar, listOf } from '../../core/types/scalar.ts';
import { COMPARED } from '../calls.ts';
import { type Around, columnIds, findCell, isSingle, type TranslationContext } from '../context.ts';
import { isStoredList } from '../functions/arrays.ts';
import { LARGEST, provided } from '../functions/failing.ts';
import { TRANSLATORS } from '../functions/functions.ts';
import { firstOf, itemRecord, keptRecords, lookup, ownField } from '../records/records.ts';
import { type PlanCell, sizeOf } from '../rows.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { knownValues, withoutMissing } from './own-aggregates.ts';
import {
  countRows,
  isAnyRow,
  isItem,
  joinedRows,
  type Own,
  placeless,
  testAll,
} from './own-items.ts';
import { ownRows } from './own-rows.ts';

/** Whether all rows of a scan come from lists and records of the row around. */
export function readsOwnRow(scan: ResolvedNode): boolean {
  const input = scan.peek('input_scan');
  if (scan.kind === 'array_scan')
    return input === null ? isOfRow(scan.peek('array_expr')) : readsOwnRow(input);
  return PASSING.has(scan.kind) && input !== null && readsOwnRow(input);
}

const PASSING: ReadonlySet<string> = new Set([
  'filter_scan',
  'project_scan',
  'aggregate_scan',
  'order_by_scan',
  'limit_offset_scan',
]);

/** Whether an array is a column of the row around, a field of such a column, or computed from one. */
function isOfRow(array: ResolvedNode | null): boolean {
  if (array?.kind === 'function_call') return array.peekAll('argument_list').some(isOfRow);
  if (array?.kind === 'get_json_field') return isOfRow(array.peek('expr'));
  if (array?.kind === 'get_struct_field') return isOfRow(array.peek('expr'));
  return array?.kind === 'column_ref' && array.fields.get('is_correlated') === true;
}

interface Asked {
  readonly type: string;
  /** The value that `IN` looks for; `null` for all other kinds. */
  readonly of: PlanExpr | null;
  /** The row around. */
  readonly row: Around;
  readonly context: TranslationContext;
}

/** The result of such a subquery, or the construct that is not translated. */
export function ownAnswer(
  scan: ResolvedNode,
  { type, of, row, context }: Asked,
): PlanExpr | string {
  const around = [...context.around];
  context.around.push(row);
  const rows = ownRows(scan, context);
  context.around.splice(0, context.around.length, ...around);
  if (type === 'EXISTS') return told(rows.isOne ? TRUE : isAnyRow(rows));
  const cell = placeless(
    findCell(columnIds(scan)[0] ?? '', rows.cells, scan, context),
    scan,
    context,
  );
  const whole = type === 'ARRAY' && !rows.isCut ? wholeList(cell, rows) : null;
  if (whole !== null) return told(whole);
  // an item that is not there has an empty list
  const isOfItem = cell.kind === 'item' && rows.records !== null;
  const isList = type !== 'ARRAY' && (isOfItem || rows.isOne);
  if (type === 'ARRAY' && cell.kind === 'fields')
    return 'an ARRAY subquery of records that it builds from a list';
  if (cell.kind === 'fields' || (!isSingle(cell) && !isList))
    return 'a subquery that returns a record or a list';
  const answer =
    type === 'IN'
      ? among(rows, cell, of, context)
      : type === 'ARRAY'
        ? listed(rows, cell, context.failures === 'null')
        : only(rows, cell, context);
  return typeof answer === 'string' ? answer : told(answer);
}

/** The list of the records of all rows. Returns `null` for any other value. */
function wholeList(cell: PlanCell, own: Own): PlanExpr | null {
  const { records, tests } = own;
  const item = records === null ? null : itemRecord(records, ownField);
  if (records === null || !isDeepStrictEqual(cell, item)) return null;
  return joinedRows(tests.length === 0 ? records : keptRecords(records, testAll(tests)), own);
}

/** The result, unless some engine cannot compute it for each item. */
function told(cell: PlanExpr): PlanExpr | string {
  const isHeld = someExpr<PlanExpr>(
    cell,
    part =>
      (part.kind === 'each' && someExpr<PlanExpr>(part.body, isListParam)) ||
      (part.kind === 'lookup' && someExpr<PlanExpr>(part.where, isListParam)),
  );
  return isHeld ? 'a list parameter in a subquery over a list' : cell;
}

/** Some engine reads a list parameter by a subquery, which its list functions cannot contain. */
function isListParam(expr: PlanExpr): boolean {
  return expr.kind === 'param' && !isScalar(expr.scalar);
}

/** The value of the only row. */
function only(own: Own, cell: PlanExpr, context: TranslationContext): PlanExpr | string {
  const { list, records, tests, around, isOne, isCut } = own;
  if (isOne) return cell;
  const isOfOne = !someExpr<PlanExpr>(cell, part => part.kind === 'item' && part.out !== undefined);
  if (records !== null && around.length === 0 && isOfOne) {
    const where = testAll(tests);
    const first = firstOf(records, where, cell);
    if (isCut) return first;
    if (!isScalar(first.scalar)) return 'a subquery of a list that may have several rows';
    const isAlone = makeCall(
      'le',
      'bool',
      [lookup('count', records, where), wholeLiteral(1n)],
      false,
    );
    return context.failures === 'null'
      ? makeCall('if', cell.scalar, [isAlone, first, nullLiteral(cell.scalar)], true)
      : provided(isAlone, first);
  }
  if (list !== null || records !== null) return ofList(own, cell, context);
  if (tests.length === 0) return cell;
  return makeCall('if', cell.scalar, [testAll(tests), cell, nullLiteral(cell.scalar)], true);
}

/** The value of the only item, or of the first one; NULL without items. Fails if there are several. */
function ofList(own: Own, cell: PlanExpr, { failures }: TranslationContext): PlanExpr | string {
  const values = knownValues(cell, own);
  if (values === null) return 'a subquery of these values that may have several rows';
  const item = makeCall('list_item', cell.scalar, [values, wholeLiteral(0n)], true);
  // the list has no NULLs, so its first value may belong to a later item
  if (own.isCut) return cell.nullable && !isItem(cell) ? CUT : item;
  const isAlone = makeCall('le', 'bool', [countRows(own), wholeLiteral(1n)], false);
  return failures === 'null'
    ? makeCall('if', cell.scalar, [isAlone, item, nullLiteral(cell.scalar)], true)
    : provided(isAlone, item);
}

const CUT = 'LIMIT in a subquery of a list for a value that may be NULL';

/** The values of all rows. */
function listed(own: Own, cell: PlanExpr, isNull: boolean): PlanExpr | string {
  const { list, records, tests, isOne } = own;
  if (!isScalar(cell.scalar) || !isStoredList(listOf(cell.scalar)))
    return 'an ARRAY subquery of these values';
  const type = listOf(cell.scalar);
  if ((records !== null || list !== null) && !isOne) return ofItems(own, cell, isNull);
  if (cell.nullable) return 'an ARRAY subquery of a value that may be NULL';
  const one = makeCall('list', type, [cell], false);
  if (tests.length === 0 || isOne) return one;
  return makeCall('if', type, [testAll(tests), one, makeCall('list', type, [], false)], false);
}

/** The values of a list or of records. */
function ofItems(own: Own, cell: PlanExpr, isNull: boolean): PlanExpr | string {
  const values = own.isCut ? null : knownValues(cell, own);
  if (values === null) return 'an ARRAY subquery of these values';
  return withoutMissing(values, cell, own, isNull);
}

function among(
  rows: Own,
  cell: PlanExpr,
  of: PlanExpr | null,
  { params, failures }: TranslationContext,
): PlanExpr | string {
  const found = of === null ? null : amongRecords(rows, cell, of);
  if (found !== null) return found;
  const list = rows.isCut
    ? IN
    : (ofNullables(rows, cell) ?? listed(rows, cell, failures === 'null'));
  if (typeof list === 'string') return list;
  const inList = TRANSLATORS.get('$in_array');
  return (of === null ? null : inList?.([of, list], [], 'bool', params)) ?? IN;
}

/** Whether a record has the value; NULL if none has and some comparison is NULL. Returns `null` for other rows, and for a value of an item around. */
function amongRecords(rows: Own, cell: PlanExpr, of: PlanExpr): PlanExpr | null {
  const isOfItem = someExpr<PlanExpr>(of, ({ kind }) => kind === 'item');
  if (rows.records === null || rows.isCut || rows.isOne || isOfItem) return null;
  if (!isComparable(cell) || !isComparable(of) || sizeOf(of) > LARGEST) return null;
  const isAny = (...tests: readonly PlanExpr[]) =>
    isAnyRow({ ...rows, tests: [...rows.tests, ...tests] });
  const branches = [isAny(makeCall('eq', 'bool', [of, cell])), TRUE];
  const nothing = nullLiteral('bool');
  if (cell.nullable) branches.push(isAny(testNull(cell)), nothing);
  if (of.nullable) branches.push(makeCall('and', 'bool', [testNull(of), isAny()], false), nothing);
  return makeCall('case', 'bool', [...branches, FALSE], branches.length > 2);
}

/** Some engine compares floats by bits, where 0 and -0 differ. */
function isComparable({ scalar }: PlanExpr): boolean {
  return COMPARED.includes(scalar) && scalar !== 'float64';
}

/** The values of a list, NULLs included, which IN takes. Returns `null` for other rows. */
function ofNullables({ list, around, isOne }: Own, cell: PlanExpr): PlanExpr | null {
  if (list === null || around.length > 0 || isOne || !isScalar(cell.scalar)) return null;
  const scalar = listOf(cell.scalar);
  if (!isStoredList(scalar)) return null;
  if (isItem(cell)) return list;
  return { kind: 'each', as: 'list', of: list, body: cell, scalar, nullable: false };
}

const IN = 'IN of these values';
