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
  const run = (client, params, options) => {
    requireClient(client, descriptor);
    return client.call(descriptor, params, options);
  };

  /**
   * @param {import('./client.js').Client<any>} client
   * @param {object} [params]
   * @returns {import('./client.js').QueryOptions<unknown>}
   */
  const queryOptions = (client, params = {}) => {
    requireClient(client, descriptor);
    const { baseUrl, dates } = client;
    return {
      queryKey: [descriptor.name, keyTexts(descriptor, params), { baseUrl, dates }],
      queryFn: ({ signal }) => client.call(descriptor, params, { signal }),
      retry: false,
    };
  };

  return Object.assign(run, { endpoint: descriptor, queryOptions });
}

/**
 * The same function, with `pages`, which goes through all pages, and with the options of a query of them.
 * @template {((client: any, params?: any, options?: any) => import('./client.js').Rows<unknown>) & {
 *   queryOptions: (client: any, params?: any) => import('./client.js').QueryOptions<unknown>
 * }} Run
 * @param {Run} run
 */
export function paged(run) {
  /**
   * Rows of all pages. Each page is requested when its rows are read.
   * @param {import('./client.js').Client<any>} client
   * @param {object} [params]
   * @param {import('./client.js').CallOptions} [options]
   */
  const pages = async function* (client, params = {}, options = {}) {
    let next = {};
    for (;;) {
      const asked = { ...params, ...next };
      const { rows, nextCursor } = await run(client, asked, options).withResponse();
      yield* rows;
      if (nextCursor === null) return;
      next = { cursor: nextCursor };
    }
  };
  /**
   * @param {import('./client.js').Client<any>} client
   * @param {object} [params]
   * @returns {import('./client.js').InfiniteQueryOptions<unknown>}
   */
  const infiniteQueryOptions = (client, params = {}) => ({
    queryKey: [...run.queryOptions(client, params).queryKey, 'pages'],
    queryFn: async ({ signal, pageParam }) => {
      const asked = pageParam === null ? params : { ...params, cursor: pageParam };
      const { rows, nextCursor } = await run(client, asked, { signal }).withResponse();
      return { rows, nextCursor };
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: false,
  });
  return Object.assign(run, { pages, infiniteQueryOptions });
}

/**
 * Parameters as they are sent. In place of those that cannot be, what is wrong with them: a page asks for the key while it is
 * drawn, and the call fails later.
 * @param {import('./client.js').Endpoint} descriptor
 * @param {object} params
 */
function keyTexts(descriptor, params) {
  try {
    return parameterTexts(descriptor, params);
  } catch (error) {
    return { error: String(error) };
  }
}

/**
 * Functions have a `call`, too.
 * @param {unknown} client
 * @param {import('./client.js').Endpoint} descriptor
 */
export function requireClient(client, { name }) {
  if (typeof client !== 'object' || typeof Object(client).call !== 'function') {
    throw new TypeError(`the first argument of \`${name}\` must be a client from \`createClient\``);
  }
}
