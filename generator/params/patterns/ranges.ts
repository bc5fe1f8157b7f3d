/** The number of UTF-8 byte ranges for ranges of code points, as RE2 compiles a character class. */

/** The last code points of one, two, three and four bytes. */
const LAST_OF_LENGTH = [0x7f, 0x7ff, 0xffff, 0x10ffff];

/** `runes`: one code point, or pairs of a first and a last one. */
export function byteRanges(runes: Int32Array): number {
  const [only] = runes;
  if (runes.length === 1 && only !== undefined) return rangesBetween(only, only);
  let count = 0;
  for (let at = 0; at < runes.length; at += 2) {
    count += rangesBetween(runes[at] ?? 0, runes[at + 1] ?? 0);
  }
  return count;
}

/** Splits until the encodings of the first and the last code point differ only by ranges of bytes. */
function rangesBetween(first: number, last: number): number {
  if (first > last) return 0;
  const cut = cutBetween(first, last);
  return cut === null ? lengthOf(first) : rangesBetween(first, cut) + rangesBetween(cut + 1, last);
}

function cutBetween(first: number, last: number): number | null {
  const longest = LAST_OF_LENGTH.find(limit => first <= limit && last > limit);
  if (longest !== undefined) return longest;
  for (let bytes = 1; bytes < lengthOf(first); bytes += 1) {
    const tail = (1 << (6 * bytes)) - 1;
    if ((first & ~tail) === (last & ~tail)) continue;
    if ((first & tail) !== 0) return first | tail;
    if ((last & tail) !== tail) return (last & ~tail) - 1;
  }
  return null;
}

function lengthOf(codePoint: number): number {
  return LAST_OF_LENGTH.findIndex(limit => codePoint <= limit) + 1;
}
