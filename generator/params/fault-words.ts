/** What a request at fault is told of its parameters: by the service, and by documents as examples. */

/** `found` is what came instead; `null` where nothing did, or where `expected` shows it. */
export function refusedParameter(name: string, expected: string, found: string | null): string {
  return `\`${name}\` must be ${expected}${found === null ? '' : `, not \`${found}\``}.`;
}

export function repeatedParameter(name: string): string {
  return `\`${name}\` is given more than once.`;
}

/** `known` are the parameters that there are; `null` where that was said before. */
export function unknownParameter(name: string, known: readonly string[] | null): string {
  return `\`${name}\` is not a parameter${known === null ? '' : `; there are ${listed(known)}`}.`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map(name => `\`${name}\``).join(', ');
}
