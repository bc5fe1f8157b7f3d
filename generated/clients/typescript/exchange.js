import { serviceError } from './answer.js';
import { ConnectionError, TimeoutError } from './errors.js';
import { passes, pauseBefore } from './retry.js';

/** Timers count in 31 bits; one of more would end at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * @typedef Request
 * @property {string} url
 * @property {Headers} headers
 * @property {typeof globalThis.fetch} fetch
 * @property {number} timeout
 * @property {number} maxRetries
 * @property {AbortSignal | undefined} signal
 * @property {ReturnType<typeof import('./retry.js').createBudget>} budget
 * @property {(text: string) => string} withoutKey
 */
/** @typedef {{ readonly response: Response, readonly text: string }} Reply */

/**
 * A reply of status 200 within the time there is, or what went wrong last.
 * @param {Request} request
 * @returns {Promise<Reply>}
 */
export async function exchange({ maxRetries, budget, withoutKey, ...request }) {
  const limit = createLimit(request.timeout, request.signal);
  try {
    for (let retries = 0; ; retries++) {
      const outcome = await attempt(request, limit, withoutKey);
      if (!(outcome instanceof Error)) {
        budget.refund();
        return outcome;
      }
      const pause = pauseBefore(retries, outcome.retryAfter);
      const isWorthwhile = retries < maxRetries && passes(outcome) && pause < limit.left();
      if (!isWorthwhile || !budget.take()) throw outcome;
      await limit.pause(pause);
    }
  } finally {
    limit.end();
  }
}

/**
 * @param {Pick<Request, 'url' | 'headers' | 'fetch'>} request
 * @param {ReturnType<typeof createLimit>} limit
 * @param {(text: string) => string} withoutKey
 */
async function attempt({ url, headers, fetch }, limit, withoutKey) {
  const { signal, within } = limit;
  try {
    signal.throwIfAborted();
    // A redirect could take the key elsewhere.
    const response = await within(fetch(url, { headers, signal, redirect: 'manual' }));
    const text = await within(response.text());
    return response.status === 200 ? { response, text } : serviceError(response, withoutKey(text));
  } catch (cause) {
    signal.throwIfAborted();
    const code = 'connection_failed';
    return new ConnectionError('The service cannot be reached.', { code, cause });
  }
}

/**
 * The time of a call, which its caller's signal may end sooner.
 * @param {number} timeout milliseconds
 * @param {AbortSignal} [signal]
 */
function createLimit(timeout, signal) {
  const deadline = performance.now() + timeout;
  const controller = new AbortController();
  const { signal: over } = controller;
  const giveUp = () => controller.abort(signal?.reason);
  const tooLate = () =>
    controller.abort(new TimeoutError(`No answer within ${timeout} ms.`, { code: 'timeout' }));

  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => {
    over.addEventListener('abort', () => reject(over.reason));
  });
  // It is looked at where there is work to wait for.
  ended.catch(() => {});
  const timer = setTimeout(tooLate, Math.min(timeout, LONGEST_TIMEOUT));
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();

  /**
   * Ends with the time, whatever the work makes of its signal.
   * @template T @param {Promise<T>} work @returns {Promise<T>}
   */
  const within = work => Promise.race([work, ended]);

  return {
    signal: over,
    within,
    left: () => deadline - performance.now(),
    /** @param {number} ms */
    pause: async ms => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let timer;
      try {
        await within(new Promise(resolve => (timer = setTimeout(resolve, ms))));
      } finally {
        clearTimeout(timer);
      }
    },
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    },
  };
}
