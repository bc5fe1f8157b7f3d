import { InvalidResponseError, ServiceError } from './errors.js';
import { retryAfterSeconds } from './retry.js';

/** @typedef {import('./errors.js').ServiceCode} ServiceCode */

/**
 * The error for an answer, with what its problem document says, where it is one.
 * @param {string} endpoint
 * @param {Response} response
 * @param {string} text
 * @param {(text: string) => string} withoutKey
 */
export function serviceError(endpoint, { status, headers }, text, withoutKey) {
  const { code, detail, parameters } = Object(parsed(withoutKey(text)));
  const requestId = headers.get('X-Request-Id');
  const message = typeof detail === 'string' ? detail : `The answer has status ${status}.`;
  return new ServiceError(message, {
    code: typeof code === 'string' ? /** @type {ServiceCode} */ (code) : null,
    endpoint,
    status,
    parameters: Array.isArray(parameters) ? parameters : [],
    requestId: requestId && withoutKey(requestId),
    retryAfter: retryAfterSeconds(headers.get('Retry-After')),
  });
}

/**
 * The rows of an answer, and what its headers say of them.
 * @param {string} endpoint
 * @param {Response} response
 * @param {string} text
 */
export function answerOf(endpoint, { status, headers }, text) {
  const { result: rows } = Object(parsed(text));
  const requestId = headers.get('X-Request-Id');
  if (!Array.isArray(rows)) {
    const failure = /** @type {const} */ ({
      code: 'invalid_response',
      endpoint,
      status,
      requestId,
    });
    throw new InvalidResponseError('The answer holds no rows.', failure);
  }
  return {
    rows,
    truncated: headers.get('X-Truncated') === 'true',
    rowLimit: whole(headers.get('X-Row-Limit')),
    cache: /** @type {import('./client.js').Answer<unknown>['cache']} */ (headers.get('X-Cache')),
    age: whole(headers.get('Age')),
    requestId,
    headers,
  };
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is no answer, and is reported as such.
    return undefined;
  }
}

/** A proxy may take a header away, or break it. @param {string | null} text */
function whole(text) {
  return /^\d+$/.test(text ?? '') ? Number(text) : null;
}
