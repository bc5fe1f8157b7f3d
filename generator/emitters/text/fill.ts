/** Fills the holes, `{{name}}`, of files that ship with generated code. */
import { type Code, indentationAfter, indentLines } from './writer.ts';

/** Matches a hole. Braces around any other text, including spaces, belong to the file. */
export const HOLE = /\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}/g;

/**
 * Fills every hole of a template. A value with several lines keeps the indentation of the hole. Throws for a hole without a
 * value, because templates are checked earlier.
 */
export function fill(template: string, values: Readonly<Record<string, Code>>): string {
  return template.replace(HOLE, (hole, name: string, at: number) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`nothing fills ${hole}`);
    return indentLines(value, indentationAfter(template.slice(0, at)));
  });
}
