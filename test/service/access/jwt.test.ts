/** Tokens of an identity service: which are taken, and what their holders may run. */
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { createJwtReader, type JwtReader, type JwtSettings } from '../../../server/access/jwt.ts';
import type { ApiKey } from '../../../server/access/keys/key-file.ts';
import { fakeEngine, fixtureApp, madeKey } from '../server-fixture.ts';
import {
  AUDIENCE,
  CLAIMS,
  ecPair,
  edPair,
  encoded,
  hmacSigned,
  ISSUER,
  jwkOf,
  NOW_S,
  pemOf,
  rsaPair,
  signed,
} from './issuer.ts';

const rsa = rsaPair();
const stranger = rsaPair();
const ec = ecPair();

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const SETTINGS: JwtSettings = {
  issuer: ISSUER,
  audience: AUDIENCE,
  keys: { pem: pemOf(rsa) },
  algorithms: ALGORITHMS,
  typ: null,
  claims: { project: 'project_ref' },
  scope: 'endpoints',
  hide: null,
};

const readers: JwtReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
  vi.unstubAllGlobals();
});

function readerOf(rest: Partial<JwtSettings> = {}): JwtReader {
  const reader = createJwtReader({ ...SETTINGS, ...rest }, () => {});
  readers.push(reader);
  return reader;
}

/** Keys of an issuer, by a key server. */
function published(...keys: readonly unknown[]): Partial<JwtSettings> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ keys })));
  return { keys: { url: 'https://id.example.com/jwks.json' } };
}

const answers = () => fakeEngine(() => [[1n, 0n]]);
const URL_OF_ROWS = '/api/endpoints/logs.all';

function service(rest: Partial<JwtSettings> = {}, keys: readonly ApiKey[] = []) {
  const engine = answers();
  const { app, lines } = fixtureApp(engine, keys, { jwt: readerOf(rest) });
  const ask = (token: string, path = URL_OF_ROWS, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { Authorization: `Bearer ${token}`, ...headers } });
  const statusOf = async (token: string, path = URL_OF_ROWS) => (await ask(token, path)).status;
  return { engine, app, lines, ask, statusOf };
}

