/** Keeps endpoints that cannot answer correctly from being served, until they can. */

import type { Answerer } from '../answers/answer.ts';
import type { Answer, Exchange } from '../http/context.ts';
import { failureProblem } from '../http/problem.ts';
import type { Readiness, ReadinessLook } from './health.ts';

/** Answers in place of `answer` while columns of the endpoint's tables are not as declared. */
export function guarded(name: string, answer: Answerer, readiness: ReadinessLook): Answerer {
  return (exchange, reading, signal) => {
    const last = readiness.last();
    if (last !== null && findingsOf(name, last) === null) return answer(exchange, reading, signal);
    // The first requests wait for the first look; later ones look again, because the columns may be fixed.
    return Promise.race([readiness.look(), whenAborted(signal)]).then(found => {
      const findings = found === null ? null : findingsOf(name, found);
      return findings === null ? answer(exchange, reading, signal) : refused(exchange, findings);
    });
  };
}

/** A caller that went away waits for no look. */
function whenAborted(signal: AbortSignal | undefined): Promise<null> {
  return new Promise(resolve => {
    if (signal?.aborted === true) resolve(null);
    signal?.addEventListener('abort', () => resolve(null), { once: true });
  });
}

/** A table that is missing is no finding here: the statement says so itself, and runs once the table is there. */
function findingsOf(name: string, { findings, missing }: Readiness): readonly string[] | null {
  return missing.has(name) ? null : (findings.get(name) ?? null);
}

function refused({ entry }: Exchange, findings: readonly string[]): Answer {
  entry.failure = findings.join(', ');
  return failureProblem('unavailable');
}
