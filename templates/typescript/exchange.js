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
 * @property {typeof globalThis.fetch | undefined} fetch
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
    await within(pause, request.signal, () => {});
  }
}

/**
 * One reply, or why there is none. What the caller gives up is thrown.
 * @param {Omit<Request, 'maxRetries' | 'budget'>} request
 */
async function attempt({
  endpoint,
  url,
  headers,
  fetch = globalThis.fetch,
  timeout,
  signal,
  withoutKey,
}) {
  const tooLate = () => {
    const message = `\`${endpoint}\` gave no answer within ${timeout} ms.`;
    return new TimeoutError(message, { code: 'timeout', endpoint });
  };
  try {
    return await within(timeout, signal, tooLate, async signal => {
      // A redirect could take the key elsewhere.
      const response = await fetch(url, { headers, signal, redirect: 'manual' });
      const text = await response.text();
      return response.status === 200
        ? { response, text }
        : serviceError(endpoint, response, text, withoutKey);
    });
  } catch (cause) {
    signal?.throwIfAborted();
    const failure = /** @type {const} */ ({ code: 'connection_failed', endpoint, cause });
    return new ConnectionError(`\`${endpoint}\` cannot be reached.`, failure);
  }
}

/**
 * What the work gives, or what `tooLate` gives once the time is over; without work it is a pause. It fails with the caller's
 * signal, whatever the work makes of its own.
 * @template Late, [T=never]
 * @param {number} ms
 * @param {AbortSignal | undefined} signal
 * @param {() => Late} tooLate
 * @param {(signal: AbortSignal) => Promise<T>} [work]
 * @returns {Promise<T | Late>}
 */
async function within(ms, signal, tooLate, work = () => new Promise(() => {})) {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let giveUp = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<Late>} */
  const ended = new Promise((resolve, reject) => {
    giveUp = () => {
      reject(signal?.reason);
      controller.abort(signal?.reason);
    };
    const end = () => {
      const late = tooLate();
      resolve(late);
      controller.abort(late);
    };
    timer = setTimeout(end, Math.min(ms, LONGEST_TIMEOUT));
  });
  signal?.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
