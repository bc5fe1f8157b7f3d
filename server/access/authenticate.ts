/** Identifies the caller by the key in the request's headers. */
import type { ApiKey } from './key-file.ts';
import type { KeySet } from './key-set.ts';

/** `absent`: no key at all; `refused`: one that is unknown, expired, malformed or contradicted by another. */
export type Authentication =
  | { readonly ok: true; readonly key: ApiKey }
  | { readonly ok: false; readonly reason: 'absent' | 'refused' };

/** A header's value by its name in any letter case; what was sent twice comes joined by a comma. */
export type HeaderOf = (name: string) => string | null | undefined;

/**
 * Reads `X-API-KEY` and `Authorization: Bearer`; both must agree. No token holds the comma by which a header that was sent
 * twice is joined. `nowMs` is the time since 1970 in milliseconds.
 */
export function authenticate(headerOf: HeaderOf, keys: KeySet, nowMs: number): Authentication {
  const own = headerOf('x-api-key') ?? null;
  const bearer = bearerOf(headerOf('authorization') ?? null);
  const token = own ?? bearer;
  if (token === null) return { ok: false, reason: 'absent' };
  const isOne = own === null || bearer === null || own === bearer;
  const key = isOne ? keys.find(token, nowMs) : null;
  return key === null ? { ok: false, reason: 'refused' } : { ok: true, key };
}

/** Other schemes speak to proxies on the way, not to us. */
function bearerOf(authorization: string | null): string | null {
  if (authorization === null) return null;
  return /^bearer (.*)$/i.exec(authorization)?.[1]?.trim() ?? null;
}
