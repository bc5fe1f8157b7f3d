/** Plain names for the columns of a survey, whose stored names may be any text. */
import { plainNames } from '../../engines/support/plain-names.ts';
import type { SurveyedColumn, SurveyedField } from '../../engines/survey.ts';

export interface Named {
  /** The stored name, if it is not the name of the column. */
  readonly stored: string | null;
  readonly fields: readonly NamedField[] | null;
}
export type NamedField = Omit<SurveyedField, 'fields'> & Named;
export type NamedColumn = Omit<SurveyedColumn, 'fields'> & Named;

/** The columns under plain names, at any depth. */
export function withPlainNames<Column extends SurveyedField>(
  columns: readonly Column[],
): readonly (Omit<Column, 'fields'> & Named)[] {
  const names = new Map(
    [...plainNames(columns.map(({ name }) => name))].map(([plain, stored]) => [stored, plain]),
  );
  return columns.map(({ fields, ...column }) => {
    const name = names.get(column.name) ?? column.name;
    return {
      ...column,
      name,
      stored: name === column.name ? null : column.name,
      // no path leads to fields without names
      fields: fields?.every(field => field.name !== '') === true ? withPlainNames(fields) : null,
    };
  });
}
