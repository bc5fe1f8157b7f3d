/** `service.jwt` of `quern.yaml`: whose tokens the service accepts, and what their claims mean. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Place, Report } from '../core/report/diagnostics.ts';
import type { Node, ScalarNode } from '../core/spec/document.ts';
import { JWT_ALGORITHMS } from '../schema/config-schema.ts';
import { entryAt, scalarAt } from './nodes.ts';
import type { JwtConfig } from './settings.ts';
import type { WrittenJwt } from './written.ts';

const PATH = ['service', 'jwt'] as const;

/** Reports faults. If there are any, the caller must ignore the result. */
export function readJwt(root: Node, written: WrittenJwt, report: Report): JwtConfig {
  const { issuer, audience, typ = null, claims = {}, scope = null } = written;
  const algorithms = written.algorithms ?? JWT_ALGORITHMS;
  return {
    issuer,
    audience,
    keys: keysOf(root, written, algorithms, report),
    algorithms,
    typ,
    claims,
    scope,
  };
}

function keysOf(
  root: Node,
  { jwks_url: url, public_key: pem }: WrittenJwt,
  algorithms: readonly string[],
  report: Report,
): JwtConfig['keys'] {
  if (url === undefined && pem === undefined) {
    const hint = 'Write `jwks_url`, the address of the keys, or `public_key`, one key as PEM text.';
    report('missing-key', placeOf(root, PATH), '`jwt` has no key to verify tokens with', hint);
    return { pem: '' };
  }
  if (url !== undefined && pem !== undefined) {
    const place = placeOf(root, [...PATH, 'public_key']);
    const message = '`jwt` has `jwks_url` and `public_key`, which exclude each other';
    report('clause-conflict', place, message, 'Remove one of them.');
  }
  if (pem === undefined) {
    checkUrl(scalarAt(root, [...PATH, 'jwks_url']), url ?? '', report);
    return { url: url ?? '' };
  }
  checkPem(placeOf(root, [...PATH, 'public_key']), pem, algorithms, report);
  return { pem };
}

function placeOf(root: Node, path: readonly string[]): Place {
  return entryAt(root, path).place;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Over a plain connection, anybody could replace the keys. */
function checkUrl({ place }: ScalarNode, text: string, report: Report): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHttp = url?.protocol === 'http:' && LOOPBACK.includes(url.hostname);
  const isPlain = url?.username === '' && url.password === '' && url.hash === '';
  if (isPlain && (url.protocol === 'https:' || isHttp)) return;
  const hint =
    'Write an `https://` address without a password, such as `https://id.example.com/jwks.json`; `http://` is for loopback addresses.';
  report('invalid-value', place, '`jwks_url` is not a safe address for keys', hint);
}

const HINT = 'Write the text from `-----BEGIN PUBLIC KEY-----` to `-----END PUBLIC KEY-----`.';
const LEAST_BITS = 2048;

function checkPem(place: Place, pem: string, algorithms: readonly string[], report: Report): void {
  const wrong = (message: string, hint = HINT): void =>
    report('invalid-value', place, message, hint);
  if (/\bPRIVATE KEY\b/.test(pem)) {
    wrong('`public_key` is a private key', 'Create a new key pair, and write its public key.');
    return;
  }
  const key = publicKey(pem);
  if (key === null) {
    wrong('`public_key` is not a public key in PEM');
    return;
  }
  const fitting = FITTING.find(([fits]) => fits(key));
  if (fitting === undefined) {
    const kinds = `RSA of ${LEAST_BITS} bits or more, P-256, P-384, P-521 or Ed25519`;
    wrong('`public_key` is of an unsupported kind', `Use a key of ${kinds}.`);
    return;
  }
  const [, pattern] = fitting;
  if (algorithms.some(name => pattern.test(name))) return;
  const message = 'None of `algorithms` fits `public_key`';
  report(
    'clause-conflict',
    place,
    message,
    'Leave out `algorithms`, or name one that fits the key.',
  );
}

function publicKey(pem: string): KeyObject | null {
  if (!pem.includes('-----BEGIN PUBLIC KEY-----')) return null;
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}

/** Tests for the supported kinds of keys, each with a pattern for its algorithms. */
const FITTING: readonly (readonly [fits: (key: KeyObject) => boolean, algorithms: RegExp])[] = [
  [isStrongRsa, /^[RP]S/],
  [key => curveOf(key) === 'prime256v1', /^ES256$/],
  [key => curveOf(key) === 'secp384r1', /^ES384$/],
  [key => curveOf(key) === 'secp521r1', /^ES512$/],
  [key => key.asymmetricKeyType === 'ed25519', /^EdDSA$/],
];

function isStrongRsa({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS;
}

function curveOf({ asymmetricKeyDetails }: KeyObject): string | undefined {
  return asymmetricKeyDetails?.namedCurve;
}
