/** Suggests the names that an author may have meant. */

/** The most names to compare: comparing thousands of mistakes with thousands of names would take minutes. */
const MAX_COMPARED = 256;

/** The name nearest to `name` among the first names, if it is near enough to be meant; else `null`. */
export function nearest(name: string, names: readonly string[]): string | null {
  let best: string | null = null;
  // In a name of one or two letters every letter counts: only the case may differ.
  let bestDistance = Math.floor(name.length / 3) + 1;
  for (const candidate of names.slice(0, MAX_COMPARED)) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** A hint with the nearest name, or with all names if they are few; else `null`. */
export function suggestion(name: string, names: readonly string[]): string | null {
  const near = nearest(name, names);
  if (near !== null) return `Use \`${near}\`, if that is meant.`;
  const akin = sharingWords(name, names);
  if (akin.length > 0) return listOf(akin);
  if (names.length === 0 || names.length > 12) return null;
  return listOf(names);
}

function listOf(names: readonly string[]): string {
  if (names.length === 1) return `Use \`${names[0]}\`.`;
  return `Use one of ${names.map(n => `\`${n}\``).join(', ')}.`;
}

/** The most names that are offered because they share words. */
const MAX_AKIN = 3;

/** The names that consist of the words of `name` and more, or of some of them; none if they are many. */
function sharingWords(name: string, names: readonly string[]): readonly string[] {
  const words = wordsOf(name);
  const akin = names.slice(0, MAX_COMPARED).filter(candidate => {
    const others = wordsOf(candidate);
    return words.every(word => others.includes(word)) || others.every(word => words.includes(word));
  });
  return akin.length > MAX_AKIN ? [] : akin;
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().split(/[_.-]/);
}

/** Restricted Damerau-Levenshtein distance, cut off at `limit`. Names are at most 128 characters. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous: number[] = [];
  let current = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (current[j] ?? limit) + 1,
        (next[j - 1] ?? limit) + 1,
        (current[j - 1] ?? limit) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (previous[j - 2] ?? limit) + 1);
      }
      next.push(cost);
    }
    [previous, current] = [current, next];
  }
  return Math.min(limit, current[b.length] ?? limit);
}
