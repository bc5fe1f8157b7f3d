// @ts-self-types="./mock.d.ts"
import { createClient } from './client.js';
import { examples } from './examples.js';
import { validateRows } from './validate.js';

/** @typedef {import('./mock.js').Answered} Answered */

/** @param {import('./mock.js').MockOptions} [options] @returns {import('./mock.js').MockClient<any>} */
export function createMockClient(options = {}) {
  /** @type {Map<string, import('./mock.js').Answering>} */
  const answers = new Map();
  const client = createClient({
    validate: validateRows,
    ...options,
    baseUrl: 'http://mock.invalid',
    maxRetries: 0,
  });

  /** @param {import('./client.js').Endpoint} endpoint @param {object} [params] @param {import('./client.js').CallOptions} [options] */
  const answered = (endpoint, params = {}, options = {}) => {
    const fetch = async () => {
      const answer = answers.get(endpoint.name) ?? exampleOf(endpoint.name);
      return responseOf(
        typeof answer === 'function' ? await answer(/** @type {never} */ (params)) : answer,
      );
    };
    return { ...options, fetch };
  };

  /** @type {import('./client.js').Client['call']} */
  const call = (endpoint, params, options) =>
    client.call(endpoint, params, answered(endpoint, params, options));

  /** @type {import('./client.js').Client['respond']} */
  const respond = (endpoint, params, options, form) =>
    client.respond(endpoint, params, answered(endpoint, params, options), form);

  /** @param {{ endpoint: import('./client.js').Endpoint }} run @param {import('./mock.js').Answering} answer */
  const answer = ({ endpoint }, answer) => {
    answers.set(endpoint.name, answer);
    return mock;
  };

  const mock = Object.freeze({ ...client, call, respond, answer });
  return mock;
}

/** @param {string} endpoint @returns {readonly object[]} */
function exampleOf(endpoint) {
  if (Object.hasOwn(examples, endpoint)) return Reflect.get(examples, endpoint);
  throw new Error('no test of the endpoint has rows: give the mock an answer');
}

/** The response of a service with that answer. @param {Answered} answered */
function responseOf(answered) {
  if (answered instanceof Response) return answered.clone();
  const {
    rows,
    nextCursor,
    truncated = false,
    status = 200,
    ...problem
  } = Array.isArray(answered) ? { rows: answered } : Object(answered);
  if (rows === undefined && status === 200) throw new Error('an answer has rows, or a status');
  const type = status === 200 ? 'application/json' : 'application/problem+json';
  const headers = new Headers({ 'Content-Type': type, 'X-Truncated': String(truncated) });
  if (nextCursor) headers.set('X-Next-Cursor', nextCursor);
  const body = status === 200 ? { result: rows } : problem;
  return new Response(JSON.stringify(body), { status, headers });
}
