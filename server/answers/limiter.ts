/** Bounded concurrency with a bounded queue before it. */

/** What `run` tells its work. */
export interface Admission {
  /** Milliseconds in the queue. */
  readonly waitedMs: number;
}
export interface Limiter {
  /**
   * Runs `work` as soon as a slot is free, first come first served, and settles as it does. It rejects with `Overloaded` at
   * once when the queue is full, and with the signal's reason when that is aborted before `work` has settled.
   */
  readonly run: <T>(signal: AbortSignal, work: (admission: Admission) => Promise<T>) => Promise<T>;
  readonly stats: () => LimiterStats;
}
export interface LimiterStats {
  /** Works that hold a slot, those that nobody waits for any more included. */
  readonly running: number;
  readonly waiting: number;
}
export interface LimiterOptions {
  /** Works at once. */
  readonly concurrency: number;
  /** Works that may wait for a slot. */
  readonly queue: number;
}

/** There is no room in the queue. */
export class Overloaded extends Error {
  /** Whole seconds, 1 to 60, until a place in the queue is likely. */
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super('no slot is free and the queue is full');
    this.name = 'Overloaded';
    this.retryAfterS = retryAfterS;
  }
}

const LONGEST_RETRY_S = 60;
/** How much of the mean duration the latest work makes up. */
const WEIGHT_OF_LATEST = 0.2;

/**
 * Makes a limiter. One queue for all, first come first served: a caller that asks for much makes others wait, but none waits for
 * ever; shares by key are the rate limiter's business. A slot is free when its work has settled, not when its caller has left:
 * an engine that winds down still works.
 */
export function createLimiter({ concurrency, queue }: LimiterOptions): Limiter {
  // A set, so that whoever leaves does not cost a walk through the queue.
  const waiting = new Set<() => void>();
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
      const askedMs = performance.now();
      const begin = () => {
        start(work, performance.now() - askedMs)
          .then(resolve, reject)
          .finally(stay);
      };
      const leave = () => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      const stay = () => signal.removeEventListener('abort', leave);
      if (running >= concurrency && waiting.size >= queue) throw overloaded();
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(begin);
      admit();
    });
  const overloaded = () => {
    const untilFreeS = ((meanMs ?? 0) * (waiting.size + 1)) / concurrency / 1_000;
    return new Overloaded(Math.min(Math.max(1, Math.ceil(untilFreeS)), LONGEST_RETRY_S));
  };
  return { run, stats: () => ({ running, waiting: waiting.size }) };
}
