/** `window`: the rows within a period that parameters and the clock determine. */
import type { Expr, Predicate } from '../core/expr/expr.ts';
import { exprCall } from '../language/context.ts';
import { checkValue } from '../resolve/scope.ts';
import { type Body, type Clause, finished, NO_PARTS, oncePerBody, placedAt } from './clause.ts';
import { joinsOf } from './join/join.ts';
import { endsAs, resolvePeriod } from './period.ts';

/** A half-open range between two values of the same type; the end is excluded. */
export interface Range {
  readonly of: Expr;
  readonly from: Expr;
  readonly to: Expr;
}

/** The range of the window; `null` without a window, and if it has faults. */
export const rangeOf = oncePerBody(resolveRange);

export const window: Clause = {
  ...NO_PARTS,
  values: ({ window: written }) =>
    written === null
      ? []
      : [written.of, written.from, written.to].map(value => ({ value, when: null })),
  resolve: body => {
    rangeOf(body);
    reportViews(body);
  },
  placed: body => {
    const { window: written } = body.context.spec;
    const range = rangeOf(body);
    if (written === null || range === null) return [];
    return [
      ...placedAt(written.of, range.of),
      ...placedAt(written.from, range.from),
      ...placedAt(written.to, range.to),
    ];
  },
  // the conditions of `compare` include the window
  finish: (query, body) =>
    body.context.spec.window === null || body.context.spec.compare !== null
      ? query
      : { ...query, where: [...query.where, ...within(finished(rangeOf(body)))] },
};

function resolveRange(body: Body): Range | null {
  const { context } = body;
  const { window: written } = context.spec;
  if (written === null) return null;
  const { reach } = joinsOf(body);
  const aggregates = 'in `window`';
  const of = checkValue(context, written.of, { from: reach, expects: 'any', aggregates });
  const ends = resolvePeriod(context, written, of, reach, {
    what: 'the window is',
    places: { from: aggregates, to: aggregates },
  });
  return of === null || ends === null ? null : { of, ...endsAs(of, ends, null) };
}

function reportViews({ context, views }: Body): void {
  const { window: written } = context.spec;
  if (written === null || views.length === 0) return;
  const message = '`views` use the conditions in `where`, so they cannot be combined with `window`';
  const hint = 'Write the start and the end of the window as conditions in `where`.';
  context.report('clause-conflict', written.place, message, hint);
}

function within({ of, from, to }: Range): readonly Predicate[] {
  return [
    { when: null, expr: exprCall('ge', 'bool', [of, from]) },
    { when: null, expr: exprCall('lt', 'bool', [of, to]) },
  ];
}
