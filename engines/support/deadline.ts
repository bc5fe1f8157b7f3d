/** The end of a call to an engine or a handler: by its result, by its deadline, or because nobody waits. */
import type { Deadline } from '../engine.ts';
import { EngineFailure } from '../engine.ts';

/**
 * Runs `use` until it settles. If time is up or nobody waits, it rejects at once with a `timeout` or `cancelled`
 * failure, and aborts the signal of `use` with that failure as the reason.
 */
export async function withDeadline<T>(
  { timeoutMs, signal }: Deadline,
  use: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const end = (kind: 'timeout' | 'cancelled') =>
    controller.abort(new EngineFailure(kind, `given up: ${kind}`));
  const leave = () => end('cancelled');
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  const used = unlessAborted(controller.signal, use);
  // Set last: work that `use` begins at once, with the same time limit, ends first and reports the more exact reason.
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  try {
    return await used;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

/** Settles as `use` does, or rejects with the reason of the signal once it is aborted. */
export function unlessAborted<T>(
  signal: AbortSignal,
  use: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    use(signal)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave));
  });
}
