/** A fixed set of items. Each serves one user at a time; users wait in the order of their arrival. */
export interface Pool<T> {
  /** Resolves when an item is free. Rejects with the signal's reason if the signal is aborted first. */
  readonly take: (signal: AbortSignal) => Promise<T>;
  readonly give: (item: T) => void;
}

/** A pool over `items`, all of them free. */
export function createPool<T>(items: readonly T[]): Pool<T> {
  const free = [...items];
  const waiting = new Set<(item: T) => void>();
  const wait = (signal: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(receive);
        reject(signal.reason);
      };
      const receive = (item: T) => {
        signal.removeEventListener('abort', leave);
        resolve(item);
      };
      waiting.add(receive);
      signal.addEventListener('abort', leave, { once: true });
    });
  return {
    take: async signal => {
      signal.throwIfAborted();
      return free.pop() ?? (await wait(signal));
    },
    give: item => {
      const [next] = waiting;
      if (next === undefined) {
        free.push(item);
        return;
      }
      waiting.delete(next);
      next(item);
    },
  };
}
