/** Groups of operations: what endpoint names say before their first dot. */
import type { OpenAPIV3_1 } from 'openapi-types';

/** Of operations that run no endpoint; group names are in lower case, so none is like these. */
export const SERVICE_TAG = 'Service';
const REST_TAG = 'Endpoints';
/** Of the other path of each endpoint: beside its first, it would hide the next endpoint from readers. */
export const BY_ID_TAG = 'By identifier';
/** Of both paths with the parameters in a body; likewise apart. */
export const BY_POST_TAG = 'By POST';

/** The group of every endpoint, by name. An endpoint without a dot is of a group where others are, else of the rest. */
export function groups(names: readonly string[]): ReadonlyMap<string, string> {
  const prefixes = new Set(names.filter(name => name.includes('.')).map(prefixOf));
  return new Map(
    names.map(name => [name, prefixes.has(prefixOf(name)) ? prefixOf(name) : REST_TAG]),
  );
}

function prefixOf(name: string): string {
  return name.split('.', 1).join();
}

const BY_ID = 'The same endpoints, each by the identifier that stays when it is renamed.';

const BY_POST = 'The same endpoints, with the parameters in a body.';

/** The tags in the order that readers see them. */
export function tags(used: Iterable<string>): OpenAPIV3_1.TagObject[] {
  const inUse = new Set(used);
  const named = [...inUse].filter(group => group !== REST_TAG).sort();
  return [
    ...named.map(name => ({ name, description: `Endpoints of the group \`${name}\`.` })),
    ...(inUse.has(REST_TAG) ? [{ name: REST_TAG, description: 'Endpoints of no group.' }] : []),
    ...(inUse.size > 0
      ? [
          { name: BY_ID_TAG, description: BY_ID },
          { name: BY_POST_TAG, description: BY_POST },
        ]
      : []),
    { name: SERVICE_TAG, description: 'The list of endpoints, and the state of the service.' },
  ];
}
