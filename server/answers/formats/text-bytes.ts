/** Collects the bytes of texts. */

const FIRST_BYTES = 4_096;
const MOST_PART = 1_048_576;
/** The most bytes of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;

export interface TextBytes {
  readonly add: (text: string) => void;
  readonly bytes: () => Buffer;
}

/** The bytes are in parts, each twice as long as the one before it, so that no text is copied while others are added. */
export function createTextBytes(): TextBytes {
  const full: Buffer[] = [];
  let part = Buffer.allocUnsafe(FIRST_BYTES);
  let end = 0;
  return {
    add: text => {
      const most = MOST_BYTES * text.length;
      if (end + most > part.length) {
        full.push(part.subarray(0, end));
        part = Buffer.allocUnsafeSlow(Math.max(most, Math.min(2 * part.length, MOST_PART)));
        end = 0;
      }
      end += part.write(text, end);
    },
    bytes: () => Buffer.concat([...full, part.subarray(0, end)]),
  };
}
