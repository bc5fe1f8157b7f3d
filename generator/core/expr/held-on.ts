/**
 * Keeps engines from folding conditions of joins. ClickHouse drops a condition of an inner join that it folds to NULL, and then finds
 * rows that it should not; it also refuses an outer join by a key that it folds. An expression that refers to a column does not fold.
 */
import { makeCall } from './calls.ts';
import type { ColumnExpr, PlanExpr } from './expr.ts';
import { mayFoldCall } from './folding.ts';
import { visitExpr } from './walk.ts';

/** `on`, the condition of a join, with each part that may fold tied to a column. */
export function heldOn(on: PlanExpr): PlanExpr {
  if (on.kind !== 'call') return on;
  if (on.fn === 'and') return { ...on, args: on.args.map(heldOn) };
  const [any] = columnsIn(on);
  if (any === undefined) return on;
  if (on.fn !== 'eq') return on.nullable ? held(on, any) : on;
  return {
    ...on,
    args: on.args.map(arg => {
      const [own] = columnsIn(arg);
      return own === undefined && !arg.nullable ? arg : held(arg, own ?? any);
    }),
  };
}

function held(of: PlanExpr, column: ColumnExpr): PlanExpr {
  return mayFold(of) ? makeCall<PlanExpr>('beside', of.scalar, [of, column], of.nullable) : of;
}

function mayFold(expr: PlanExpr): boolean {
  switch (expr.kind) {
    case 'column':
    case 'item':
    case 'each':
    case 'lookup':
    case 'within':
      return false;
    case 'call':
      return mayFoldCall(expr, mayFold);
    case 'choice':
      return expr.cases.some(({ result }) => mayFold(result));
    case 'trunc':
    case 'shift':
      return mayFold(expr.of);
    default:
      return true;
  }
}

function columnsIn(expr: PlanExpr): readonly ColumnExpr[] {
  const columns: ColumnExpr[] = [];
  visitExpr<PlanExpr>(expr, part => {
    if (part.kind === 'column') columns.push(part);
  });
  return columns;
}
