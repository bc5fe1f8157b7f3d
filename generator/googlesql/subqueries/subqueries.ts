/**
 * Subqueries in expressions. None becomes a subquery of the engine, which may return a wrong result. Instead, the rows around are joined
 * with the rows of the subquery, grouped by the values that tie them.
 */
import { columnIds, findCell, NOTHING, type TranslationContext } from '../context.ts';
import { exprOf, readCell } from '../expr.ts';
import { type Cells, isLimited, type Rows, storeRows } from '../rows.ts';
import { joinedNodes, readsAround } from '../scans/conditions.ts';
import { listReadable, someExprIn } from '../scans/reads.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { array } from './array.ts';
import { joinExists } from './exists.ts';
import type { JoinedSubquery, Subquery } from './found.ts';
import { joinIn, OF_RECORDS } from './in.ts';
import { ownAnswer, readsOwnRow } from './own.ts';
import { isItem } from './own-items.ts';
import { scalarSubquery } from './scalar.ts';

/**
 * `input` joined with the results of all subqueries in `exprs`. `as`: whether the expressions are conditions, in which false and NULL mean
 * the same.
 */
export function withSubqueries(
  input: Rows,
  exprs: readonly ResolvedNode[],
  context: TranslationContext,
  as: 'value' | 'condition' = 'value',
): Rows {
  const nodes = exprs.flatMap(expr => (expr.kind === KIND ? [expr] : expr.below(KIND)));
  if (nodes.length === 0) return input;
  if (input.ties.isTotal) {
    for (const node of nodes)
      context.refuse('another subquery together with a correlated aggregate', node);
    return input;
  }
  const conditions = as === 'condition' ? exprs.flatMap(expr => joinedNodes(expr, EITHER)) : [];
  let rows = isLimited(input) ? storeRows(input, context.fresh('rows')) : input;
  for (const node of nodes) {
    const found = answered(node, rows, conditions.includes(node), context);
    context.found.set(node, found.cell);
    rows = found.rows;
  }
  return rows;
}

/**
 * Finds the results of the subqueries in `expr`, an expression over an item of a list with the values `cells`. One that reads more than
 * lists of the row and of the item is refused where its result is read, and so is one beside an item of single values.
 */
export function findOfItem(expr: ResolvedNode, cells: Cells, context: TranslationContext): void {
  // the items of both lists would have one name
  if ([...cells.values()].some(cell => cell.kind !== 'fields' && isItem(cell))) return;
  const nodes = expr.kind === KIND ? [expr] : expr.below(KIND);
  for (const node of nodes) {
    const scan = node.node('subquery');
    if (!readsOwnRow(scan)) continue;
    const { type, sought } = kindOf(node);
    if (sought !== null) findOfItem(sought, cells, context);
    const of = sought === null ? null : exprOf(sought, cells, context);
    const own = ownAnswer(scan, { type, of, row: { cells, names: new Set() }, context });
    if (typeof own === 'string') context.refuse(own, node);
    context.found.set(node, typeof own === 'string' ? NOTHING : own);
  }
}

/** The kind of a subquery, and the value that `IN` looks for. */
function kindOf(node: ResolvedNode): {
  readonly type: string;
  readonly sought: ResolvedNode | null;
} {
  node.value('type');
  node.value('parameter_list');
  return { type: node.text('subquery_type') || 'SCALAR', sought: node.nodeOrNull('in_expr') };
}

const KIND = 'subquery_expr';
/** The operators of a condition below which false and NULL mean the same, too. */
const EITHER = ['$and', '$or'] as const;

/** The condition that selects the rows of a query, if the query does nothing else with rows of tables. */
function lastFilter(scan: ResolvedNode): ResolvedNode | null {
  const input = scan.peek('input_scan');
  if (scan.kind === 'project_scan') return input === null ? null : lastFilter(input);
  const isOfTables = input !== null && TABLES.has(input.kind);
  return scan.kind === 'filter_scan' && isOfTables ? scan.peek('filter_expr') : null;
}

const TABLES: ReadonlySet<string> = new Set(['table_scan', 'join_scan', 'with_ref_scan']);

const ANSWERS: Readonly<Record<string, (inner: Subquery) => JoinedSubquery | string>> = {
  SCALAR: scalarSubquery,
  EXISTS: joinExists,
  IN: joinIn,
  ARRAY: array,
};

function answered(
  node: ResolvedNode,
  outer: Rows,
  isCondition: boolean,
  context: TranslationContext,
): JoinedSubquery {
  const refused = (what: string): JoinedSubquery => {
    context.refuse(what, node);
    return { rows: outer, cell: NOTHING };
  };
  const { type, sought } = kindOf(node);
  const answer = ANSWERS[type];
  if (answer === undefined) return refused('this kind of subquery');
  const ready = sought === null ? outer : withSubqueries(outer, [sought], context);
  const of = sought === null ? null : readCell(sought, ready.cells, context);
  const scan = node.node('subquery');
  const row = { cells: ready.cells, names: listReadable(ready.relation) };
  if (readsOwnRow(scan)) {
    if (of?.kind === 'fields') return refused(OF_RECORDS);
    const own = ownAnswer(scan, { type, of, row, context });
    return typeof own === 'string' ? refused(own) : { rows: ready, cell: own };
  }
  context.around.push(row);
  const filter = type === 'EXISTS' ? lastFilter(scan) : null;
  if (filter !== null) context.compared.set(filter, null);
  const before = context.steps.length;
  const rows = context.rowsOf(scan);
  const added = context.steps.slice(before).map(step => step.relation);
  const isOuter = readsAround(context);
  const reads = [rows.relation, ...added].some(relation => someExprIn(relation, isOuter));
  context.around.pop();
  if (reads) return refused('a column of the outer query in this place of a subquery');
  const cell = findCell(columnIds(scan)[0] ?? '', rows.cells, scan, context);
  const comparison = filter === null ? null : (context.compared.get(filter) ?? null);
  const found = answer({ outer: ready, rows, cell, of, isCondition, comparison, context });
  return typeof found === 'string' ? refused(found) : found;
}
