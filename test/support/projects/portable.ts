/** Endpoints of which a test knows that they are in the portable language. */
import {
  answeredSources,
  type Endpoint,
  type PortableEndpoint,
} from '../../../generator/core/plan/endpoint.ts';
import type { Source } from '../../../generator/core/spec/source.ts';
import type { EndpointSpec, PortableSpec } from '../../../generator/core/spec/spec.ts';

/** Those of a list that are. */
export function allPortable(endpoints: readonly Endpoint[]): readonly PortableEndpoint[] {
  return endpoints.filter(endpoint => endpoint.body === 'portable');
}

export function portableSpec(spec: EndpointSpec): PortableSpec {
  if (spec.body !== 'portable') throw new Error(`${spec.endpoint.value} is in engines' own SQL`);
  return spec;
}

/** The data set of an endpoint that reads one. */
export function onlySource(endpoint: PortableEndpoint): Source {
  const [source, ...more] = answeredSources(endpoint);
  if (source === undefined || more.length > 0) throw new Error(`${endpoint.name} reads several`);
  return source;
}
