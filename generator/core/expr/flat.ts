/**
 * Arrays of records in tables that store them flat: each row has at most one record, which is read by its path; the table has no array.
 */

import type { Plan, RecordsRelation, Relation } from '../plan/relation.ts';
import { inputsOf, mapExprs, mapInputs, mapRelations } from '../plan/walk-plan.ts';
import { type Field, fieldAt, isDerived, type Source } from '../spec/source.ts';
import { isScalar, type Type } from '../types/scalar.ts';
import { makeCall, testKnown } from './calls.ts';
import type { ColumnExpr, LiteralExpr, PlanExpr, SqlExpr } from './expr.ts';
import { TRUE, wholeLiteral } from './literals.ts';
import { mapColumns } from './walk.ts';

/** The array as a column of the relation that contains it. */
export function arrayColumn({ of, field }: RecordsRelation): ColumnExpr {
  return { kind: 'column', relation: of, path: [field], scalar: 'json', nullable: true };
}

/** Whether `plan` joins the records of arrays to the rows that contain them. */
export function joinsRecords<E>({ views, steps, answer }: Plan<E>): boolean {
  return (
    readsRecords(answer) || [...views, ...steps].some(({ relation }) => readsRecords(relation))
  );
}

/** `plan` without the joins of such arrays; each field of their records is read from its own path. */
export function withoutFlat<E extends PlanExpr | SqlExpr>(
  plan: Plan<E>,
  isFlat: (source: Source) => boolean,
): Plan<E> {
  return mapRelations(plan, relation => {
    if (relation.node !== 'union') return flattened(relation, isFlat);
    // each part has its own relation names
    const inputs = relation.inputs.flatMap(input => {
      const one = flattened({ ...relation, inputs: [input] }, isFlat);
      return one.node === 'union' ? one.inputs : [];
    });
    return { ...relation, inputs };
  });
}

function readsRecords<E>(relation: Relation<E>): boolean {
  return relation.node === 'records' || inputsOf(relation).some(readsRecords);
}

function flattened<E extends PlanExpr | SqlExpr>(
  select: Relation<E>,
  isFlat: (source: Source) => boolean,
): Relation<E> {
  if (!readsRecords(select)) return select;
  const flat = new Map<string, Flat>();
  const visit = (relation: Relation<E>): void => {
    inputsOf(relation).forEach(visit);
    if (relation.node !== 'records' || !isFlat(relation.source)) return;
    const { name, of, field, index } = relation;
    const { relation: table, path } = flat.get(of) ?? { relation: of, path: [] };
    const own = [...path, field];
    flat.set(name, { relation: table, path: own, index, fields: fieldsAt(relation.source, own) });
  };
  visit(select);
  if (flat.size === 0) return select;
  const moved = mapExprs(select, expr => mapColumns(expr, column => columnOf(column, flat)));
  const stripped = (relation: Relation<E>): Stripped<E> => {
    if (relation.node !== 'join')
      return { relation: mapInputs(relation, input => present(stripped(input))), records: [] };
    const [left, right] = [stripped(relation.left), stripped(relation.right)];
    const { right: joined } = relation;
    const one = joined.node === 'records' ? flat.get(joined.name) : undefined;
    if (one === undefined) {
      const of = { ...relation, left: left.relation, right: right.relation };
      return { relation: of, records: [...left.records, ...right.records] };
    }
    const isKept = relation.kind === 'left';
    return { relation: left.relation, records: isKept ? left.records : [...left.records, one] };
  };
  const present = ({ relation, records }: Stripped<E>): Relation<E> =>
    withRecords(relation, records, moved);
  return present(stripped(moved));
}

/** A relation without its flat records, and those that its rows must have. */
interface Stripped<E> {
  readonly relation: Relation<E>;
  readonly records: readonly Flat[];
}

