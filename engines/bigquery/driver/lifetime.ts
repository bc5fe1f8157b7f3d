/** The work of an engine: runs, which are limited in number and time, and calls that outlive their caller. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';
import { confinedPlaces } from '../../support/confined-places.ts';
import { withDeadline } from '../../support/deadline.ts';
import { createPool, type Pool } from '../../support/pool.ts';
import type { Patience } from './refusal.ts';

export interface Lifetime {
  /** Uses a slot until the deadline. Rejects with `EngineFailure`, at the latest when the deadline passes. */
  readonly bounded: Bounded;
  /** The same, with slots of its own for statements of callers, which never occupy those of others. */
  readonly confined: Bounded;
  /** Work that continues when its caller leaves. A time limit and the end of the engine stop it. */
  readonly outliving: <T>(
    timeoutMs: number,
    use: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>;
  readonly close: () => Promise<void>;
}

type Bounded = <T>(deadline: Deadline, use: (patience: Patience) => Promise<T>) => Promise<T>;

/** How long closing the engine waits for work in progress. */
const CLOSE_MS = 2_000;

/** Makes a lifetime in which at most `concurrency` runs are in progress, beside those of callers' statements. */
export function createLifetime(concurrency: number): Lifetime {
  const ended = new AbortController();
  // All work in progress listens to it.
  setMaxListeners(0, ended.signal);
  const callers = new Set<AbortController>();
  const underWay = new Set<Promise<unknown>>();
  const track = <T>(promise: Promise<T>): Promise<T> => {
    const settled: Promise<unknown> = promise.then(
      () => underWay.delete(settled),
      () => underWay.delete(settled),
    );
    underWay.add(settled);
    return promise;
  };
  const inSlot = async <T>(
    slots: Pool<number>,
    signal: AbortSignal,
    use: () => Promise<T>,
  ): Promise<T> => {
    const slot = await slots.take(signal);
    const give = () => slots.give(slot);
    if (signal.aborted) give();
    signal.throwIfAborted();
    // The slot of a run that is given up is free at once, because the job is not this machine's work.
    signal.addEventListener('abort', give, { once: true });
    try {
      return await use();
    } finally {
      signal.removeEventListener('abort', give);
      if (!signal.aborted) give();
    }
  };
  let isOpen = true;
  const boundedBy = (length: number): Bounded => {
    const slots = createPool(Array.from({ length }, (_, index) => index));
    return async (deadline, use) => {
      if (!isOpen) throw new EngineFailure('unavailable', 'the engine is closed');
      const caller = new AbortController();
      const leave = () => caller.abort();
      deadline.signal.addEventListener('abort', leave, { once: true });
      if (deadline.signal.aborted) leave();
      callers.add(caller);
      const endsAt = performance.now() + deadline.timeoutMs;
      try {
        return await withDeadline({ ...deadline, signal: caller.signal }, signal =>
          track(inSlot(slots, signal, () => use({ signal, endsAt }))),
        );
      } catch (cause) {
        throw asFailure(cause);
      } finally {
        callers.delete(caller);
        deadline.signal.removeEventListener('abort', leave);
      }
    };
  };
  return {
    bounded: boundedBy(concurrency),
    confined: boundedBy(confinedPlaces(concurrency)),
    outliving: (timeoutMs, use) => track(withDeadline({ timeoutMs, signal: ended.signal }, use)),
    close: async () => {
      isOpen = false;
      for (const caller of callers) caller.abort();
      const all = (async () => {
        while (underWay.size > 0) await Promise.all(underWay);
      })();
      await Promise.race([all, sleep(CLOSE_MS, undefined, { ref: false })]);
      ended.abort();
    },
  };
}

function asFailure(cause: unknown): EngineFailure {
  if (cause instanceof EngineFailure) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new EngineFailure('failed', message, { cause });
}
