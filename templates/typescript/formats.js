import { requireClient } from './endpoint.js';
import { InvalidResponseError } from './errors.js';

const MEDIA_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  arrow: 'application/vnd.apache.arrow.stream',
  parquet: 'application/vnd.apache.parquet',
};

/**
 * The response of an endpoint in a format. Its body is read within the time of the attempt, for a broken one to be retried.
 * @param {import('./client.js').RowsFormat} format
 * @param {import('./client.js').EndpointFunction} run
 * @param {import('./client.js').Client<any, any>} client
 * @param {object} [params]
 * @param {import('./client.js').CallOptions} [options]
 * @returns {Promise<Response>}
 */
export async function responseAs(format, { endpoint }, client, params, options) {
  requireClient(client, endpoint);
  if (!Object.hasOwn(MEDIA_TYPES, format)) {
    throw new TypeError(`the format must be one of ${Object.keys(MEDIA_TYPES).join(', ')}`);
  }
  const accept = MEDIA_TYPES[format];

  /** @type {import('./exchange.js').Reader<Response>} */
  const read = async (known, response, withoutKey) => {
    const type = response.headers.get('Content-Type') ?? 'no type';
    if (type.split(';', 1)[0]?.trim().toLowerCase() === accept) {
      return new Response(await response.arrayBuffer(), response);
    }
    return new InvalidResponseError(
      `\`${known.endpoint}\` gave no ${format} (${withoutKey(type)}).`,
      { ...known, code: 'invalid_response' },
    );
  };
  return client.respond(endpoint, params, options, { accept, read });
}
