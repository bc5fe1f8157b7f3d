/** Reserved words of expressions, in any letter case: no column can be read by such a name. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'in', 'is', 'between'],
  ...['null', 'true', 'false'],
]);
