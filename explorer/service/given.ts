/** The texts of a form by the names of parameters. An absent parameter has no entry, and no text is empty. */
export type Given = ReadonlyMap<string, readonly string[]>;

export const NOTHING_GIVEN: Given = new Map();

/** `given` with other texts for a parameter; without texts, the parameter is absent. */
export function withTexts(given: Given, name: string, texts: readonly string[]): Given {
  const present = texts.filter(text => text !== '');
  const others = new Map(given);
  if (present.length === 0) others.delete(name);
  else others.set(name, present);
  return others;
}

export function readGivenText(given: Given, name: string): string {
  return given.get(name)?.[0] ?? '';
}

/** Whether both make the same request. */
export function isSameRequest(one: Given, other: Given): boolean {
  return writeQuery(one) === writeQuery(other);
}

/** The text after the question mark of an address, in the order of names. */
export function writeQuery(given: Given): string {
  const pairs = [...given].flatMap(([name, texts]) => texts.map(text => [name, text] as const));
  const sorted = [...pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const params = new URLSearchParams();
  for (const [name, text] of sorted) params.append(name, text);
  return String(params);
}
