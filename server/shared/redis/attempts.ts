/** Asks a store that may be lost, slow or full: then the service does without it for a while. */
import { messageOf } from '../../../generator/system/errors.ts';

export interface AttemptOptions {
  /** Why there is no connection; `null`: there is one. */
  readonly lost: () => string | null;
  /** Called with each new fault, and with `null` once the store answers again. */
  readonly tell: (fault: string | null) => void;
}
/** Returns the result of the question; `null` if the store does not answer. Never rejects. */
export type Attempt = <T>(ask: () => Promise<T>) => Promise<T | null>;

/** The longest that a request waits for the store. In milliseconds. */
const PATIENCE_MS = 250;
/** How long the service leaves the store alone after a fault. */
const PAUSE_MS = 1_000;

const REFUSED = 'it refuses the user or the password of `service.shared`';

function isRefusal(cause: unknown): boolean {
  return /^(?:WRONGPASS|NOAUTH)\b/.test(messageOf(cause));
}

/** Why a client has no connection, without an address. */
export function faultOf(cause: unknown): string {
  if (isRefusal(cause)) return REFUSED;
  // also of a certificate, or of several addresses
  const { code } = Object(cause) as { readonly code?: unknown };
  return typeof code === 'string' ? `it cannot be reached (${code})` : 'it cannot be reached';
}

export function createAttempts({ lost, tell }: AttemptOptions): Attempt {
  let pausedUntilMs = 0;
  let fault: string | null = null;
  const turnTo = (found: string | null) => {
    if (found !== fault) tell(found);
    fault = found;
  };
  return async ask => {
    if (performance.now() < pausedUntilMs) return null;
    const why = lost();
    if (why !== null) {
      turnTo(why);
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
      turnTo(isRefusal(cause) ? REFUSED : messageOf(cause));
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}
