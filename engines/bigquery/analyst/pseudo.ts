/** The column of a wildcard table that a data set may declare: a text reads it by its name, and `*` leaves it out. */
export const TABLE_SUFFIX = '_TABLE_SUFFIX';

/** Marks a column of that name as a pseudo column for the analyser. */
export function pseudoMark(name: string): { readonly is_pseudo_column?: true } {
  return name === TABLE_SUFFIX ? { is_pseudo_column: true } : {};
}
