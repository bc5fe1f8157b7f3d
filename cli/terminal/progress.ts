/** A progress line that each new one overwrites. */
import type { OnProgress } from '../../generator/core/report/progress.ts';
import type { Session } from '../session.ts';

/** Shows a line, or clears it with an empty one: only on a terminal, and never in CI or with a result in JSON. */
export function progress({ host, environment, quiet, json }: Session): (line: string) => void {
  const isWatched = host.stderr.isTerminal && (environment['CI'] ?? '') === '';
  if (!isWatched || quiet || json) return () => {};
  return line => host.stderr.write(`\r\u001B[K${line}`);
}

/** Progress is only shown in runs longer than this, in microseconds. */
const PATIENCE = 1_000_000n;
/** The time between two lines for the same work, in microseconds. */
const PAUSE = 100_000n;

/**
 * Does work that reports its progress, and shows it if the run takes more than a second. The line is cleared when the
 * work ends.
 */
export async function showingProgress<T>(
  session: Session,
  work: (onProgress: OnProgress) => T | Promise<T>,
): Promise<T> {
  const tell = progress(session);
  let next = session.since + PATIENCE;
  let shown: string | null = null;
  try {
    return await work((doing, done, all) => {
      const now = session.host.clock();
      const isNew = shown !== null && shown !== doing;
      if (now < next && !isNew) return;
      next = now + PAUSE;
      shown = doing;
      tell(all === 1 ? doing : `${doing}: ${Math.floor((100 * done) / all)} %`);
    });
  } finally {
    if (shown !== null) tell('');
  }
}
