/** The texts that are valid in every type whose values are texts. */

/** Well-formed Unicode without NUL: what every engine stores, compares and sends back unchanged. */
export function isText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** The message for an invalid text. */
export const TEXT_EXPECTED = 'well-formed Unicode text without NUL';

/** Code points, as `length` of the portable library counts. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
