/** `retention`: rows must be newer than a span of time before the request. */
import type { PlanExpr, Predicate } from '../core/expr/expr.ts';
import { withMembers } from '../core/expr/walk.ts';
import type { ByChoice } from '../core/plan/query.ts';
import { ARRIVAL, byChoice, shift } from '../plan/intervals.ts';
import { compareValues, rowExpr } from '../plan/row-expr.ts';
import { resolveWindows } from '../resolve/choices.ts';
import { type Clause, NO_PARTS, oncePerBody, placedAt } from './clause.ts';
import { readingsOf } from './readings.ts';

/** The spans in microseconds; `null` without retention, and if they have faults. */
export const spansOf = oncePerBody(({ context }) => {
  const { retention: spec } = context.spec;
  return spec === null ? null : resolveWindows(context, spec);
});

export const retention: Clause = {
  ...NO_PARTS,
  values: spec => (spec.retention === null ? [] : [{ value: spec.retention.of, when: null }]),
  params: spec => (spec.retention?.by == null ? [] : [spec.retention.by]),
  resolve: spansOf,
  placed: body => {
    const { retention: spec } = body.context.spec;
    return spec === null ? [] : placedAt(spec.of, readingsOf(body).from.retentionOf);
  },
  finish: (query, body) => {
    const [of, windows] = [readingsOf(body).from.retentionOf, spansOf(body)];
    return { ...query, retention: of === null || windows === null ? null : { of, windows } };
  },
  change: ({ retention: clause }, { expr }) => ({
    retention: clause === null ? null : withMembers(clause, { of: expr(clause.of) }),
  }),
  conditions: ({ retention: clause }) =>
    clause === null ? [] : [retained(rowExpr(clause.of), clause.windows)],
  changesRows: query => query.retention !== null,
};

/** The condition that a value is newer than the edge of its span, which ends at the arrival of the request. */
export function retained(of: PlanExpr, windows: ByChoice<bigint>): Predicate<PlanExpr> {
  const edge = (window: bigint) => shift(ARRIVAL, -window);
  return compareValues('gt', of, byChoice(windows, edge));
}
