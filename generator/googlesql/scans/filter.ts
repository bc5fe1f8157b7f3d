/** WHERE, HAVING and QUALIFY: rows for which a condition is true. */
import type { Context } from '../context.ts';
import { exprOf } from '../expr.ts';
import { isCut, type Rows, stepOf } from '../rows.ts';
import { withSubqueries } from '../subqueries/subqueries.ts';
import type { Node } from '../tree.ts';
import { chosen, conjuncts } from './conditions.ts';

export function filterRows(scan: Node, input: Rows, context: Context): Rows {
  scan.value('column_list');
  const node = scan.node('filter_expr');
  const uncut = isCut(input) ? stepOf(input, context.fresh('rows')) : input;
  const rows = withSubqueries(uncut, [node], context, 'condition');
  return chosen(rows, conjuncts(exprOf(node, rows.cells, context)), node, context);
}
