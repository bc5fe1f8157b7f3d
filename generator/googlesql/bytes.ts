/** Places in a text of JavaScript from places in its bytes of UTF-8. */

/**
 * The UTF-16 offsets of ascending or descending byte offsets in one text. An offset within a character is where the character
 * begins, and one beyond the text is its end. Half a surrogate pair counts three bytes, as UTF-8 writes what stands in its place.
 */
export function offsetsOf(text: string): (byte: number) => number {
  let starts: Uint32Array | null = null;
  return byte => {
    starts ??= startsOf(text);
    return starts[Math.max(0, Math.min(byte, starts.length - 1))] ?? text.length;
  };
}

/** For each byte, and for the end, the offset of its character. */
function startsOf(text: string): Uint32Array {
  const starts = new Uint32Array(utf8Length(text) + 1);
  let [at, byte] = [0, 0];
  for (const character of text) {
    const length = utf8Length(character);
    starts.fill(at, byte, byte + length);
    at += character.length;
    byte += length;
  }
  starts[byte] = at;
  return starts;
}

const ENCODER = new TextEncoder();

function utf8Length(text: string): number {
  return ENCODER.encode(text).length;
}
