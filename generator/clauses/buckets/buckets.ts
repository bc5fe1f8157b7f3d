/** `buckets`: groups by periods of time. */

import type { Expr } from '../../core/expr/expr.ts';
import { withMembers } from '../../core/expr/walk.ts';
import type { Buckets } from '../../core/plan/query.ts';
import type { BucketsSpec } from '../../core/spec/body-spec.ts';
import type { ExpressionText } from '../../core/spec/located.ts';
import type { Readable } from '../../core/spec/source.ts';
import { bucketStart } from '../../language/time/buckets.ts';
import { resolveIntervals } from '../../resolve/choices.ts';
import { type BodyContext, checkValue, readPath } from '../../resolve/scope.ts';
import { type Clause, finished, NO_PARTS, oncePerBody, placedAt } from '../clause.ts';
import { joinsOf } from '../join/join.ts';
import { chosen } from './chosen.ts';
import { bucketConditions } from './conditions.ts';
import { checkGaps } from './gaps.ts';
import { namedBy } from './steps.ts';
import { resolveWindow } from './window.ts';

/** The resolved clause, which may have faults. */
export interface BucketsDraft {
  /** The name of the output column; `null` if it has none. */
  readonly name: string | null;
  readonly of: Expr | null;
  /** The start of a row's bucket; `null` if the clause has faults. */
  readonly start: Expr | null;
  readonly clause: Buckets | null;
}

/** `null` without buckets. */
export const bucketsOf = oncePerBody(body => {
  const { context } = body;
  const { buckets: spec } = context.spec;
  return spec === null ? null : draftBuckets(context, spec, joinsOf(body).reach);
});

export const buckets: Clause = {
  ...NO_PARTS,
  values: spec => textsOf(spec.buckets).map(value => ({ value, when: null })),
  params: spec => namedBy(spec.buckets),
  resolve: body => {
    const clause = bucketsOf(body)?.clause ?? null;
    checkGaps(body.context, clause?.kind === 'recent' ? clause.intervals : null);
  },
  placed: body => {
    const draft = bucketsOf(body);
    const { buckets: spec } = body.context.spec;
    return spec === null ? [] : placedAt(spec.of, draft?.start ?? draft?.of);
  },
  finish: (query, body) => {
    const draft = bucketsOf(body);
    return { ...query, buckets: draft === null ? null : finished(draft.clause) };
  },
  change: ({ buckets: clause }, { expr }) => ({
    buckets: clause === null ? null : withMembers(clause, { of: expr(clause.of) }),
  }),
  conditions: bucketConditions,
  changesRows: query => query.buckets !== null,
};

function textsOf(spec: BucketsSpec | null): readonly ExpressionText[] {
  if (spec === null) return [];
  const { of, range } = spec;
  return range === null ? [of] : [of, range.from, range.to];
}

function draftBuckets(context: BodyContext, spec: BucketsSpec, from: Readable): BucketsDraft {
  const { range } = spec;
  const expects = range === null ? ('timestamp' as const) : ('any' as const);
  const of = checkValue(context, spec.of, { from, expects, aggregates: 'in `buckets`' });
  const name = spec.as?.value ?? readPath(spec.of)?.at(-1) ?? null;
  if (name === null && of !== null) {
    const message = '`buckets` needs the key `as`, because `of` is not a plain column';
    const hint = 'Add `as` with a name for the output column.';
    context.report('missing-key', spec.place, message, hint);
  }
  const clause =
    range === null ? recent(context, spec, of) : resolveWindow(context, spec, range, of, from);
  return { name, of, start: clause === null ? null : startOf(clause), clause };
}

function recent(context: BodyContext, spec: BucketsSpec, of: Expr | null): Buckets | null {
  const intervals = resolveIntervals(context, spec);
  if (of === null || intervals === null) return null;
  return { kind: 'recent', of, window: spec.window, gaps: spec.gaps.value, intervals };
}

function startOf(clause: Buckets): Expr {
  const { of } = clause;
  return clause.kind === 'recent'
    ? chosen(clause.intervals, ({ step }) => bucketStart(of, { step, zone: null }))
    : chosen(clause.step, step => bucketStart(of, { step, zone: clause.zone }));
}
