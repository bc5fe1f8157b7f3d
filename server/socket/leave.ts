/** How a service ends: it drains, then it stops. */

export interface Leave {
  /**
   * Takes requests for as long as draining lasts, while `/readyz` asks load balancers to send no more, and then stops. Further
   * calls change nothing.
   */
  readonly drain: () => void;
  /** Stops at once, also while draining. Further calls return the same promise. */
  readonly stop: () => Promise<void>;
  /** Whether the service drains or stops: its answers end their connections. */
  readonly isLeaving: () => boolean;
  /** Whether the service has begun to stop. */
  readonly isStopping: () => boolean;
  /** Settles when the service has stopped. */
  readonly stopped: Promise<void>;
  /** How long draining lasts, in milliseconds. */
  readonly drainMs: number;
}

/** `end` accepts no more requests, and settles when the accepted ones are answered. */
export function createLeave(drainMs: number, end: () => Promise<void>): Leave {
  const { promise: stopped, resolve: settle } = deferred<void>();
  let draining: ReturnType<typeof setTimeout> | null = null;
  let ending: Promise<void> | null = null;
  const stop = () => {
    if (draining !== null) clearTimeout(draining);
    if (ending === null) {
      // set before `end` runs, which asks whether the service is stopping
      ending = Promise.resolve().then(end);
      settle(ending);
    }
    return ending;
  };
  return {
    drain: () => {
      if (drainMs === 0) void stop();
      else draining ??= setTimeout(stop, drainMs);
    },
    stop,
    isLeaving: () => draining !== null || ending !== null,
    isStopping: () => ending !== null,
    stopped,
    drainMs,
  };
}

function deferred<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
} {
  let resolve: (value: T | PromiseLike<T>) => void = () => {};
  const promise = new Promise<T>(done => {
    resolve = done;
  });
  return { promise, resolve };
}
