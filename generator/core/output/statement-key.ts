/** The key of a statement in the manifest: the compiler writes it, and the service uses it to find the statement of a request. */

const ENCODED: Readonly<Record<string, string>> = { '%': '%25', '|': '%7C' };

/**
 * The values of the folded enums in the order of `choices`, joined with `|`; `%` and `|` inside a value are written as `%25` and `%7C`.
 * `""` if nothing is folded. Lists of the same length have the same key only if they are equal.
 */
export function statementKey(values: readonly string[]): string {
  return values.map(encoded).join('|');
}

function encoded(value: string): string {
  return value.replace(/[%|]/g, character => ENCODED[character] ?? character);
}

/** The name of the choice that the length of a window makes: the step. */
export const STEP = 'step';
