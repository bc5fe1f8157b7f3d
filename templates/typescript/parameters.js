/**
 * Parameters that are there, as they are sent.
 * @param {import('./client.js').Endpoint} endpoint
 * @param {object} params
 * @returns {Readonly<Record<string, string>>}
 */
export function parameterTexts({ integers = [] }, params) {
  const present = Object.entries(params).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return Object.fromEntries(
    present.map(([name, value]) => [name, textOf(name, value, integers.includes(name))]),
  );
}

const TEXTS = new Set(['string', 'number', 'bigint', 'boolean']);

/** @param {string} name @param {unknown} value @param {boolean} isInteger */
function textOf(name, value, isInteger) {
  if (value instanceof Date) return instantOf(name, value);
  if (typeof value === 'number') checkNumber(name, value, isInteger);
  if (!TEXTS.has(typeof value)) throw new TypeError(`\`${name}\` must be a single value`);
  const text = String(value);
  // Half a pair is no character, and UTF-8 cannot say it.
  if (/\p{Surrogate}/u.test(text)) throw new RangeError(`\`${name}\` must be well-formed text`);
  return text;
}

/** @param {string} name @param {Date} date */
function instantOf(name, date) {
  if (Number.isNaN(date.getTime())) throw new RangeError(`\`${name}\` must be a valid date`);
  return date.toISOString();
}

/** Beyond these the digits that the caller wrote are lost already. @param {string} name @param {number} value @param {boolean} isInteger */
function checkNumber(name, value, isInteger) {
  if (isInteger && !Number.isSafeInteger(value)) {
    throw new RangeError(`\`${name}\` must be a whole number, and a bigint beyond 2^53 - 1`);
  }
  if (!Number.isFinite(value)) throw new RangeError(`\`${name}\` must be a finite number`);
}

/**
 * The parameters behind their question mark.
 * @param {import('./client.js').Endpoint} endpoint
 * @param {object} params
 */
export function queryString(endpoint, params) {
  const query = String(new URLSearchParams(parameterTexts(endpoint, params)));
  return query && `?${query}`;
}
