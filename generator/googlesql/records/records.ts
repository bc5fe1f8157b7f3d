/** Lists of records: their items as records, and lookups in them. */
import { makeCall } from '../../core/expr/calls.ts';
import type { LookupExpr, PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, TRUE } from '../../core/expr/literals.ts';
import { mapChoice, mapNode, oneFurtherOut } from '../../core/expr/walk.ts';
import { type ItemField, isScalar, itemFieldsOf, type Type } from '../../core/types/scalar.ts';
import type { PlanCell, RecordCell } from '../rows.ts';

/** The value of a field of an item, by its path. */
type FieldValue = (path: readonly string[], scalar: Type) => PlanExpr;

/** An item of the list as a record; `null` if the list has no records. */
export function itemRecord(list: PlanExpr, value: FieldValue): RecordCell | null {
  const fields = itemFieldsOf(list.scalar);
  return fields === null ? null : recordOf(fields, [], value);
}

/** A list in a record of the item is NULL if that record is. */
function recordOf(
  fields: readonly ItemField[],
  above: readonly string[],
  value: FieldValue,
): RecordCell {
  const cells = fields.map(({ name, type }) => {
    const path = [...above, name];
    if (typeof type !== 'string')
      return { name, cell: { ...recordOf(type, path, value), isStored: true as const } };
    const cell = value(path, type);
    return { name, cell: above.length === 0 ? cell : { ...cell, nullable: true } };
  });
  return { kind: 'fields', repeated: [], fields: cells, array: null };
}

/** A field of the item that a lookup tests. */
export const ownField: FieldValue = (path, scalar) => ({
  kind: 'item',
  path,
  scalar,
  nullable: isScalar(scalar),
});

/** A value or a record as the condition of one more lookup reads it. */
export function cellFurtherOut<C extends PlanCell>(cell: C): C;
export function cellFurtherOut(cell: PlanCell): PlanCell {
  if (cell.kind !== 'fields') return oneFurtherOut(cell);
  const fields = cell.fields.map(field => ({ ...field, cell: cellFurtherOut(field.cell) }));
  const steps = cell.steps?.map(step => step && oneFurtherOut(step));
  return { ...cell, fields, ...(steps && { steps }) };
}

/** Whether `where` is true for any item of the list, or for how many it is true. */
export function lookup(as: 'any' | 'count', of: PlanExpr, where: PlanExpr): LookupExpr<PlanExpr> {
  const scalar = as === 'any' ? 'bool' : 'int64';
  return { kind: 'lookup', find: { as }, of, where, scalar, nullable: false };
}

/** The items for which `where` is true; it is never NULL. */
export function keptRecords(of: PlanExpr, where: PlanExpr): PlanExpr {
  return { kind: 'lookup', find: { as: 'kept' }, of, where, scalar: of.scalar, nullable: false };
}

/** The values of the items for which `where` is true, without NULLs, in the order of the list. */
export function valuesOf(of: PlanExpr, where: PlanExpr, value: PlanExpr, scalar: Type): PlanExpr {
  const isAll = where.kind === 'literal' && where.value === true;
  const given = isAll
    ? value
    : makeCall('if', value.scalar, [where, value, nullLiteral(value.scalar)], true);
  return { kind: 'lookup', find: { as: 'values' }, of, where: given, scalar, nullable: false };
}

/** The items of the lists that `list` is for the items of which `where` is true. */
export function joinedOf(of: PlanExpr, where: PlanExpr, list: PlanExpr): PlanExpr {
  const kept = where.kind === 'literal' && where.value === true ? of : keptRecords(of, where);
  const { scalar } = list;
  return { kind: 'lookup', find: { as: 'joined' }, of: kept, where: list, scalar, nullable: false };
}

/** The value for the first item for which `where` is true; NULL if there is none. It reads no item of another list. */
export function firstOf(of: PlanExpr, where: PlanExpr, value: PlanExpr): PlanExpr {
  const field = fieldOfFirst(of, where, value);
  if (field !== null) return { ...field, nullable: true };
  const found = ofFirst(of, where, value);
  const { scalar } = value;
  return makeCall('if', scalar, [lookup('any', of, where), found, nullLiteral(scalar)], true);
}

function ofFirst(of: PlanExpr, where: PlanExpr, value: PlanExpr): PlanExpr {
  const below = (part: PlanExpr): PlanExpr =>
    fieldOfFirst(of, where, part) ?? ofFirst(of, where, part);
  if (value.kind === 'lookup') return { ...value, of: below(value.of) };
  return value.kind === 'choice' ? mapChoice(value, below) : mapNode(value, below);
}

function fieldOfFirst(of: PlanExpr, where: PlanExpr, value: PlanExpr): PlanExpr | null {
  if (value.kind !== 'item' || value.path === undefined) return null;
  const { path, scalar } = value;
  const nullable = isScalar(scalar);
  return { kind: 'lookup', find: { as: 'first', path }, of, where, scalar, nullable };
}

/** A field of the item behind `skip` others; NULL if there is none. */
export function itemField(
  of: PlanExpr,
  path: readonly string[],
  scalar: Type,
  skip: number,
): PlanExpr {
  const find =
    skip === 0 ? ({ as: 'first', path } as const) : ({ as: 'first', path, skip } as const);
  return { kind: 'lookup', find, of, where: TRUE, scalar, nullable: true };
}
