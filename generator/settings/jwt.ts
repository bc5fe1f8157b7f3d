/** `service.jwt` of `quern.yaml`: whose tokens the service accepts, and what their claims mean. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Place, Report } from '../core/report/diagnostics.ts';
import { entryOf, type MappingNode } from '../core/spec/document.ts';
import type { Located } from '../core/spec/located.ts';
import { asMapping, map, oneOrMany } from '../shape/kinds/list.ts';
import { needed, object, optional } from '../shape/kinds/object.ts';
import { scalar } from '../shape/kinds/scalar.ts';
import { located, text } from '../shape/kinds/texts.ts';
import { keysNamed } from '../shape/parts.ts';
import { as, type Shape } from '../shape/shape.ts';

/** The tokens of an identity service that are accepted. */
export interface JwtConfig {
  readonly issuer: string;
  readonly audience: string;
  /** The address of the issuer's keys, or one key as PEM text. */
  readonly keys: { readonly url: string } | { readonly pem: string };
  readonly algorithms: readonly string[];
  /** `null`: any type is accepted. */
  readonly typ: string | null;
  /** For each parameter, the claim that fixes its value. */
  readonly claims: Readonly<Record<string, string>>;
  /** The claim that lists endpoints; `null`: a token may run all endpoints. */
  readonly scope: string | null;
  /** The claim that lists hidden columns; `null`: a token hides none. */
  readonly hide: string | null;
}

/** The algorithms whose signatures a public key verifies. */
const JWT_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

const written = object({
  issuer: needed(text('The issuer of the tokens: their claim `iss`.')),
  audience: needed(text('The audience of the tokens: their claim `aud`, or an item of it.')),
  jwks_url: optional(
    text('The address of the keys of the issuer, such as `https://id.example.com/jwks.json`.'),
  ),
  public_key: optional(text('Instead of `jwks_url`: the only key of the issuer, as PEM text.')),
  algorithms: optional(
    oneOrMany(as(scalar(['string'], { enum: JWT_ALGORITHMS }), located), {
      min: 1,
      unique: true,
      divisible: true,
      description: 'The accepted signature algorithms; by default all of these.',
    }),
  ),
  typ: optional(
    text('The type that the header of a token must name, such as `at+jwt`; by default any.'),
  ),
  claims: optional(
    map(text('The claim that fixes the parameter.'), {
      names: keysNamed('name'),
      description:
        'Parameters that tokens fix, each with the name of its claim: `{ project: project_ref }`.',
    }),
  ),
  scope: optional(
    text(
      'The claim that lists the endpoints that a token may run; without it, a token may run all.',
    ),
  ),
  hide: optional(
    text('The claim that lists the columns that a token hides; without it, a token hides none.'),
  ),
});

export const JWT: Shape<JwtConfig> = as(written, (of, node, place, report) => {
  const algorithms = of.algorithms?.map(({ value }) => value) ?? JWT_ALGORITHMS;
  const claims = of.claims?.map(({ name, value }) => [name, value.value]) ?? [];
  return {
    issuer: of.issuer.value,
    audience: of.audience.value,
    keys: keysOf(of.jwksUrl, of.publicKey, { mapping: asMapping(node), place, algorithms, report }),
    algorithms,
    typ: of.typ?.value ?? null,
    claims: Object.fromEntries(claims),
    scope: of.scope?.value ?? null,
    hide: of.hide?.value ?? null,
  };
});

interface Given {
  readonly mapping: MappingNode;
  /** The place of its key. */
  readonly place: Place;
  readonly algorithms: readonly string[];
  readonly report: Report;
}

function keysOf(
  url: Located<string> | null,
  pem: Located<string> | null,
  { mapping, place, algorithms, report }: Given,
): JwtConfig['keys'] {
  if (url === null && pem === null) {
    const hint = 'Write `jwks_url`, the address of the keys, or `public_key`, one key as PEM text.';
    report('missing-key', place, '`jwt` has no key to verify tokens with', hint);
    return { pem: '' };
  }
  const keyPlace = entryOf(mapping, 'public_key')?.place ?? place;
  if (url !== null && pem !== null) {
    const message = '`jwt` has `jwks_url` and `public_key`, which exclude each other';
    report('clause-conflict', keyPlace, message, 'Remove one of them.');
  }
  if (pem !== null) {
    checkPem(keyPlace, pem.value, algorithms, report);
    return { pem: pem.value };
  }
  if (url !== null) checkUrl(url, report);
  return { url: url?.value ?? '' };
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Over a plain connection, anybody could replace the keys. */
function checkUrl({ value, place }: Located<string>, report: Report): void {
  const url = URL.canParse(value) ? new URL(value) : null;
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
