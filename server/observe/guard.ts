/** Keeps endpoints from being served while they cannot answer correctly. */

import type { Answerer } from '../answers/answer.ts';
import type { Answer, ReceivedRequest } from '../http/context.ts';
import { failureProblem } from '../http/problem.ts';
import type { Readiness, ReadinessLook } from './health.ts';

/** Answers with a problem instead of `answer` while columns of the endpoint's tables differ from their declaration. */
export function guarded(name: string, answer: Answerer, readiness: ReadinessLook): Answerer {
  return (request, reading, signal) => {
    const last = readiness.last();
    if (last !== null && findingsOf(name, last) === null) return answer(request, reading, signal);
    // The first requests wait for the first check. Later requests cause another check, because the columns may have been
    // fixed.
    return Promise.race([readiness.look(), whenAborted(signal)]).then(found => {
      const findings = found === null ? null : findingsOf(name, found);
      return findings === null ? answer(request, reading, signal) : refused(request, findings);
    });
  };
}

/** A caller that left does not wait for a check. */
function whenAborted(signal: AbortSignal | undefined): Promise<null> {
  return new Promise(resolve => {
    if (signal?.aborted === true) resolve(null);
    signal?.addEventListener('abort', () => resolve(null), { once: true });
  });
}

/**
 * Ignores missing tables: the statement reports them, and runs once the table exists. The run of a caller's statement
 * reports that the engine cannot bound it; the endpoint may have an answer without one.
 */
function findingsOf(
  name: string,
  { findings, missing, unconfined }: Readiness,
): readonly string[] | null {
  if (missing.has(name)) return null;
  const told = (findings.get(name) ?? []).filter(finding => finding !== unconfined);
  return told.length === 0 ? null : told;
}

function refused({ entry }: ReceivedRequest, findings: readonly string[]): Answer {
  entry.failure = findings.join(', ');
  return failureProblem('unavailable');
}
