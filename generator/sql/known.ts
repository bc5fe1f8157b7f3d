/** Arguments that are known in the text: a unit, a part, a format. */
import type { CallExpr, SqlExpr } from '../core/expr.ts';

/** The text that is the argument of `node` at `index`. */
export function knownText({ fn, args }: CallExpr<SqlExpr>, index: number): string {
  const arg = args[index];
  if (arg?.kind === 'literal' && typeof arg.value === 'string') return arg.value;
  throw new Error(`argument ${index} of ${fn} is not a known text`);
}

/** The whole number that is the argument of `node` at `index`; `null` where it is computed. */
export function knownNumber({ args }: CallExpr<SqlExpr>, index: number): bigint | null {
  const arg = args[index];
  return arg?.kind === 'literal' && typeof arg.value === 'bigint' ? arg.value : null;
}
