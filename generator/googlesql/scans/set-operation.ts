/** UNION, INTERSECT and EXCEPT. */
import type { PlanExpr } from '../../core/expr/expr.ts';
import type { UnionArm, UnionRelation } from '../../core/plan/relation.ts';
import { number, planCall } from '../calls.ts';
import { columnIds, findCell, isSingle, NOTHING, type TranslationContext } from '../context.ts';
import { isCut, type PlanCell, type Rows, readNameHint, storeRows, UNTIED } from '../rows.ts';
import type { ResolvedNode } from '../tree.ts';
import { restrictRows } from './conditions.ts';
import { Grouping, planAggregate } from './grouping/grouping.ts';

/** `read` returns the rows of one of the queries. */
export function setRows(
  scan: ResolvedNode,
  read: (scan: ResolvedNode) => Rows,
  context: TranslationContext,
): Rows {
  const operation = scan.text('op_type') || 'UNION_ALL';
  if (!OPERATIONS.has(operation)) context.refuse(operation.replaceAll('_', ' '), scan);
  scan.value('column_match_mode');
  scan.value('column_propagation_mode');
  const ids = columnIds(scan);
  const parts = scan.parts('input_item_list').map(item => partOf(item, read, context));
  const isUnion = operation.startsWith('UNION');
  const all = unionOf(ids, parts, isUnion, context.fresh('all'));
  if (operation === 'UNION_ALL') return all.rows;
  const groups = new Grouping(context.fresh('distinct'));
  const cells = new Map(
    [...all.rows.cells].map(([id, cell]): readonly [string, PlanCell] => {
      const expr = isSingle(cell) ? cell : NOTHING;
      // some engine groups by bits, where 0 and -0 differ
      if (expr.scalar === 'float64')
        context.refuse(`${operation.replaceAll('_', ' ')} of floats`, scan);
      return [id, groups.key(readNameHint(id), expr)];
    }),
  );
  // a part contains a row if its count there is above 0
  const counts = parts.flatMap((_, i) => {
    if (isUnion) return [];
    const isOf = planCall('eq', [all.part, number(BigInt(i))], 'bool', false);
    return [groups.measure('count', planAggregate('count_if', [isOf]))];
  });
  const rows = { ...groups.rows(all.rows, false), cells };
  const found = counts.map((count, i) => {
    const fn = i === 0 || operation === 'INTERSECT_DISTINCT' ? 'gt' : 'eq';
    return planCall(fn, [count, number(0n)], 'bool', false);
  });
  return isUnion ? rows : restrictRows(rows, found);
}

const OPERATIONS: ReadonlySet<string> = new Set([
  'UNION_ALL',
  'UNION_DISTINCT',
  'INTERSECT_DISTINCT',
  'EXCEPT_DISTINCT',
]);

function partOf(
  item: ResolvedNode,
  read: (scan: ResolvedNode) => Rows,
  context: TranslationContext,
): UnionArm {
  const rows = read(item.node('scan'));
  if (rows.ties.keys.length > 0)
    context.refuse('a part of a set operation that reads columns of the outer query', item);
  const plain = isCut(rows) ? storeRows(rows, context.fresh('part')) : rows;
  const columns = columnIds(item, 'output_column_list').map(id => {
    const cell = findCell(id, plain.cells, item, context);
    if (!isSingle(cell)) context.refuse('a union of records or lists', item);
    return isSingle(cell) ? cell : NOTHING;
  });
  return { relation: plain.relation, columns };
}

/** The rows of all parts; except for UNION, with a column for the number of each row's part. */
function unionOf(
  ids: readonly string[],
  parts: readonly UnionArm[],
  isUnion: boolean,
  name: string,
): { readonly rows: Rows; readonly part: PlanExpr } {
  const names = ids.map((id, i) => `${readNameHint(id)}_${i + 1}`);
  const inputs = isUnion
    ? parts
    : parts.map(({ relation, columns }, i) => {
        return { relation, columns: [...columns, number(BigInt(i))] };
      });
  const relation: UnionRelation = {
    node: 'union',
    name,
    columns: isUnion ? names : [...names, 'part'],
    inputs,
  };
  const cells = names.map((own, i): PlanExpr => {
    const [first = NOTHING] = parts.map(({ columns }) => columns[i] ?? NOTHING);
    const nullable = parts.some(({ columns }) => columns[i]?.nullable ?? true);
    return { kind: 'column', relation: name, path: [own], scalar: first.scalar, nullable };
  });
  return {
    rows: {
      relation,
      cells: new Map(ids.map((id, i) => [id, cells[i] ?? NOTHING])),
      order: [],
      ties: UNTIED,
    },
    part: { kind: 'column', relation: name, path: ['part'], scalar: 'int64', nullable: false },
  };
}
