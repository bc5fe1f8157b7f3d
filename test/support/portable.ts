/** Endpoints of which a test knows that they are in the portable language. */
import type { Endpoint, PortableEndpoint } from '../../generator/core/endpoint.ts';
import type { EndpointSpec, PortableSpec } from '../../generator/core/spec.ts';

/** Those of a list that are. */
export function allPortable(endpoints: readonly Endpoint[]): readonly PortableEndpoint[] {
  return endpoints.filter(endpoint => endpoint.body === 'portable');
}

export function portableSpec(spec: EndpointSpec): PortableSpec {
  if (spec.body !== 'portable') throw new Error(`${spec.endpoint.value} is in engines' own SQL`);
  return spec;
}
