import authorSql from '../../author-sql.ts';

/** The column of a wildcard table that a data set may declare: a text reads it by its name, and `*` leaves it out. */
export const TABLE_SUFFIX = authorSql.added.name;

/** Marks a column of that name as a pseudo column for the analyser. */
export function pseudoMark(name: string): { readonly is_pseudo_column?: true } {
  return name === TABLE_SUFFIX ? { is_pseudo_column: true } : {};
}
