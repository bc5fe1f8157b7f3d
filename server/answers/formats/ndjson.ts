/** Writes rows as lines of JSON. */

/** Converts the JSON texts of rows. */
export function ndjsonText(rows: readonly string[]): string {
  return rows.map(row => `${onOneLine(row)}\n`).join('');
}

/** Removes line breaks. Those in strings are escaped, so the others are between the tokens of a `json` value. */
function onOneLine(row: string): string {
  return row.replaceAll(/[\r\n]/g, ' ');
}
