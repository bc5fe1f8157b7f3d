/** Converts byte offsets in UTF-8 to offsets in a JavaScript string. */

/**
 * Maps byte offsets of one text to UTF-16 offsets. An offset inside a character maps to the start of the character, an offset beyond the
 * text to its end. A lone surrogate counts three bytes, because UTF-8 writes a replacement character of three bytes.
 */
export function offsetsOf(text: string): (byte: number) => number {
  let starts: Uint32Array | null = null;
  return byte => {
    starts ??= startsOf(text);
    return starts[Math.max(0, Math.min(byte, starts.length - 1))] ?? text.length;
  };
}

/** The offset of the character at each byte, and of the end. */
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
