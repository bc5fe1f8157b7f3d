/**
 * Replaces the timestamps of a freshly read record by `Date`s.
 * @param {any} record
 * @param {import('./client.js').Columns | readonly [import('./client.js').Columns]} columns a record in an array is its item `0`
 */
export function withDates(record, columns) {
  for (const [name, column] of Object.entries(columns)) {
    const value = record?.[name];
    if (typeof column === 'object') withDates(value, column);
    else if (isTexts(value) && /^timestamp/.test(column)) record[name] = dateOf(value);
  }
}

/** @param {unknown} value */
function isTexts(value) {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function dateOf(value) {
  if (Array.isArray(value)) return value.map(dateOf);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, dateOf(one)]));
  }
  return typeof value === 'string' ? new Date(value) : value;
}
