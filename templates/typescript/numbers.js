/** JSON without one of these has no number that JavaScript would read as another. */
const LARGE = /[[:,\s]-?(?:9\d{15}|\d{17}|[\d.]+e\+?\d{3})/i;
/** A text or a number of JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Puts quotes around each number that JavaScript would read as another: a whole number of other digits, or an infinite one. Fractions are
 * doubles in every language.
 * @param {string} json valid JSON
 */
export function quoteLargeNumbers(json) {
  if (!LARGE.test(json)) return json;
  return json.replace(TOKEN, token => (isKept(token) ? token : `"${token}"`));
}

/** @param {string} token */
function isKept(token) {
  if (token.startsWith('"')) return true;
  const number = Number(token);
  return Number.isFinite(number) && (!/^-?\d{16,}$/.test(token) || String(number) === token);
}

/**
 * The place of the first value that differs.
 * @param {readonly any[]} rows
 * @param {readonly any[]} others the same rows, read from JSON whose large numbers are texts
 */
export function placeOfDifference(rows, others) {
  if (rows === others) return undefined;
  for (const [index, row] of rows.entries()) {
    for (const name in row) {
      if (JSON.stringify(row[name]) !== JSON.stringify(others[index][name]))
        return `\`${name}\` in row ${index}`;
    }
  }
  return undefined;
}
