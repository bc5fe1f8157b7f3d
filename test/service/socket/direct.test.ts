/** A service that answers usual requests without `node:http` says the same bytes and log lines as one that does not. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../engines/engine.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import type { LogLine } from '../../../server/http/context.ts';
import { createNewsroom } from '../../../server/pages/news.ts';
import { type Running, type ServeOptions, serve } from '../../../server/socket/serve.ts';
import { heardLog } from '../../support/processes/heard-log.ts';
import { amount } from '../../support/usually.ts';
import { type FakeEngine, fakeEngine, keyRing, MANIFEST, madeKey, NOW } from '../server-fixture.ts';
import { alike, HEALTH, NO_REQUESTS } from './raw-requests.ts';

const RUNS = amount({ usual: 120, all: 5_000 });
const { key, token } = madeKey();
const KEY = `X-API-KEY: ${token}\r\n`;
const ROWS = '/api/endpoints/logs.all?project=abc';
const USUAL = `GET ${ROWS} HTTP/1.1\r\nHost: localhost\r\n${KEY}X-Request-Id: one\r\n`;

interface Service {
  readonly running: Running;
  readonly engine: FakeEngine;
  readonly lines: LogLine[];
}

async function started(
  rest: Partial<ServeOptions> = {},
  rows: () => readonly Row[] | Promise<readonly Row[]> = () => [[1n, NOW]],
): Promise<Service> {
  const { log, lines } = heardLog();
  const engine = fakeEngine(rows);
  const running = await serve({
    ...{ port: 0, manifest: catalogue(MANIFEST), engine, keys: keyRing([key]) },
    clock: () => NOW,
    cors: ['https://a.example'],
    news: createNewsroom(),
    rateLimit: { perKey: 1, burst: 1_000_000 },
    log,
    ...rest,
  });
  return { running, engine, lines };
}

/** The requests that `node:http` reads, by the port of the service. */
const read = new Map<number | undefined, number>();
const count = (event: unknown) => {
  const { request } = event as { readonly request: IncomingMessage };
  const port = request.socket.localPort;
  read.set(port, (read.get(port) ?? 0) + 1);
};
const portOf = ({ running }: Service) => Number(new URL(running.url).port);

let direct: Service;
let usual: Service;
beforeAll(async () => {
  subscribe('http.server.request.start', count);
  direct = await started();
  usual = await started({ direct: false });
  // kept from here on
  for (const service of [direct, usual])
    await transcript(service, [`${USUAL}Connection: close\r\n\r\n`], false);
});
afterAll(async () => {
  unsubscribe('http.server.request.start', count);
  await direct.running.stop();
  await usual.running.stop();
});

function open(service: Service): Socket {
  const options = { port: portOf(service), host: '127.0.0.1', allowHalfOpen: true, noDelay: true };
  return connect(options).setEncoding('latin1');
}

/** Sends the parts one by one, then closes that side if `end`, and gives all that comes until the service closes the other. */
async function transcript(service: Service, parts: readonly string[], end = true): Promise<string> {
  const socket = open(service);
  let answer = '';
  const closed = new Promise<string>(resolve => {
    socket.on('data', data => {
      answer += data;
    });
    socket.on('error', () => {}).on('end', () => socket.end());
    socket.on('close', () => resolve(answer));
  });
  for (const part of parts) {
    if (!socket.destroyed && socket.writable) socket.write(part, 'latin1');
    await arrived();
  }
  if (end) socket.end();
  return closed;
}

/** The service is in this process, so it has read what was written after a few turns. */
async function arrived(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await turn();
}

/** In the order of their texts: requests that are sent at once end in any order, only their answers have one. */
const plainLines = ({ lines }: Service) =>
  lines
    .map(({ id: _, ms: __, queueMs: ___, engineMs: ____, ...line }) => JSON.stringify(line))
    .sort();

/** Sends the same to both; the answers and log lines have to be alike. */
async function compared(parts: readonly string[], end = true): Promise<string> {
  for (const { lines } of [direct, usual]) lines.length = 0;
  const [one, other] = [await transcript(direct, parts, end), await transcript(usual, parts, end)];
  expect(alike(one), JSON.stringify(parts)).toBe(alike(other));
  expect(plainLines(direct)).toEqual(plainLines(usual));
  return one;
}

