/** Rows as lines of JSON. */

/** From the JSON texts of rows. */
export function ndjsonText(rows: readonly string[]): string {
  return rows.map(row => `${onOneLine(row)}\n`).join('');
}

/** Strings have their line breaks escaped; remaining ones are between the tokens of a `json` value. */
function onOneLine(row: string): string {
  return row.replaceAll(/[\r\n]/g, ' ');
}
