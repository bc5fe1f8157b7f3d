/** UNION ALL and UNION DISTINCT. */
import type { PlanExpr } from '../../core/expr.ts';
import type { AggregateRelation, UnionInput, UnionRelation } from '../../core/relation.ts';
import { type Context, cellOf, columnIds, isSingle, NOTHING } from '../context.ts';
import { hintOf, type Rows, stepOf } from '../rows.ts';
import type { Node } from '../tree.ts';
import { isCut } from './filter.ts';

/** `read`: the rows of one of the queries. */
export function unionRows(scan: Node, read: (scan: Node) => Rows, context: Context): Rows {
  const operation = scan.text('op_type') || 'UNION_ALL';
  if (operation !== 'UNION_ALL' && operation !== 'UNION_DISTINCT')
    context.refuse(operation.replaceAll('_', ' '), scan);
  scan.value('column_match_mode');
  scan.value('column_propagation_mode');
  const ids = columnIds(scan);
  const names = ids.map((id, i) => `${hintOf(id)}_${i + 1}`);
  const inputs = scan.parts('input_item_list').map((item): UnionInput => {
    const rows = read(item.node('scan'));
    const plain = isCut(rows) ? stepOf(rows, context.fresh('part')) : rows;
    const columns = columnIds(item, 'output_column_list').map(id => {
      const cell = cellOf(id, plain.cells, item, context);
      if (!isSingle(cell)) context.refuse('a union of records or lists', item);
      return isSingle(cell) ? cell : NOTHING;
    });
    return { relation: plain.relation, columns };
  });
  const name = context.fresh('all');
  const relation: UnionRelation = { node: 'union', name, columns: names, inputs };
  const exprs = names.map((own, i): PlanExpr => {
    const [first = NOTHING] = inputs.map(({ columns }) => columns[i] ?? NOTHING);
    const nullable = inputs.some(({ columns }) => columns[i]?.nullable ?? true);
    return { kind: 'column', relation: name, path: [own], scalar: first.scalar, nullable };
  });
  const rows: Rows = {
    relation,
    cells: new Map(ids.map((id, i) => [id, exprs[i] ?? NOTHING])),
    order: [],
  };
  return operation === 'UNION_ALL' ? rows : distinctRows(rows, scan, context);
}

/** A group for each row that differs. */
function distinctRows({ relation, cells }: Rows, scan: Node, context: Context): Rows {
  const name = context.fresh('distinct');
  const keys: AggregateRelation['keys'][number][] = [];
  const kept = new Map(
    [...cells].map(([id, cell], i) => {
      const expr = isSingle(cell) ? cell : NOTHING;
      if (expr.scalar === 'float64') context.refuse('UNION DISTINCT of floats', scan);
      const own = `${hintOf(id)}_${i + 1}`;
      keys.push({ name: own, expr });
      const { scalar, nullable } = expr;
      return [id, { kind: 'column', relation: name, path: [own], scalar, nullable } as const];
    }),
  );
  const groups: AggregateRelation = {
    node: 'aggregate',
    name,
    input: relation,
    keys,
    measures: [],
  };
  return { relation: groups, cells: kept, order: [] };
}