/** The number of requests that `node:http` reads in the direct service while `work` runs. */
async function passedOn(work: () => Promise<unknown>): Promise<number> {
  const before = read.get(portOf(direct)) ?? 0;
  await work();
  return (read.get(portOf(direct)) ?? 0) - before;
}

const head = (...headers: readonly string[]) =>
  `${USUAL}${headers.map(one => `${one}\r\n`).join('')}\r\n`;

describe('a usual request', () => {
  const tagOf = async () => /\r\nETag: ([^\r]*)/.exec(await transcript(usual, [head()]))?.[1] ?? '';

  it.each([
    ['kept rows', head()],
    ['kept rows, kept alive', head('Connection: keep-alive')],
    ['rows in another format', head('Accept: text/csv')],
    ['no format', head('Accept: image/png')],
    ['compressed', head('Accept-Encoding: gzip, br')],
    ['an origin', head('Origin: https://a.example')],
    ['a foreign origin', head('Origin: https://b.example')],
    ['no key', `GET ${ROWS} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    [
      'a bearer',
      `GET ${ROWS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    ],
    ['another key', `GET ${ROWS} HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: qk_other\r\n\r\n`],
    ['a fault', `GET ${ROWS}&least=x HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n`],
    ['an unknown endpoint', `GET /api/endpoints/none HTTP/1.1\r\nHost: localhost:80\r\n${KEY}\r\n`],
    ['no route', `GET /nowhere HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n`],
    ['the list', `GET /api/endpoints HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n`],
    ['health', `${HEALTH}\r\n`],
    ['the page', 'GET /explorer.js HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['news', 'GET /news HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('for %s is answered directly', async (_, text) => {
    expect(await passedOn(() => compared([text]))).toBe(0);
  });

  it('with the tag of kept rows is a 304', async () => {
    const text = await compared([head(`If-None-Match: ${await tagOf()}`)]);
    expect(text).toMatch(/^HTTP\/1\.1 304 /);
  });

  it('follows another one on its connection, and what follows it is passed on', async () => {
    const parts = [head(), head('Accept: text/csv'), `${HEALTH}\r\n`, head()];
    expect(await passedOn(() => compared(parts))).toBe(0);
    const last = `POST /api/endpoints/logs.all HTTP/1.1\r\nHost: x\r\n${KEY}Content-Type: application/json\r\nContent-Length: 17\r\nConnection: close\r\n\r\n{"project":"abc"}`;
    expect(await passedOn(() => compared([...parts, last], false))).toBe(1);
  });

  it('may arrive split at any byte', async () => {
    const text = `${head()}${HEALTH}Connection: close\r\n\r\n`;
    for (let at = 0; at <= text.length; at++) {
      const answer = await compared([text.slice(0, at), text.slice(at)]);
      expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    }
  });

  it('may be one of many in a packet', async () => {
    const all = [head(), `${HEALTH}\r\n`, head('Accept: text/csv'), head()];
    expect((await compared([all.join('')])).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
    await compared([`${head()}GET`, ` ${ROWS} HTTP/1.1\r\nHost: x\r\n\r\n`]);
  });
});

describe('any other request', () => {
  it.each<readonly [string, string]>([
    ...NO_REQUESTS.map(([name, text]) => [name, text] as const),
    ['a close', head('Connection: close')],
    ['a close among others', head('Connection: keep-alive, close')],
    ['an upgrade', head('Connection: Upgrade', 'Upgrade: websocket')],
    [
      'an upgrade of HTTP/2',
      head(
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
      ),
    ],
    ['100-continue', head('Expect: 100-continue')],
    ['a length', `${head('Content-Length: 3')}abc`],
    ['no length', head('Content-Length: 0')],
    ['a wrong length', head('Content-Length: -1')],
    ['chunks', `${head('Transfer-Encoding: chunked')}3\r\nabc\r\n0\r\n\r\n`],
    [
      'chunks that are smuggled',
      `${head('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n`,
    ],
    ['an encoding that is none', head('Transfer-Encoding: identity')],
    ['a header on two lines', head('X-A: a\r\n b')],
    ['a blank before a colon', head('X-A : a')],
    ['no blank after a colon', head('Accept:text/csv')],
    ['blanks around a value', head('Accept: \t text/csv \t')],
    [
      'a key with a blank after it',
      `${HEALTH}\r\n`
        .replace('/healthz', ROWS)
        .replace('\r\n\r\n', `\r\nX-API-KEY: ${token} \r\n\r\n`),
    ],
    ['an empty value', head('Accept:')],
    ['bytes beyond ASCII', head('X-A: \xe9\xff')],
    ['a bare carriage return', head('X-A: a\rb')],
    ['lines without carriage returns', head('X-A: a').replaceAll('\r\n', '\n')],
    ['an end without a carriage return', `${USUAL}\n`],
    ['a key twice', head(KEY.trim())],
    ['a host twice', head('Host: other')],
    ['an empty line before it', `\r\n${head()}`],
    ['a small method', head().replace('GET', 'get')],
    ['HEAD', head().replace('GET', 'HEAD')],
    ['OPTIONS', head().replace('GET', 'OPTIONS')],
    ['two blanks', head().replace('GET ', 'GET  ')],
    ['HTTP/1.0', head().replace('HTTP/1.1', 'HTTP/1.0')],
    ['HTTP/1.2', head().replace('HTTP/1.1', 'HTTP/1.2')],
    ['an absolute address', head().replace(ROWS, `http://localhost${ROWS}`)],
    ['a path with dots', head().replace(ROWS, '/api/../healthz')],
    ['an escape in the path', head().replace('logs.all', 'logs%2Eall')],
    ['a fragment', head().replace(ROWS, `${ROWS}#a`)],
    ['a long head', head(`X-A: ${'a'.repeat(5_000)}`)],
    ['a host with a capital', head().replace('localhost', 'LOCALHOST')],
    ['a host with a port of six digits', head().replace('localhost', 'localhost:123456')],
  ])('such as %s is answered as `node:http` does', async (_, text) => {
    await compared([text]);
    await compared([head(), text]);
    await compared([`${head()}${text}`, head()]);
  });

  it('by any change of bytes is answered alike', async () => {
    const texts = [head(), head('Connection: keep-alive', 'Accept: */*'), `${HEALTH}\r\n`];
    const piece = fc.oneof(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        ' ',
        '\t',
        ':',
        ',',
        '\0',
        '\x7f',
        '\xff',
        'GET ',
        'Host: a',
        '"',
      ),
      fc.constantFrom(
        'Connection: close\r\n',
        'Content-Length: 1\r\n',
        'Expect: a\r\n',
        'Host: b\r\n',
      ),
      fc.constantFrom(
        'Upgrade: a\r\n',
        'Transfer-Encoding: chunked\r\n',
        'HTTP/1.1',
        '%',
        '#',
        '/..',
        '',
      ),
    );
    const change = fc.record({ at: fc.nat(400), gone: fc.nat(3), piece });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 }),
        fc.array(change, { maxLength: 2 }),
        fc.array(fc.nat(600), { maxLength: 2 }),
        async (given, changes, cuts) => {
          const text = changes.reduce((text, { at, gone, piece }) => {
            const from = at % text.length;
            return `${text.slice(0, from)}${piece}${text.slice(from + gone)}`;
          }, given.join(''));
          const ends = [...cuts.map(cut => cut % text.length), text.length].sort((a, b) => a - b);
          await compared(ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)));
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

describe('without keys', () => {
  it('a foreign host is refused, whether directly or not', async () => {
    const both = [await started({ keys: null }), await started({ keys: null, direct: false })];
    for (const host of ['localhost', '127.0.0.1:80', '[::1]', 'a.example', 'localhost.a.example']) {
      const text = `GET ${ROWS} HTTP/1.1\r\nHost: ${host}\r\nX-Request-Id: one\r\n\r\n`;
      const last = `GET ${ROWS} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      const [one = '', other = ''] = await Promise.all(
        both.map(service => transcript(service, [text, last], false)),
      );
      const isForeign = host.endsWith('example');
      expect(one.match(/HTTP\/1\.1 (?:200|403)/g)).toEqual(
        Array.from({ length: 2 }, () => `HTTP/1.1 ${isForeign ? 403 : 200}`),
      );
      const cached = (text: string) => alike(text).replaceAll(/X-Cache: \w+/g, '');
      expect(cached(one)).toBe(cached(other));
    }
    for (const { running } of both) await running.stop();
  });
});

/** Services whose runs wait for `answer`. */
async function waiting(isDirect: boolean) {
  let answer: () => void = () => {};
  const ready = new Promise<void>(resolve => {
    answer = resolve;
  });
  // longer than the test may take, so that only the caller's end aborts a run
  const given = { direct: isDirect, timeoutMs: 3_600_000 };
  const service = await started(given, async () => {
    await ready;
    return [[1n, NOW]];
  });
  return { service, answer };
}

describe.each([true, false])('a request that waits for its run, directly: %s', isDirect => {
  it('is answered, and a next one that came meanwhile after it', async () => {
    const { service, answer } = await waiting(isDirect);
    const all = transcript(service, [head(), head('Connection: close')], false);
    await expect.poll(() => service.engine.asked.length).toBe(1);
    await arrived();
    answer();
    expect((await all).match(/X-Cache: \w+/g)).toEqual(['X-Cache: miss', expect.any(String)]);
    await service.running.stop();
  });

  it('is a 499, and its run is given up, if its caller closes that side', async () => {
    const { service, answer } = await waiting(isDirect);
    const text = await transcript(service, [head()]);
    expect(text).toMatch(/^HTTP\/1\.1 499 /);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    await expect.poll(() => service.engine.limits[0]?.signal.aborted).toBe(true);
    answer();
    await service.running.stop();
  });

  it('is given up if its caller leaves', async () => {
    const { service, answer } = await waiting(isDirect);
    const socket = open(service);
    socket.on('error', () => {}).write(head());
    await expect.poll(() => service.engine.limits.length).toBe(1);
    socket.resetAndDestroy();
    await expect.poll(() => service.engine.limits[0]?.signal.aborted).toBe(true);
    answer();
    await service.running.stop();
  });

  it('is answered while the service stops, with the end of its connection; who only waits is cut off', async () => {
    const { service, answer } = await waiting(isDirect);
    const silent = transcript(service, [], false);
    const idle = transcript(service, [`${HEALTH}\r\n`], false);
    const text = transcript(service, [head()], false);
    await expect.poll(() => service.engine.asked.length).toBe(1);
    const stopped = service.running.stop();
    expect(await silent).toBe('');
    expect(await idle).toMatch(/^HTTP\/1\.1 200 /);
    answer();
    expect(await text).toMatch(/\r\nConnection: close\r\n/);
    await stopped;
  });
});

describe('a caller that reads nothing', () => {
  it('gets no further answers, and all of them once it reads', async () => {
    const name = 'x'.repeat(200);
    const manifest = {
      ...MANIFEST,
      endpoints: MANIFEST.endpoints.map(endpoint => ({
        ...endpoint,
        maxRows: 10_000,
        columns: endpoint.columns.map((one, index) => ({ ...one, name: `${name}${index}` })),
      })),
    };
    const rows = Array.from({ length: 3_000 }, (): Row => [1n, NOW]);
    const service = await started({ manifest: catalogue(manifest) }, () => rows);
    const first = await transcript(service, [head('Connection: close')], false);
    service.lines.length = 0;
    const socket = open(service);
    let length = 0;
    socket.pause();
    const requests = 60;
    for (let sent = 0; sent < requests; sent++) {
      socket.write(head());
      await arrived();
    }
    const answered = service.lines.length;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(requests / 2);
    socket.on('data', (text: string) => {
      length += text.length;
    });
    socket.resume();
    await expect.poll(() => service.lines.length).toBe(requests);
    await expect.poll(() => length).toBeGreaterThan(requests * (first.length - 200));
    socket.destroy();
    await service.running.stop();
  });
});
