/** Values that an engine may fold to constants once it knows the parameters, or inline. */
import type { PlanExpr } from '../core/expr.ts';
import type { Relation } from '../core/relation.ts';

/** `expr` as a column of a step over `input`: some engine joins nothing by a constant of joined rows. */
export function columnOver(input: Relation, expr: PlanExpr): PlanExpr {
  return isJoined(input) && mayFold(expr) ? same('unfolded', expr) : expr;
}

/** The same value, into which no engine looks. */
export function opaque(of: PlanExpr): PlanExpr {
  return same('opaque', of);
}

function same(fn: 'unfolded' | 'opaque', of: PlanExpr): PlanExpr {
  return { kind: 'call', fn, args: [of], scalar: of.scalar, nullable: of.nullable };
}

/** Whether an engine may look through all that lies between the column and a join. */
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

/** Functions whose value may be that of some arguments alone. */
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
