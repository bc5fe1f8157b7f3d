/** Keys by digest: a lookup takes the same time for any number of keys. */
import { timingSafeEqual } from 'node:crypto';
import { digest } from '../tokens.ts';
import type { ApiKey } from './key-file.ts';

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
  const byDigest = new Map(
    keys.flatMap(entriesOf).map(entry => [entry.sha256.toString('hex'), entry]),
  );
  const found = new Map<string, Entry>();
  const lookUp = (token: string): Entry | null => {
    const presented = digest(token);
    const entry = byDigest.get(presented.toString('hex'));
    if (entry === undefined || !timingSafeEqual(presented, entry.sha256)) return null;
    // The table cannot have more tokens than there are digests.
    found.set(token, entry);
    return entry;
  };
  return {
    size: keys.length,
    keys,
    find: (token, nowMs) => {
      const entry = found.get(token) ?? lookUp(token);
      return entry !== null && nowMs < entry.expiresMs ? entry.key : null;
    },
  };
}

/** The entry of its token and, while they overlap, that of the token before. */
function entriesOf(key: ApiKey): readonly Entry[] {
  const expiresMs = key.expires === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires);
  const entry = (sha256: string, endMs: number): Entry => {
    return { key, sha256: Buffer.from(sha256, 'hex'), expiresMs: Math.min(expiresMs, endMs) };
  };
  const { sha256, previous } = key;
  return [
    ...(previous === undefined ? [] : [entry(previous.sha256, Date.parse(previous.until))]),
    entry(sha256, Number.POSITIVE_INFINITY),
  ];
}
