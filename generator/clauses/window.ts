/** `window`: the rows within a period that parameters and the clock determine. */

import { constantOf } from '../core/expr/constant.ts';
import type { Expr, Predicate } from '../core/expr/expr.ts';
import { holds } from '../core/expr/walk.ts';
import type { RangeSpec } from '../core/spec/body-spec.ts';
import type { ExpressionText } from '../core/spec/located.ts';
import type { Readable } from '../core/spec/source.ts';
import { exprCall } from '../language/context.ts';
import { type BodyContext, checkValue } from '../resolve/scope.ts';

/** A half-open range between two values of the same type; the end is excluded. */
export interface Range {
  readonly of: Expr;
  readonly from: Expr;
  readonly to: Expr;
}

/** Returns `null` if the window has faults, which are reported. */
export function resolveRange(context: BodyContext, spec: RangeSpec, read: Readable): Range | null {
  const of = checkValue(context, spec.of, {
    from: read,
    expects: 'any',
    aggregates: 'in `window`',
  });
  const isTime = of === null || of.scalar === 'timestamp' || of.scalar === 'date';
  if (!isTime) {
    const message = `Expected a \`timestamp\` or a \`date\`, found \`${of.scalar}\``;
    context.report('type-mismatch', spec.of.place, message, null);
  }
  const [from, to] = [
    bound(context, spec.from, 'from', read, of),
    bound(context, spec.to, 'to', read, of),
  ];
  return of === null || !isTime || from === null || to === null ? null : { of, from, to };
}

/** One end of the window. Returns `null` if it has a fault. In a window of instants, a day means its first instant. */
function bound(
  context: BodyContext,
  text: ExpressionText,
  key: 'from' | 'to',
  read: Readable,
  of: Expr | null,
): Expr | null {
  const position = { from: read, expects: 'any', aggregates: 'in `window`', steps: false } as const;
  const expr = checkValue(context, text, position);
  if (expr === null) return null;
  const refuse = (message: string, hint: string) => {
    context.report('type-mismatch', text.place, message, hint);
    return null;
  };
  if (expr.scalar !== 'timestamp' && expr.scalar !== 'date')
    return refuse(
      `\`${key}\` is a \`timestamp\` or a \`date\`, not \`${expr.scalar}\``,
      'Use a parameter such as `@since`, or `now() - interval 7 day`.',
    );
  if (of?.scalar === 'date' && expr.scalar === 'timestamp')
    return refuse(
      `\`${key}\` is a \`timestamp\`, and the window is of a \`date\``,
      'Convert it with `date(…)`.',
    );
  if (holds(expr, 'column'))
    return refuse(
      `\`${key}\` names a column, and a window is the same for all rows`,
      'Use parameters and `now()`, or move the condition to `where`.',
    );
  if (constantOf(expr) === null)
    return refuse(
      `\`${key}\` is not allowed as an end of a window`,
      'Use parameters, `now()`, intervals, `trunc`, `date`, `timestamp`, `least` and `greatest`.',
    );
  return expr.scalar === 'date' && of?.scalar === 'timestamp'
    ? exprCall('timestamp_from_date', 'timestamp', [expr])
    : expr;
}

export function withinRange({ of, from, to }: Range): readonly Predicate[] {
  return [
    { when: null, expr: exprCall('ge', 'bool', [of, from]) },
    { when: null, expr: exprCall('lt', 'bool', [of, to]) },
  ];
}
