/**
 * Runs of equal values: groups by a running count of the rows that differ from the row before. A step that numbers all rows would
 * sort all of them a second time. Instead, the sort that compares the rows also gives them their places, and the step numbers
 * only the first row of each run; the place of the next first row gives the length of the run.
 *
 * ```
 * marked: is_new: if(x = lag(x) over (order by at), 0, 1)
 * runs:   run: sum(is_new) over (order by at)
 * spans:  group_by: { run: run, x: x }, select: { began: min(at), rows: count() }
 * ```
 */

import { mapQuery } from '../../clauses/fold.ts';
import { makeCall } from '../../core/expr/calls.ts';
import { COUNTING, makeColumn } from '../../core/expr/columns.ts';
import type { ColumnExpr, Expr, SortKey, WindowExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { mapParts } from '../../core/expr/walk.ts';
import type { OutputColumn, Query } from '../../core/plan/query.ts';
import { freshNames } from '../steps/fresh-names.ts';
import { type Bodies, countReads } from '../steps/merge.ts';
import { isLength, type Runs, runsBelow } from './found-runs.ts';

/** The same rows, by steps that number only the first row of each run. */
export function byFirstRows({ steps, answer }: Bodies): Bodies {
  const bodies = new Map(steps.map(({ name, query }) => [name, query]));
  const reads = countReads([...bodies.values(), answer]);
  const changed = (grouped: Query): Query => {
    const found = runsBelow(grouped, bodies);
    if (found === null || reads.get(found.groups.step) !== 1) return grouped;
    const { marked, runs, length } = firstRows(found);
    bodies.set(found.marks.step, marked).set(found.groups.step, runs);
    return overFirstRows(grouped, found, length);
  };
  for (const { name, query } of steps) bodies.set(name, changed(query));
  const last = changed(answer);
  return { steps: [...bodies].map(([name, query]) => ({ name, query })), answer: last };
}

interface FirstRows {
  readonly marked: Query;
  /** Only the first row of each run. */
  readonly runs: Query;
  /** The column of `runs` that contains the length of the run. */
  readonly length: string;
}

function firstRows({ marked, runs, marks, isNew, before, number }: Runs): FirstRows {
  const ofMarks = freshNames(marked.outputs.map(({ name }) => name));
  const [placeName, totalName] = [ofMarks('place'), ofMarks('total')];
  const length = freshNames(runs.outputs.map(({ name }) => name))('length');
  const place = columnOf(marks.name, placeName);
  const total = columnOf(marks.name, totalName);
  const orderBy: readonly SortKey<Expr>[] = [{ expr: place, descending: false }];
  const next = { ...counting(number, 'lead'), args: [place], orderBy, nullable: true };
  const end = makeCall<Expr>('coalesce', 'int64', [next, plus(total, 1n)]);
  const placed = (expr: Expr): Expr =>
    expr === number ? { ...counting(number, 'row_number'), orderBy } : expr;
  return {
    marked: withOutputs(marked, [
      countOf(placeName, counting(before, 'row_number')),
      countOf(totalName, { ...counting(before, 'count_rows'), orderBy: [] }),
    ]),
    runs: {
      ...withOutputs(mapQuery(runs, placed), [
        countOf(length, makeCall<Expr>('subtract', 'int64', [{ ...end, nullable: false }, place])),
      ]),
      where: [
        { when: null, expr: makeCall<Expr>('eq', 'bool', [isNew, makeLiteral('int64', 1n)]) },
      ],
    },
    length,
  };
}

/** `grouped`, which reads one row of each run and so does not group. */
function overFirstRows(grouped: Query, found: Runs, length: string): Query {
  const change = (expr: Expr): Expr => {
    if (expr.kind !== 'aggregate') return mapParts(expr, change);
    if (isLength(expr)) return columnOf(found.groups.name, length);
    const [first] = expr.args;
    if (first === undefined) throw new Error(`${expr.fn} has no argument`);
    return first;
  };
  const { outputs, ...clauses } = mapQuery(grouped, change);
  const values = outputs.map(output => ({ ...output, role: 'value' as const }));
  return { ...clauses, outputs: values, aggregates: false };
}

function withOutputs(query: Query, added: readonly OutputColumn[]): Query {
  return { ...query, outputs: [...query.outputs, ...added] };
}

function countOf(name: string, expr: Expr): OutputColumn {
  return {
    name,
    role: 'value',
    expr,
    hidden: false,
    description: null,
    unit: null,
    encode: 'plain',
    within: {},
  };
}

/** A window that counts, over the partitions and in the order of another. */
function counting(
  { partitionBy, orderBy }: WindowExpr<Expr>,
  fn: 'row_number' | 'count_rows' | 'lead',
): WindowExpr<Expr> {
  return {
    kind: 'window',
    fn,
    args: [],
    partitionBy,
    orderBy,
    frame: null,
    scalar: 'int64',
    nullable: false,
  };
}

/** A count that a step contains. */
function columnOf(relation: string, name: string): ColumnExpr {
  return makeColumn(relation, name, COUNTING);
}

function plus(of: Expr, more: bigint): Expr {
  return makeCall<Expr>('add', 'int64', [of, makeLiteral('int64', more)]);
}
