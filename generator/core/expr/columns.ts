/** Columns of relations. */
import type { ColumnExpr, Typed } from './expr.ts';

/** The column `name` of `relation`, with the type of `of`. */
export function makeColumn(
  relation: string,
  name: string,
  { scalar, nullable }: Typed,
): ColumnExpr {
  return { kind: 'column', relation, path: [name], scalar, nullable };
}

/** The type of counts and positions, which are never NULL. */
export const COUNTING = { scalar: 'int64', nullable: false } as const;
