/** `service.jwt` of a configuration: tokens of an identity service. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { type Environment, readConfig } from '../../../generator/config/config.ts';
import { collector, renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';

function read(jwt: object | string, environment: Environment = {}) {
  const { diagnostics, report } = collector();
  const text = `service: { jwt: ${typeof jwt === 'string' ? jwt : JSON.stringify(jwt)} }`;
  const config = readConfig('quern.yaml', text, environment, report);
  return {
    jwt: config?.service.jwt,
    unset: config?.unset,
    codes: diagnostics.map(({ code }) => code),
    text: renderDiagnostics(diagnostics),
  };
}

const NAMED = { issuer: 'https://id.example.com', audience: 'quern' };
const URL_OF_KEYS = 'https://id.example.com/jwks.json';
const pem = ({ publicKey }: { readonly publicKey: KeyObject }) =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const secret = () => rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('tokens', () => {
  it('are read as they are written', () => {
    const claims = { project: 'project_ref' };
    const written = {
      ...NAMED,
      jwks_url: URL_OF_KEYS,
      claims,
      scope: 'endpoints',
      hide: 'hidden',
      typ: 'at+jwt',
    };
    expect(read({ ...written, algorithms: ['ES256'] }).jwt).toEqual({
      ...NAMED,
      keys: { url: URL_OF_KEYS },
      algorithms: ['ES256'],
      typ: 'at+jwt',
      claims,
      scope: 'endpoints',
      hide: 'hidden',
    });
  });

  it('have every algorithm of a public key by default, and none with a shared secret', () => {
    const { jwt } = read({ ...NAMED, public_key: pem(rsa) });
    expect(jwt).toMatchObject({
      keys: { pem: pem(rsa) },
      typ: null,
      claims: {},
      scope: null,
      hide: null,
    });
    expect(jwt?.algorithms).toContain('EdDSA');
    expect(jwt?.algorithms.filter(name => name.startsWith('HS'))).toEqual([]);
  });

  it('may be none', () => expect(read('null')).toMatchObject({ jwt: null, codes: [] }));

  it('may be described by variables, which the service alone misses', () => {
    const written = { ...NAMED, issuer: `\${ISSUER}`, jwks_url: `\${KEYS}/jwks.json` };
    const without = read(written);
    expect(without).toMatchObject({ jwt: null, codes: [] });
    expect(without.unset?.get('service.jwt')).toHaveLength(2);
    const { jwt } = read(written, { ISSUER: 'https://a.example', KEYS: 'https://a.example' });
    expect(jwt).toMatchObject({
      issuer: 'https://a.example',
      keys: { url: 'https://a.example/jwks.json' },
    });
  });
});

describe('an address of keys', () => {
  test.each(['http://localhost:9/k', 'http://127.0.0.1/k', 'http://[::1]/k', `${URL_OF_KEYS}?v=1`])(
    'may be %s',
    jwks_url => expect(read({ ...NAMED, jwks_url }).codes).toEqual([]),
  );

  test.each([
    'http://id.example.com/k',
    'http://localhost.example.com/k',
    'https://user:password@id.example.com/k',
    'https://id.example.com/k#x',
    'file:///etc/keys',
    'id.example.com',
  ])('may not be %s', jwks_url => {
    const { codes, text } = read({ ...NAMED, jwks_url });
    expect(codes).toEqual(['invalid-value']);
    expect(text).toContain('`jwks_url` is not a safe address for keys');
  });
});

test.each<[name: string, written: object | string, code: string, words: string]>([
  ['no issuer', { audience: 'a', jwks_url: URL_OF_KEYS }, 'missing-key', 'issuer'],
  ['no audience', { issuer: 'a', jwks_url: URL_OF_KEYS }, 'missing-key', 'audience'],
  ['no key', NAMED, 'missing-key', '`jwt` has no key to verify tokens with'],
  [
    'two sources of keys',
    { ...NAMED, jwks_url: URL_OF_KEYS, public_key: pem(rsa) },
    'clause-conflict',
    'exclude each other',
  ],
  ['a key that is none', { ...NAMED, public_key: 'MIIB' }, 'invalid-value', 'not a public key'],
  [
    'a broken key',
    { ...NAMED, public_key: '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----' },
    'invalid-value',
    'not a public key',
  ],
  ['a private key', { ...NAMED, public_key: secret() }, 'invalid-value', 'is a private key'],
  [
    'a weak key',
    {
      ...NAMED,
      public_key: pem(generateKeyPairSync('rsa', { modulusLength: 1024 })),
    },
    'invalid-value',
    'of an unsupported kind',
  ],
  [
    'another curve',
    {
      ...NAMED,
      public_key: pem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })),
    },
    'invalid-value',
    'of an unsupported kind',
  ],
  [
    'algorithms of another key',
    { ...NAMED, public_key: pem(ec), algorithms: ['RS256', 'ES384'] },
    'clause-conflict',
    'None of `algorithms`',
  ],
  [
    'a shared secret',
    { ...NAMED, jwks_url: URL_OF_KEYS, algorithms: ['HS256'] },
    'invalid-value',
    'HS256',
  ],
  [
    'no signature',
    { ...NAMED, jwks_url: URL_OF_KEYS, algorithms: ['none'] },
    'invalid-value',
    'none',
  ],
  [
    'no algorithm',
    { ...NAMED, jwks_url: URL_OF_KEYS, algorithms: [] },
    'invalid-value',
    'algorithms',
  ],
  [
    'a parameter that has no such name',
    { ...NAMED, jwks_url: URL_OF_KEYS, claims: { 'a-b': 'c' } },
    'invalid-name',
    'a-b',
  ],
  [
    'a claim without a name',
    { ...NAMED, jwks_url: URL_OF_KEYS, claims: { project: '' } },
    'invalid-value',
    'project',
  ],
  [
    'a claim that is no text',
    { ...NAMED, jwks_url: URL_OF_KEYS, claims: { project: [1] } },
    'wrong-type',
    'project',
  ],
  ['an unknown key', { ...NAMED, jwks_url: URL_OF_KEYS, audiance: 'x' }, 'unknown-key', 'audiance'],
  ['a text', 'yes', 'wrong-type', 'jwt'],
])('%s is a fault with its place', (_, written, code, words) => {
  const { codes, text } = read(written);
  expect(codes).toEqual([code]);
  expect(text).toContain(words);
  expect(text).toMatch(/^quern\.yaml:1:\d+ /);
});

test('a private key is not shown with its fault', () => {
  const privateKey = secret();
  const { text } = read(`{ issuer: a, audience: b, public_key: ${JSON.stringify(privateKey)} }`);
  const [, line = ''] = privateKey.split('\n');
  expect(text).not.toContain(line);
});
