import { refusalOf } from './answer.js';
import { ConnectionError, QuernError, TimeoutError } from './errors.js';
import { innermost, passes, pauseBefore } from './retry.js';

/** Timers count in 31 bits; one of more would end at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** @typedef {import('./answer.js').Known} Known */
/**
 * The result of an answer: its value or its error.
 * @template Read
 * @typedef {(
 *   known: Known,
 *   response: Response,
 *   withoutKey: (text: string) => string,
 *   largeNumbers: import('./client.js').ClientOptions['largeNumbers'],
 * ) => Promise<Read | import('./errors.js').QuernError>} Reader
 */
/**
 * A form of answers: its media type, by default that of the client, and how an answer with status 200 is read.
 * @template Read
 * @typedef {{ readonly accept?: string, readonly read: Reader<Read> }} Form
 */
/**
 * @template Read
 * @typedef Request
 * @property {string} endpoint
 * @property {string} url
 * @property {string | undefined} body
 * @property {Headers} headers
 * @property {typeof globalThis.fetch | undefined} fetch
 * @property {number} timeout
 * @property {number} maxRetries
 * @property {AbortSignal | undefined} signal
 * @property {ReturnType<typeof import('./retry.js').createBudget>} budget
 * @property {(text: string) => string} withoutKey
 * @property {import('./client.js').ClientOptions['largeNumbers']} largeNumbers
 * @property {Reader<Read>} read
 */

/**
 * An answer, or what went wrong last.
 * @template Read
 * @param {Request<Read>} request
 * @returns {Promise<Read>}
 */
export async function exchange({ maxRetries, budget, ...request }) {
  for (let retries = 0; ; retries++) {
    const outcome = await attempt(request);
    if (!(outcome instanceof QuernError)) {
      budget.refund();
      return outcome;
    }
    const pause = pauseBefore(retries, outcome.retryAfter);
    const isWorthwhile = retries < maxRetries && passes(outcome) && pause < Infinity;
    if (!isWorthwhile || !budget.take()) throw outcome;
    await within(pause, request.signal);
  }
}

/**
 * One answer, or the reason for none. If the caller gives up, the reason of its signal is thrown.
 * @template Read
 * @param {Omit<Request<Read>, 'maxRetries' | 'budget'>} request
 */
async function attempt({
  endpoint,
  url,
  body,
  headers,
  fetch = globalThis.fetch,
  timeout,
  signal,
  withoutKey,
  largeNumbers,
  read,
}) {
  /** @type {Known} */
  let known = { endpoint };
  const tooLate = () =>
    new TimeoutError(`\`${endpoint}\` gave no answer within ${timeout} ms.`, {
      ...known,
      code: 'timeout',
    });
  try {
    return await within(timeout, signal, tooLate, async signal => {
      // A redirect could take the key elsewhere.
      const posted = body === undefined ? {} : { method: 'POST', body };
      const response = await fetch(url, { ...posted, headers, signal, redirect: 'manual' });
      const requestId = withoutKey(response.headers.get('X-Request-Id') ?? '') || null;
      known = { endpoint, status: response.status, requestId };
      const readAs = response.status === 200 ? read : refusalOf;
      return await readAs(known, response, withoutKey, largeNumbers);
    });
  } catch (cause) {
    signal?.throwIfAborted();
    const { message, code } = innermost(cause);
    const reason = withoutKey(String(message || code || cause));
    return new ConnectionError(`\`${endpoint}\` gave no answer (${reason}).`, {
      ...known,
      code: 'connection_failed',
      cause,
    });
  }
}

/**
 * The result of the work, or that of `tooLate` once the time is over; without work it is a pause. It fails with the
 * caller's signal, whatever the work makes of its own.
 * @template Late, [T=never]
 * @param {number} ms
 * @param {AbortSignal | undefined} signal
 * @param {() => Late} [tooLate]
 * @param {(signal: AbortSignal) => Promise<T>} [work]
 * @returns {Promise<T | Late>}
 */
export async function within(ms, signal, tooLate, work = () => new Promise(() => {})) {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const own = controller.signal;
  /** @type {Promise<Late>} */
  const ended = new Promise((resolve, reject) => {
    own.addEventListener('abort', () =>
      signal?.aborted ? reject(signal.reason) : resolve(own.reason),
    );
  });
  const giveUp = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(tooLate?.()), Math.min(ms, LONGEST_TIMEOUT));
  signal?.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work(own), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
