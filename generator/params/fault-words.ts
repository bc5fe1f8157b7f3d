/** Messages about the parameters of a request. */

/** `found` is the text that was given; `null` if none was given, or if `expected` shows it. */
export function refusedParameter(name: string, expected: string, found: string | null): string {
  return `\`${name}\` must be ${expected}${found === null ? '' : `, not \`${found}\``}.`;
}

export function repeatedParameter(name: string): string {
  return `\`${name}\` is given more than once.`;
}

/** `known` are the existing parameters; `null` if they were listed before. `near` is one with a similar name, if they lack it. */
export function unknownParameter(
  name: string,
  known: readonly string[] | null,
  near: string | null = null,
): string {
  const similar = near === null ? [] : [`\`${near}\` has a similar name`];
  const there = known === null ? [] : [`there are ${listed(known)}`];
  const facts = [`\`${name}\` is not a parameter`, [...similar, ...there].join(', and ')];
  return `${facts.filter(fact => fact !== '').join('; ')}.`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map(name => `\`${name}\``).join(', ');
}
