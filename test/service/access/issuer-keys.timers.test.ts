/** Keys of an issuer while its key server hangs, lies, redirects and floods, and while keys change. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptIssuerKeys } from '../../../server/access/issuer-keys.ts';
import { createJwtReader, type JwtReader } from '../../../server/access/jwt.ts';
import { AUDIENCE, CLAIMS, ISSUER, jwkOf, NOW_S, rsaPair, signed } from './issuer.ts';

const one = rsaPair();
const two = rsaPair();
const FAR = { ...CLAIMS, exp: NOW_S + 360_000 };
const tokenOf = (pair: typeof one, kid: string) => signed(pair, FAR, { alg: 'RS256', kid });
const FIRST = tokenOf(one, 'one');
const SECOND = tokenOf(two, 'two');

type Serve = (signal: AbortSignal) => Response | Promise<Response>;
const keys =
  (...of: readonly object[]): Serve =>
  () =>
    Response.json({ keys: of });
const GOOD = keys(jwkOf(one, { kid: 'one' }));
const ROTATED = keys(jwkOf(two, { kid: 'two' }));
const hangs: Serve = signal =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

let answer: Serve;
let asked: number;
let told: (string | null)[];
let reader: JwtReader;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW_S * 1_000 });
  asked = 0;
  told = [];
  vi.stubGlobal('fetch', async (_: string, { signal, redirect }: RequestInit) => {
    asked += 1;
    expect(redirect).toBe('manual');
    return answer(signal as AbortSignal);
  });
});
afterEach(() => {
  reader.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = async (serve: Serve, kept?: KeptIssuerKeys) => {
  answer = serve;
  reader = createJwtReader(
    {
      issuer: ISSUER,
      audience: AUDIENCE,
      keys: { url: 'https://id.example.com/jwks.json' },
      algorithms: ['RS256'],
      typ: null,
      claims: {},
      scope: null,
      hide: null,
    },
    fault => told.push(fault),
    kept,
  );
  await vi.advanceTimersByTimeAsync(0);
};
const isTaken = async (token: string) => (await reader.read(token, Date.now())).ok;
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

describe('keys of an issuer', () => {
  it('are fetched once, and kept for ten minutes', async () => {
    await open(GOOD);
    for (let i = 0; i < 5; i += 1) expect(await isTaken(FIRST)).toBe(true);
    expect(asked).toBe(1);
    await pass(601);
    expect(asked).toBe(2);
  });

  it('are those that another process has fetched, while the server hangs', async () => {
    let text = '';
    await open(GOOD, { text: null, keep: kept => (text = kept) });
    reader.close();
    const keep = vi.fn();
    await open(hangs, { text, keep });
    expect(await isTaken(FIRST)).toBe(true);
    await pass(6);
    expect(await isTaken(FIRST)).toBe(true);
    expect(keep).not.toHaveBeenCalled();
    answer = ROTATED;
    await pass(60);
    expect(await isTaken(FIRST)).toBe(false);
  });

  it('that are new work at once, or within a minute', async () => {
    await open(GOOD);
    answer = ROTATED;
    expect(await isTaken(SECOND)).toBe(true);
    expect(await isTaken(FIRST)).toBe(false);
    answer = keys(jwkOf(one, { kid: 'one' }), jwkOf(two, { kid: 'two' }));
    expect(await isTaken(FIRST)).toBe(false);
    await pass(60);
    expect(await isTaken(FIRST)).toBe(true);
    expect(await isTaken(SECOND)).toBe(true);
  });

  it('that are gone are refused, for tokens too that were taken before', async () => {
    await open(GOOD);
    expect(await isTaken(FIRST)).toBe(true);
    answer = ROTATED;
    await pass(601);
    expect(await isTaken(FIRST)).toBe(false);
  });

  it('are asked for at most once a minute, however many unknown ones are named', async () => {
    await open(GOOD);
    for (let i = 0; i < 120; i += 1) {
      expect(await isTaken(tokenOf(two, `unknown-${i}`))).toBe(false);
      await pass(1);
    }
    expect(asked).toBeLessThanOrEqual(1 + 3);
  });

  it('are asked for once by a flood at one moment', async () => {
    await open(GOOD);
    const flood = Array.from({ length: 500 }, (_, i) => isTaken(tokenOf(two, `unknown-${i}`)));
    expect(await isTaken(FIRST)).toBe(true);
    expect((await Promise.all(flood)).every(taken => !taken)).toBe(true);
    expect(asked).toBe(2);
  });
});

describe('a key server', () => {
  it('that hangs stops nobody who is known, and holds others for five seconds', async () => {
    await open(GOOD);
    answer = hangs;
    let settled: boolean | null = null;
    const waiting = isTaken(SECOND).then(taken => {
      settled = taken;
    });
    expect(await isTaken(FIRST)).toBe(true);
    expect(await isTaken(signed(one, { ...FAR, sub: 'new' }))).toBe(true);
    await pass(4.9);
    expect(settled).toBeNull();
    await pass(0.2);
    await waiting;
    expect(settled).toBe(false);
    expect(told.at(-1)).toContain('no answer within 5 seconds');
  });

  it('that hangs within its answer is given up too', async () => {
    await open(GOOD);
    answer = signal =>
      new Response(
        new ReadableStream({
          start: controller => {
            controller.enqueue(new TextEncoder().encode('{"keys":['));
            signal.addEventListener('abort', () => controller.error(signal.reason));
          },
        }),
      );
    const waiting = isTaken(SECOND);
    await pass(5.1);
    expect(await waiting).toBe(false);
    expect(await isTaken(FIRST)).toBe(true);
  });

  const redirect: Serve = () =>
    new Response(null, { status: 302, headers: { Location: 'http://127.0.0.1/' } });
  it.each<[string, Serve, RegExp]>([
    ['redirects', redirect, /status 302/],
    ['fails', () => new Response('x', { status: 500 }), /status 500/],
    ['floods', () => new Response('x'.repeat(262_145)), /more than 262144 bytes/],
    ['cannot be reached', () => Promise.reject(new TypeError('the_secret')), /cannot be reached$/],
    ['answers a page', () => new Response('<html>'), /not JSON/],
    ['answers null', () => new Response('null'), /not a set of keys/],
    ['answers other keys', () => Response.json({ keys: { one: jwkOf(one) } }), /not a set of keys/],
    ['answers no key', keys(), /no public key/],
    ['answers secrets alone', keys({ kty: 'oct', k: 'eA', kid: 'one' }), /no public key/],
  ])('that %s leaves the old keys in force', async (_, serve, words) => {
    await open(GOOD);
    answer = serve;
    expect(await isTaken(SECOND)).toBe(false);
    expect(told).toEqual([expect.stringMatching(words)]);
    expect(await isTaken(signed(one, { ...FAR, sub: 'new' }))).toBe(true);
    answer = ROTATED;
    await pass(61);
    expect(await isTaken(SECOND)).toBe(true);
    expect(told.at(-1)).toBeNull();
  });

  it('that is not there at the start is asked every five seconds until it is', async () => {
    await open(() => new Response(null, { status: 503 }));
    expect(await isTaken(FIRST)).toBe(false);
    answer = GOOD;
    await pass(5.1);
    expect(await isTaken(FIRST)).toBe(true);
  });

  it('is asked no more once the service has ended', async () => {
    await open(GOOD);
    reader.close();
    await pass(3_600);
    expect(asked).toBe(1);
  });
});
