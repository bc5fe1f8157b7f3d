/** Names must differ by more than letter case, because some engines and file systems ignore it. */
import { type Place, type Report, suggestion } from '../../core/report/diagnostics.ts';

interface Named {
  readonly name: string;
  readonly place: Place;
}

/** Reports each name that equals an earlier one, and returns the others. `what`: the word for the kind of name. */
export function distinctNames<T extends Named>(
  names: readonly T[],
  what: string,
  report: Report,
  hint = 'Rename one of them.',
): readonly T[] {
  const seen = new Map<string, T>();
  for (const named of names) {
    const first = seen.get(named.name.toLowerCase());
    if (first === undefined) seen.set(named.name.toLowerCase(), named);
    else report('duplicate-name', named.place, clash(named, first, what), hint);
  }
  return [...seen.values()];
}

function clash({ name, place }: Named, first: Named, what: string): string {
  const other =
    place.source.file === first.place.source.file ? '' : ` in \`${first.place.source.file}\``;
  return first.name === name
    ? `Another ${what}${other} is called \`${name}\``
    : `Another ${what}${other} is called \`${first.name}\`; \`${name}\` differs only in letter case`;
}

/** The first of each group of identical names. Names that differ only in letter case are all kept, because each may be used. */
export function firstOfEach<T extends Named>(names: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return names.filter(({ name }) => {
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  });
}

/** Comparing every unknown name with every known one is quadratic: with thousands of both, it would take a minute. */
export const MAX_COMPARED = 200;

/** A hint for an unknown name. In a long list, only the first names are compared. */
export function suggest(name: string, names: readonly string[]): string | null {
  return suggestion(name, names.slice(0, MAX_COMPARED));
}

/** A hint for the unknown key of a mapping. A name that another entry has cannot be meant. */
export function suggestKey(
  name: string,
  names: readonly string[],
  entries: readonly { readonly name: string }[],
): string | null {
  const taken = new Set(entries.map(entry => entry.name));
  return suggest(
    name,
    names.filter(one => !taken.has(one)),
  );
}

const MAX_LISTED = 10;

/** Names for a message. A long list is cut, with the number of names left out. */
export function summarizeNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).map(name => `\`${name}\``);
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}
