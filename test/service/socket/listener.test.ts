/** A plain request gets the same answer as one with an absolute address, which passes the adaptor. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { heardLog } from '../../support/processes/heard-log.ts';
import { fakeEngine, keyRing, MANIFEST, madeKey, NOW } from '../server-fixture.ts';

const ROWS = '/api/endpoints/logs.all?project=abc';
const { key, token } = madeKey();
const { log, lines } = heardLog();
let running: Running;

beforeAll(async () => {
  running = await serve({
    port: 0,
    manifest: catalogue(MANIFEST),
    engine: fakeEngine(() => [
      [1n, NOW],
      [2n, NOW],
    ]),
    keys: keyRing([key]),
    clock: () => NOW,
    cors: ['https://a.example'],
    rateLimit: { perKey: 100, burst: 1_000 },
    log,
  });
  // kept from here on
  await raw(ROWS, { 'X-API-KEY': token });
});
afterAll(() => running.stop());

type Headers = Readonly<Record<string, string>>;

/** The bytes of the answer to a request with this target. */
async function raw(target: string, headers: Headers, method = 'GET'): Promise<string> {
  const { hostname, port } = new URL(running.url);
  const socket = connect(Number(port), hostname);
  const all = { Host: `localhost:${port}`, 'X-Request-Id': 'one', Connection: 'close', ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${target} HTTP/1.1\r\n${head.join('')}\r\n`);
  const chunks: Buffer[] = [];
  socket.on('data', chunk => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

/** Without what differs between any two requests. */
function alike(answer: string): readonly string[] {
  const [head = '', ...body] = answer.split('\r\n\r\n');
  const [status = '', ...headers] = head.split('\r\n');
  const kept = headers
    .map(header => header.replace(/^[^:]+/, name => name.toLowerCase()))
    .filter(header => !/^(date|ratelimit|server-timing):/.test(header));
  return [status, ...kept.sort(), body.join('\r\n\r\n')];
}

describe('a plain request and the same by the adaptor', () => {
  const tagOf = async () => /^etag: (.*)\r$/im.exec(await raw(ROWS, KEYED))?.[1] ?? '';
  const KEYED = { 'X-API-KEY': token };
  const cases: readonly (readonly [string, string, Headers, string?])[] = [
    ['kept rows', ROWS, KEYED],
    ['HEAD', ROWS, KEYED, 'HEAD'],
    ['a bearer', ROWS, { Authorization: `Bearer ${token}` }],
    ['rows as CSV', ROWS, { ...KEYED, Accept: 'text/csv' }],
    ['an origin', ROWS, { ...KEYED, Origin: 'https://a.example' }],
    ['another origin', ROWS, { ...KEYED, Origin: 'https://b.example' }],
    ['no key', ROWS, {}],
    ['a key twice', ROWS, { ...KEYED, 'x-api-key': token }],
    ['a bearer twice', ROWS, { Authorization: `Bearer ${token}`, authorization: 'Bearer other' }],
    ['a fault', '/api/endpoints/logs.all?project=%ff&more=a%20b', KEYED],
    ['an escape', '/api/endpoints/logs.all?project=a%20b+c%27', KEYED],
    ['by identifier', `/api/endpoints/query/${MANIFEST.endpoints[0]?.id}?project=abc`, KEYED],
    ['a query alone', '/api/endpoints/logs.all?', KEYED],
    ['no endpoint', '/api/endpoints/logs.none', KEYED],
    ['no route', '/nowhere', KEYED],
    ['the list', '/api/endpoints', KEYED],
    ['a compressed list', '/api/endpoints', { ...KEYED, 'Accept-Encoding': 'gzip' }],
    ['health', '/healthz', {}],
  ];
  for (const [name, target, headers, method] of cases) {
    test(name, async () => {
      const plain = await raw(target, headers, method);
      expect(plain).toMatch(/^HTTP\/1\.1 [2345]/);
      lines.length = 0;
      const again = await raw(target, headers, method);
      const adapted = await raw(
        `http://localhost:${new URL(running.url).port}${target}`,
        headers,
        method,
      );
      expect(alike(again)).toEqual(alike(adapted));
      const [first, second] = lines.map(({ ms: _, queueMs: __, engineMs: ___, ...line }) => line);
      expect(first).toEqual(second);
      expect(first).toMatchObject({ id: 'one', method: method ?? 'GET' });
    });
  }

  test('that have a tag are a 304', async () => {
    const asked = { ...KEYED, 'If-None-Match': await tagOf() };
    const plain = await raw(ROWS, asked);
    expect(plain).toMatch(/^HTTP\/1\.1 304 /);
    expect(alike(plain)).toEqual(alike(await raw(`http://localhost${ROWS}`, asked)));
  });
});

test('a service ends although its engine stays open', async () => {
  const heard = heardLog();
  const engine = { ...fakeEngine(() => []), close: () => new Promise<never>(() => {}) };
  const manifest = catalogue(MANIFEST);
  const hanging = await serve({ port: 0, manifest, engine, keys: keyRing([key]), log: heard.log });
  await hanging.stop();
  const events = heard.events.map(({ event }) => event);
  expect(events).toContain('the engine did not close');
});
