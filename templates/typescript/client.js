// @ts-self-types="./client.d.ts"
import { answerOf } from './answer.js';
import { withDates } from './dates.js';
import { exchange, within } from './exchange.js';
import { sentParameters } from './parameters.js';
import { createBudget } from './retry.js';

export * from './errors.js';
export { responseAs } from './formats.js';
export { validateRows } from './validate.js';

/** Browsers name themselves, and ask services of other origins first whether the header may be sent. */
const { process } = /** @type {any} */ (globalThis);
const USER_AGENT = process?.versions?.node ? { 'User-Agent': 'quern-typescript' } : {};
const DEFAULTS = {
  timeout: 30_000,
  maxRetries: 2,
  headers: { Accept: 'application/json', ...USER_AGENT },
};

/** @typedef {import('./client.js').Endpoint} Endpoint */
/** @typedef {import('./client.js').CallOptions} CallOptions */
/** @typedef {Omit<CallOptions, 'signal'>} Options */
/**
 * @typedef {object} Settled
 * @property {number} timeout
 * @property {number} maxRetries
 * @property {Options['fetch']} [fetch]
 * @property {Headers | Record<string, string>} headers
 */

/**
 * `fixed` is only for the types.
 * @param {import('./client.js').ClientOptions} options
 * @returns {import('./client.js').Client<any>}
 */
export function createClient(
  {
    baseUrl,
    apiKey,
    dates = 'string',
    largeNumbers = 'error',
    fixed,
    validate,
    ...options
  } = /** @type {any} */ ({}),
) {
  if (
    typeof baseUrl !== 'string' ||
    /[?#]|\/\/[^/]*@/.test(baseUrl) ||
    !(options.fetch || isAddress(baseUrl))
  ) {
    throw new TypeError(
      '`baseUrl` must be an http(s) address without query, fragment and credentials',
    );
  }
  if (typeof apiKey !== 'function') requireKey(apiKey);
  if (!['string', 'Date'].includes(dates))
    throw new TypeError("`dates` must be 'string' or 'Date'");
  if (!['error', 'string'].includes(largeNumbers))
    throw new TypeError("`largeNumbers` must be 'error' or 'string'");
  const usual = settled(DEFAULTS, options);
  const root = `${baseUrl.replace(/\/+$/, '')}/api/endpoints/`;
  const budget = createBudget();

  /**
   * The answer in the form that `read` gives it.
   * @template Read
   * @param {Endpoint} endpoint
   * @param {object | undefined} params
   * @param {CallOptions | undefined} options
   * @param {import('./exchange.js').Form<Read>} form
   */
  const respond = async (endpoint, params = {}, { signal, ...options } = {}, { accept, read }) => {
    const own = settled(usual, options);
    if (accept) own.headers.set('Accept', accept);
    const key = typeof apiKey === 'function' ? await keyOf(apiKey, signal) : apiKey;
    if (key !== undefined) own.headers.set('X-API-KEY', key);
    const { query, body } = sentParameters(endpoint, params);
    if (body !== undefined) own.headers.set('Content-Type', 'application/json');
    return exchange({
      ...own,
      endpoint: endpoint.name,
      url: root + encodeURIComponent(endpoint.name) + query,
      body,
      signal,
      budget,
      largeNumbers,
      read,
      withoutKey: text => (key === undefined ? text : text.replaceAll(key, '[key]')),
    });
  };

  /** @param {Endpoint} endpoint @param {object} [params] @param {CallOptions} [options] */
  const ask = async (endpoint, params, options) => {
    const answer = await respond(endpoint, params, options, { read: answerOf });
    const columns = endpoint.opened?.(answer) ?? endpoint.columns;
    validate?.(answer.rows, { ...endpoint, columns }, answer);
    if (dates === 'Date') for (const row of answer.rows) withDates(row, columns);
    return answer;
  };

  /** @param {Endpoint} endpoint @param {object} [params] @param {CallOptions} [options] */
  const call = (endpoint, params, options) => {
    const answer = ask(endpoint, params, options);
    const rows = answer.then(({ rows }) => rows);
    const withResponse = () => {
      // The failure reaches the callers that wait for the answer.
      rows.catch(() => {});
      return answer;
    };
    return Object.assign(rows, { withResponse });
  };

  return Object.freeze({ baseUrl, dates, call, respond });
}

/** @param {string | null | undefined} key */
function requireKey(key) {
  // `Headers` would refuse it later and show it in the error, and would take `null` for a text.
  if (key !== undefined && (typeof key !== 'string' || !/^[!-~]+$/.test(key))) {
    throw new TypeError('`apiKey` must be visible ASCII');
  }
}

/**
 * The call gives up with its signal, whatever the function does.
 * @param {() => string | Promise<string>} apiKey
 * @param {AbortSignal | undefined} signal
 */
async function keyOf(apiKey, signal) {
  const key = await within(Infinity, signal, undefined, async () => apiKey());
  if (key === undefined) throw new TypeError('`apiKey` must give a key');
  requireKey(key);
  return key;
}

/** In a page it may be relative to the page's own. @param {string} baseUrl */
function isAddress(baseUrl) {
  try {
    return /^https?:$/.test(new URL(baseUrl, globalThis.location?.href).protocol);
  } catch {
    return false;
  }
}

/**
 * Options of a client in place of the defaults, or of a call in place of its client's. Any other name is misspelled.
 * @param {Settled} usual
 * @param {Options} options
 */
function settled(
  usual,
  {
    timeout = usual.timeout,
    maxRetries = usual.maxRetries,
    fetch = usual.fetch,
    headers,
    ...others
  },
) {
  for (const name in others) throw new TypeError(`\`${name}\` is not an option`);
  if (typeof timeout !== 'number' || !(timeout > 0)) {
    throw new RangeError('`timeout` must be a number of milliseconds above 0');
  }
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new RangeError('`maxRetries` must be a whole number from 0');
  }
  if (fetch !== undefined && typeof fetch !== 'function') {
    throw new TypeError('`fetch` must be a function');
  }
  // Later ones stand in place of earlier ones, in whatever case.
  const all = new Headers(usual.headers);
  let name = 'headers';
  let value;
  try {
    // One by one, to name the wrong header: the platform's error would repeat its value.
    for ([name, value] of Object.entries(headers ?? {})) new Headers([[name, value]]);
    for ([name, value] of new Headers(headers)) all.set(name, value);
  } catch {
    throw new TypeError(`\`${name}\` must be a valid header`);
  }
  return { timeout, maxRetries, fetch, headers: all };
}
