/** `window`: the rows within a period that parameters and the clock determine. */
import { makeCall } from '../core/expr/calls.ts';
import { allOf } from '../core/expr/condition.ts';
import type { Expr, Predicate } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import { mayBeAbsent } from '../resolve/choices.ts';
import { checkValue } from '../resolve/scope.ts';
import { type Body, type Clause, finished, NO_PARTS, oncePerBody, placedAt } from './clause.ts';
import { joinsOf } from './join/join.ts';
import { endsAs, resolvePeriod } from './period.ts';
import { mayBeReversed } from './reversed.ts';

/** A half-open range between two values of the same type; the end is excluded. */
export interface Range {
  readonly of: Expr;
  readonly from: Expr;
  readonly to: Expr;
  /** Parameters that may be absent, by end: without one of them, the window has no such end. */
  readonly needs: Readonly<Record<'from' | 'to', readonly string[]>>;
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
  finish: (query, body) => {
    const { spec, params } = body.context;
    if (spec.window === null) return query;
    const range = finished(rangeOf(body));
    const needs = [...new Set([...range.needs.from, ...range.needs.to])];
    const isChecked = mayBeReversed(range, params.byName);
    const window = isChecked ? { from: range.from, to: range.to, needs } : null;
    // the conditions of `compare` include the window
    const conditions = spec.compare === null ? within(range) : [];
    return { ...query, window, where: [...query.where, ...conditions] };
  },
};

function resolveRange(body: Body): Range | null {
  const { context } = body;
  const { window: written } = context.spec;
  if (written === null) return null;
  const { reach } = joinsOf(body);
  const aggregates = 'in `window`';
  const of = checkValue(context, written.of, { from: reach, expects: 'any', aggregates });
  const { byName } = context.params;
  const absent = [...byName.values()].filter(mayBeAbsent).map(({ name }) => name);
  const ends = resolvePeriod(context, written, of, reach, {
    what: 'the window is',
    places: { from: aggregates, to: aggregates },
    openable: true,
    ...(written.open?.value === true && { present: new Set(absent) }),
  });
  if (of === null || ends === null) return null;
  const needs = { from: namesIn(ends.from, absent), to: namesIn(ends.to, absent) };
  reportOpen(context, needs);
  return { of, ...endsAs(of.scalar, ends, null), needs };
}

function namesIn(expr: Expr, names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  visitExpr<Expr>(expr, part => {
    if (part.kind === 'param' && names.includes(part.name)) found.add(part.name);
  });
  return [...found];
}

function reportOpen({ spec, report }: Body['context'], { from, to }: Range['needs']): void {
  const open = spec.window?.open ?? null;
  if (open === null || !open.value) return;
  if (from.length + to.length === 0) {
    const message =
      'The window is never open: all parameters of `from` and `to` are always present';
    report('never-absent', open.place, message, 'Remove `open`.');
  }
  if (spec.compare !== null) {
    const message = '`compare` needs both ends of the window, so it cannot be combined with `open`';
    report('clause-conflict', open.place, message, 'Remove one of them.');
  }
}

function reportViews({ context, views }: Body): void {
  const { window: written } = context.spec;
  if (written === null || views.length === 0) return;
  const message = '`views` use the conditions in `where`, so they cannot be combined with `window`';
  const hint = 'Write the start and the end of the window as conditions in `where`.';
  context.report('clause-conflict', written.place, message, hint);
}

function within({ of, from, to, needs }: Range): readonly Predicate[] {
  return [
    { when: allOf(needs.from), expr: makeCall('ge', 'bool', [of, from]) },
    { when: allOf(needs.to), expr: makeCall('lt', 'bool', [of, to]) },
  ];
}
