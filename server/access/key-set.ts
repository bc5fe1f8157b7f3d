/** Keys by digest: a lookup takes the same time for any number of keys. */
import { timingSafeEqual } from 'node:crypto';
import type { ApiKey } from './key-file.ts';
import { digest } from './tokens.ts';

export interface KeySet {
  readonly size: number;
  /** The keys, each with its rights. */
  readonly keys: readonly ApiKey[];
  /** The key of the token, if it is valid at `nowMs` (milliseconds since 1970 UTC), else `null`. */
  readonly find: (token: string, nowMs: number) => ApiKey | null;
}

interface Entry {
  readonly key: ApiKey;
  readonly sha256: Buffer;
  readonly expiresMs: number;
}

/**
 * Creates an index of keys. The time of a lookup may depend on the digest. This reveals nothing: a caller cannot choose the
 * beginning of a SHA-256, and a stored digest does not reveal the 256 bits of its token.
 *
 * The set remembers a found token, because hashing it again costs as much as the rest of a cached answer. The table of
 * remembered tokens uses seeded hashes, so its timing reveals nothing either.
 */
export function createKeySet(keys: readonly ApiKey[]): KeySet {
  const byDigest = new Map(keys.map(key => [key.sha256, entryOf(key)]));
  const found = new Map<string, Entry>();
  const lookUp = (token: string): Entry | null => {
    const presented = digest(token);
    const entry = byDigest.get(presented.toString('hex'));
    if (entry === undefined || !timingSafeEqual(presented, entry.sha256)) return null;
    // The table cannot have more tokens than there are keys.
    found.set(token, entry);
    return entry;
  };
  return {
    size: byDigest.size,
    keys,
    find: (token, nowMs) => {
      const entry = found.get(token) ?? lookUp(token);
      return entry !== null && nowMs < entry.expiresMs ? entry.key : null;
    },
  };
}

function entryOf(key: ApiKey): Entry {
  const expiresMs = key.expires === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires);
  return { key, sha256: Buffer.from(key.sha256, 'hex'), expiresMs };
}
