/** Conditions that choose rows: NULL excludes a row, like false. */
import { makeCall, testKnown } from '../../../core/expr/calls.ts';
import type { SqlExpr, WithinExpr } from '../../../core/expr/expr.ts';
import { TRUE } from '../../../core/expr/literals.ts';
import { mapList, withMembers } from '../../../core/expr/walk.ts';
import type { ExprContext } from './expr.ts';

/** `expr` as a condition that chooses rows. NULL is in no list, and a row with NULL is excluded either way. */
export function asCondition(expr: SqlExpr): SqlExpr {
  if (expr.kind === 'within') return known(expr);
  if (expr.kind !== 'call') return expr;
  if (expr.fn === 'and') return withMembers(expr, { args: mapList(expr.args, asCondition) });
  const of = expr.fn === 'not' ? expr.args[0] : undefined;
  if (of?.kind !== 'within' || !of.nullable) return expr;
  return makeCall<SqlExpr>(
    'and',
    'bool',
    [testKnown(of.of), makeCall('not', 'bool', [known(of)])],
    false,
  );
}

/** `expr`, with each condition that is a column of a step compared with true, if the engine would otherwise split it. */
export function keptWhole(expr: SqlExpr, context: ExprContext): SqlExpr {
  if (!context.dialect.splitsConditions) return expr;
  if (expr.kind === 'call' && expr.fn === 'and')
    return withMembers(expr, { args: mapList(expr.args, arg => keptWhole(arg, context)) });
  if (expr.kind !== 'column' || context.stored(expr) !== null || context.inner(expr) !== null)
    return expr;
  return makeCall<SqlExpr>('eq', 'bool', [expr, TRUE]);
}

function known(expr: WithinExpr<SqlExpr>): SqlExpr {
  return withMembers(expr, { nullable: false });
}
