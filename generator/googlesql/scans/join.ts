/** Joins: each side is a table or a step, and its condition is made of what every engine's join can do. */
import type { PlanExpr } from '../../core/expr.ts';
import type { JoinRelation } from '../../core/relation.ts';
import { visitExpr } from '../../core/walk.ts';
import type { Context } from '../context.ts';
import { exprOf } from '../expr.ts';
import { areStored, type Cell, type Cells, isLeaf, type Rows, stepOf } from '../rows.ts';
import type { Node } from '../tree.ts';
import { conjuncts, filtered } from './filter.ts';

const ALWAYS: PlanExpr = { kind: 'literal', value: true, scalar: 'bool', nullable: false };

export function joinedRows(scan: Node, sides: readonly [Rows, Rows], context: Context): Rows {
  scan.value('column_list');
  const type = scan.text('join_type') || 'INNER';
  const [first, second] = type === 'RIGHT' ? [sides[1], sides[0]] : sides;
  if (type === 'FULL') context.refuse('a FULL JOIN', scan);
  const node = scan.nodeOrNull('join_expr');
  const conditions = (cells: Cells) =>
    node === null ? [] : conjuncts(exprOf(node, cells, context));
  const left = sideOf(first, 'left', context);
  return type === 'INNER'
    ? innerRows(left, sideOf(second, 'right', context), conditions)
    : outerRows(left, second, { conditions, scan, context });
}

/** Both sides with all that may stand beside a JOIN: one that was joined before may stand at its left. */
function sideOf(rows: Rows, side: 'left' | 'right', context: Context): Rows {
  const isJoin = side === 'left' && rows.relation.node === 'join' && areStored(rows);
  const whole = isJoin || isLeaf(rows) ? rows : stepOf(rows, context.fresh('side'));
  return { ...whole, order: [] };
}

type Conditions = (cells: Cells) => readonly PlanExpr[];

/** Equalities join; all other conditions choose among the rows that are joined. */
function innerRows(left: Rows, right: Rows, conditions: Conditions): Rows {
  const cells = new Map([...left.cells, ...right.cells]);
  const all = conditions(cells);
  const isEquality = equalityOf(left, right);
  const on = all.filter(isEquality);
  const rest = all.filter(one => !isEquality(one));
  const relation = joinOf('inner', left, right, on);
  const rows: Rows = { relation, cells, order: [] };
  return rest.length === 0 ? rows : filtered(rows, both(rest));
}

/** Conditions on the right side alone choose among its rows before they are joined. */
function outerRows(
  left: Rows,
  second: Rows,
  { conditions, scan, context }: { conditions: Conditions; scan: Node; context: Context },
): Rows {
  const plain = sideOf(second, 'right', context);
  const all = conditions(new Map([...left.cells, ...plain.cells]));
  const isEquality = equalityOf(left, plain);
  const on = all.filter(isEquality);
  const own = all.filter(one => !isEquality(one));
  const names = namesOf(plain);
  const isOwn = own.every(one => [...relationsIn(one)].every(name => names.has(name)));
  if (!isOwn) context.refuse('this condition of an outer join', scan);
  if (on.length === 0) context.refuse('an outer join without an equality of columns', scan);
  if (own.length > 0) {
    const chosen = stepOf(filtered(plain, both(own)), context.fresh('side'));
    const again = conditions(new Map([...left.cells, ...chosen.cells]));
    const kept = again.filter(equalityOf(left, chosen));
    return outerOf(left, chosen, kept);
  }
  return outerOf(left, plain, on);
}

function outerOf(left: Rows, right: Rows, on: readonly PlanExpr[]): Rows {
  const missing = new Map([...right.cells].map(([id, cell]) => [id, orNull(cell)] as const));
  const cells = new Map([...left.cells, ...missing]);
  return { relation: joinOf('left', left, right, on), cells, order: [] };
}

function joinOf(
  kind: JoinRelation['kind'],
  left: Rows,
  right: Rows,
  on: readonly PlanExpr[],
): JoinRelation {
  const condition = on.length === 0 ? ALWAYS : both(on);
  return {
    node: 'join',
    kind,
    left: left.relation,
    right: right.relation,
    on: condition,
    toOne: false,
  };
}

/** The conjunction of at least one condition. */
function both(conditions: readonly PlanExpr[]): PlanExpr {
  const [only = ALWAYS] = conditions;
  const nullable = conditions.some(one => one.nullable);
  return conditions.length === 1
    ? only
    : { kind: 'call', fn: 'and', args: conditions, scalar: 'bool', nullable };
}

function orNull(cell: Cell): Cell {
  if (cell.kind !== 'fields') return { ...cell, nullable: true };
  return {
    ...cell,
    fields: cell.fields.map(field => ({ name: field.name, cell: orNull(field.cell) })),
  };
}

/** Whether a condition is the equality of a value of the one side and a value of the other. */
function equalityOf(left: Rows, right: Rows): (condition: PlanExpr) => boolean {
  const sides = [namesOf(left), namesOf(right)];
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

function namesOf({ relation }: Rows): ReadonlySet<string> {
  if (relation.node === 'join')
    return new Set(
      [relation.left, relation.right].flatMap(side => [
        ...namesOf({ relation: side, cells: new Map(), order: [] }),
      ]),
    );
  return new Set('name' in relation ? [relation.name] : []);
}

function relationsIn(expr: PlanExpr): ReadonlySet<string> {
  const found = new Set<string>();
  visitExpr<PlanExpr>(expr, part => {
    if (part.kind === 'column') found.add(part.relation);
  });
  return found;
}