/** The rows of `relation` that have all these records: an array has no item for a record that is NULL. */
function withRecords<E extends PlanExpr | SqlExpr>(
  relation: Relation<E>,
  records: readonly Flat[],
  select: Relation<E>,
): Relation<E> {
  const rejected = rejectedIn(select);
  const isSure = ({ relation: table, path }: Flat) =>
    [...rejected].some(key => key.startsWith(pathKey(table, path)));
  const inner = records.filter(
    one => !records.some(other => other !== one && isWithin(other, one)) && !isSure(one),
  );
  const predicates = inner.map(one => ({ when: null, expr: presence(one) as E }));
  return predicates.length === 0 ? relation : { node: 'filter', input: relation, predicates };
}

function isWithin(inner: Flat, outer: Flat): boolean {
  return pathKey(inner.relation, inner.path).startsWith(pathKey(outer.relation, outer.path));
}

function pathKey(relation: string, path: readonly string[]): string {
  return [relation, ...path, ''].join('\0');
}

/** Whether the record is there: a required field of it has a value, or any of its values is there. */
function presence({ relation, path, fields }: Flat): PlanExpr {
  const own = fields.filter(field => isLeaf(field) && !field.nullable);
  const paths = own.length > 0 ? leavesOf(own.slice(0, 1), path) : leavesOf(fields, path);
  const parts = paths.map(
    ({ at, scalar }): PlanExpr =>
      testKnown({ kind: 'column', relation, path: at, scalar, nullable: true }),
  );
  const [only] = parts;
  if (only === undefined) return TRUE;
  if (parts.length === 1) return only;
  return makeCall('or', 'bool', parts, false);
}

/** Single values that the table stores: an empty list is no sign of a record, and an author's SQL may have a value without one. */
function isLeaf(field: Field): boolean {
  const { type, text } = field;
  return type !== 'record' && isScalar(type) && !isDerived(field) && Object.keys(text).length === 0;
}

function leavesOf(
  fields: readonly Field[],
  above: readonly string[],
): readonly { readonly at: readonly string[]; readonly scalar: Type }[] {
  return fields.flatMap(field => {
    const at = [...above, field.name];
    if (field.type === 'record') return leavesOf(field.fields, at);
    return isLeaf(field) ? [{ at, scalar: field.type }] : [];
  });
}

function fieldsAt({ columns, name }: Source, path: readonly string[]): readonly Field[] {
  const found = fieldAt(columns, path);
  if (found === undefined) throw new Error(`${name} has no record ${path.join('.')}`);
  return found.fields;
}

/** Comparisons that are not true for NULL. */
const REJECTING: ReadonlySet<string> = new Set([
  ...['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'in', 'is_not_null'],
]);

/** The columns, by `pathKey`, that have a value in every row that the filters of the SELECT accept. */
function rejectedIn<E extends PlanExpr | SqlExpr>(select: Relation<E>): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (expr: PlanExpr | SqlExpr): void => {
    if (expr.kind !== 'call') return;
    if (expr.fn === 'and') for (const part of expr.args) add(part);
    if (!REJECTING.has(expr.fn)) return;
    const [column] = expr.args;
    if (column?.kind === 'column') found.add(pathKey(column.relation, column.path));
  };
  const visit = (relation: Relation<E>): void => {
    if (relation.node === 'filter')
      for (const one of relation.predicates)
        if (!('any' in one) && one.when === null) add(one.expr);
    inputsOf(relation).forEach(visit);
  };
  visit(select);
  return found;
}

interface Flat {
  readonly relation: string;
  readonly path: readonly string[];
  readonly index: string;
  /** The fields of the record. */
  readonly fields: readonly Field[];
}

function columnOf(column: ColumnExpr, flat: ReadonlyMap<string, Flat>): ColumnExpr | LiteralExpr {
  const found = flat.get(column.relation);
  if (found === undefined) return column;
  const { relation, path, index } = found;
  if (column.path[0] === index) return wholeLiteral(0n);
  return { ...column, relation, path: [...path, ...column.path] };
}
