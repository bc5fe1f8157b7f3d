/** Finds bodies that group the rows of a step by the runs of equal values in it. */

import { keepsRows, showsAllRows, visitQuery } from '../../clauses/fold.ts';
import type { AggregateExpr, Expr, WindowExpr } from '../../core/expr/expr.ts';
import { exprKey, mapWindow } from '../../core/expr/walk.ts';
import type { Query, StepInput } from '../../core/plan/query.ts';
import type { Type } from '../../core/types/scalar.ts';

/** Three bodies: `marked` compares each row with the row before, `runs` numbers the rows, and a third one groups them. */
export interface Runs {
  readonly marked: Query;
  readonly runs: Query;
  /** The inputs of `runs` and of the third body. */
  readonly marks: StepInput;
  readonly groups: StepInput;
  /** The column of `marked`, read by `runs`, that is 1 in the first row of each run and 0 in all others. */
  readonly isNew: Expr;
  /** The window that finds the row before, in `marked`, and the window that numbers the rows, in `runs`. */
  readonly before: WindowExpr<Expr>;
  readonly number: WindowExpr<Expr>;
}

/** The runs that `grouped` groups; `null` if it needs more of a run than its first row and its length. */
export function runsBelow(grouped: Query, bodies: ReadonlyMap<string, Query>): Runs | null {
  const { from: groups } = grouped;
  const runs = groups.kind === 'step' ? bodies.get(groups.step) : undefined;
  const marks = runs?.from;
  const marked = marks?.kind === 'step' ? bodies.get(marks.step) : undefined;
  if (groups.kind !== 'step' || marks?.kind !== 'step') return null;
  if (runs === undefined || marked === undefined || !isWhole(marked)) return null;
  const number = numberOf(runs);
  const [isNew] = number?.args ?? [];
  if (number === null || isNew === undefined) return null;
  const before = lagOf(sourceOf(isNew, marks, marked));
  if (before === null) return null;
  const found: Runs = { marked, runs, marks, groups, isNew, before, number };
  return isSameOrder(found) && groupsRuns(grouped, found) ? found : null;
}

/** Whether a body shows every row that it reads. */
function isWhole(body: Query): boolean {
  return !body.aggregates && showsAllRows(body);
}

/** The only window of a body whose other outputs are columns: a running sum. */
function numberOf(runs: Query): WindowExpr<Expr> | null {
  if (!isWhole(runs) || !keepsRows(runs)) return null;
  const [number, ...others] = runs.outputs.flatMap(({ expr }) =>
    expr.kind === 'column' ? [] : [expr],
  );
  if (number?.kind !== 'window' || number.fn !== 'sum_int64' || others.length > 0) return null;
  const { frame } = number;
  return frame?.unit === 'rows' && frame.from === null && frame.to === 0 ? number : null;
}

/** The expression of a step's column in that step; `null` if `expr` is no such column. */
function sourceOf(expr: Expr, { name }: StepInput, { outputs }: Query): Expr | null {
  if (expr.kind !== 'column' || expr.relation !== name) return null;
  const source = outputs.find(output => output.name === expr.path[0])?.expr;
  return source === undefined || source.kind === 'record' ? null : source;
}

/** The window in `if(x = lag(x) over (…), 0, 1)`; `null` for any other expression. */
function lagOf(expr: Expr | null): WindowExpr<Expr> | null {
  if (expr?.kind !== 'call' || expr.fn !== 'if') return null;
  const [isSame, same, other] = expr.args;
  if (!isNumber(same, 0n) || !isNumber(other, 1n)) return null;
  if (isSame?.kind !== 'call' || isSame.fn !== 'eq') return null;
  const [value, before] = isSame.args;
  if (value === undefined || before?.kind !== 'window') return null;
  const [of, ...more] = before.args;
  const isBefore = before.fn === 'lag' && of !== undefined && more.length === 0;
  return isBefore && exprKey(of) === exprKey(value) && isExact(value) ? before : null;
}

function isNumber(expr: Expr | undefined, value: bigint): boolean {
  return expr?.kind === 'literal' && expr.value === value;
}

/** Whether equal values are the same value. A float has two zeros. */
function isExact({ scalar }: Expr): boolean {
  return scalar !== 'float64';
}

/** Whether rows are numbered in the order and in the partitions in which they are compared. */
function isSameOrder({ number, before, marks, marked }: Runs): boolean {
  const own = mapWindow(number, expr => sourceOf(expr, marks, marked) ?? expr);
  const placed = ({ partitionBy, orderBy }: WindowExpr<Expr>) => [
    partitionBy.map(exprKey),
    orderBy.map(({ expr, descending }) => [exprKey(expr), descending]),
  ];
  return JSON.stringify(placed(own)) === JSON.stringify(placed(before));
}

/** Whether the groups are runs, and all measures follow from the first row of each and its length. */
function groupsRuns(grouped: Query, found: Runs): boolean {
  if (!grouped.aggregates || !keepsRows(grouped)) return false;
  const { before, number, runs, groups } = found;
  const divided = before.partitionBy.map(exprKey);
  const keys = grouped.outputs.flatMap(({ role, expr }) => (role === 'value' ? [] : [expr]));
  const isRun = (expr: Output) => {
    const source = expr.kind === 'record' ? null : sourceOf(expr, groups, runs);
    return source !== null && exprKey(source) === exprKey(number);
  };
  const parts = keys.filter(key => !isRun(key)).map(key => keyInMarks(key, found));
  const same = [...divided, ...before.args.map(exprKey)];
  return (
    keys.some(isRun) &&
    parts.every(key => same.includes(key)) &&
    divided.every(key => parts.includes(key)) &&
    aggregatesOf(grouped).every(of => isLength(of) || isFirst(of, found))
  );
}
type Output = Query['outputs'][number]['expr'];

/** The key of the expression in `marked` of a column of the third body; an empty text if it is computed later. */
function keyInMarks(expr: Output, { groups, runs, marks, marked }: Runs): string {
  const below = expr.kind === 'record' ? null : sourceOf(expr, groups, runs);
  const source = below === null ? null : sourceOf(below, marks, marked);
  return source === null ? '' : exprKey(source);
}

function aggregatesOf(query: Query): readonly AggregateExpr[] {
  const found: AggregateExpr[] = [];
  visitQuery(query, part => {
    if (part.kind === 'aggregate') found.push(part);
  });
  return found;
}

/** Whether it counts all rows of a run. */
export function isLength({ fn }: AggregateExpr): boolean {
  return fn === 'count_rows';
}

/** Types whose order is that of their least value. */
const ORDERED: ReadonlySet<Type> = new Set<Type>(['timestamp', 'date', 'int64']);

/** Whether it is the value of the first row of a run: the end of the values by which rows are ordered. */
function isFirst({ fn, args: [of], filter }: AggregateExpr, found: Runs): boolean {
  const [first] = found.before.orderBy;
  if (of === undefined || first === undefined || filter !== null) return false;
  const isEnd = fn === (first.descending ? 'max' : 'min');
  const isOrdered = !of.nullable && ORDERED.has(of.scalar);
  return isEnd && isOrdered && keyInMarks(of, found) === exprKey(first.expr);
}
