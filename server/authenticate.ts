/** Who asks, by the key in the request's headers. */
import { timingSafeEqual } from 'node:crypto';
import type { ApiKey } from './key-file.ts';
import { digest, isToken } from './tokens.ts';

/** `absent`: no key at all; `refused`: one that is unknown, expired, malformed or contradicted by another. */
export type Authentication =
  | { readonly ok: true; readonly key: ApiKey }
  | { readonly ok: false; readonly reason: 'absent' | 'refused' };

/**
 * Reads `X-API-KEY` and `Authorization: Bearer`; both must agree. A header that was sent twice arrives joined by a comma,
 * which no token holds. `nowMs` is the time since 1970 in milliseconds.
 */
export function authenticate(
  headers: Headers,
  keys: readonly ApiKey[],
  nowMs: number,
): Authentication {
  const tokens = presented(headers);
  const [token] = tokens;
  if (token === undefined) return { ok: false, reason: 'absent' };
  const key = tokens.size === 1 && isToken(token) ? find(token, keys) : null;
  const holds = key !== null && (key.expires === null || nowMs < Date.parse(key.expires));
  return holds ? { ok: true, key } : { ok: false, reason: 'refused' };
}

function presented(headers: Headers): ReadonlySet<string> {
  const tokens = new Set<string>();
  const own = headers.get('X-API-KEY');
  if (own !== null) tokens.add(own);
  // Other schemes speak to proxies on the way, not to us.
  const bearer = /^bearer +(.*)$/i.exec(headers.get('Authorization') ?? '');
  if (bearer?.[1] !== undefined) tokens.add(bearer[1].trim());
  return tokens;
}

/** Looks at every key, whether or not one has matched, so that the time tells nothing. */
function find(token: string, keys: readonly ApiKey[]): ApiKey | null {
  const wanted = digest(token);
  let found: ApiKey | null = null;
  for (const key of keys) {
    if (timingSafeEqual(wanted, Buffer.from(key.sha256, 'hex'))) found = key;
  }
  return found;
}
