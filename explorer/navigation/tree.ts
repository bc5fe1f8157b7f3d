/** Groups endpoints by the beginning of their names, and searches in them. */
import type { ListedEndpoint } from '../service/listing.ts';

export interface EndpointGroup {
  /** The part of the names before their first dot; empty for names without one. */
  readonly prefix: string;
  readonly endpoints: readonly ListedEndpoint[];
}

/** In the order of the list; endpoints without a prefix are first. */
export function groupsOf(endpoints: readonly ListedEndpoint[]): readonly EndpointGroup[] {
  const groups = new Map<string, ListedEndpoint[]>([['', []]]);
  for (const endpoint of endpoints) {
    const prefix = prefixOf(endpoint.name);
    groups.set(prefix, [...(groups.get(prefix) ?? []), endpoint]);
  }
  return [...groups]
    .filter(([, endpoints]) => endpoints.length > 0)
    .map(([prefix, endpoints]) => ({ prefix, endpoints }));
}

function prefixOf(name: string): string {
  const at = name.indexOf('.');
  return at < 0 ? '' : name.slice(0, at);
}

/** The endpoints whose name, aliases, tags, owner or summary contain every word of the search, in any letter case. */
export function findEndpoints(
  endpoints: readonly ListedEndpoint[],
  search: string,
): readonly ListedEndpoint[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return endpoints.filter(({ name, aliases = [], tags = [], owner = '', summary }) => {
    const text = [name, ...aliases, ...tags, owner, summary ?? ''].join(' ').toLowerCase();
    return words.every(word => text.includes(word));
  });
}
