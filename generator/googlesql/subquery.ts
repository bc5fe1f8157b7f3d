/** Subqueries inside of expressions: `IN`, where no value of the query around is read. */
import type { PlanExpr } from '../core/expr.ts';
import { COMPARED } from './calls.ts';
import { type Context, columnIds, NOTHING } from './context.ts';
import { type Cell, projected } from './rows.ts';
import type { Node } from './tree.ts';

/**
 * `asCondition`: only rows of which it is true count, so that false and NULL are one. Elsewhere `NULL IN (…)` and `1 IN (NULL)` are
 * NULL, for which engines have no common spelling over a step.
 */
export function subqueryOf(
  node: Node,
  read: (node: Node) => PlanExpr,
  context: Context,
  asCondition: boolean,
): PlanExpr {
  const refused = (what: string) => {
    context.refuse(what, node);
    return NOTHING;
  };
  node.value('type');
  const type = node.text('subquery_type') || 'SCALAR';
  if (type !== 'IN') return refused(SHOWN[type] ?? 'a subquery as a value');
  if (node.list('parameter_list').length > 0) return refused('a subquery of the row around it');
  const of = read(node.node('in_expr'));
  const scan = node.node('subquery');
  const rows = context.rowsOf(scan);
  const [id = ''] = columnIds(scan);
  const cell: Cell = rows.cells.get(id) ?? NOTHING;
  const step = projected(
    { ...rows, cells: new Map([[id, cell]]), order: [] },
    context.fresh('found'),
  );
  const column = step.cells.get(id);
  if (column?.kind !== 'column') return refused('IN of records');
  // some engine finds by bits, where 0 and -0 differ
  if (!COMPARED.includes(column.scalar) || column.scalar === 'float64')
    return refused('IN of these values');
  const nullable = of.nullable || column.nullable;
  if (nullable && !asCondition)
    return refused('IN of a subquery beside other conditions, where a value may be NULL');
  context.steps.push({ name: step.relation.name, relation: step.relation });
  return { kind: 'within', of, column, scalar: 'bool', nullable: of.nullable };
}

const SHOWN: Readonly<Record<string, string>> = {
  ARRAY: 'an ARRAY subquery',
  EXISTS: 'EXISTS',
};
