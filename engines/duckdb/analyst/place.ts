/** Converts positions that DuckDB reports to offsets in a statement's text. */

/** DuckDB turns every other kind of space into a plain space before it counts. */
const OTHER_SPACE = /[^\S\t\n\v\f\r ]/u;

/**
 * The UTF-16 offset of the code point at `position`: the parser counts code points. `null` if the text has other
 * spaces.
 */
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

/**
 * The UTF-16 offset of a UTF-8 byte: the binder counts bytes. `null` beyond the text, or if the text has other spaces.
 */
export function placeOfByte(text: string, byte: number): number | null {
  const bytes = Buffer.from(text, 'utf8');
  if (OTHER_SPACE.test(text) || byte > bytes.length) return null;
  return bytes.subarray(0, byte).toString('utf8').length;
}
