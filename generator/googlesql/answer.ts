/** The columns of an answer: single values, lists, and whole records. */
import type { ColumnExpr, PlanExpr, RecordExpr } from '../core/expr/expr.ts';
import { isRecords, isScalar } from '../core/types/scalar.ts';
import { isStoredList, orEmptyList } from './functions/arrays.ts';
import {
  type Fresh,
  type PlanCell,
  type RecordCell,
  type Rows,
  storeRows,
  wholeOf,
} from './rows.ts';

/**
 * A value, a list of a type that data sets may contain, or a record of such. A NULL list becomes an empty one, as in BigQuery's answers.
 * Returns `null` for any other cell.
 */
export function answeredOf(cell: PlanCell): PlanCell | null {
  if (cell.kind === 'fields') return wholeOf(cell) ?? answeredRecord(cell);
  if (isScalar(cell.scalar) || isRecords(cell.scalar)) return cell;
  return cell.kind !== 'param' && isStoredList(cell.scalar) ? orEmptyList(cell) : null;
}

/** An object of JSON has each name once, and engines differ in how they quote names in types. */
function answeredRecord(cell: RecordCell): RecordCell | null {
  const names = new Set(cell.fields.map(({ name }) => name.toLowerCase()));
  const isPlain = cell.fields.every(({ name }) => /^\w+$/.test(name));
  if (cell.steps !== undefined) return null;
  if (cell.items !== undefined || !isPlain || names.size !== cell.fields.length) return null;
  if (names.size === 0) return null;
  const fields = cell.fields.flatMap(field => {
    const own = answeredOf(storedList(field.cell));
    return own === null ? [] : [{ ...field, cell: own }];
  });
  return fields.length === cell.fields.length ? { ...cell, fields } : null;
}

/** A list in a record is written with the record, which may be NULL. */
function storedList(cell: PlanCell): PlanCell {
  return cell.kind === 'column' && !isScalar(cell.scalar) ? { ...cell, nullable: false } : cell;
}

/** The rows, with all values in a step unless each record stands in its table as it is answered. */
export function withRecords(rows: Rows, fresh: Fresh): Rows {
  const isStored = (cell: PlanCell) => cell.kind !== 'fields' || placeOf(cell) !== null;
  return [...rows.cells.values()].every(isStored) ? rows : aboveStep(rows, fresh('records'));
}

/** The step is below the LIMIT, which stays that of the answer. */
function aboveStep(rows: Rows, name: string): Rows {
  const { relation } = rows;
  if (relation.node !== 'limit') throw new Error('an answer has a limit');
  const { input } = relation;
  const step = storeRows({ ...rows, relation: input.node === 'sort' ? input.input : input }, name);
  const { order: keys } = step;
  const sorted =
    keys.length === 0 ? step.relation : ({ node: 'sort', input: step.relation, keys } as const);
  return { ...step, relation: { ...relation, input: sorted } };
}

/** The expression of a column of such rows. */
export function columnExpr(cell: PlanCell): PlanExpr | RecordExpr {
  return cell.kind === 'fields' ? recordOf(cell, placeOf(cell) ?? []) : cell;
}

function recordOf(cell: RecordCell, path: readonly string[]): RecordExpr {
  const fields = cell.fields.map(({ name, cell: field }) => {
    return {
      name,
      value: field.kind === 'fields' ? recordOf(field, [...path, name]) : asColumn(field),
    };
  });
  const [first] = leavesOf(cell, []);
  return { kind: 'record', relation: asColumn(first?.leaf).relation, path, fields };
}

function asColumn(leaf: PlanExpr | undefined): ColumnExpr {
  if (leaf?.kind === 'column') return leaf;
  throw new Error('the values of a record are columns of a step');
}

/** The path of the record in its table. Returns `null` if no table stores it. */
function placeOf(cell: RecordCell): readonly string[] | null {
  const leaves = leavesOf(cell, []);
  const [first] = leaves;
  if (first?.leaf.kind !== 'column') return null;
  const { relation, path } = first.leaf;
  const above = path.slice(0, -first.path.length);
  const isField = ({ leaf, path: own }: Leaf) =>
    leaf.kind === 'column' &&
    leaf.relation === relation &&
    leaf.path.join('.') === [...above, ...own].join('.');
  return above.length > 0 && leaves.every(isField) ? above : null;
}

interface Leaf {
  readonly leaf: PlanExpr;
  /** Within the record. */
  readonly path: readonly string[];
}

function leavesOf(cell: RecordCell, above: readonly string[]): readonly Leaf[] {
  return cell.fields.flatMap(({ name, cell: field }): readonly Leaf[] => {
    const path = [...above, name];
    return field.kind === 'fields' ? leavesOf(field, path) : [{ leaf: field, path }];
  });
}
