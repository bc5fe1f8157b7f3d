/** GROUP BY and SELECT DISTINCT. */
import type { PlanExpr } from '../../core/expr.ts';
import type { AggregateRelation } from '../../core/relation.ts';
import { aggregateOf } from '../aggregates.ts';
import { type Context, columnId, isSingle, NOTHING } from '../context.ts';
import { anyOf } from '../expr.ts';
import { type Cell, hintOf, type Rows, stepOf } from '../rows.ts';
import type { Node } from '../tree.ts';
import { isCut } from './filter.ts';

export function aggregatedRows(scan: Node, input: Rows, context: Context): Rows {
  scan.value('column_list');
  const rows = isCut(input) ? stepOf(input, context.fresh('rows')) : input;
  const name = context.fresh('groups');
  const cells = new Map<string, Cell>();
  const taken = new Set<string>();
  const add = (
    id: string,
    { scalar, nullable }: PlanExpr | AggregateRelation['measures'][0]['expr'],
  ) => {
    let own = hintOf(id);
    while (taken.has(own)) own += '_';
    taken.add(own);
    cells.set(id, { kind: 'column', relation: name, path: [own], scalar, nullable });
    return own;
  };
  const keys = scan.parts('group_by_list').map(part => {
    const id = columnId(part.part('column'));
    const cell = anyOf(part.node('expr'), rows.cells, context);
    // some engine groups by bits, where 0 and -0 differ
    if (!isSingle(cell) || cell.scalar === 'float64')
      context.refuse('GROUP BY of this value', part);
    const expr = isSingle(cell) ? cell : NOTHING;
    return { name: add(id, expr), expr };
  });
  const measures = scan.parts('aggregate_list').map(part => {
    const id = columnId(part.part('column'));
    const expr = aggregateOf(part.node('expr'), rows.cells, context);
    return { name: add(id, expr), expr };
  });
  if (keys.length + measures.length === 0) measures.push({ name: 'rows', expr: COUNT });
  const relation: AggregateRelation = {
    node: 'aggregate',
    name,
    input: rows.relation,
    keys,
    measures,
  };
  return { relation, cells, order: [] };
}

/** A relation has at least one column. */
const COUNT = {
  kind: 'aggregate',
  fn: 'count_rows',
  args: [],
  rank: null,
  listing: null,
  filter: null,
  scalar: 'int64',
  nullable: false,
} as const;
