/** The contract of a cache of answers. */
import type { Produce } from './flights.ts';

/** Seconds of the manifest as milliseconds. `refreshMs` 0: no warming. */
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

/**
 * `dropped`: its TTL ended; `evicted`: the byte budget took it; `oversized`: larger than the whole budget, so not kept.
 */
export type CacheEvent =
  | { readonly kind: 'refreshed' | 'dropped' | 'evicted' | 'oversized'; readonly key: string }
  | { readonly kind: 'refresh_failed'; readonly key: string; readonly error: unknown };

export interface Cache<V> {
  /** A kept value at once, without a promise, so that the hot path stays synchronous; it counts as asked for. */
  readonly peek: (key: string) => Cached<V> | null;
  /**
   * A kept value, or that of the key's one run, started here if none is under way. It rejects with the run's error, or with
   * the signal's reason as soon as that is aborted; a run whose last waiter has left is aborted. `policy` null: nothing is
   * kept, but identical concurrent calls share a run. `produce` is called again for each refresh, with nobody waiting: it
   * reads the clock itself, and bounds its own time. `heldBytes` is the memory that `produce` takes as long as the entry
   * stays, beyond that of a usual one.
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
  /** The maximum of keys that are kept warm: the most recently requested ones. */
  readonly warmEntries: number;
  /** Bytes that a value holds. */
  readonly sizeOf: (value: V) => number;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
  readonly tell?: (event: CacheEvent) => void;
}
