/** Expressions that a request or the clock may make equal for all rows, so that an engine may treat them as constants. */

import type { FunctionName } from '../../functions/names.ts';
import type { CallExpr, PlanExpr, SqlExpr } from './expr.ts';

/** Functions that an engine may replace with one of their arguments. */
const CHOOSING: Readonly<Partial<Record<FunctionName, (folds: readonly boolean[]) => boolean>>> = {
  if: ([condition, ...results]) => condition === true && results.includes(true),
  case: folds => {
    const results = folds.filter((_, i) => i % 2 === 1 || i === folds.length - 1);
    return folds[0] === true && results.includes(true);
  },
  coalesce: ([first]) => first === true,
  nullif: ([first]) => first === true,
  and: folds => folds.includes(true),
  or: folds => folds.includes(true),
  // an engine may know that the value is never NULL
  is_null: () => true,
  is_not_null: () => true,
};

/** Whether an engine may fold a call; `folds` says so for an argument. */
export function mayFoldCall<E extends PlanExpr | SqlExpr>(
  { fn, args }: CallExpr<E>,
  folds: (arg: E) => boolean,
): boolean {
  const choosing = CHOOSING[fn];
  if (choosing !== undefined) return choosing(args.map(folds));
  // one NULL argument makes the result NULL
  const isNull = args.some(arg => arg.nullable && arg.kind !== 'column' && folds(arg));
  return isNull || args.every(folds);
}
