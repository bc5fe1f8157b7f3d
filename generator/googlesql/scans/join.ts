/** Joins: each side is a table or a step, and the condition consists of what every engine can join by. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { heldOn } from '../../core/expr/held-on.ts';
import { TRUE } from '../../core/expr/literals.ts';
import type { JoinRelation } from '../../core/plan/relation.ts';
import type { TranslationContext } from '../context.ts';
import { exprOf } from '../expr.ts';
import { mayFail } from '../functions/failing.ts';
import {
  areStored,
  type Cells,
  isLeaf,
  type PlanCell,
  type Rows,
  storeRows,
  type Ties,
} from '../rows.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { conjuncts, restrictRows, selectRows } from './conditions.ts';
import { listReadable, relationsIn } from './reads.ts';

export function joinedRows(
  scan: ResolvedNode,
  sides: readonly [Rows, Rows],
  context: TranslationContext,
): Rows {
  scan.value('column_list');
  const type = scan.text('join_type') || 'INNER';
  const [first, second] = type === 'RIGHT' ? [sides[1], sides[0]] : sides;
  const kind = type === 'INNER' ? 'inner' : type === 'FULL' ? 'full' : 'left';
  const node = scan.nodeOrNull('join_expr');
  const conditions = (cells: Cells) =>
    node === null ? [] : conjuncts(exprOf(node, cells, context));
  const join: Join = { kind, conditions, scan, context };
  const left = sideOf(first, kind === 'full' ? 'alone' : 'joined', context);
  if (kind === 'inner') return innerRows(left, sideOf(second, 'alone', context), join);
  const isTied = second.ties.keys.length > 0 || (kind === 'full' && first.ties.keys.length > 0);
  if (isTied) context.refuse('an outer join that reads columns of the outer query', scan);
  return outerRows(left, second, join);
}

/** A side in a form that may be joined. An earlier join may be the left side of the next one; all else that is no leaf becomes a step. */
function sideOf(rows: Rows, as: 'alone' | 'joined', context: TranslationContext): Rows {
  const isJoin = as === 'joined' && rows.relation.node === 'join' && areStored(rows);
  const whole = isJoin || isLeaf(rows) ? rows : storeRows(rows, context.fresh('side'));
  return { ...whole, order: [] };
}

interface Join {
  readonly kind: JoinRelation['kind'];
  readonly conditions: (cells: Cells) => readonly PlanExpr[];
  readonly scan: ResolvedNode;
  readonly context: TranslationContext;
}

/** Equalities become the join condition; all other conditions filter the joined rows. */
function innerRows(left: Rows, right: Rows, { conditions, scan, context }: Join): Rows {
  const cells = new Map([...left.cells, ...right.cells]);
  const all = conditions(cells);
  const isEquality = equalityOf(left, right);
  const relation = joinOf('inner', left, right, all.filter(isEquality));
  const rows: Rows = { relation, cells, order: [], ties: bothTies(left, right) };
  const rest = all.filter(one => !isEquality(one));
  return rest.length === 0 ? rows : selectRows(rows, rest, scan, context);
}

function bothTies(left: Rows, right: Rows): Ties {
  return { keys: [...left.ties.keys, ...right.ties.keys], isTotal: false, isOne: false };
}

/**
 * Conditions that read only the right side filter its rows before the join. Others join beside the equalities of a left join, unless they
 * may fail: engines also compute them for rows that no equality joins.
 */
function outerRows(left: Rows, second: Rows, { kind, conditions, scan, context }: Join): Rows {
  const plain = sideOf(second, 'alone', context);
  const all = conditions(new Map([...left.cells, ...plain.cells]));
  const equalities = all.filter(equalityOf(left, plain));
  const names = listReadable(plain.relation);
  const isOwn = (one: PlanExpr) =>
    kind !== 'full' && [...relationsIn(one)].every(name => names.has(name));
  const own = all.filter(isOwn);
  const others = all.filter(one => !(isOwn(one) || equalities.includes(one)));
  if (others.length > 0 && (kind === 'full' || others.some(mayFail)))
    context.refuse('this condition of an outer join', scan);
  if (equalities.length === 0) context.refuse('an outer join without an equality of columns', scan);
  if (own.length === 0) return outerOf(kind, left, plain, all);
  const right = storeRows(restrictRows(plain, own), context.fresh('side'));
  const again = conditions(new Map([...left.cells, ...right.cells]));
  return outerOf(
    kind,
    left,
    right,
    again.filter((_, i) => !own.includes(all[i] ?? TRUE)),
  );
}

function outerOf(
  kind: JoinRelation['kind'],
  left: Rows,
  right: Rows,
  on: readonly PlanExpr[],
): Rows {
  const missing = kind === 'full' ? [...left.cells, ...right.cells] : [...right.cells];
  const nullable = missing.map(([id, cell]) => [id, orNull(cell)] as const);
  const cells = new Map([...left.cells, ...nullable]);
  return { relation: joinOf(kind, left, right, on), cells, order: [], ties: bothTies(left, right) };
}

function joinOf(
  kind: JoinRelation['kind'],
  left: Rows,
  right: Rows,
  on: readonly PlanExpr[],
): JoinRelation {
  const condition = on.length === 0 ? TRUE : heldOn(both(on));
  return {
    node: 'join',
    kind,
    left: left.relation,
    right: right.relation,
    on: condition,
    toOne: false,
  };
}

/** The conjunction of one or more conditions. */
function both(conditions: readonly PlanExpr[]): PlanExpr {
  const [only = TRUE] = conditions;
  const nullable = conditions.some(one => one.nullable);
  return conditions.length === 1 ? only : makeCall('and', 'bool', conditions, nullable);
}

function orNull(cell: PlanCell): PlanCell {
  if (cell.kind !== 'fields') return { ...cell, nullable: true };
  return {
    ...cell,
    fields: cell.fields.map(field => ({ name: field.name, cell: orNull(field.cell) })),
  };
}

/** Whether a condition equates a value of one side with a value of the other. */
function equalityOf(left: Rows, right: Rows): (condition: PlanExpr) => boolean {
  const sides = [listReadable(left.relation), listReadable(right.relation)];
  const sideOf = (expr: PlanExpr) => {
    const read = relationsIn(expr);
    if (read.size === 0) return -1;
    return sides.findIndex(names => [...read].every(name => names.has(name)));
  };
  return condition => {
    if (condition.kind !== 'call' || condition.fn !== 'eq') return false;
    // some engine joins by bits, where 0 and -0 differ
    if (condition.args.some(arg => arg.scalar === 'float64')) return false;
    const [one, two] = condition.args.map(sideOf);
    return one !== undefined && two !== undefined && one >= 0 && two >= 0 && one !== two;
  };
}
