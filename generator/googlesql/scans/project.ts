/** SELECT lists: columns that are computed from a single row. */
import { columnId, type TranslationContext } from '../context.ts';
import { readCell } from '../expr.ts';
import { type PlanCell, type Rows, sizeOf, storeRows } from '../rows.ts';
import { withSubqueries } from '../subqueries/subqueries.ts';
import type { ResolvedNode } from '../tree/tree.ts';

/** A computed value with more nodes is stored in a step, because each use would repeat it. */
const LARGEST = 24;

export function projectRows(scan: ResolvedNode, input: Rows, context: TranslationContext): Rows {
  scan.value('column_list');
  const list = scan.parts('expr_list');
  const found = withSubqueries(
    input,
    list.map(part => part.node('expr')),
    context,
  );
  const own = list.map((part): readonly [string, PlanCell] => {
    const id = columnId(part.part('column'));
    return [id, readCell(part.node('expr'), found.cells, context)];
  });
  const rows = { ...found, cells: new Map([...found.cells, ...own]) };
  const isStep = !input.ties.isTotal && own.some(([, cell]) => isLarge(cell));
  return isStep ? storeRows(rows, context.fresh('computed')) : rows;
}

function isLarge(cell: PlanCell): boolean {
  if (cell.kind === 'fields') return cell.fields.some(field => isLarge(field.cell));
  return sizeOf(cell) > LARGEST;
}
