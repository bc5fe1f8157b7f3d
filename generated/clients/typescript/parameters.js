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

/** @param {string} name @param {unknown} value @param {boolean} isInteger */
function textOf(name, value, isInteger) {
  if (value instanceof Date) return value.toISOString();
  // Beyond these the digits that the caller wrote are lost already.
  if (typeof value === 'number' && !(isInteger ? Number.isSafeInteger : Number.isFinite)(value)) {
    throw new RangeError(
      isInteger
        ? `\`${name}\` must be a whole number, and a bigint beyond 2^53 - 1`
        : `\`${name}\` must be a finite number`,
    );
  }
  return String(value);
}

/**
 * The parameters behind their question mark.
 * @param {import('./client.js').Endpoint} endpoint
 * @param {object} params
 */
export function queryString(endpoint, params) {
  const pairs = Object.entries(parameterTexts(endpoint, params));
  if (pairs.length === 0) return '';
  return `?${pairs.map(pair => pair.map(encodeURIComponent).join('=')).join('&')}`;
}
