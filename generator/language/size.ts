/**
 * Limits the final size of an expression. Once outputs are replaced by their expressions, forty outputs that each use the previous one
 * twice would make 2^40 nodes. If an engine lacks a function, its spelling repeats arguments, so nested calls multiply.
 */
import type { Expr, RecordExpr } from '../core/expr.ts';
import { type FunctionName, OPERATORS } from '../core/functions.ts';
import { mapParts } from '../core/walk.ts';

/** The longest chain of outputs. */
export const MAX_CHAIN = 32;
const MAX_NODES = 5_000;
/** ClickHouse refuses statements that are nested deeper than 1,000 levels; an operator may need several levels. */
const MAX_HEIGHT = 150;
/** The most nodes that an engine may have to read. */
const MAX_WRITTEN = 50_000;

/** The most copies of one argument in a spelling; a test checks this for every dialect. */
export const MOST_COPIES = 4;

/** Functions whose arguments no dialect repeats. */
export const WRITTEN_ONCE: ReadonlySet<FunctionName> = new Set<FunctionName>([
  ...OPERATORS,
  'if',
  'case',
  'coalesce',
  'nullif',
  'concat',
  'lower',
  'upper',
  'length',
  'replace',
  'floor',
  'ceil',
  'abs',
  'starts_with',
  'ends_with',
]);

/** Whether an expression has too many nodes, in itself or as engines write it, or is nested too deeply. Records are never too large. */
export function isTooLarge(expr: Expr | RecordExpr): boolean {
  if (expr.kind === 'record') return false;
  let nodes = 0;
  let tallest = 0;
  let written = 0;
  const visit = (part: Expr, height: number, copies: number): Expr => {
    nodes += 1;
    written += copies;
    tallest = Math.max(tallest, height);
    if (nodes > MAX_NODES || height > MAX_HEIGHT || written > MAX_WRITTEN) return part;
    const inside = copies * copiesIn(part);
    return mapParts(part, inner => visit(inner, height + 1, inside));
  };
  visit(expr, 1, 1);
  return nodes > MAX_NODES || tallest > MAX_HEIGHT || written > MAX_WRITTEN;
}

function copiesIn(expr: Expr): number {
  if (expr.kind === 'choice') return 1;
  if (expr.kind !== 'call') return MOST_COPIES;
  // the document is repeated for each position in its path
  const places = expr.fn.startsWith('json_') ? expr.args.filter(isPlace).length : 0;
  return WRITTEN_ONCE.has(expr.fn) ? 1 : MOST_COPIES + places;
}

function isPlace(expr: Expr): boolean {
  return expr.kind === 'literal' && typeof expr.value === 'bigint';
}
