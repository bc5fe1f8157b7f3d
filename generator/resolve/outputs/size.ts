/** Bounds on what outputs become once others are substituted: two uses at each of forty steps would make 2^40 nodes. */

import type { Expr, RecordExpr } from '../../core/expr.ts';
import { mapParts } from '../../core/walk.ts';

/** How many outputs may lead from one to the next. */
export const MAX_CHAIN = 32;
const MAX_NODES = 5_000;
/** ClickHouse refuses statements nested deeper than 1,000; an operator can take several levels of them. */
const MAX_HEIGHT = 150;

/** Whether an expression has too many nodes, or too many on top of each other, for the engines. Records never have. */
export function isTooLarge(expr: Expr | RecordExpr): boolean {
  if (expr.kind === 'record') return false;
  let nodes = 0;
  let tallest = 0;
  const visit = (part: Expr, height: number): Expr => {
    nodes += 1;
    tallest = Math.max(tallest, height);
    if (nodes > MAX_NODES || height > MAX_HEIGHT) return part;
    return mapParts(part, inner => visit(inner, height + 1));
  };
  visit(expr, 1);
  return nodes > MAX_NODES || tallest > MAX_HEIGHT;
}
