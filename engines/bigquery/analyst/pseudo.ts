/** The column of a wildcard table that a data set may declare: a text reads it by its name, and `*` leaves it out. */
export const TABLE_SUFFIX = '_TABLE_SUFFIX';

/** The properties of a data set's column for the analyser, beside its type. */
export function pseudoMark(name: string): { readonly is_pseudo_column?: true } {
  return name === TABLE_SUFFIX ? { is_pseudo_column: true } : {};
}
