/** Pages of other origins: they may send all headers that the service takes, and read all that it gives. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';
import { madeKey } from '../server-fixture.ts';

const ORIGIN = 'https://app.example';
const FILES = {
  'endpoints/sources.yaml': `sources:
  orders:
    tables: { duckdb: { table: orders } }
    key: [id]
    columns: { id: { type: int64, required: true } }
`,
  'endpoints/orders.old.yaml': `endpoint: orders.old
id: 00000000-0000-4000-8000-0000000c0501
engines: [duckdb]
deprecated: 2026-01-01
sunset: 2027-01-01
cache: { ttl: 1m }
pages: { size: 1 }
from: orders
select: [id]
order_by: [id]
`,
  'endpoints/orders.few.yaml': `endpoint: orders.few
id: 00000000-0000-4000-8000-0000000c0502
engines: [duckdb]
limit: 1
cache: { ttl: 1m }
from: orders
select: [id]
order_by: [id]
`,
};

const { key, token } = madeKey();
let served: ServeProcess;
beforeAll(async () => {
  served = await serveTables(
    `CREATE TABLE orders (id BIGINT NOT NULL);
INSERT INTO orders VALUES (1), (2)`,
    FILES,
    {
      service: {
        cors: [ORIGIN],
        secret: 's'.repeat(40),
        rate_limit: { per_key: 0.001, burst: 20 },
      },
      keys: [key],
    },
  );
});
afterAll(async () => {
  await served?.stop();
  removeFolders();
});

const request = (path: string, init: RequestInit = {}) =>
  fetch(`${served.url}${path}`, {
    ...init,
    headers: { Origin: ORIGIN, 'X-API-KEY': token, ...init.headers },
  });

/** Of the Fetch standard: scripts read these in any case. */
const SAFE = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires'];
/** For browsers and for servers along the way. */
const NOT_FOR_SCRIPTS =
  /^(?:access-control-.*|connection|content-encoding|content-security-policy|date|keep-alive|referrer-policy|vary|x-content-type-options)$/;

const listed = (headers: Headers, name: string) =>
  (headers.get(name) ?? '').split(', ').map(one => one.toLowerCase());
const allowedBy = async () => {
  const { headers } = await request('/api/endpoints/orders.few', {
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Method': 'GET' },
  });
  return listed(headers, 'Access-Control-Allow-Headers');
};

interface Header {
  readonly in?: string;
  readonly name?: string;
}
/** The headers of requests and answers that the document describes. */
function described(document: unknown): { readonly sent: string[]; readonly read: string[] } {
  const [sent, read] = [new Set<string>(), new Set<string>()];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const { in: place, name } = value as Header;
    if (place === 'header' && typeof name === 'string') sent.add(name.toLowerCase());
    if ('headers' in value && 'description' in value)
      for (const header of Object.keys(Object(value.headers))) read.add(header.toLowerCase());
    for (const one of Object.values(value)) visit(one);
  };
  visit(document);
  return { sent: [...sent], read: [...read] };
}

it('may send and read all headers that the document describes', async () => {
  const response = await request('/openapi.json');
  const { sent, read } = described(await response.json());
  expect(sent).toContain('x-api-key');
  expect(read).toEqual(expect.arrayContaining(['etag', 'link', 'ratelimit', 'x-next-cursor']));
  const exposed = listed(response.headers, 'Access-Control-Expose-Headers');
  const forScripts = read.filter(name => !SAFE.includes(name) && !NOT_FOR_SCRIPTS.test(name));
  expect(forScripts.filter(name => !exposed.includes(name))).toEqual([]);
  const allowed = await allowedBy();
  expect(sent.filter(name => !allowed.includes(name))).toEqual([]);
});

it('may send what answers depend on, and the trace that a request continues', async () => {
  expect(await allowedBy()).toEqual(
    expect.arrayContaining([
      'x-api-key',
      'authorization',
      'content-type',
      'if-match',
      'if-none-match',
      'x-request-id',
      'mcp-protocol-version',
      'traceparent',
    ]),
  );
});

it('may read each header of any answer that is not for the browser', async () => {
  const few = '/api/endpoints/orders.few';
  const known = (await request(few)).headers.get('ETag') ?? '';
  const asked: readonly (readonly [status: number, path: string, init?: RequestInit])[] = [
    [200, few],
    [200, `${few}?format=csv`],
    [200, '/api/endpoints/orders.old'],
    [304, few, { headers: { 'If-None-Match': known } }],
    [412, few, { headers: { 'If-Match': '"another"' } }],
    [400, `${few}?nothing=1`],
    [401, few, { headers: { 'X-API-KEY': 'wrong' } }],
    [404, '/api/endpoints/nothing'],
    [405, few, { method: 'DELETE' }],
    [406, few, { headers: { Accept: 'image/png' } }],
  ];
  const seen = new Set<string>();
  for (const [status, path, init] of asked) {
    const { headers, status: heard } = await request(path, init);
    expect([path, heard]).toEqual([path, status]);
    const exposed = listed(headers, 'Access-Control-Expose-Headers');
    const names = [...headers.keys()].filter(
      name => !SAFE.includes(name) && !NOT_FOR_SCRIPTS.test(name),
    );
    expect([path, names.filter(name => !exposed.includes(name))]).toEqual([path, []]);
    for (const name of names) seen.add(name);
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'allow',
      'content-disposition',
      'deprecation',
      'etag',
      'link',
      'ratelimit',
      'server-timing',
      'sunset',
      'www-authenticate',
      'x-next-cursor',
    ]),
  );
});
