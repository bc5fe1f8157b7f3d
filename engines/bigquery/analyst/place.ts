/** Converts ZetaSQL's places to offsets in a JavaScript string. */

/** Lines and columns count from 1, bytes of UTF-8 from 0. */
type Place = { readonly line: number; readonly column: number } | { readonly byte: number };

/** A tab extends to the next multiple of this. */
const TAB = 8;

/**
 * The UTF-16 offset of the place. If the place is beyond its line or the text, this is the end of the line or the text. A line
 * ends at LF, CR or both; a column is a code point.
 */
export function offsetAt(text: string, place: Place): number {
  let [offset, byte, line, column] = [0, 0, 1, 1];
  let before = '';
  for (const character of text) {
    const isSecondHalf = character === '\n' && before === '\r';
    const isThere =
      'byte' in place
        ? byte >= place.byte
        : line === place.line && (column >= place.column || isLineEnd(character));
    if (isThere && !isSecondHalf) break;
    offset += character.length;
    byte += Buffer.byteLength(character);
    if (isLineEnd(character)) {
      if (!isSecondHalf) line += 1;
      column = 1;
    } else column = character === '\t' ? column + TAB - ((column - 1) % TAB) : column + 1;
    before = character;
  }
  return offset;
}

function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}
