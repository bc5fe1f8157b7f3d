/** Asks a store that may be lost, slow or full: then the service does without it for a while. */

export interface AttemptOptions {
  readonly isConnected: () => boolean;
  /** Called once with each fault, and with `null` once the store answers again. */
  readonly tell: (fault: string | null) => void;
}
/** Returns the result of the question; `null` if the store does not answer. Never rejects. */
export type Attempt = <T>(ask: () => Promise<T>) => Promise<T | null>;

/** The longest that a request waits for the store. In milliseconds. */
const PATIENCE_MS = 250;
/** How long the service leaves the store alone after a fault. */
const PAUSE_MS = 1_000;

export function createAttempts({ isConnected, tell }: AttemptOptions): Attempt {
  let pausedUntilMs = 0;
  let fault: string | null = null;
  const turnTo = (found: string | null) => {
    if ((found === null) !== (fault === null)) tell(found);
    fault = found;
  };
  return async ask => {
    if (performance.now() < pausedUntilMs) return null;
    if (!isConnected()) {
      turnTo('it cannot be reached');
      return null;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it does not answer in time')), PATIENCE_MS);
    });
    try {
      const answer = await Promise.race([ask(), late]);
      turnTo(null);
      return answer;
    } catch (cause) {
      pausedUntilMs = performance.now() + PAUSE_MS;
      turnTo(cause instanceof Error ? cause.message : String(cause));
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}
