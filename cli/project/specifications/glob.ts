/**
 * Whether `glob` matches the whole `name`: `*` matches any characters, `?` one character. The time is at most proportional to
 * the product of their lengths.
 */
export function matchesGlob(glob: string, name: string): boolean {
  const [signs, letters] = [[...glob], [...name]];
  let at = 0;
  let sign = 0;
  // Where to resume if the text after the last star does not match.
  let star = -1;
  let from = 0;
  while (at < letters.length) {
    if (signs[sign] === '*') {
      star = sign++;
      from = at;
    } else if (signs[sign] === '?' || signs[sign] === letters[at]) {
      sign++;
      at++;
    } else if (star >= 0) {
      sign = star + 1;
      at = ++from;
    } else return false;
  }
  return signs.slice(sign).every(rest => rest === '*');
}
