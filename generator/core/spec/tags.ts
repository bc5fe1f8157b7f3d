/** The names by which keys hide columns: those of columns and fields, and their tags. */
import type { Field } from './source.ts';

/** The characters of the name of an output, which may be any that a data set's column or field has. */
export const OUTPUT_NAME =
  '[\\p{L}\\p{Nd}_]([\\p{L}\\p{Nd} _+%&#:=<>|-]*[\\p{L}\\p{Nd}_+%&#:=<>|-])?';
/** The most characters of a name. */
const LONGEST_NAME = 128;
const WHOLE_NAME = new RegExp(`^${OUTPUT_NAME}$`, 'u');

/** Whether a column, a field or all columns with a tag can have the name. */
export function canBeHidden(name: string): boolean {
  return name.length <= LONGEST_NAME && name !== tagName('') && WHOLE_NAME.test(name);
}

/** The name of all columns with a tag. */
function tagName(tag: string): string {
  return `tag:${tag}`;
}

/** Returns the name of a column or field, and its tags. */
export function namesOf({ name, tags = [] }: Field): readonly string[] {
  return [name, ...tags.map(tagName)];
}

/** Returns the names of all columns and fields, and their tags. */
export function fieldNamesIn(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(field => [...namesOf(field), ...fieldNamesIn(field.fields)]);
}
