/** Objects of JSON made of the texts of their members, as `JSON.stringify` indents them by two spaces. */

/** Names with the texts of their values. */
export type Entries = readonly (readonly [name: string, text: string])[];

/** The members of an object; their values stand inside as many others as `depth` says. */
export function entriesOf(object: object, depth: number): Entries {
  return Object.entries(object).map(([name, value]) => {
    const text = JSON.stringify(value, null, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`);
    return [name, text] as const;
  });
}

/** The object with those members. */
export function objectText(entries: Entries, depth: number): string {
  if (entries.length === 0) return '{}';
  const outer = '  '.repeat(depth);
  const lines = entries.map(([name, text]) => `${outer}  ${JSON.stringify(name)}: ${text}`);
  return `{\n${lines.join(',\n')}\n${outer}}`;
}
