/** Keys of an issuer over real sockets: what its server may do, and what the service makes of it. */
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createIssuerKeys, type IssuerKeys } from '../../../server/access/issuer-keys.ts';
import { createJwtReader, type JwtReader } from '../../../server/access/jwt.ts';
import { AUDIENCE, CLAIMS, ISSUER, jwkOf, NOW_S, rsaPair, signed } from './issuer.ts';

const one = rsaPair();
const two = rsaPair();
const FIRST = signed(one, CLAIMS, { alg: 'RS256', kid: 'one' });
const SECOND = signed(two, CLAIMS, { alg: 'RS256', kid: 'two' });
const setOf = (...keys: readonly object[]) => JSON.stringify({ keys });
const FIRST_SET = setOf(jwkOf(one, { kid: 'one' }));
const SECOND_SET = setOf(jwkOf(two, { kid: 'two' }));

let serve: RequestListener;
let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  serve(request, response);
});
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let told: (string | null)[] = [];
const open: { readonly close: () => void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
  server.closeAllConnections();
  asked = [];
  told = [];
});

function readerOf(first: RequestListener): JwtReader {
  serve = first;
  const settings = {
    issuer: ISSUER,
    audience: AUDIENCE,
    algorithms: ['RS256'],
    typ: null,
    hide: null,
  };
  const reader = createJwtReader({ ...settings, keys: { url }, claims: {}, scope: null }, fault =>
    told.push(fault),
  );
  open.push(reader);
  return reader;
}
const read = async (reader: JwtReader, token: string) =>
  (await reader.read(token, NOW_S * 1_000)).ok;

const text =
  (body: string, status = 200, headers = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };
const hangs: RequestListener = () => {};
const hangsWithin: RequestListener = (_, response) => {
  response.write('{"keys":[');
};
const hangsUp: RequestListener = ({ socket }) => {
  socket.destroy();
};
const slowly: RequestListener = (_, response) => {
  const parts = FIRST_SET.match(/.{1,60}/gs) ?? [];
  const next = () => {
    const part = parts.shift();
    if (part === undefined) response.end();
    else response.write(part, () => setTimeout(next, 20));
  };
  next();
};
const floods: RequestListener = (_, response) => {
  const chunk = Buffer.alloc(65_536, ' ');
  const next = () => {
    if (!response.destroyed) response.write(chunk, next);
  };
  next();
};

/** Faults of a server, and the words for each. */
const FAULTY: readonly [name: string, does: RequestListener, words: string][] = [
  ['answers no JSON', text('<html>'), 'the answer is not JSON'],
  ['answers other JSON', text('{"keys":"none"}'), 'the answer is not a set of keys'],
  ['answers JSON that ends early', text(FIRST_SET.slice(0, -9)), 'the answer is not JSON'],
  ['has no keys', text('{"keys":[]}'), 'the answer contains no public key for signatures'],
  ['has a secret', text(setOf({ kty: 'oct', k: 'AAAA', kid: 'two' })), 'contains no public key'],
  ['fails', text(SECOND_SET, 500), 'the answer has the status 500'],
  [
    'redirects to other keys',
    (request, response) => {
      if (request.url === '/others') text(SECOND_SET)(request, response);
      else text('', 302, { Location: '/others' })(request, response);
    },
    'the answer has the status 302',
  ],
  [
    'promises more bytes than it sends',
    ({ socket }, response) => {
      response.writeHead(200, { 'Content-Length': '9999' });
      response.write(SECOND_SET, () => socket.destroy());
    },
    'the server cannot be reached',
  ],
  ['hangs up', hangsUp, 'the server cannot be reached'],
  ['floods', floods, 'the answer has more than 262144 bytes'],
  ['hangs', hangs, 'no answer within 5 seconds'],
  ['hangs within its answer', hangsWithin, 'no answer within 5 seconds'],
];

describe('a key server', () => {
  it('that is slow has its keys taken', async () => {
    const reader = readerOf(slowly);
    expect(await read(reader, FIRST)).toBe(true);
    expect([asked, told]).toEqual([['/jwks.json'], []]);
  });

  it.concurrent.each(FAULTY)('that %s stops nobody who is known', async (_, does, words) => {
    const from = createServer(text(FIRST_SET));
    from.listen(0, '127.0.0.1');
    await once(from, 'listening');
    const faults: (string | null)[] = [];
    const paths: string[] = [];
    const port = (from.address() as AddressInfo).port;
    const reader = createJwtReader(
      {
        issuer: ISSUER,
        audience: AUDIENCE,
        algorithms: ['RS256'],
        typ: null,
        keys: { url: `http://127.0.0.1:${port}/jwks.json` },
        claims: {},
        scope: null,
        hide: null,
      },
      fault => faults.push(fault),
    );
    try {
      expect(await read(reader, FIRST)).toBe(true);
      const silence = new EventEmitter();
      const ended = once(silence, 'end');
      from.removeAllListeners('request').on('request', (request, response) => {
        paths.push(request.url ?? '');
        void ended.then(() => does(request, response));
      });
      // the unknown key makes the service ask again; those who are known do not wait for it
      const unknown = read(reader, SECOND);
      const known = signed(one, { ...CLAIMS, sub: 'other' }, { alg: 'RS256', kid: 'one' });
      expect(await read(reader, known)).toBe(true);
      silence.emit('end');
      expect(await unknown).toBe(false);
      expect(await read(reader, FIRST)).toBe(true);
      expect([paths, faults.length]).toEqual([['/jwks.json'], 1]);
      expect(faults[0]).toContain(words);
    } finally {
      reader.close();
      from.closeAllConnections();
      from.close();
    }
  });

  it('with a new key has it taken at once, and again after a minute', async () => {
    let nowMs = 0;
    serve = text(FIRST_SET);
    const keys: IssuerKeys = createIssuerKeys({
      url,
      tell: fault => told.push(fault),
      nowMs: () => nowMs,
    });
    open.push(keys);
    const finds = (kid: string) =>
      Promise.resolve(keys.find({ alg: 'RS256', kid }, {} as never)).then(
        () => true,
        () => false,
      );
    expect(await finds('one')).toBe(true);
    expect(await finds('two')).toBe(false);
    serve = text(SECOND_SET);
    nowMs = 59_999;
    expect(await finds('two')).toBe(false);
    nowMs = 60_000;
    expect([await finds('two'), await finds('one')]).toEqual([true, false]);
    expect([asked.length, told]).toEqual([3, []]);
  });

  it('that is not there at first is asked until it is', { timeout: 60_000 }, async () => {
    const reader = readerOf(hangsUp);
    expect(await read(reader, FIRST)).toBe(false);
    serve = text(FIRST_SET);
    await expect.poll(() => read(reader, FIRST), { timeout: 30_000 }).toBe(true);
    expect([told.length, told.at(-1)]).toEqual([2, null]);
  });
});
