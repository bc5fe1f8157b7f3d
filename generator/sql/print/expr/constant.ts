/** Values that an engine may recognise as constant before it reads any row. */
import type { SqlExpr } from '../../../core/expr/expr.ts';
import type { FunctionName } from '../../../functions/names.ts';
import type { BlockExpr, FindInner } from './block-expr.ts';

type IsConstant = (expr: SqlExpr) => boolean;

/** Functions that may be constant although some arguments are not. */
const LAZY: Readonly<
  Partial<Record<FunctionName, (args: readonly SqlExpr[], is: IsConstant) => boolean>>
> = {
  // constant if the column cannot be NULL
  is_null: () => true,
  is_not_null: () => true,
  and: (args, is) => args.some(is),
  or: (args, is) => args.some(is),
  coalesce: (args, is) => args.slice(0, 1).some(is),
  if: isChosen,
  case: isChosen,
};

/** Whether `expr` may have one value for all rows. Stored columns of tables and steps never count as constant. */
export function mayBeConstant(expr: BlockExpr, inner: FindInner): boolean {
  const is: IsConstant = part => mayBeConstant(part, inner);
  switch (expr.kind) {
    case 'literal':
    case 'param':
    case 'now':
      return true;
    case 'column': {
      const of = inner(expr);
      return of !== null && mayBeConstant(of, inner);
    }
    case 'call':
      return LAZY[expr.fn]?.(expr.args, is) ?? expr.args.every(is);
    case 'case': {
      const { subject, whens, otherwise } = expr;
      return (
        is(subject) &&
        (otherwise === null || [otherwise, ...whens.map(({ result }) => result)].some(is))
      );
    }
    case 'trunc':
    case 'shift':
    case 'wire':
      return is(expr.of);
    default:
      return false;
  }
}

/** Conditions and results alternate; a last result is the `else`, which is NULL if there is none. */
function isChosen(args: readonly SqlExpr[], is: IsConstant): boolean {
  const isCondition = (i: number) => i % 2 === 0 && i < args.length - 1;
  return (
    args.some((arg, i) => isCondition(i) && is(arg)) &&
    (args.length % 2 === 0 || args.some((arg, i) => !isCondition(i) && is(arg)))
  );
}