describe('a valid token', () => {
  it('answers, its claims fixing parameters and listing endpoints', async () => {
    const { ask, engine, lines } = service();
    expect((await ask(signed(rsa))).status).toBe(200);
    expect(engine.asked[0]?.values[0]).toMatchObject({ name: 'project', value: 'abc' });
    expect(lines.at(-1)).toMatchObject({ key: expect.stringMatching(/^jwt_[0-9a-f]{16}$/) });
    expect(JSON.stringify(lines)).not.toContain('user-1');
    expect((await ask(signed(rsa), `${URL_OF_ROWS}?project=abc`)).status).toBe(200);
    expect((await ask(signed(rsa), `${URL_OF_ROWS}?project=xyz`)).status).toBe(403);
    expect((await ask(signed(rsa), '/api/endpoints/usage.api-counts')).status).toBe(403);
  });

  it.each([
    ['RSA', rsa, 'RS256'],
    ['P-256', ec, 'ES256'],
    ['Ed25519', edPair(), 'EdDSA'],
  ])('may be signed by a key of %s', async (_, pair, alg) => {
    const { statusOf } = service({ keys: { pem: pemOf(pair) } });
    expect(await statusOf(signed(pair, CLAIMS, { alg }))).toBe(200);
    expect(await statusOf(signed(rsa, CLAIMS, { alg: alg === 'RS256' ? 'PS256' : 'RS256' }))).toBe(
      401,
    );
  });

  it.each([
    [NOW_S - 59, 200],
    [NOW_S - 61, 401],
  ])('that expires at %i is %i: clocks may differ by a minute', async (exp, status) => {
    const { statusOf } = service();
    expect(await statusOf(signed(rsa, { ...CLAIMS, exp }))).toBe(status);
  });

  it('that was read before is refused once it expires', async () => {
    const reader = readerOf();
    const token = signed(rsa);
    expect(await reader.read(token, NOW_S * 1_000)).toMatchObject({ ok: true });
    expect(reader.read(token, (NOW_S + 359) * 1_000)).toMatchObject({ ok: true });
    expect(await reader.read(token, (NOW_S + 361) * 1_000)).toMatchObject({ ok: false });
  });

  it.each<[unknown, unknown]>([
    ['logs.all usage.*', ['logs.all', 'usage.*']],
    ['logs.all,usage.*', ['logs.all', 'usage.*']],
    [['logs.all'], ['logs.all']],
    ['', []],
  ])('lists endpoints as %j', async (endpoints, expected) => {
    const read = await readerOf().read(signed(rsa, { ...CLAIMS, endpoints }), NOW_S * 1_000);
    expect(read).toMatchObject({ ok: true, caller: { endpoints: expected } });
  });

  it.each<[unknown, object]>([
    ['email,phone', { ok: true, caller: { hide: ['email', 'phone'] } }],
    ['email;phone', { ok: false, reason: 'forbidden' }],
    [['email', 'tag:'], { ok: false, reason: 'forbidden' }],
  ])('hides columns as %j says', async (hidden, expected) => {
    const reader = readerOf({ hide: 'hidden' });
    const read = await reader.read(signed(rsa, { ...CLAIMS, hidden }), NOW_S * 1_000);
    expect(read).toMatchObject(expected);
  });

  it.each<[unknown, unknown]>([
    ['abc', 'abc'],
    [7, '7'],
    [1.5, '1.5'],
    [true, 'true'],
    [
      ['a', 7],
      ['a', '7'],
    ],
  ])('fixes a parameter to the text of %j', async (project_ref, expected) => {
    const read = await readerOf().read(signed(rsa, { ...CLAIMS, project_ref }), NOW_S * 1_000);
    expect(read).toMatchObject({ caller: { params: { project: expected } } });
  });

  it('may run all endpoints where no claim lists them', async () => {
    const { ask } = service({ scope: null });
    const { endpoints: _, ...claims } = CLAIMS;
    const { result } = JSON.parse(await (await ask(signed(rsa, claims), '/api/endpoints')).text());
    expect(result.map(({ name }: { name: string }) => name)).toEqual([
      'logs.all',
      'usage.api-counts',
    ]);
  });

  it('counts for the rate of its subject, whichever of its tokens it sends', async () => {
    const { app } = fixtureApp(answers(), [], {
      jwt: readerOf(),
      rateLimit: { perKey: 0.001, burst: 2 },
    });
    const tokens = [
      signed(rsa),
      signed(rsa, { ...CLAIMS, exp: NOW_S + 200 }),
      signed(rsa, { ...CLAIMS, exp: NOW_S + 100 }),
      signed(rsa, { ...CLAIMS, sub: 'user-2' }),
    ];
    const statuses: number[] = [];
    for (const token of tokens) {
      const headers = { Authorization: `Bearer ${token}` };
      statuses.push((await app.request(URL_OF_ROWS, { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('shares kept answers with those who ask for the same values, and with nobody else', async () => {
    const { ask, engine, lines } = service();
    const of = (sub: string, project_ref: string) => signed(rsa, { ...CLAIMS, sub, project_ref });
    for (const [sub, project] of [
      ['a', 'abc'],
      ['b', 'abc'],
      ['b', 'xyz'],
      ['a', 'xyz'],
    ] as const)
      expect((await ask(of(sub, project))).status).toBe(200);
    expect(lines.map(({ cache }) => cache)).toEqual(['miss', 'hit', 'miss', 'hit']);
    expect(engine.asked.map(({ values }) => values[0]?.value)).toEqual(['abc', 'xyz']);
  });

  it('stands beside keys, never with one', async () => {
    const { key, token } = madeKey();
    const { app, ask } = service({}, [key]);
    const path = `${URL_OF_ROWS}?project=abc`;
    expect((await app.request(path, { headers: { 'X-API-KEY': token } })).status).toBe(200);
    expect((await ask(signed(rsa), path)).status).toBe(200);
    expect((await ask(signed(rsa), path, { 'X-API-KEY': token })).status).toBe(401);
    expect((await ask(token, path, { 'X-API-KEY': signed(rsa) })).status).toBe(401);
  });

  it('needs no key server where it names the only key, or none', async () => {
    const reader = readerOf(published(jwkOf(rsa, { kid: 'one' })));
    const read = (header: object) => reader.read(signed(rsa, CLAIMS, header), NOW_S * 1_000);
    expect(await read({ alg: 'RS256', kid: 'one' })).toMatchObject({ ok: true });
    expect(await read({ alg: 'RS256' })).toMatchObject({ ok: true });
    const two = readerOf(published(jwkOf(rsa, { kid: 'one' }), jwkOf(ec, { kid: 'two' })));
    const token = (header: object) => two.read(signed(rsa, CLAIMS, header), NOW_S * 1_000);
    expect(await token({ alg: 'RS256', kid: 'one' })).toMatchObject({ ok: true });
    expect(await token({ alg: 'RS256' })).toMatchObject({ ok: false, reason: 'refused' });
  });
});

test('a claim with a list is a set of values, of which the caller sends one', async () => {
  const { ask } = service();
  const token = signed(rsa, { ...CLAIMS, project_ref: ['abc', 'xyz'] });
  const statuses = ['?project=abc', '?project=xyz', '?project=other', ''].map(async search => {
    return (await ask(token, `/api/endpoints/logs.all${search}`)).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 403, 400]);
});

describe('a token without a claim that it needs is a 403', () => {
  const lacking = (claim: string) =>
    Object.fromEntries(Object.entries(CLAIMS).filter(([name]) => name !== claim));
  const wrong: readonly [name: string, payload: unknown][] = [
    ['no project', lacking('project_ref')],
    ['no endpoints', lacking('endpoints')],
    ...[null, '', [], {}, [''], [null], [[]], [['abc']], { abc: 1 }, 2 ** 53].map(
      (value): [string, unknown] => [
        `the project ${JSON.stringify(value)}`,
        { ...CLAIMS, project_ref: value },
      ],
    ),
    ...[null, 7, {}, [7], [['logs.*']], true].map((value): [string, unknown] => [
      `the endpoints ${JSON.stringify(value)}`,
      { ...CLAIMS, endpoints: value },
    ]),
    [
      'a project within another claim',
      `{"__proto__":{"project_ref":"abc"},${JSON.stringify(lacking('project_ref')).slice(1)}`,
    ],
    ['endpoints that are others', { ...CLAIMS, endpoints: 'usage.*' }],
    ['no endpoint at all', { ...CLAIMS, endpoints: '' }],
    ['a NUL in the project', { ...CLAIMS, project_ref: 'abc\u0000' }],
  ];
  test.each(wrong)('%s', async (_, payload) => {
    const { ask, engine } = service();
    const response = await ask(signed(rsa, payload));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'forbidden' });
    expect(engine.asked).toEqual([]);
  });
});

describe('a token that is not valid is a 401', () => {
  const good = signed(rsa);
  const [head = '', body = '', end = ''] = good.split('.');
  const header = (more: object) => ({ alg: 'RS256', kid: 'one', ...more });
  const pem = pemOf(rsa);
  const strangers = signed(stranger);
  const none = (alg: unknown) => `${encoded({ alg })}.${encoded(CLAIMS)}.`;
  const claims = (more: object) => signed(rsa, { ...CLAIMS, ...more });
  const withoutClaim = (name: string) =>
    signed(rsa, Object.fromEntries(Object.entries(CLAIMS).filter(([claim]) => claim !== name)));
  const attacks: readonly [name: string, token: string][] = [
    ['no signature', none('none')],
    ['no signature, in capitals', none('NONE')],
    ['no signature, mixed', none('nOnE')],
    ['no signature, padded', none(' none ')],
    ['no algorithm', `${encoded({})}.${body}.${end}`],
    ['an algorithm that is no text', none(['RS256'])],
    ['none, with the signature of a good one', `${encoded({ alg: 'none' })}.${body}.${end}`],
    ['an empty signature', `${head}.${body}.`],
    ['no signature part', `${head}.${body}`],
    ['four parts', `${good}.x`],
    ['five parts, as if encrypted', `${head}.${body}.${end}.${body}.${end}`],
    ['a dot', '.'],
    ['two dots', '..'],
    ['a word', 'token'],
    ['HS256 with the public key', hmacSigned(pem, { alg: 'HS256' })],
    ['HS256 with the public key without its last line', hmacSigned(pem.trim(), { alg: 'HS256' })],
    [
      'HS256 with the bytes of the key',
      hmacSigned(rsa.publicKey.export({ type: 'spki', format: 'der' }), { alg: 'HS256' }),
    ],
    ['HS256 with no secret', hmacSigned('', { alg: 'HS256' })],
    ['RS256 told of HS256', hmacSigned(pem, { alg: 'RS256' })],
    ['another algorithm of the key', signed(rsa, CLAIMS, { alg: 'RS384' })],
    ['an algorithm of another key', signed(ec, CLAIMS, { alg: 'ES256' })],
    ['an elliptic key told to be RSA', signed(ec, CLAIMS, { alg: 'RS256' })],
    ['a signature of zeros', `${encoded({ alg: 'ES256' })}.${body}.${'A'.repeat(86)}`],
    ['the key of a stranger', strangers],
    [
      'the key of a stranger, in its header',
      signed(stranger, CLAIMS, header({ jwk: jwkOf(stranger) })),
    ],
    [
      'the address of keys in its header',
      signed(stranger, CLAIMS, header({ jku: 'https://evil.example/jwks' })),
    ],
    [
      'the address of a certificate',
      signed(stranger, CLAIMS, header({ x5u: 'https://evil.example/x' })),
    ],
    ['a certificate of its own', signed(stranger, CLAIMS, header({ x5c: ['MIIB'], x5t: 'x' }))],
    ['a path for a key', signed(stranger, CLAIMS, header({ kid: '../../dev/null' }))],
    ['SQL for a key', signed(stranger, CLAIMS, header({ kid: "' UNION SELECT 'k" }))],
    ['a key that is no text', signed(rsa, CLAIMS, header({ kid: 7 }))],
    ['a list of keys', signed(rsa, CLAIMS, header({ kid: ['one'] }))],
    ['an object for a key', signed(rsa, CLAIMS, header({ kid: { a: 1 } }))],
    ['no key but null', signed(rsa, CLAIMS, header({ kid: null }))],
    ['critical extensions', signed(rsa, CLAIMS, header({ crit: ['exp'], exp: 1 }))],
    ['no critical extensions', signed(rsa, CLAIMS, header({ crit: [] }))],
    ['critical extensions that are null', signed(rsa, CLAIMS, header({ crit: null }))],
    ['an unencoded payload', signed(rsa, CLAIMS, header({ b64: false, crit: ['b64'] }))],
    ['an unencoded payload that is not critical', signed(rsa, CLAIMS, header({ b64: false }))],
    ['a compressed payload', signed(stranger, CLAIMS, header({ zip: 'DEF' }))],
    ['a header that is a list', `${encoded([])}.${body}.${end}`],
    ['a header that is not JSON', `${encoded('{')}.${body}.${end}`],
    ['a header with two algorithms', `${encoded('{"alg":"RS256","alg":"none"}')}.${body}.`],
    [
      'the other order of two algorithms',
      `${encoded('{"alg":"none","alg":"RS256"}')}.${body}.${end}`,
    ],
    ['a payload that is a list', signed(rsa, [CLAIMS])],
    ['a payload that is null', signed(rsa, null)],
    ['a payload that is a text', signed(rsa, '"text"')],
    ['a payload that is not JSON', signed(rsa, '{"iss":')],
    [
      'another payload under a good signature',
      `${head}.${encoded({ ...CLAIMS, project_ref: 'xyz' })}.${end}`,
    ],
    ['another header under a good signature', `${encoded(header({ kid: 'two' }))}.${body}.${end}`],
    [
      'one letter of the signature',
      `${head}.${body}.${end.startsWith('A') ? 'B' : 'A'}${end.slice(1)}`,
    ],
    ['a signature that was cut', `${head}.${body}.${end.slice(0, -4)}`],
    ['a signature with more behind it', `${head}.${body}.${end}AAAA`],
    ['characters of another alphabet', `${head}.${body}.${end.slice(0, -1)}*`],
    ['space within', `${head}. ${body}.${end}`],
    ['expired', claims({ exp: NOW_S - 3_600 })],
    ['no expiry', withoutClaim('exp')],
    ['an expiry in text', claims({ exp: String(NOW_S + 300) })],
    ['an expiry that is null', claims({ exp: null })],
    ['an expiry in a list', claims({ exp: [NOW_S + 300] })],
    ['not valid yet', claims({ nbf: NOW_S + 120 })],
    ['a beginning in text', claims({ nbf: 'now' })],
    ['another issuer', claims({ iss: 'https://evil.example' })],
    ['an issuer that begins alike', claims({ iss: `${ISSUER}.evil.example` })],
    ['a list of issuers', claims({ iss: [ISSUER] })],
    ['no issuer', withoutClaim('iss')],
    ['another audience', claims({ aud: 'other' })],
    ['an audience that begins alike', claims({ aud: `${AUDIENCE}-2` })],
    ['no audience', withoutClaim('aud')],
    ['an object for an audience', claims({ aud: { [AUDIENCE]: 1 } })],
    ['other audiences', claims({ aud: ['a', 'b'] })],
    ['nobody in particular', claims({ sub: 7 })],
    ['a list of subjects', claims({ sub: ['user-1'] })],
    ['9 KiB of claims', claims({ more: 'x'.repeat(9_000) })],
    ['9 KiB of header', signed(rsa, CLAIMS, header({ more: 'x'.repeat(9_000) }))],
    ['a hundred kilobytes of dots', '.'.repeat(100_000)],
    ['a key of the service that is unknown', `qk_${'a'.repeat(49)}`],
    ['a token behind the prefix of a key', `qk_${good}`],
    ['two tokens', `${good}, ${good}`],
    ['a good token and another one', `${good}, ${strangers}`],
  ];

  test.each(attacks)('%s', async (_, token) => {
    const { app, engine, lines } = service();
    const asked = { Authorization: `Bearer ${token}` };
    const response = await app.request(`${URL_OF_ROWS}?project=abc`, { headers: asked });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(engine.asked).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain(end);
  });

  it('as is one in the address, or under another scheme', async () => {
    const { app } = service();
    expect((await app.request(`${URL_OF_ROWS}?access_token=${good}`)).status).toBe(401);
    const headers = { Authorization: `Basic ${good}` };
    expect((await app.request(URL_OF_ROWS, { headers })).status).toBe(401);
  });

  it('of another type, where one is configured', async () => {
    const { statusOf } = service({ typ: 'at+jwt' });
    const of = (typ: unknown) => statusOf(signed(rsa, CLAIMS, header({ typ })));
    expect(await of('at+jwt')).toBe(200);
    expect(await of('application/at+jwt')).toBe(200);
    expect(await Promise.all(['JWT', undefined, 7, ['at+jwt']].map(of))).toEqual([
      401, 401, 401, 401,
    ]);
  });

  it('by a key that is too short', async () => {
    const short = rsaPair(1024);
    const { statusOf } = service({ keys: { pem: pemOf(short) } });
    expect(await statusOf(signed(short))).toBe(401);
  });

  it('by a published key that is no public key for signatures', async () => {
    const secret = Buffer.alloc(32, 7);
    const more = { kid: 'one', alg: 'HS256' };
    const settings = published(
      { kty: 'oct', k: secret.toString('base64url'), ...more },
      jwkOf(rsa, { kid: 'enc', use: 'enc' }),
      { ...rsa.privateKey.export({ format: 'jwk' }), kid: 'private' },
      jwkOf(ec, { kid: 'good' }),
      { kty: 'RSA', kid: 'broken' },
      null,
      'key',
    );
    const { statusOf } = service(settings);
    expect(await statusOf(hmacSigned(secret, { alg: 'HS256', kid: 'one' }))).toBe(401);
    for (const kid of ['enc', 'private', 'broken'])
      expect(await statusOf(signed(rsa, CLAIMS, { alg: 'RS256', kid }))).toBe(401);
    expect(await statusOf(signed(ec, CLAIMS, { alg: 'ES256', kid: 'good' }))).toBe(200);
  });

  it('where the service takes keys alone', async () => {
    const { app } = fixtureApp(answers(), []);
    const headers = { Authorization: `Bearer ${good}` };
    expect((await app.request(URL_OF_ROWS, { headers })).status).toBe(401);
  });
});

test('the log says why a token is refused, and the caller hears nothing of it', async () => {
  const { ask, lines } = service();
  const response = await ask(signed(rsa, { ...CLAIMS, exp: 1 }));
  expect(lines.at(-1)).toMatchObject({ status: 401, failure: 'token: ERR_JWT_EXPIRED' });
  expect(await response.text()).not.toMatch(/expired|ERR_/i);
});
