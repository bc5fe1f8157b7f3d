/** Patterns of LIKE, whose search costs as much as that for a pattern of RE2. */

/** The pattern of RE2, under the flag `s`, that the same texts have as a whole. Each backslash escapes `%`, `_` or a backslash. */
export function likeAsRe2(pattern: string): string {
  const parts = (pattern.match(/\\.|[^\\]/gsu) ?? []).map(part => {
    if (part === '%') return '.*';
    if (part === '_') return '.';
    return part.replace(/^\\(?=.)/s, '').replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
  });
  return `^${parts.join('')}$`;
}
