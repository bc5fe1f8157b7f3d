/** The retention of a joined relation: a condition on its rows, which the join adds to `on`. */

import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { someExpr } from '../../core/expr/walk.ts';
import type { RetentionSpec } from '../../core/spec/body-spec.ts';
import type { Readable } from '../../core/spec/source.ts';
import { resolveWindows } from '../../resolve/choices.ts';
import { type BodyContext, checkValue } from '../../resolve/scope.ts';

/** The condition that a row of `relation` is recent enough. Returns `null` if it has a fault, which is reported. */
export function retainedIn(
  context: BodyContext,
  relation: string,
  spec: RetentionSpec,
  reach: Readable,
): Expr | null {
  const windows = resolveWindows(context, spec);
  const of = checkValue(context, spec.of, {
    from: reach,
    expects: 'timestamp',
    aggregates: 'in `retention`',
    steps: false,
  });
  if (windows === null || of === null) return null;
  const isOwn = (part: Expr) => part.kind !== 'column' || part.relation === relation;
  if (someExpr<Expr>(of, part => !isOwn(part)) || !someExpr<Expr>(of, isColumn)) {
    const message = `The retention of \`${relation}\` must be measured on a column of \`${relation}\``;
    const { fields = [] } = reach.columns.find(({ name }) => name === relation) ?? {};
    const { name } = fields.find(({ type }) => type === 'timestamp') ?? { name: 'timestamp' };
    const hint = `Name one of its columns, as in \`${relation}.${name}\`.`;
    context.report('unknown-column', spec.of.place, message, hint);
    return null;
  }
  const edge = (window: bigint): Expr => ({
    kind: 'shift',
    of: { kind: 'now', of: 'request', scalar: 'timestamp', nullable: false },
    micros: -window,
    scalar: 'timestamp',
    nullable: false,
  });
  const oldest: Expr =
    windows.by === null
      ? edge(windows.value)
      : {
          kind: 'choice',
          by: windows.by,
          cases: windows.cases.map(({ value, result }) => ({ value, result: edge(result) })),
          scalar: 'timestamp',
          nullable: false,
        };
  return makeCall<Expr>('gt', 'bool', [of, oldest]);
}

function isColumn(expr: Expr): boolean {
  return expr.kind === 'column';
}

/** Both conditions, or the one that exists, or `null`. */
export function both(on: Expr | null, retained: Expr | null): Expr | null {
  if (on === null || retained === null) return on ?? retained;
  const parts = on.kind === 'call' && on.fn === 'and' ? on.args : [on];
  return makeCall<Expr>('and', 'bool', [...parts, retained]);
}
