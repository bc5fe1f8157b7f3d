/** Calls of functions. */
import type { FunctionName } from '../../functions/names.ts';
import type { Type } from '../types/scalar.ts';
import type { CallExpr, Typed } from './expr.ts';

/** A call that returns `scalar`. It is NULL if an argument is NULL, unless `nullable` is passed. */
export function makeCall<E extends Typed>(
  fn: FunctionName,
  scalar: Type,
  args: readonly E[],
  nullable = args.some(arg => arg.nullable),
): CallExpr<E> {
  return { kind: 'call', fn, scalar, nullable, args };
}

/** A call that returns `scalar`, or NULL even if no argument is NULL, such as a cast that may fail. */
export function maybe<E extends Typed>(
  fn: FunctionName,
  scalar: Type,
  args: readonly E[],
): CallExpr<E> {
  return makeCall(fn, scalar, args, true);
}

/** Whether a value is NULL; never NULL itself. */
export function testNull<E extends Typed>(of: E): CallExpr<E> {
  return makeCall('is_null', 'bool', [of], false);
}

/** Whether a value is not NULL; never NULL itself. */
export function testKnown<E extends Typed>(of: E): CallExpr<E> {
  return makeCall('is_not_null', 'bool', [of], false);
}
