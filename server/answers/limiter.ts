/** Limits how many tasks run at once and how many wait. */

/** The facts that `run` passes to its task. */
export interface Admission {
  /** Milliseconds in the queue. */
  readonly waitedMs: number;
}
export interface Limiter {
  /**
   * Runs `work` as soon as a slot is free, first come first served, and settles with its outcome. Rejects with `Overloaded`
   * at once if the queue is full, and with the signal's reason if the signal is aborted before `work` has settled.
   */
  readonly run: <T>(signal: AbortSignal, work: (admission: Admission) => Promise<T>) => Promise<T>;
  /**
   * Rejects every waiting, running and later call with `Stopping`. Running tasks are not ended, but nobody waits for them
   * any more.
   */
  readonly stop: () => void;
  readonly stats: () => LimiterStats;
}
export interface LimiterStats {
  /** Tasks that occupy a slot, including those that nobody waits for any more. */
  readonly running: number;
  readonly waiting: number;
}
export interface LimiterOptions {
  /** The most tasks that run at once. */
  readonly concurrency: number;
  /** The most tasks that wait for a slot. */
  readonly queue: number;
}

/** The queue is full. */
export class Overloaded extends Error {
  /** Whole seconds, 1 to 60, until a place in the queue is likely. */
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super('no slot is free and the queue is full');
    this.name = 'Overloaded';
    this.retryAfterS = retryAfterS;
  }
}

/** The limiter has stopped. */
export class Stopping extends Error {
  constructor() {
    super('the service is stopping');
    this.name = 'Stopping';
  }
}

const LONGEST_RETRY_S = 60;
/** The weight of the latest task in the mean duration. */
const WEIGHT_OF_LATEST = 0.2;

/**
 * Creates a limiter with one queue for all callers, first come first served. A caller with many requests makes others wait, but
 * nobody waits forever; the rate limiter divides requests among keys. A slot is free when its task has settled, not when its
 * caller has left, because the engine still works until then.
 */
export function createLimiter({ concurrency, queue }: LimiterOptions): Limiter {
  // A set, so that removing a caller needs no walk through the queue.
  const waiting = new Set<() => void>();
  // One for each waiting or running task.
  const rejections = new Set<(reason: Error) => void>();
  let isStopped = false;
  let running = 0;
  let meanMs: number | null = null;

  const admit = () => {
    const [next] = waiting;
    if (next === undefined || running >= concurrency) return;
    waiting.delete(next);
    next();
  };
  const free = (startedMs: number) => {
    const tookMs = performance.now() - startedMs;
    meanMs = meanMs === null ? tookMs : meanMs + WEIGHT_OF_LATEST * (tookMs - meanMs);
    running -= 1;
    admit();
  };
  const start = async <T>(work: (admission: Admission) => Promise<T>, waitedMs: number) => {
    const startedMs = performance.now();
    running += 1;
    try {
      return await work({ waitedMs });
    } finally {
      free(startedMs);
    }
  };
  const run = <T>(signal: AbortSignal, work: (admission: Admission) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      signal.throwIfAborted();
      if (isStopped) throw new Stopping();
      const askedMs = performance.now();
      const begin = () => {
        start(work, performance.now() - askedMs)
          .then(resolve, reject)
          .finally(stay);
      };
      const leave = () => {
        waiting.delete(begin);
        rejections.delete(reject);
        reject(signal.reason);
      };
      const stay = () => {
        rejections.delete(reject);
        signal.removeEventListener('abort', leave);
      };
      if (running >= concurrency && waiting.size >= queue) throw overloaded();
      signal.addEventListener('abort', leave, { once: true });
      rejections.add(reject);
      waiting.add(begin);
      admit();
    });
  const overloaded = () => {
    const untilFreeS = ((meanMs ?? 0) * (waiting.size + 1)) / concurrency / 1_000;
    return new Overloaded(Math.min(Math.max(1, Math.ceil(untilFreeS)), LONGEST_RETRY_S));
  };
  const stop = () => {
    isStopped = true;
    waiting.clear();
    for (const reject of rejections) reject(new Stopping());
    rejections.clear();
  };
  return { run, stop, stats: () => ({ running, waiting: waiting.size }) };
}
