/** Places in a statement's text as DuckDB counts them. */

/** DuckDB makes a plain space of every other one before it counts. */
const OTHER_SPACE = /[^\S\t\n\v\f\r ]/u;

/** The UTF-16 offset of the character (a code point) of that number, which is how the parser counts. */
export function placeOfCharacter(text: string, position: number): number | null {
  if (OTHER_SPACE.test(text)) return null;
  let place = 0;
  let left = position;
  for (const character of text) {
    if (left <= 0) break;
    place += character.length;
    left -= 1;
  }
  return place;
}

/** The UTF-16 offset of a byte of the text in UTF-8, which is how the binder counts; `null` beyond the text. */
export function placeOfByte(text: string, byte: number): number | null {
  const bytes = Buffer.from(text, 'utf8');
  if (OTHER_SPACE.test(text) || byte > bytes.length) return null;
  return bytes.subarray(0, byte).toString('utf8').length;
}
