/** Keys that expire soon, of which operators are warned while the service runs. */
import type { ApiKey } from './key-file.ts';
import type { KeyRing } from './key-ring.ts';

/** A key is reported for so long before its end. */
const SOON_MS = 14 * 86_400_000;
const LOOK_EVERY_MS = 10_000;

type Expiring = Pick<ApiKey, 'id' | 'name'> & { readonly expires: string };

/** Returns the keys that are valid now and expire soon. */
export function expiringKeys(
  keys: readonly Pick<ApiKey, 'id' | 'name' | 'expires'>[],
  nowMs: number,
): readonly Expiring[] {
  return keys.flatMap(({ id, name, expires }) => {
    if (expires === null) return [];
    const leftMs = Date.parse(expires) - nowMs;
    return leftMs > 0 && leftMs <= SOON_MS ? [{ id, name, expires }] : [];
  });
}

/** Calls `tell` once for each key that expires soon from now on. Does not keep the process alive. Returns what ends it. */
export function watchExpiry(
  ring: KeyRing,
  nowMs: () => number,
  tell: (key: Expiring) => void,
): () => void {
  const nameOf = ({ id, expires }: Expiring) => `${id} ${expires}`;
  let known = new Set(expiringKeys(ring.current().keys, nowMs()).map(nameOf));
  const look = () => {
    const found = expiringKeys(ring.current().keys, nowMs());
    for (const key of found) if (!known.has(nameOf(key))) tell(key);
    known = new Set(found.map(nameOf));
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
