/** Checks where aggregates and window functions are allowed, and reads the ranks of quantiles. */
import type { Rank } from '../../core/expr/expr.ts';
import type { CheckContext } from '../context.ts';
import type { Span } from '../syntax/syntax.ts';

const STEP = 'Compute it in a step, and read the step.';
const HAVING = 'Test groups under `having`, and single rows here.';

/** The hint for an aggregate, keyed by the place where it is not allowed. */
const INSTEAD: Readonly<Record<string, string>> = {
  'in `where`': HAVING,
  'in `filters`': HAVING,
  'in `group_by`': STEP,
  'in `on`': STEP,
  'in `each`': STEP,
  'in `retention`': STEP,
  'in `buckets`': STEP,
  'in `window`': STEP,
  'in a column of a data set': 'Declare it under `measures` of the data set.',
};

/** Reports `misplaced-aggregate` unless aggregates are allowed; returns whether it did. `what` begins the message. */
export function refuseAggregate(context: CheckContext, span: Span, what: string): boolean {
  const { inside, scope, refuse } = context;
  if (inside !== null) {
    const message = `${what} is an aggregate, which is not allowed inside \`${inside}\``;
    refuse(
      'misplaced-aggregate',
      span,
      message,
      'Aggregate once, and compute with the result outside. Add `over ()` for a total of all rows of the answer.',
    );
    return true;
  }
  if (scope.aggregates === true) return false;
  const message = `${what} is an aggregate, which is not allowed ${scope.aggregates}`;
  refuse('misplaced-aggregate', span, message, INSTEAD[scope.aggregates] ?? null);
  return true;
}

/** Reports `misplaced-window` unless window functions are allowed; returns whether it did. `what` begins the message. */
export function refuseWindow(context: CheckContext, span: Span, what: string): boolean {
  const { inside, over, scope, refuse } = context;
  const outer = inside ?? over;
  if (outer !== null) {
    const message = `${what} is a window function, which is not allowed inside \`${outer}\``;
    refuse('misplaced-window', span, message, 'Compute it in a step, and read the step.');
    return true;
  }
  if (scope.aggregates === true || scope.windows === true) return false;
  const message = `${what} is a window function, which is not allowed ${scope.aggregates}`;
  refuse('misplaced-window', span, message, 'Compute it in `select`, and test it in `having`.');
  return true;
}

/** The rank as a reduced fraction. Returns `null` if it is outside 0..1 or has too many decimals. */
export function rankOf(value: number, decimals: number): Rank | null {
  const found = /^([01])(?:\.([0-9]+))?$/.exec(String(value));
  const digits = found?.[2] ?? '';
  if (found === null || digits.length > decimals || value > 1) return null;
  const denominator = 10n ** BigInt(digits.length);
  const numerator = BigInt(`${found[1]}${digits}`);
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
