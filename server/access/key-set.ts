/** Keys as the service looks them up: by digest, in one step however many there are. */
import { timingSafeEqual } from 'node:crypto';
import type { ApiKey } from './key-file.ts';
import { digest } from './tokens.ts';

export interface KeySet {
  readonly size: number;
  /** The key that the token belongs to and that holds at `nowMs` (milliseconds since 1970 UTC); `null` where there is none. */
  readonly find: (token: string, nowMs: number) => ApiKey | null;
}

interface Entry {
  readonly key: ApiKey;
  readonly sha256: Buffer;
  readonly expiresMs: number;
}

/**
 * Makes the index of some keys. The look-up's time may depend on the digest, and that tells nothing: who sends a token cannot
 * choose the beginning of its SHA-256, and who learnt a stored digest in whole would still lack the 256 bits that it is of.
 *
 * A token that was found is remembered as it came, for as long as its set is in force: hashing it anew costs as much as all else
 * that a kept answer needs. It is found again by its hash in a table of seeded hashes, of which a stranger learns as little.
 */
export function createKeySet(keys: readonly ApiKey[]): KeySet {
  const byDigest = new Map(keys.map(key => [key.sha256, entryOf(key)]));
  const found = new Map<string, Entry>();
  const lookUp = (token: string): Entry | null => {
    const presented = digest(token);
    const entry = byDigest.get(presented.toString('hex'));
    if (entry === undefined || !timingSafeEqual(presented, entry.sha256)) return null;
    // No more of them than keys.
    found.set(token, entry);
    return entry;
  };
  return {
    size: byDigest.size,
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
