/** Casts that every engine adds itself: of whole numbers next to floating-point numbers, and of whole numbers in a division. */
import type { CallExpr, SqlExpr } from '../../../core/expr/expr.ts';
import { mapList, withMembers } from '../../../core/expr/walk.ts';

/** `call` without these casts. */
export function withoutCasts(call: CallExpr<SqlExpr>): CallExpr<SqlExpr> {
  switch (call.fn) {
    case 'divide':
      return withMembers(call, { args: mapList(call.args, whole) });
    case 'add':
    case 'subtract':
    case 'multiply': {
      const isFloating = call.args.some(arg => arg.scalar === 'float64' && whole(arg) === arg);
      return isFloating ? withMembers(call, { args: mapList(call.args, whole) }) : call;
    }
    default:
      return call;
  }
}

function whole(expr: SqlExpr): SqlExpr {
  const [of] = expr.kind === 'call' && expr.fn === 'float64_from_int64' ? expr.args : [];
  return of ?? expr;
}
