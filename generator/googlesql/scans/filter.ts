/** WHERE, HAVING and QUALIFY: rows for which a condition is true. */
import type { TranslationContext } from '../context.ts';
import { exprOf } from '../expr.ts';
import { isLimited, type Rows, storeRows } from '../rows.ts';
import { withSubqueries } from '../subqueries/subqueries.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { conjuncts, selectRows } from './conditions.ts';

export function filterRows(scan: ResolvedNode, input: Rows, context: TranslationContext): Rows {
  scan.value('column_list');
  const node = scan.node('filter_expr');
  const uncut = isLimited(input) ? storeRows(input, context.fresh('rows')) : input;
  const rows = withSubqueries(uncut, [node], context, 'condition');
  return selectRows(rows, conjuncts(exprOf(node, rows.cells, context)), node, context);
}
