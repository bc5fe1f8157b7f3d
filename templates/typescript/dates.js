/**
 * Replaces the timestamps of a freshly read record by `Date`s.
 * @param {any} record
 * @param {import('./client.js').Columns | readonly [import('./client.js').Columns]} columns a record in an array is its item `0`
 */
export function withDates(record, columns) {
  if (Object(record) !== record) return;
  for (const [name, column] of Object.entries(columns)) {
    if (typeof column === 'object') withDates(record[name], column);
    else if (Object.hasOwn(record, name) && /^timestamp/.test(column))
      record[name] = dateOf(record[name]);
  }
}

/**
 * Of a list and of a map, each value in its place.
 * @param {any} value
 */
function dateOf(value) {
  if (typeof value === 'string') return new Date(value);
  if (Object(value) === value) for (const key in value) value[key] = dateOf(value[key]);
  return value;
}
