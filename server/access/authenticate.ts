/** Identifies the caller by the key, or by the token of an identity service, in the request's headers. */
import type { JwtReader } from './jwt.ts';
import type { Caller } from './keys/key-file.ts';
import type { KeySet } from './keys/key-set.ts';
import { isKeyText } from './tokens.ts';

/**
 * `absent`: no key or token; `refused`: an unknown, expired or malformed one, or two that differ; `forbidden`: a valid token
 * without a claim that it needs. `why` is for the log.
 */
export type Authentication =
  | { readonly ok: true; readonly key: Caller }
  | {
      readonly ok: false;
      readonly reason: 'absent' | 'refused' | 'forbidden';
      readonly why?: string;
    };

/** Returns a header's value by its name in any letter case; a comma joins values that were sent twice. */
export type HeaderOf = (name: 'x-api-key' | 'authorization') => string | null | undefined;

/** The known keys, and the reader of tokens if an issuer is configured. */
interface Known {
  readonly keys: KeySet;
  readonly jwt: JwtReader | null;
}

/**
 * Reads `X-API-KEY` and `Authorization: Bearer`; both must agree. A header that was sent twice never matches: its value has a
 * comma, which keys and tokens do not contain. `nowMs` is in milliseconds since 1970.
 */
export function authenticate(
  headerOf: HeaderOf,
  { keys, jwt }: Known,
  nowMs: number,
): Authentication | Promise<Authentication> {
  const own = headerOf('x-api-key') ?? null;
  const bearer = bearerOf(headerOf('authorization') ?? null);
  const token = own ?? bearer;
  if (token === null) return { ok: false, reason: 'absent' };
  const isOne = own === null || bearer === null || own === bearer;
  if (!isOne) return { ok: false, reason: 'refused' };
  if (jwt !== null && !isKeyText(token)) return byToken(jwt, token, nowMs);
  const key = keys.find(token, nowMs);
  return key === null ? { ok: false, reason: 'refused' } : { ok: true, key };
}

function byToken(
  jwt: JwtReader,
  token: string,
  nowMs: number,
): Authentication | Promise<Authentication> {
  const read = jwt.read(token, nowMs);
  return read instanceof Promise ? read.then(authentication) : authentication(read);
}

function authentication(read: Awaited<ReturnType<JwtReader['read']>>): Authentication {
  return read.ok ? { ok: true, key: read.caller } : read;
}

/** Returns the text after `Bearer`, in a second header too. Other schemes are meant for proxies along the way. */
function bearerOf(authorization: string | null): string | null {
  if (authorization === null) return null;
  return /(?:^|, *)bearer (.*)$/i.exec(authorization)?.[1]?.trim() ?? null;
}
