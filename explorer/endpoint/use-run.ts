/** The runs of an endpoint: the requested one, and its pages. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { CURSOR } from '../../generator/core/plan/pages.ts';
import { type Given, withTexts } from '../service/given.ts';
import type { ListedEndpoint } from '../service/listing.ts';
import { asProblem, type ServiceProblem } from '../service/problem.ts';
import { type RowsAnswer, runEndpoint } from '../service/service.ts';

export interface RunOutcome {
  /** The texts of the request, without a cursor. */
  readonly asked: Given;
  /** All pages so far, as one; `null` before the first, and if there is a problem. */
  readonly answer: RowsAnswer | null;
  readonly problem: ServiceProblem | null;
  readonly isRunning: boolean;
}

interface Runs {
  /** `null`: nothing has run yet. */
  readonly outcome: RunOutcome | null;
  readonly run: (asked: Given) => Promise<ServiceProblem | null>;
  /** Adds the rows of the next page. */
  readonly more: () => void;
  readonly stop: () => void;
  readonly clear: () => void;
}

export function useRun(key: string, endpoint: ListedEndpoint): Runs {
  const [outcome, setOutcome] = useState<RunOutcome | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = () => {
    running.current?.abort();
    running.current = null;
    setOutcome(known => (known === null ? null : { ...known, isRunning: false }));
  };
  useEffect(() => () => running.current?.abort(), []);

  const ask = async (asked: Given, before: RowsAnswer | null): Promise<ServiceProblem | null> => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setOutcome(known => ({
      asked,
      answer: known?.answer ?? null,
      problem: known?.problem ?? null,
      isRunning: true,
    }));
    const given = withTexts(asked, CURSOR, before?.next == null ? [] : [before.next]);
    try {
      const answer = await runEndpoint(key, endpoint, given, own.signal);
      if (own.signal.aborted) return null;
      setOutcome({ asked, answer: joined(before, answer), problem: null, isRunning: false });
      return null;
    } catch (cause) {
      if (own.signal.aborted) return null;
      const problem = asProblem(cause);
      setOutcome({ asked, answer: before, problem, isRunning: false });
      return problem;
    }
  };
  return {
    outcome,
    run: asked => ask(asked, null),
    more: () => {
      if (outcome?.answer?.next != null) void ask(outcome.asked, outcome.answer);
    },
    stop,
    clear: () => {
      running.current?.abort();
      setOutcome(null);
    },
  };
}

function joined(before: RowsAnswer | null, answer: RowsAnswer): RowsAnswer {
  return before === null ? answer : { ...answer, rows: [...before.rows, ...answer.rows] };
}
