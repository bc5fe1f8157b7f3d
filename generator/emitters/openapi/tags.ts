/** Groups of operations: the part of an endpoint's name before its first dot. */
import type { OpenAPIV3_1 } from 'openapi-types';

/**
 * The group of operations that do not run an endpoint. Group names from endpoints are in lower case, so none equals these
 * constants.
 */
export const SERVICE_TAG = 'Service';
const REST_TAG = 'Endpoints';
/** The group of each endpoint's second path. Listed after the first path, it would push the next endpoint out of sight. */
export const BY_ID_TAG = 'By identifier';
/** The group of both paths with the parameters in a body, which is separate for the same reason. */
export const BY_POST_TAG = 'By POST';

/**
 * Returns the group of every endpoint, by name. An endpoint without a dot belongs to the group of its name if others do, else
 * to the rest.
 */
export function groups(names: readonly string[]): ReadonlyMap<string, string> {
  const prefixes = new Set(names.filter(name => name.includes('.')).map(prefixOf));
  return new Map(
    names.map(name => [name, prefixes.has(prefixOf(name)) ? prefixOf(name) : REST_TAG]),
  );
}

function prefixOf(name: string): string {
  return name.split('.', 1).join();
}

const BY_ID = 'The same endpoints by identifier, which stays the same when an endpoint is renamed.';

const BY_POST = 'The same endpoints, with the parameters in a body.';

/** Returns the tags in the order in which readers see them. */
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
