/** The names of previous values: `previous_requests` is the value of `requests` in the period before. */

import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { holds, mapParts, someExpr } from '../../core/expr/walk.ts';
import { nearest, type Place, suggestion } from '../../core/report/diagnostics.ts';
import type { ResolvedName } from '../../language/scope.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { type CompareDraft, compareBounds } from './periods.ts';

export const PREFIX = 'previous_';
const NUMBERS: ReadonlySet<string> = new Set(['int64', 'float64', 'decimal']);

/** The output whose previous value has this name. Returns `null` for any other name. */
export function comparedName({ spec }: BodyContext, name: string): string | null {
  return spec.compare !== null && name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null;
}

/** A hint for a name of a previous value that no output has. `names`: those of the outputs. */
export function previousHint(
  { spec }: BodyContext,
  name: string,
  names: readonly string[],
): string | null {
  if (!name.startsWith(PREFIX)) return null;
  if (spec.compare !== null) {
    return suggestion(
      name,
      names.map(base => `${PREFIX}${base}`),
    );
  }
  const base = nearest(name.slice(PREFIX.length), names);
  return base === null
    ? null
    : `Write \`compare: previous\` beside \`select\`: \`${PREFIX}${base}\` is then the value of \`${base}\` in the period before.`;
}

/** Resolves `previous_…` of an existing output. Reports an output without a previous value. */
export function previousValue(
  { report }: BodyContext,
  compare: CompareDraft | null,
  name: string,
  place: Place,
  found: ResolvedName,
): ResolvedName {
  if (found.kind === 'poisoned' || compare === null) return { kind: 'poisoned' };
  const fault = found.kind === 'field' ? NO_NUMBER : faultOf(found.expr);
  if (fault !== null || found.kind === 'field') {
    const message = `\`${name}\` ${fault}, so it has no \`${PREFIX}${name}\``;
    report('type-mismatch', place, message, HINT);
    return { kind: 'poisoned' };
  }
  return { kind: 'output', expr: within(compare, previous(found.expr)) };
}

const HINT =
  'Name the number that is aggregated, as in `previous_requests` of `requests: count()`.';
const NO_NUMBER = 'is not a number';

function faultOf(expr: Expr): string | null {
  if (!NUMBERS.has(expr.scalar)) return NO_NUMBER;
  if (holds(expr, 'window')) return 'is a window function';
  if (isPrevious(expr)) return 'already uses a value of the previous period';
  return holds(expr, 'aggregate') ? null : 'is the same in both periods';
}

export function isPrevious(expr: Expr): boolean {
  return someExpr<Expr>(expr, part => part.kind === 'aggregate' && part.previous === true);
}

function previous(expr: Expr): Expr {
  return expr.kind === 'aggregate' ? { ...expr, previous: true } : mapParts(expr, previous);
}

/** The value, or NULL if the retention cuts off the previous period. */
function within({ start, edge }: CompareDraft, expr: Expr): Expr {
  if (edge === null) return expr;
  const instant =
    start.scalar === 'date' ? makeCall('timestamp_from_date', 'timestamp', [start]) : start;
  const isWhole = compareBounds('gt', instant, edge);
  return makeCall('if', expr.scalar, [isWhole, expr, makeLiteral(expr.scalar, null)], true);
}
