/** The contract of a cache of answers. */
import type { Produce } from './flights.ts';

/** The manifest's seconds in milliseconds. `refreshMs` 0: no warming. */
export interface CachePolicy {
  readonly ttlMs: number;
  readonly refreshMs: number;
}
/** `stale`: within its TTL, but the last refresh failed; `bypass`: nothing is kept for this key. */
export type CacheState = 'hit' | 'miss' | 'stale' | 'bypass';
export interface Cached<V> {
  readonly value: V;
  /** When the run that made it started, in milliseconds since 1970. */
  readonly producedMs: number;
  readonly state: CacheState;
}

/** `dropped`: its TTL ended; `evicted`: the byte budget removed it; `oversized`: larger than the whole budget, so not kept. */
export type CacheEvent =
  | { readonly kind: 'refreshed' | 'dropped' | 'evicted' | 'oversized'; readonly key: string }
  | { readonly kind: 'refresh_failed'; readonly key: string; readonly error: unknown };

export interface Cache<V> {
  /** Returns a kept value directly, without a promise, so that the hot path stays synchronous; this counts as a use. */
  readonly peek: (key: string) => Cached<V> | null;
  /**
   * A kept value, or the value of the key's only run, which starts here if none is under way. Rejects with the run's
   * error, or with the signal's reason once it is aborted; a run that nobody waits for any more is aborted. `policy`
   * null: nothing is kept, but identical concurrent calls share a run. `produce` is called again for each refresh,
   * without anybody waiting: it reads the clock itself, and limits its own time. `heldBytes`: the memory that `produce`
   * takes while the entry stays, beyond the usual.
   */
  readonly get: (
    key: string,
    policy: CachePolicy | null,
    produce: Produce<V>,
    signal: AbortSignal,
    heldBytes?: number,
  ) => Promise<Cached<V>>;
  /** Counts the bytes of a kept value again after it has grown, and drops it where it exceeds the whole budget. */
  readonly weigh: (key: string) => void;
  /** `bytes` counts values, keys and an allowance for each entry; `warm` the keys that are kept warm. */
  readonly stats: () => CacheStats;
  /** Stops all timers, aborts the flights, and keeps nothing more. */
  readonly close: () => void;
}
export interface CacheStats {
  readonly entries: number;
  readonly bytes: number;
  readonly warm: number;
  readonly flights: number;
}
export interface CacheOptions<V> {
  readonly maxBytes: number;
  /** The most keys that are kept warm: the most recently requested ones. */
  readonly warmEntries: number;
  /** Bytes that a value holds. */
  readonly sizeOf: (value: V) => number;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
  readonly tell?: (event: CacheEvent) => void;
}
