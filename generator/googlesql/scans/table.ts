/** Tables of data sets; records are read field by field. */
import type { PlainExpr, PlanExpr } from '../../core/expr/expr.ts';
import { mapNode } from '../../core/expr/walk.ts';
import type { TableRelation } from '../../core/plan/relation.ts';
import { type Field, fieldAt, type Source } from '../../core/spec/source.ts';
import { isRecords, itemOf } from '../../core/types/scalar.ts';
import { columnIds, NOTHING, type TranslationContext } from '../context.ts';
import { type PlanCell, type Rows, UNTIED } from '../rows.ts';
import type { ResolvedNode } from '../tree/tree.ts';

export function tableRows(scan: ResolvedNode, context: TranslationContext): Rows {
  const table = scan.part('table');
  table.value('serialization_id');
  table.value('name');
  const known = context.tables.get(table.text('full_name'));
  if (known === undefined) throw new Error('the tree reads a table that is not in its catalogue');
  const { source, columns } = known;
  const name = context.fresh(source.name);
  const relation: TableRelation = { node: 'table', name, source };
  const hasAlias = scan.text('alias') !== '';
  const ids = columnIds(scan);
  const indexes = scan.list('column_index_list').map(Number);
  const named = indexes.flatMap(at => columns[at]?.name ?? []);
  const { place } = scan;
  context.reads.push({ relation: name, source: source.name, place, hasAlias, columns: named });
  const cells = indexes.map((at, i): readonly [string, PlanCell] => {
    const field = columns[at];
    if (field === undefined)
      context.refuse('a column of the table that the data set does not declare', scan);
    return [ids[i] ?? '', field === undefined ? NOTHING : columnCell(field, { of: name, source })];
  });
  return { relation, cells: new Map(cells), order: [], ties: UNTIED };
}

/** The owner of a field: a table, or the records of one of its arrays. */
interface Holder {
  readonly of: string;
  readonly source: Source;
  readonly isOuter?: boolean;
}

/** A column of the data set: stored in the table, or derived from stored columns. */
function columnCell(field: Field, holder: Holder): PlanCell {
  const { of: relation, source } = holder;
  if (field.computed !== undefined) return moved(field.computed, relation);
  if (field.is === null) return fieldCell(field, holder);
  const stored = fieldAt(source.columns, field.is);
  if (stored === undefined || stored.type === 'record')
    throw new Error(`${source.name}.${field.name} is derived from no value`);
  const { is: path, nullable } = field;
  return { kind: 'column', relation, path, scalar: stored.type, nullable };
}

function moved(expr: PlainExpr, relation: string): PlanExpr {
  return expr.kind === 'column'
    ? { ...expr, relation }
    : mapNode(expr, part => moved(part, relation));
}

/** A field, read by its path. In an array of records, the path reads the first record. */
export function fieldCell(
  field: Field,
  { of, source, isOuter = false }: Holder,
  above: readonly string[] = [],
): PlanCell {
  const path = [...above, field.name];
  // a stored array is never NULL, but that of a record that is NULL is
  const isList = field.type !== 'record' && (itemOf(field.type) !== null || isRecords(field.type));
  const nullable = isOuter || (!isList && field.nullable);
  if (field.type !== 'record')
    return { kind: 'column', relation: of, path, scalar: field.type, nullable };
  const fields = field.fields.map(part => {
    return { name: part.name, cell: fieldCell(part, { of, source, isOuter: nullable }, path) };
  });
  const array = above.length === 0 ? { of, field, source } : null;
  return { kind: 'fields', repeated: repeatedIn(source), fields, array, isStored: true };
}

/** Names of the dialects whose tables store records as arrays. */
function repeatedIn({ tables }: Source): readonly string[] {
  return Object.entries(tables).flatMap(([dialect, { records }]) =>
    records === 'repeated' ? dialect : [],
  );
}
