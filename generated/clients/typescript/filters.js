import { endpoint } from './endpoint.js';

/**
 * The function of an endpoint with filters. Their operators stand in objects: `{ status: { gte: 400 } }`.
 * @param {import('./client.js').Endpoint} descriptor
 * @param {readonly string[]} filters
 */
export function filtered(descriptor, filters) {
  const plain = endpoint(descriptor);
  const parameters = (/** @type {object} */ params) =>
    Object.fromEntries(Object.entries(params).flatMap(given => pairsOf(given, filters)));

  /**
   * @param {import('./client.js').Client<any>} client
   * @param {object} [params]
   * @param {import('./client.js').CallOptions} [options]
   */
  const run = (client, params = {}, options) => plain(client, parameters(params), options);

  /**
   * @param {import('./client.js').Client<any>} client
   * @param {object} [params]
   */
  const queryOptions = (client, params = {}) => plain.queryOptions(client, parameters(params));

  return Object.assign(run, { endpoint: descriptor, queryOptions });
}

/**
 * `{ status: { gte: 400 } }` is the parameter `status__gte`; `eq` and `has` are what the name alone means.
 * @param {[string, unknown]} given
 * @param {readonly string[]} filters
 * @returns {[string, unknown][]}
 */
function pairsOf([name, value], filters) {
  const isSingle = typeof value !== 'object' || value instanceof Date || Array.isArray(value);
  if (isSingle || value === null || !filters.includes(name)) return [[name, value]];
  return Object.entries(value).map(([operator, one]) => [
    operator === 'eq' || operator === 'has' ? name : `${name}__${operator}`,
    one,
  ]);
}
