/** The names by which keys hide columns: those of columns and fields, and their tags. */
import type { Field } from './source.ts';

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
