/** Names in PostgreSQL's statements. */

/** The parts of a name, outermost first, each in quotes. */
export function quotedName(parts: readonly string[]): string {
  return parts.map(part => `"${part.replaceAll('"', '""')}"`).join('.');
}
