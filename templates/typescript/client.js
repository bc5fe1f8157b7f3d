// @ts-self-types="./client.d.ts"
import { answerOf } from './answer.js';
import { withDates } from './dates.js';
import { exchange } from './exchange.js';
import { queryString } from './parameters.js';
import { createBudget } from './retry.js';

export * from './errors.js';
export { validateRows } from './validate.js';

const TIMEOUT = 30_000;
const MAX_RETRIES = 2;

/** Browsers name themselves, and ask services of other origins first whether the header may be sent. */
const { process } = /** @type {any} */ (globalThis);
const USER_AGENT = process?.versions?.node ? { 'User-Agent': 'quern-typescript' } : {};

/** @typedef {import('./client.js').Endpoint} Endpoint */
/** @typedef {import('./client.js').CallOptions} CallOptions */

/**
 * @param {import('./client.js').ClientOptions} options
 * @returns {import('./client.js').Client<any>}
 */
export function createClient({ baseUrl, apiKey, dates = 'string', validate, ...usual }) {
  if (/[?#]|\/\/[^/]*@/.test(baseUrl)) {
    throw new TypeError('`baseUrl` must have no query, no fragment and no credentials');
  }
  if (!usual.fetch && !isAddress(baseUrl)) {
    throw new TypeError('`baseUrl` must be an address of http or https');
  }
  // `Headers` would refuse it later, and tell it.
  if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey)) {
    throw new TypeError('`apiKey` must be visible ASCII characters');
  }
  checkLimits(usual);
  const root = `${baseUrl.replace(/\/+$/, '')}/api/endpoints/`;
  const key = apiKey === undefined ? {} : { 'X-API-KEY': apiKey };
  const budget = createBudget();

  /** @param {Endpoint} endpoint @param {object} params @param {CallOptions} options */
  const ask = async (endpoint, params, options) => {
    checkLimits(options);
    const { response, text } = await exchange({
      endpoint: endpoint.name,
      url: root + encodeURIComponent(endpoint.name) + queryString(endpoint, params),
      headers: headersOf(usual.headers, options.headers, key),
      fetch: options.fetch ?? usual.fetch ?? globalThis.fetch,
      timeout: options.timeout ?? usual.timeout ?? TIMEOUT,
      maxRetries: options.maxRetries ?? usual.maxRetries ?? MAX_RETRIES,
      signal: options.signal,
      budget,
      withoutKey: text => (apiKey === undefined ? text : text.replaceAll(apiKey, '[key]')),
    });
    const answer = answerOf(endpoint.name, response, text);
    validate?.(answer.rows, endpoint);
    if (dates === 'Date') for (const row of answer.rows) withDates(row, endpoint.columns);
    return answer;
  };

  /** @param {Endpoint} endpoint @param {object} [params] @param {CallOptions} [options] */
  const call = (endpoint, params = {}, options = {}) => {
    const answer = ask(endpoint, params, options);
    const rows = answer.then(({ rows }) => rows);
    const withResponse = () => {
      // Whoever asks for the answer is told of its failure there.
      rows.catch(() => {});
      return answer;
    };
    return Object.assign(rows, { withResponse });
  };

  return Object.freeze({ baseUrl, dates, call });
}

/** In a page it may be relative to the page's own. @param {string} baseUrl */
function isAddress(baseUrl) {
  try {
    return /^https?:$/.test(new URL(baseUrl, globalThis.location?.href).protocol);
  } catch {
    return false;
  }
}

/** What is no number is neither. @param {CallOptions} options */
function checkLimits({ timeout = TIMEOUT, maxRetries = MAX_RETRIES }) {
  if (!(timeout > 0)) throw new RangeError('`timeout` must be a number of milliseconds above 0');
  if (!(maxRetries >= 0)) throw new RangeError('`maxRetries` must not be below 0');
}

/** Later ones stand in place of earlier ones, in whatever case. @param {(CallOptions['headers'])[]} given */
function headersOf(...given) {
  const headers = new Headers({ Accept: 'application/json', ...USER_AGENT });
  for (const one of given) {
    for (const [name, value] of new Headers(one)) headers.set(name, value);
  }
  return headers;
}
