/** The filters of an aggregation: bounds of the rollup's timestamp, and conditions on its dimensions. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Guarded, Predicate, SqlExpr } from '../../core/expr/expr.ts';
import { exprKey, someExpr } from '../../core/expr/walk.ts';
import type { Rolled } from './rolled.ts';

/** A side of a window of time: the values that all bound it. */
export interface WindowBounds {
  /** Earlier entries, or entries from then on, are outside; `null` if nothing bounds the side. */
  readonly at: SqlExpr | null;
  /** Whether no step contains entries of both sides. */
  readonly onStep: boolean;
}

export interface SplitFilters {
  readonly all: readonly Predicate<SqlExpr>[];
  readonly from: WindowBounds;
  readonly to: WindowBounds;
  /** The other conditions. */
  readonly others: readonly Predicate<SqlExpr>[];
}

export function filtersOf(all: readonly Predicate<SqlExpr>[], rolled: Rolled): SplitFilters {
  const lower: Bound[] = [];
  const upper: Bound[] = [];
  const others: Predicate<SqlExpr>[] = [];
  for (const predicate of all.flatMap(conjuncts)) {
    const found =
      'any' in predicate || predicate.when !== null ? null : boundsIn(predicate.expr, rolled);
    if (found === null) others.push(predicate);
    for (const bound of found ?? []) (bound.isLower ? lower : upper).push(bound);
  }
  return {
    all,
    from: sideOf('greatest', lower, rolled),
    to: sideOf('least', upper, rolled),
    others,
  };
}

interface Bound {
  readonly at: SqlExpr;
  readonly isLower: boolean;
  readonly isStrict: boolean;
}

function sideOf(fn: 'greatest' | 'least', bounds: readonly Bound[], rolled: Rolled): WindowBounds {
  const [first, ...more] = bounds;
  if (first === undefined) return { at: null, onStep: true };
  const values = bounds.map(({ at }) => at);
  const at = more.length === 0 ? first.at : makeCall<SqlExpr>(fn, 'timestamp', values);
  // the first instant inside is on a step after `>=`, the first one outside after `<`
  const isClean = bounds.every(({ isLower, isStrict }) => isLower !== isStrict);
  return { at, onStep: isClean && values.every(value => isOnStep(value, rolled)) };
}

function conjuncts(predicate: Predicate<SqlExpr>): readonly Predicate<SqlExpr>[] {
  if ('any' in predicate || predicate.when !== null) return [predicate];
  const { expr } = predicate;
  if (expr.kind !== 'call' || expr.fn !== 'and') return [predicate];
  return expr.args.flatMap(arg => conjuncts({ when: null, expr: arg } satisfies Guarded<SqlExpr>));
}

/** The bounds that a comparison sets; `null` if it does not compare the timestamp with a value that is the same for all rows. */
function boundsIn(expr: SqlExpr, { of }: Rolled): readonly Bound[] | null {
  if (expr.kind !== 'call') return null;
  const isOf = (part: SqlExpr | undefined) => part !== undefined && exprKey(part) === exprKey(of);
  const [left, right, last] = expr.args;
  if (left === undefined || right === undefined) return null;
  const isFixed = (part: SqlExpr) =>
    !someExpr<SqlExpr>(part, inner => inner.kind === 'column' || inner.kind === 'within');
  const bound = (fn: keyof typeof COMPARED, at: SqlExpr): readonly Bound[] | null =>
    isFixed(at) ? [{ at, ...COMPARED[fn] }] : null;
  if (expr.fn === 'between' && isOf(left) && last !== undefined) {
    const [lower, upper] = [bound('ge', right), bound('le', last)];
    return lower === null || upper === null ? null : [...lower, ...upper];
  }
  if (!isComparison(expr.fn)) return null;
  if (isOf(left)) return bound(expr.fn, right);
  return isOf(right) ? bound(MIRRORED[expr.fn], left) : null;
}

const COMPARED = {
  ge: { isLower: true, isStrict: false },
  gt: { isLower: true, isStrict: true },
  lt: { isLower: false, isStrict: true },
  le: { isLower: false, isStrict: false },
} as const;
const MIRRORED = { ge: 'le', gt: 'lt', lt: 'gt', le: 'ge' } as const;

function isComparison(fn: string): fn is keyof typeof COMPARED {
  return fn in COMPARED;
}

/** Whether the value is the start of a step in every request. */
function isOnStep(expr: SqlExpr, rolled: Rolled): boolean {
  const { micros } = rolled.rollup.step;
  const below = (part: SqlExpr) => isOnStep(part, rolled);
  switch (expr.kind) {
    case 'literal':
      return typeof expr.value === 'bigint' && expr.value % micros === 0n;
    case 'trunc':
      return expr.step.micros % micros === 0n;
    case 'shift':
      return expr.micros % micros === 0n && below(expr.of);
    case 'case':
      return (
        expr.whens.every(({ result }) => below(result)) &&
        (expr.otherwise === null || below(expr.otherwise))
      );
    case 'call':
      if (expr.fn === 'greatest' || expr.fn === 'least') return expr.args.every(below);
      // without a zone
      return (
        (expr.fn === 'start_of' && expr.args.length === 2) ||
        (expr.fn === 'timestamp_from_date' && expr.args.length === 1)
      );
    default:
      return false;
  }
}
