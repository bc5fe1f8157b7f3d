/**
 * The cost of other generators' output for the same document, for a consumer of one of its endpoints: hey-api's client, and
 * openapi-fetch over the types of openapi-typescript. Unlike ours, neither retries, limits the time of a call or parses dates.
 */
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Price, priceOf, write } from './consumer.ts';
import { GENERATOR, TEST_PACKAGES } from './test-packages.ts';

/** By peer. `document` contains the endpoint that `bench/clients.ts` calls. */
export async function peerPrices(
  folder: string,
  document: string,
): Promise<ReadonlyMap<string, Price>> {
  write(join(folder, 'openapi.json'), document);
  symlinkSync(TEST_PACKAGES, join(folder, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, [GENERATOR, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return new Map([
    ['hey-api', await priceOf(folder, WITH_HEY_API)],
    ['openapi-fetch', await priceOf(folder, WITH_OPENAPI_FETCH)],
  ]);
}

const WITH_HEY_API = `
import { client } from './hey-api/client.gen.js';
import { usageApiCounts2 } from './hey-api/sdk.gen.js';
client.setConfig({ baseUrl: location.origin, auth: 'key' });
const { data } = await usageApiCounts2({ query: { project: 'abc', interval: 'daily' } });
document.title = String(data?.result[0]?.total_rest_requests);
`;

const WITH_OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript.js';
const headers = { 'X-API-KEY': 'key' };
const client = createClient<paths, 'application/json' | 'application/problem+json'>({ baseUrl: location.origin, headers });
const { data } = await client.GET('/api/endpoints/usage.api-counts.2', {
  params: { query: { project: 'abc', interval: 'daily' } },
});
document.title = String(data?.result[0]?.total_rest_requests);
`;
