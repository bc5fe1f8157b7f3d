/**
 * Limits the final size of an expression. Once outputs are replaced by their expressions, forty outputs that each use the previous one
 * twice would make 2^40 nodes.
 */
import type { Expr, RecordExpr } from '../core/expr/expr.ts';
import { partsOf } from '../core/expr/walk.ts';

/** The longest chain of outputs. */
export const MAX_CHAIN = 32;
const MAX_NODES = 5_000;
/** ClickHouse refuses statements that are nested deeper than 1,000 levels; an operator may need several levels. */
const MAX_HEIGHT = 150;

/** Whether an expression has too many nodes, or is nested too deeply. Records are never too large. */
export function isTooLarge(expr: Expr | RecordExpr): boolean {
  if (expr.kind === 'record') return false;
  let nodes = 0;
  let tallest = 0;
  const visit = (part: Expr, height: number): void => {
    nodes += 1;
    if (height > tallest) tallest = height;
    if (nodes > MAX_NODES || height > MAX_HEIGHT) return;
    for (const inner of partsOf<Expr>(part)) visit(inner, height + 1);
  };
  visit(expr, 1);
  return nodes > MAX_NODES || tallest > MAX_HEIGHT;
}
