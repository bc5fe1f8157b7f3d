/**
 * Puts `Date`s in place of the timestamps of a record that was just read.
 * @param {any} record
 * @param {import('./client.js').Columns} columns
 */
export function withDates(record, columns) {
  for (const [name, column] of Object.entries(columns)) {
    const value = record?.[name];
    if (typeof column === 'object') withDates(value, column);
    else if (typeof value === 'string' && /^timestamp/.test(column)) record[name] = new Date(value);
  }
}
