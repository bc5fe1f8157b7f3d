/** Records of several rows as a list. */
import { makeAggregate } from '../../core/expr/aggregates.ts';
import type { AggregateExpr, Listing, PlanExpr } from '../../core/expr/expr.ts';
import { type ItemField, isScalar, itemOf, listOf, recordsOf } from '../../core/types/scalar.ts';
import type { PlanCell, RecordCell } from '../rows.ts';

/** Returns `null` for anything but a record whose fields have values and plain names that differ. */
export function recordsListed(
  item: PlanCell,
  listing: Listing<PlanExpr>,
): AggregateExpr<PlanExpr> | null {
  // some engine stores NULL for a record of a table, and another one stores NULLs
  const fields = item.kind === 'fields' && item.isStored !== true ? fieldsOf(item) : null;
  if (fields === null) return null;
  return makeAggregate('list_agg', recordsOf(fields, null), leavesOf(item), false, { listing });
}

function fieldsOf({ fields, repeated, items, steps }: RecordCell): readonly ItemField[] | null {
  const names = new Set(fields.map(({ name }) => name.toLowerCase()));
  const isPlain = names.size === fields.length && fields.every(({ name }) => /^\w+$/.test(name));
  if (!isPlain || names.size === 0 || repeated.length > 0 || items !== undefined) return null;
  if (steps !== undefined) return null;
  const own = fields.flatMap(({ name, cell }): readonly ItemField[] => {
    const type = cell.kind === 'fields' ? fieldsOf(cell) : leafType(cell);
    return type === null ? [] : [{ name, type }];
  });
  return own.length === fields.length ? own : null;
}

function leafType({ scalar }: PlanExpr): Exclude<ItemField['type'], readonly ItemField[]> | null {
  if (isScalar(scalar)) return scalar;
  const item = itemOf(scalar);
  return item === null ? null : listOf(item);
}

/** The values of a record, or a value itself. */
export function leavesOf(cell: PlanCell): readonly PlanExpr[] {
  return cell.kind === 'fields' ? cell.fields.flatMap(field => leavesOf(field.cell)) : [cell];
}
