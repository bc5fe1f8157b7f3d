/** Tables of data sets, each record field by field. */
import type { TableRelation } from '../../core/relation.ts';
import type { Field } from '../../core/source.ts';
import { type Context, columnIds, NOTHING } from '../context.ts';
import type { Cell, Rows } from '../rows.ts';
import type { Node } from '../tree.ts';

export function tableRows(scan: Node, context: Context): Rows {
  const table = scan.part('table');
  table.value('serialization_id');
  table.value('name');
  scan.value('alias');
  const known = context.tables.get(table.text('full_name'));
  if (known === undefined) throw new Error('the tree reads a table that is not in its catalogue');
  const { source, columns } = known;
  const name = context.fresh(source.name);
  const relation: TableRelation = { node: 'table', name, source };
  const repeated = Object.entries(source.tables).flatMap(([dialect, { records }]) =>
    records === 'repeated' ? dialect : [],
  );
  const read = { relation: name, repeated };
  const ids = columnIds(scan);
  const cells = scan.list('column_index_list').map((at, i): readonly [string, Cell] => {
    const field = columns[Number(at)];
    if (field === undefined)
      context.refuse('a column that the table has not in its data set', scan);
    return [ids[i] ?? '', field === undefined ? NOTHING : fieldCell(field, read, [], false)];
  });
  return { relation, cells: new Map(cells), order: [] };
}

interface Read {
  readonly relation: string;
  readonly repeated: readonly string[];
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
