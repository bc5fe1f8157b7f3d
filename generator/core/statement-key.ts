/** The key of a statement in the manifest: the compiler writes it, the service finds a request's statement by it. */

const ENCODED: Readonly<Record<string, string>> = { '%': '%25', '|': '%7C' };

/**
 * The values of the folded enums in the order of `choices`, joined with `|`, in which `%` and `|` of a value stand as `%25` and
 * `%7C`; `""` where nothing is folded. Two lists of as many values give one key only where they are equal.
 */
export function statementKey(values: readonly string[]): string {
  return values.map(encoded).join('|');
}

function encoded(value: string): string {
  return value.replace(/[%|]/g, character => ENCODED[character] ?? character);
}

/** The name of the choice that the length of a window makes: of a step. */
export const STEP = 'step';
