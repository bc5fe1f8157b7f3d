/** Reserved words of expressions, in any letter case: a column of such a name cannot be read. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'in', 'is', 'between'],
  ...['null', 'true', 'false'],
]);
