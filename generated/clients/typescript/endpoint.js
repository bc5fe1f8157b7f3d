import { parameterTexts } from './parameters.js';

/**
 * The function of an endpoint.
 * @param {import('./client.js').Endpoint} descriptor
 */
export function endpoint(descriptor) {
  /**
   * @param {import('./client.js').Client<any>} client
   * @param {object} [params]
   * @param {import('./client.js').CallOptions} [options]
   */
  const run = (client, params, options) => client.call(descriptor, params, options);

  /**
   * @param {import('./client.js').Client<any>} client
   * @param {object} [params]
   * @returns {import('./client.js').QueryOptions<unknown>}
   */
  const queryOptions = (client, params = {}) => ({
    queryKey: [
      descriptor.name,
      parameterTexts(descriptor, params),
      { baseUrl: client.baseUrl, dates: client.dates },
    ],
    queryFn: ({ signal }) => client.call(descriptor, params, { signal }),
    retry: false,
  });

  return Object.assign(run, { endpoint: descriptor, queryOptions });
}
