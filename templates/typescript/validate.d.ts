import type { Answer, Endpoint } from './client.js';

/**
 * Throws an `InvalidResponseError` for the first value that is not what the endpoint declares. It names the place and never
 * the value. Unknown columns are ignored: a newer service may answer more. Rows are looked at as they came, so before
 * timestamps become `Date`s. With the answer that they are of, the error has its request.
 */
export declare function validateRows(
  rows: readonly unknown[],
  endpoint: Endpoint,
  answer?: Answer<unknown>,
): void;
