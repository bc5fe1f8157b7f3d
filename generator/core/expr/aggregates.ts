/** Aggregates over the rows of a group. */
import type { Type } from '../types/scalar.ts';
import type { AggregateExpr, Typed } from './expr.ts';

/** An aggregate of all rows without an order. `parts` replaces what makes another one of it. */
export function makeAggregate<E extends Typed>(
  fn: AggregateExpr<E>['fn'],
  scalar: Type,
  args: readonly E[],
  nullable: boolean,
  parts: Partial<Pick<AggregateExpr<E>, 'rank' | 'listing' | 'text'>> = {},
): AggregateExpr<E> {
  const plain = { rank: null, listing: null, filter: null };
  return { kind: 'aggregate', fn, scalar, nullable, args, ...plain, ...parts };
}
