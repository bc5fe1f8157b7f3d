/** The clause `buckets`: its time column, its range and its step. */

import type { Expr } from '../../core/expr/expr.ts';
import type { Buckets, ByChoice } from '../../core/plan/query.ts';
import type { BucketsSpec } from '../../core/spec/body-spec.ts';
import type { Readable } from '../../core/spec/source.ts';
import { bucketStart } from '../../language/time/buckets.ts';
import { resolveIntervals } from '../../resolve/choices.ts';
import { type BodyContext, checkValue, readPath } from '../../resolve/scope.ts';
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

export function draftBuckets(
  context: BodyContext,
  spec: BucketsSpec,
  from: Readable,
): BucketsDraft {
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

function startOf(buckets: Buckets): Expr {
  const { of } = buckets;
  return buckets.kind === 'recent'
    ? chosen(buckets.intervals, ({ step }) => bucketStart(of, { step, zone: null }))
    : chosen(buckets.step, step => bucketStart(of, { step, zone: buckets.zone }));
}

/** The only expression, or a choice among the expressions of the cases. */
export function chosen<T>(choice: ByChoice<T>, exprOf: (value: T) => Expr): Expr {
  if (choice.by === null) return exprOf(choice.value);
  const cases = choice.cases.map(({ value, result }) => ({ value, result: exprOf(result) }));
  const [first] = cases;
  if (first === undefined) throw new Error(`a choice by ${choice.by} without cases`);
  const { scalar } = first.result;
  const nullable = cases.some(({ result }) => result.nullable);
  return { kind: 'choice', by: choice.by, cases, scalar, nullable };
}
