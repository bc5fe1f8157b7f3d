/** An identity service of a test: its keys, and the tokens that it signs. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const ISSUER = 'https://id.example.com';
export const AUDIENCE = 'quern';
export const NOW_S = Date.parse('2026-01-15T10:07:00Z') / 1_000;

export function rsaPair(modulusLength = 2048): Pair {
  return generateKeyPairSync('rsa', { modulusLength });
}

export function ecPair(namedCurve = 'P-256'): Pair {
  return generateKeyPairSync('ec', { namedCurve });
}

export function edPair(): Pair {
  return generateKeyPairSync('ed25519');
}

/** The claims of a good token. */
export const CLAIMS = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'user-1',
  exp: NOW_S + 300,
  project_ref: 'abc',
  endpoints: 'logs.*',
} as const;

export function pemOf({ publicKey }: Pair): string {
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

export function jwkOf({ publicKey }: Pair, more: object = {}): object {
  return { ...publicKey.export({ format: 'jwk' }), ...more };
}

export function encoded(part: unknown): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
}

/** A token of these parts: objects become JSON, texts stay as they are. */
export function signed(
  pair: Pair,
  payload: unknown = CLAIMS,
  header: unknown = { alg: 'RS256', kid: 'one' },
): string {
  const input = `${encoded(header)}.${encoded(payload)}`;
  return `${input}.${signature(pair, input)}`;
}

function signature({ privateKey }: Pair, input: string): string {
  const isEd = privateKey.asymmetricKeyType === 'ed25519';
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return sign(isEd ? null : 'sha256', Buffer.from(input), key).toString('base64url');
}

/** A token whose signature is made with a shared secret. */
export function hmacSigned(secret: string | Buffer, header: object, payload: unknown = CLAIMS) {
  const input = `${encoded(header)}.${encoded(payload)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}
