/** UNNEST of a record that a table holds as an array of one: the rows stay, and its fields are in reach. */
import { type Context, columnId } from '../context.ts';
import { anyOf } from '../expr.ts';
import type { Rows } from '../rows.ts';
import type { Node } from '../tree.ts';

export function unnestedRows(scan: Node, input: Rows, context: Context): Rows {
  scan.value('column_list');
  scan.value('is_outer');
  const record = anyOf(scan.node('array_expr'), input.cells, context);
  const element = columnId(scan.part('element_column'));
  if (record.kind !== 'fields')
    context.refuse('UNNEST of anything but a record of a data set', scan);
  else if (record.repeated.length > 0)
    context.refuse('UNNEST of records that are stored as arrays', scan, record.repeated);
  return { ...input, cells: new Map([...input.cells, [element, record]]) };
}
