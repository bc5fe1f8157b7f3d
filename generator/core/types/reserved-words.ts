/** Reserved words of expressions, in any letter case: expressions cannot read a column of such a name. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'in', 'is', 'between'],
  ...['null', 'true', 'false'],
]);
