/** Identifies the caller by the key, or by the token of an identity service, in the request's headers. */
import type { JwtReader } from './jwt.ts';
import type { Caller } from './key-file.ts';
import type { KeySet } from './key-set.ts';
import { isKeyText } from './tokens.ts';

/**
 * `absent`: nothing at all; `refused`: something that is unknown, expired, malformed or contradicted by another; `forbidden`: a
 * valid token without a claim that it needs. `why` is for the log.
 */
export type Authentication =
  | { readonly ok: true; readonly key: Caller }
  | {
      readonly ok: false;
      readonly reason: 'absent' | 'refused' | 'forbidden';
      readonly why?: string;
    };

/** A header's value by its name in any letter case; what was sent twice comes joined by a comma. */
export type HeaderOf = (name: string) => string | null | undefined;

/** The known keys, and the reader of tokens where an issuer of them is configured. */
export interface Known {
  readonly keys: KeySet;
  readonly jwt: JwtReader | null;
}

/**
 * Reads `X-API-KEY` and `Authorization: Bearer`; both must agree. No key and no token holds the comma by which a header that was
 * sent twice is joined. `nowMs` is the time since 1970 in milliseconds.
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

/** Other schemes speak to proxies on the way, not to us. */
function bearerOf(authorization: string | null): string | null {
  if (authorization === null) return null;
  return /^bearer (.*)$/i.exec(authorization)?.[1]?.trim() ?? null;
}
