import { serviceError } from './answer.js';
import { ConnectionError, TimeoutError } from './errors.js';
import { passes, pauseBefore } from './retry.js';

/** Timers count in 31 bits; one of more would end at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * @typedef Request
 * @property {string} endpoint
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
 * A reply of status 200, or what went wrong last.
 * @param {Request} request
 * @returns {Promise<Reply>}
 */
export async function exchange({ maxRetries, budget, ...request }) {
  for (let retries = 0; ; retries++) {
    const outcome = await attempt(request);
    if (!(outcome instanceof Error)) {
      budget.refund();
      return outcome;
    }
    const pause = pauseBefore(retries, outcome.retryAfter);
    const isWorthwhile = retries < maxRetries && passes(outcome) && pause < Infinity;
    if (!isWorthwhile || !budget.take()) throw outcome;
    await paused(pause, request.signal);
  }
}

/**
 * One reply, or why there is none. What the caller gives up is thrown.
 * @param {Omit<Request, 'maxRetries' | 'budget'>} request
 */
async function attempt({ endpoint, url, headers, fetch, timeout, signal, withoutKey }) {
  try {
    return await within(endpoint, timeout, signal, async signal => {
      // A redirect could take the key elsewhere.
      const response = await fetch(url, { headers, signal, redirect: 'manual' });
      const text = await response.text();
      return response.status === 200
        ? { response, text }
        : serviceError(endpoint, response, text, withoutKey);
    });
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof TimeoutError) return cause;
    const failure = /** @type {const} */ ({ code: 'connection_failed', endpoint, cause });
    return new ConnectionError(`\`${endpoint}\` cannot be reached.`, failure);
  }
}

/**
 * Ends with the time there is, or with the caller's signal, whatever the work makes of its own.
 * @template T
 * @param {string} endpoint
 * @param {number} ms
 * @param {AbortSignal | undefined} signal
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function within(endpoint, ms, signal, work) {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const { signal: over } = controller;
  const giveUp = () => controller.abort(signal?.reason);
  const tooLate = () => {
    const message = `\`${endpoint}\` gave no answer within ${ms} ms.`;
    controller.abort(new TimeoutError(message, { code: 'timeout', endpoint }));
  };
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => {
    over.addEventListener('abort', () => reject(over.reason));
  });
  const timer = setTimeout(tooLate, Math.min(ms, LONGEST_TIMEOUT));
  signal?.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work(over), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/**
 * Waits, unless the caller gives up.
 * @param {number} ms
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
async function paused(ms, signal) {
  signal?.throwIfAborted();
  let giveUp = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  try {
    await new Promise((resolve, reject) => {
      giveUp = () => reject(signal?.reason);
      timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', giveUp);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
