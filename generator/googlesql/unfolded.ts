/** Marks values that an engine may inline, or fold to constants once it has the parameters. */
import { makeCall } from '../core/expr/calls.ts';
import type { PlanExpr } from '../core/expr/expr.ts';
import type { Relation } from '../core/plan/relation.ts';

/**
 * `expr` as a column of a step over `input`. Some engine finds no matches when it joins by a constant column of joined rows, so such a
 * column is marked.
 */
export function columnOver(input: Relation, expr: PlanExpr): PlanExpr {
  return isJoined(input) && mayFold(expr) ? makeCall('unfolded', expr.scalar, [expr]) : expr;
}

/** The same value, hidden from the engine's optimiser. */
export function opaque(of: PlanExpr): PlanExpr {
  return makeCall('opaque', of.scalar, [of]);
}

/** Whether an engine may look through everything between the column and a join. */
function isJoined(relation: Relation): boolean {
  switch (relation.node) {
    case 'join':
    case 'read':
      return true;
    case 'filter':
    case 'sort':
    case 'limit':
    case 'project':
    case 'window':
    case 'named':
      return isJoined(relation.input);
    default:
      return false;
  }
}

/** Functions whose value may be that of only some arguments. */
const CHOOSING: ReadonlySet<string> = new Set(['if', 'case', 'coalesce', 'nullif', 'and', 'or']);

function mayFold(expr: PlanExpr): boolean {
  switch (expr.kind) {
    case 'column':
      return false;
    case 'call':
      return CHOOSING.has(expr.fn) ? expr.args.some(mayFold) : expr.args.every(mayFold);
    case 'trunc':
    case 'shift':
      return mayFold(expr.of);
    default:
      return true;
  }
}
