/**
 * Parameters that are there, as they are sent; of a list, the text of each item.
 * @param {import('./client.js').Endpoint} endpoint
 * @param {object} params
 * @returns {Readonly<Record<string, string | readonly string[]>>}
 */
export function parameterTexts({ integers = [], lists = [] }, params) {
  /** @type {[string, string | string[]][]} */
  const texts = [];
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    const text = (/** @type {unknown} */ one) => textOf(name, one, integers.includes(name));
    const isList = lists.includes(name) && Array.isArray(value);
    texts.push([name, isList ? value.map(text) : text(value)]);
  }
  return Object.fromEntries(texts);
}

/** @param {string} name @param {unknown} value @param {boolean} isInteger */
function textOf(name, value, isInteger) {
  const isDate = value instanceof Date;
  const single = isDate ? value.getTime() : value;
  // Beyond the safe integers the digits that the caller wrote are lost already.
  const isSound = isInteger ? Number.isSafeInteger : Number.isFinite;
  if (typeof single === 'number' && !isSound(single)) {
    const sound = isInteger
      ? 'whole number, and a bigint beyond 2^53 - 1'
      : 'finite number or valid date';
    throw new RangeError(`\`${name}\` must be a ${sound}`);
  }
  if (/object|function|symbol/.test(typeof single)) {
    throw new TypeError(`\`${name}\` must be a single value`);
  }
  const text = isDate ? value.toISOString() : String(value);
  // Half a pair is not a character, and UTF-8 cannot say it.
  if (/\p{Surrogate}/u.test(text)) throw new RangeError(`\`${name}\` must be well-formed text`);
  return text;
}

/**
 * Parameters that are there, as members of a JSON body: a number or a boolean is no text, if JSON has it exactly.
 * @param {import('./client.js').Endpoint} endpoint
 * @param {object} params
 * @returns {object}
 */
function parameterMembers(endpoint, params) {
  const members = Object.entries(parameterTexts(endpoint, params)).map(([name, texts]) => {
    const value = /** @type {Record<string, unknown>} */ (params)[name];
    if (Array.isArray(texts)) {
      return [name, texts.map((text, at) => memberOf(text, Object(value)[at]))];
    }
    const member = memberOf(String(texts), value);
    return [name, endpoint.lists?.includes(name) ? [member] : member];
  });
  return Object.fromEntries(members);
}

/** @param {string} text @param {unknown} value */
function memberOf(text, value) {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : text;
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : text;
}

/** Characters of parameters in an address: proxies refuse addresses of more than 8 KiB. */
const LONGEST_QUERY = 4_000;

/**
 * The parameters behind their question mark, or in a body where they are too long for an address, or where an address would split an
 * item.
 * @param {import('./client.js').Endpoint} endpoint
 * @param {object} params
 * @returns {{ query: string, body?: string }}
 */
export function sentParameters(endpoint, params) {
  const texts = parameterTexts(endpoint, params);
  const pairs = Object.entries(texts).flatMap(([name, texts]) =>
    [texts].flat().map(text => [name, text]),
  );
  const query = String(new URLSearchParams(pairs));
  const isSplit = pairs.some(([name = '', text = '']) => {
    const separator = endpoint.separators?.[name];
    return separator !== undefined && text.includes(separator);
  });
  if (isSplit || query.length > LONGEST_QUERY) {
    return { query: '', body: JSON.stringify(parameterMembers(endpoint, params)) };
  }
  return { query: query && `?${query}` };
}
