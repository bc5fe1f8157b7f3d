/** Arguments that the text itself contains: a unit, a part, a format. */
import type { CallExpr, SqlExpr } from '../core/expr/expr.ts';

/** The text literal at `index` of `node`'s arguments. */
export function knownText({ fn, args }: CallExpr<SqlExpr>, index: number): string {
  const arg = args[index];
  if (arg?.kind === 'literal' && typeof arg.value === 'string') return arg.value;
  throw new Error(`argument ${index} of ${fn} is not a known text`);
}

/** The whole number at `index` of `node`'s arguments; `null` if it is computed. */
export function knownNumber({ args }: CallExpr<SqlExpr>, index: number): bigint | null {
  const arg = args[index];
  return arg?.kind === 'literal' && typeof arg.value === 'bigint' ? arg.value : null;
}
