/** Messages about the parameters of a request. */

/** `found` is the text that was given; `null` if none was given, or if `expected` shows it. */
export function refusedParameter(name: string, expected: string, found: string | null): string {
  return `\`${name}\` must be ${expected}${found === null ? '' : `, not \`${found}\``}.`;
}

export function repeatedParameter(name: string): string {
  return `\`${name}\` is given more than once.`;
}

/** `known` are the existing parameters; `null` if they were listed before. */
export function unknownParameter(name: string, known: readonly string[] | null): string {
  return `\`${name}\` is not a parameter${known === null ? '' : `; there are ${listed(known)}`}.`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map(name => `\`${name}\``).join(', ');
}
