/** @typedef {import('./client.js').AnswerColumn} AnswerColumn */
/** @typedef {import('./client.js').Column} Column */

/** A number that is not finite is `null` in JSON. @type {Readonly<Record<AnswerColumn['type'], Column>>} */
const FORMS = {
  string: 'string',
  int64: 'integer',
  float64: 'number?',
  decimal: 'decimal',
  bool: 'boolean',
  timestamp: 'timestamp',
  date: 'date',
  json: 'json',
};

/**
 * Gives an answer the columns of the caller's own statement, and returns them as an endpoint declares its own. There are none where
 * the service leaves them out, and where a proxy takes the header away or breaks it.
 * @param {{ headers: Headers, columns?: readonly AnswerColumn[] }} answer
 * @returns {import('./client.js').Columns | undefined}
 */
export function opened(answer) {
  const columns = columnsIn(answer.headers.get('X-Columns') ?? '');
  if (columns === undefined) return undefined;
  answer.columns = columns;
  return Object.fromEntries(columns.map(column => [column.name, formOf(column)]));
}

/** @param {string} header @returns {readonly AnswerColumn[] | undefined} */
function columnsIn(header) {
  try {
    const columns = JSON.parse(decodeURIComponent(header));
    return Array.isArray(columns) ? columns : undefined;
  } catch {
    return undefined;
  }
}

/** @param {AnswerColumn} column @returns {Column} */
function formOf({ type, nullable, encode }) {
  const form = encode === 'epoch_micros' ? 'integer' : FORMS[type];
  const isMarked = String(form).endsWith('?');
  return /** @type {Column} */ (nullable && !isMarked ? `${form}?` : form);
}
