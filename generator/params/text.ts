/** Rules for texts that apply to every type whose values are texts. */

/** Whether `text` is well-formed Unicode without NUL, which every engine stores, compares and sends back unchanged. */
export function isText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** The message for an invalid text. */
export const TEXT_EXPECTED = 'well-formed Unicode text without NUL';

/** The number of code points, which is how `length` of the portable library counts. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
