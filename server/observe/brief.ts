/** Long texts in the log. */
import { createHash } from 'node:crypto';

/** The most bytes of a statement, a value or a message that one line of the log has. */
export const LONGEST_LOGGED = 4_096;

/** `text`; of a longer text its first 4 KiB, its length in bytes and its digest, by which two lines can be compared. */
export function brief(text: string): string {
  // each unit of a text's length has at least one byte and at most three
  if (text.length * 3 <= LONGEST_LOGGED) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= LONGEST_LOGGED) return text;
  const digest = createHash('sha256').update(bytes).digest('hex');
  return `${wholeCharacters(bytes)} … (${bytes.length} bytes, sha256 ${digest})`;
}

/** The beginning of a text, without the part of a character at its end. */
function wholeCharacters(bytes: Buffer): string {
  let end = LONGEST_LOGGED;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
