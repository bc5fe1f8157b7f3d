/** Reads JSON text without rounding its integers: `JSON.parse` rounds those beyond 2^53-1. */

/** Finds texts whose digits `JSON.parse` may lose. */
const LOSSY = /9\d{15}|\d{17}/;
/** An unfinished string is one token, so that its quotes do not start further tokens. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/gs;
const LONG_INTEGER = /^-?\d{16,}$/;

/** Whether `JSON.parse` may round an integer of the text. */
export function mayRound(text: string): boolean {
  return LOSSY.test(text);
}

/** Parses JSON text, with long integers as texts of their digits. Throws `SyntaxError`. */
export function parseExactly(text: string): unknown {
  return JSON.parse(mayRound(text) ? text.replace(TOKENS, quoteLong) : text);
}

function quoteLong(token: string): string {
  return LONG_INTEGER.test(token) ? `"${token}"` : token;
}
