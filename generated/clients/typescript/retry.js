/** Milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
/** Seconds. A service that asks for more is not waited for. */
const LONGEST_RETRY_AFTER = 60;

const CAPACITY = 10;
const REFUND = 0.1;

/** Rows that cannot be answered now cannot be answered in a second. */
const LASTING = ['unsafe_integer', 'result_too_large'];

/**
 * Bounds the retries of all calls of a client, so that a service in trouble is not buried under them: a retry takes a token,
 * a success gives a tenth of one back, and without one left failures are not retried.
 */
export function createBudget() {
  let tokens = CAPACITY;
  return {
    /** Whether there was a token. */
    take: () => tokens >= 1 && tokens-- > 0,
    refund: () => {
      tokens = Math.min(CAPACITY, tokens + REFUND);
    },
  };
}

/**
 * Whether the same call may succeed in a moment.
 * @param {import('./errors.js').QuernError} error
 */
export function passes({ code, status }) {
  if (code === 'connection_failed' || code === 'timeout') return true;
  return (
    (status === 408 || status === 429 || Number(status) >= 500) && !LASTING.includes(String(code))
  );
}

/**
 * Milliseconds to wait after so many retries; without end where the service asks for more than is worth waiting for.
 * What the service asks for comes first; else the wait grows by powers of two and is drawn from all of it, so that callers who failed
 * together do not come back together.
 * @param {number} retries
 * @param {number | null} retryAfter seconds
 */
export function pauseBefore(retries, retryAfter) {
  if (retryAfter === null)
    return Math.random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** retries);
  return retryAfter > LONGEST_RETRY_AFTER ? Infinity : retryAfter * 1_000;
}

/**
 * What a `Retry-After` says, in seconds or as a date; `null` where it is neither.
 * @param {string | null} text
 */
export function retryAfterSeconds(text) {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const instant = / GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, (instant - Date.now()) / 1_000);
}
