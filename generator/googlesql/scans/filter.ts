/** WHERE, HAVING and QUALIFY: rows of which a condition is true. */
import type { PlanExpr } from '../../core/expr.ts';
import type { Context } from '../context.ts';
import { conditionOf } from '../expr.ts';
import { type Rows, stepOf } from '../rows.ts';
import type { Node } from '../tree.ts';

export function filterRows(scan: Node, input: Rows, context: Context): Rows {
  scan.value('column_list');
  const rows = isCut(input) ? stepOf(input, context.fresh('rows')) : input;
  const condition = conditionOf(scan.node('filter_expr'), rows.cells, context);
  return filtered(rows, condition);
}

export function filtered(rows: Rows, condition: PlanExpr): Rows {
  const predicates = conjuncts(condition).map(expr => ({ when: null, expr }));
  return { ...rows, relation: { node: 'filter', input: rows.relation, predicates } };
}

/** Whether the rows are the first ones of others: what is done to them must not be done to all. */
export function isCut({ relation }: Rows): boolean {
  return relation.node === 'limit';
}

export function conjuncts(condition: PlanExpr): readonly PlanExpr[] {
  return condition.kind === 'call' && condition.fn === 'and'
    ? condition.args.flatMap(conjuncts)
    : [condition];
}
