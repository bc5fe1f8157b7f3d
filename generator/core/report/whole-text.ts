/** Texts that contain signs of YAML, as one value. */

/** A text in quotes, so that it is one value between braces. */
export function quotedValue(text: string): string {
  const isDouble = text.includes("'") && !/["\\]/.test(text);
  return isDouble ? `"${text}"` : `'${text.replaceAll("'", "''")}'`;
}

/** The hint to write a text, which may stand on several lines, in quotes. */
export function quoteHint(text: string): string {
  return `Write \`${quotedValue(onOneLine(text))}\`.`;
}

/** The text on one line, as YAML reads it in quotes: a line break is a space, without the space around it. */
export function onOneLine(text: string): string {
  const lines = text.split('\n');
  return lines.map((line, i) => trimmed(line, i > 0, i < lines.length - 1)).join(' ');
}

function trimmed(line: string, atStart: boolean, atEnd: boolean): string {
  let [start, end] = [0, line.length];
  while (atStart && SPACE.has(line.charAt(start))) start += 1;
  while (atEnd && end > start && SPACE.has(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
}

const SPACE: ReadonlySet<string> = new Set([' ', '\t', '\r']);

/** The begin of a tag, an anchor or a block. */
const SIGN = /^[&*!|>%`]/;
/** A place where another value may begin: a colon after a key, an empty line, a break of old systems. */
const OTHER = /:(?=\s|$)|["']\s*:|\n[ \t\r]*\n|\r(?!\n)/;
const IN_QUOTES = /(?<!\w)(?:'[^'\n]*'|"[^"\n]*")(?!\s*:)/g;

/** Whether a text with commas, between braces, can only be meant as one. */
export function isOneText(text: string): boolean {
  if (SIGN.test(text) || /\s#/.test(text)) return false;
  return !OTHER.test(text.replaceAll(IN_QUOTES, "''"));
}
