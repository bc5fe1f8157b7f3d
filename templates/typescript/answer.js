import { InvalidResponseError, ServiceError } from './errors.js';
import { placeOfDifference, quoteLargeNumbers } from './numbers.js';
import { retryAfterSeconds } from './retry.js';

/** @typedef {import('./errors.js').ServiceCode} ServiceCode */
/** @typedef {import('./client.js').Answer<unknown>} Answer */

/**
 * The facts about a request; without an answer, only its endpoint.
 * @typedef {object} Known
 * @property {string} endpoint
 * @property {number} [status]
 * @property {string | null} [requestId]
 */

/**
 * The error of an answer with another status than 200.
 * @param {Known} known
 * @param {Response} response
 * @param {(text: string) => string} withoutKey
 */
export async function refusalOf(known, response, withoutKey) {
  const { code, detail, parameters } = Object(parsed(withoutKey(await response.text())));
  const message =
    typeof detail === 'string' ? detail : `\`${known.endpoint}\` gave status ${known.status}.`;
  return new ServiceError(message, {
    ...known,
    code: typeof code === 'string' ? /** @type {ServiceCode} */ (code) : null,
    parameters: Array.isArray(parameters) ? parameters : [],
    retryAfter: retryAfterSeconds(response.headers.get('Retry-After') ?? ''),
  });
}

/**
 * The rows of an answer with the facts in its headers, or what is wrong with it.
 * @type {import('./exchange.js').Reader<Answer>}
 */
export async function answerOf(known, response, withoutKey, largeNumbers) {
  const { endpoint, requestId = null } = known;
  const { headers } = response;
  const text = await response.text();
  const { result } = Object(parsed(text));
  /** @param {string} message */
  const invalid = message =>
    new InvalidResponseError(message, { ...known, code: 'invalid_response' });
  if (!Array.isArray(result) || result.some(row => Object(row) !== row)) {
    const type = withoutKey(headers.get('Content-Type') ?? 'no type');
    return invalid(`\`${endpoint}\` gave no JSON of rows (${type}).`);
  }
  const quoted = quoteLargeNumbers(text);
  const rows = quoted === text ? result : JSON.parse(quoted).result;
  const place = largeNumbers === 'error' && placeOfDifference(result, rows);
  if (place) {
    return invalid(
      `${place} of \`${endpoint}\` has a number that JavaScript would round; with \`largeNumbers: 'string'\` it is a text.`,
    );
  }
  return {
    rows,
    truncated: headers.get('X-Truncated') === 'true',
    rowLimit: whole(headers.get('X-Row-Limit')),
    nextCursor: headers.get('X-Next-Cursor') || null,
    cache: /** @type {Answer['cache']} */ (headers.get('X-Cache')),
    age: whole(headers.get('Age')),
    requestId,
    step: headers.get('X-Step'),
    headers,
  };
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // A body that is not JSON is an invalid answer.
    return undefined;
  }
}

/** A proxy may take a header away, or break it. @param {string | null} text */
function whole(text) {
  return /^\d+$/.test(text ?? '') ? Number(text) : null;
}
