/** Values that a request, or the clock, may make the same for all rows: an engine may take them for constants. */
import type { CallExpr, PlanExpr, SqlExpr } from './expr.ts';
import type { FunctionName } from './functions.ts';

/** Functions of which an engine may take one argument for the whole. */
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
  // of what an engine knows to be there
  is_null: () => true,
  is_not_null: () => true,
};

/** Whether a call folds; `folds`: whether an argument does. */
export function mayFoldCall<E extends PlanExpr | SqlExpr>(
  { fn, args }: CallExpr<E>,
  folds: (arg: E) => boolean,
): boolean {
  const choosing = CHOOSING[fn];
  if (choosing !== undefined) return choosing(args.map(folds));
  // NULL for one argument is NULL for all
  const isNull = args.some(arg => arg.nullable && arg.kind !== 'column' && folds(arg));
  return isNull || args.every(folds);
}
