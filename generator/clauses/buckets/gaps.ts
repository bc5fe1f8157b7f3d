/** Gaps: buckets without rows, which are rows of the answer if gaps are filled. */

import type { RecentBuckets } from '../../core/plan/query.ts';
import type { Place } from '../../core/report/diagnostics.ts';
import type { BucketsSpec } from '../../core/spec/body-spec.ts';
import { summarizeNames } from '../../resolve/names/names.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { MAX_DURATION } from '../../shape/time.ts';
import type { Draft } from '../select/draft.ts';

/** Reports a window with more buckets than the answer may have rows: empty buckets are rows, too. */
export function checkGaps(
  context: BodyContext,
  intervals: RecentBuckets['intervals'] | null,
): void {
  const { spec, maxRows } = context;
  if (spec.buckets === null || intervals === null || spec.buckets.gaps.value === 'omit') return;
  const cases =
    intervals.by === null ? [{ value: null, result: intervals.value }] : intervals.cases;
  for (const { value, result } of cases) {
    const count = (result.last + result.step.micros - 1n) / result.step.micros + 1n;
    // a window that is too long for any endpoint is reported elsewhere
    if (count <= maxRows || result.last > MAX_DURATION) continue;
    const whose = value === null ? 'The window' : `The window of \`${value}\``;
    const message = `${whose} has ${count} buckets, more than \`max_rows\`, ${maxRows}`;
    const hint = 'Use a longer `step` or a shorter `last`, raise `max_rows`, or omit gaps.';
    context.report('too-many-buckets', placeOfInterval(spec.buckets, value), message, hint);
  }
}

/** Warns once about outputs that are sums, where empty buckets have counts of 0: a sum of no rows is NULL. */
export function warnOfNullSums({ spec, report }: BodyContext, drafts: readonly Draft[]): void {
  const gaps = spec.buckets?.gaps;
  if (gaps?.value !== 'zero' || gaps.sums !== 'unsaid') return;
  const sums = drafts.filter(({ expr }) => expr?.kind === 'aggregate' && /^sum_/.test(expr.fn));
  if (sums.length === 0) return;
  const names = summarizeNames(sums.map(({ name }) => name));
  const [are, sum] = sums.length === 1 ? ['is', 'the sum'] : ['are', 'a sum'];
  const message = `With \`gaps: zero\`, ${names} ${are} NULL in empty buckets: ${sum} of no rows is NULL`;
  const hint = 'Write `gaps: { sums: 0 }` for sums of 0, or `gaps: { sums: ~ }` if NULL is meant.';
  report('null-sums', gaps.place, message, hint);
}

function placeOfInterval({ intervals, fixed, place }: BucketsSpec, value: string | null): Place {
  const spec = intervals?.find(entry => entry.name === value)?.value ?? fixed;
  return spec?.last.place ?? place;
}
