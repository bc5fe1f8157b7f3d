/** Polls while the tab is visible. */
import { waitOf } from './tail.ts';

/** Reports whether the tab is visible. */
export interface Visibility {
  readonly isHidden: () => boolean;
  /** Returns a function that stops listening. */
  readonly listen: (changed: () => void) => () => void;
}

/**
 * Calls `ask` at once and after each wait, one call at a time. `ask` returns whether it succeeded; each failure in a row doubles the wait.
 * Does not call it while the tab is hidden. Returns a function that stops.
 */
export function follow(ask: () => Promise<boolean>, visibility: Visibility): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isAsking = false;
  let isStopped = false;
  const run = async () => {
    clearTimeout(timer);
    if (isAsking || isStopped || visibility.isHidden()) return;
    isAsking = true;
    failures = (await ask()) ? 0 : failures + 1;
    isAsking = false;
    if (!isStopped) timer = setTimeout(run, waitOf(failures));
  };
  const unlisten = visibility.listen(() => void run());
  void run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unlisten();
  };
}
