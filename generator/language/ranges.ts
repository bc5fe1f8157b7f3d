/** Between which numbers an `int64` surely lies, so that nothing is asked of it that always holds. */
import type { Expr } from '../core/expr.ts';

type Range = readonly [low: bigint, high: bigint];

const ANY: Range = [-(2n ** 63n), 2n ** 63n - 1n];
/** No engine holds a longer text. */
const LENGTHS: Range = [0n, 2n ** 31n];

/** The least and the greatest value that `expr` may have; those of its type where nothing is known. */
export function rangeOf(expr: Expr): Range {
  if (expr.kind === 'literal' && typeof expr.value === 'bigint') return [expr.value, expr.value];
  if (expr.kind !== 'call') return ANY;
  const [a, b] = expr.args.slice(0, 2).map(rangeOf);
  switch (expr.fn) {
    case 'length':
      return LENGTHS;
    case 'add':
      return a === undefined || b === undefined ? ANY : kept([a[0] + b[0], a[1] + b[1]]);
    case 'subtract':
      return a === undefined || b === undefined ? ANY : kept([a[0] - b[1], a[1] - b[0]]);
    default:
      return ANY;
  }
}

/** What overflows may be anything. */
function kept(range: Range): Range {
  return range[0] < ANY[0] || range[1] > ANY[1] ? ANY : range;
}
