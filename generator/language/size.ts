/**
 * Bounds on the final size of an expression: once outputs are substituted, two uses at each of forty steps would make 2^40 nodes; and
 * where an engine lacks a function, its spelling holds an argument several times, so calls inside of each other multiply.
 */
import type { Expr, RecordExpr } from '../core/expr.ts';
import { type FunctionName, OPERATORS } from '../core/functions.ts';
import { mapParts } from '../core/walk.ts';

/** How many outputs may lead from one to the next. */
export const MAX_CHAIN = 32;
const MAX_NODES = 5_000;
/** ClickHouse refuses statements nested deeper than 1,000; an operator can take several levels of them. */
const MAX_HEIGHT = 150;
/** How many nodes an engine may have to read. */
const MAX_WRITTEN = 50_000;

/** The most times that a spelling may hold one of its arguments; a test counts them in every dialect. */
export const MOST_COPIES = 4;

/** Functions that every dialect spells with each argument once. */
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

/** Whether an expression has too many nodes, as it is or as engines write it, or too many on top of each other. Records never have. */
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
  // a document stands once more for each place of its path
  const places = expr.fn.startsWith('json_') ? expr.args.filter(isPlace).length : 0;
  return WRITTEN_ONCE.has(expr.fn) ? 1 : MOST_COPIES + places;
}

function isPlace(expr: Expr): boolean {
  return expr.kind === 'literal' && typeof expr.value === 'bigint';
}
