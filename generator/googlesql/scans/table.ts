/** Tables of data sets, each record field by field. */
import type { PlainExpr, PlanExpr } from '../../core/expr.ts';
import type { TableRelation } from '../../core/relation.ts';
import { type Field, fieldAt, type Source } from '../../core/source.ts';
import { mapNode } from '../../core/walk.ts';
import { type Context, columnIds, NOTHING } from '../context.ts';
import type { Cell, Rows } from '../rows.ts';
import type { Node } from '../tree.ts';

export function tableRows(scan: Node, context: Context): Rows {
  const table = scan.part('table');
  table.value('serialization_id');
  table.value('name');
  const known = context.tables.get(table.text('full_name'));
  if (known === undefined) throw new Error('the tree reads a table that is not in its catalogue');
  const { source, columns } = known;
  const name = context.fresh(source.name);
  const relation: TableRelation = { node: 'table', name, source };
  const repeated = Object.entries(source.tables).flatMap(([dialect, { records }]) =>
    records === 'repeated' ? dialect : [],
  );
  const hasAlias = scan.text('alias') !== '';
  const read = { relation: name, source, repeated };
  const ids = columnIds(scan);
  const indexes = scan.list('column_index_list').map(Number);
  const named = indexes.flatMap(at => columns[at]?.name ?? []);
  const { place } = scan;
  context.reads.push({ relation: name, source: source.name, place, hasAlias, columns: named });
  const cells = indexes.map((at, i): readonly [string, Cell] => {
    const field = columns[at];
    if (field === undefined)
      context.refuse('a column that the table has not in its data set', scan);
    return [ids[i] ?? '', field === undefined ? NOTHING : columnCell(field, read)];
  });
  return { relation, cells: new Map(cells), order: [] };
}

interface Read {
  readonly relation: string;
  readonly source: Source;
  readonly repeated: readonly string[];
}

/** A column of the data set: one that the table has, or one that is read from others. */
function columnCell(field: Field, read: Read): Cell {
  const { relation, source } = read;
  if (field.computed !== undefined) return moved(field.computed, relation);
  if (field.is === null) return fieldCell(field, read, [], false);
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

function fieldCell(field: Field, read: Read, above: readonly string[], outer: boolean): Cell {
  const path = [...above, field.name];
  const nullable = outer || field.nullable;
  const { relation, repeated } = read;
  if (field.type !== 'record')
    return { kind: 'column', relation, path, scalar: field.type, nullable };
  const fields = field.fields.map(part => {
    return { name: part.name, cell: fieldCell(part, read, path, nullable) };
  });
  return { kind: 'fields', repeated, fields };
}
