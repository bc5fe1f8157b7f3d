/**
 * Splits JSON text that the service wrote into parts, as text, because a parser would round numbers. The text has no space
 * between tokens, except inside values of `json` columns, which are not split.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Returns the items of an array, or the members of an object, each with its key. */
export function splitJson(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 1;
  for (let at = 1; at < text.length - 1; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= 1;
    else if (code === COMMA && depth === 0) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  if (begin < text.length - 1) parts.push(text.slice(begin, -1));
  return parts;
}

/** Creates the reader of the values of an object with the keys `names`, in this order. */
export function valuesReader(names: readonly string[]): (text: string) => readonly string[] {
  // a key has quotes around it and a colon after it
  const widths = names.map(name => JSON.stringify(name).length + 1);
  return text => splitJson(text).map((part, index) => part.slice(widths[index]));
}

/** Returns the members of an object with any keys. */
export function splitJsonMembers(text: string): readonly (readonly [key: string, value: string])[] {
  return splitJson(text).map(part => {
    const end = closingQuote(part, 0) + 1;
    return [part.slice(0, end), part.slice(end + 1)];
  });
}

/** Returns the position of the closing quote of the string that begins at `at`. */
function closingQuote(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
