/** Lines that Git leaves in a file that it could not merge. */

const START = /^<{7} /m;
const MIDDLE = /^={7}\r?$/m;
const END = /^>{7} /m;

/** Returns the number of the line with which the first conflict begins; `null` without a conflict. */
export function conflictLine(text: string): number | null {
  const start = text.search(START);
  if (start === -1) return null;
  const rest = text.slice(start);
  if (!MIDDLE.test(rest) || !END.test(rest)) return null;
  return text.slice(0, start).split('\n').length;
}
