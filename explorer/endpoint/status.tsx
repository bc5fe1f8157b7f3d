/** The status line of an answer: how many rows, how old, how fast, and its id in the log. */
import type { VNode } from 'preact';
import { CopyCode } from '../code/code.tsx';
import { countThings } from '../form/hints.ts';
import type { RowsAnswer } from '../service/service.ts';
import type { RunOutcome } from './use-run.ts';

export function Status({ outcome }: { readonly outcome: RunOutcome | null }): VNode {
  return (
    <div class="status">
      <p role="status">{outcome === null ? '' : wordsOf(outcome)}</p>
      {outcome?.answer?.requestId != null && outcome.problem === null && (
        <span class="request-id">
          <code title="The id of this request in the service's log">
            {outcome.answer.requestId}
          </code>
          <CopyCode text={outcome.answer.requestId} label="Copy id" />
        </span>
      )}
    </div>
  );
}

function wordsOf({ answer, problem, isRunning }: RunOutcome): string {
  if (isRunning) return 'Running …';
  if (problem !== null || answer === null) return '';
  return factsOf(answer).join(' · ');
}

function factsOf(answer: RowsAnswer): readonly string[] {
  const { rows, isTruncated, limit, ms, rollups } = answer;
  const cut = limit === null ? 'There are more.' : `cut at ${limit.toLocaleString('en-US')}`;
  return [
    countThings(rows.length, 'row'),
    ...(isTruncated ? [cut] : []),
    ...keptIn(answer),
    ...rollups.map(name => `read from the rollup ${name}`),
    `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en-US')} ms`,
  ];
}

function keptIn({ cache, age }: RowsAnswer): readonly string[] {
  if (cache !== 'hit' && cache !== 'stale') return [];
  return age === null || age === 0 ? ['kept now'] : [`kept ${duration(age)} ago`];
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
