/** The contract of a cache of answers. */
import type { Produce } from './flights.ts';

/** The manifest's times, in milliseconds. `refreshMs` 0: no warming. */
export interface CachePolicy {
  readonly ttlMs: number;
  readonly refreshMs: number;
}
/** `stale`: within its TTL, but the last refresh failed; `bypass`: nothing is kept for this key. */
export type CacheState = 'hit' | 'miss' | 'stale' | 'bypass';
export interface Cached<V> {
  readonly value: V;
  /** When the run that produced the value started, in milliseconds since 1970. */
  readonly producedMs: number;
  readonly state: CacheState;
}

/** `dropped`: the TTL ended; `evicted`: the byte budget removed the entry; `oversized`: larger than the budget, so not kept. */
export type CacheEvent =
  | { readonly kind: 'refreshed' | 'dropped' | 'evicted' | 'oversized'; readonly key: string }
  | { readonly kind: 'refresh_failed'; readonly key: string; readonly error: unknown };

export interface Cache<V> {
  /** Returns a kept value without a promise, so that the hot path stays synchronous. This counts as a use. */
  readonly peek: (key: string) => Cached<V> | null;
  /**
   * Returns a kept value, or the value of the key's only run. Starts that run if it is not running yet. Rejects with the run's
   * error, or with the signal's reason once the signal is aborted. A run that nobody waits for any more is aborted. `policy`
   * null: nothing is kept, but identical concurrent calls share a run. `produce` is called again for each refresh,
   * without waiting callers: it reads the clock itself, and limits its own time. `heldBytes`: the further bytes that
   * `produce` occupies while the entry stays.
   */
  readonly get: (
    key: string,
    policy: CachePolicy | null,
    produce: Produce<V>,
    signal: AbortSignal,
    heldBytes?: number,
  ) => Promise<Cached<V>>;
  /** Counts the bytes of a kept value again after it has grown, and drops it if it exceeds the whole budget. */
  readonly weigh: (key: string) => void;
  /** `bytes` counts values, keys and a fixed amount for each entry; `warm` counts the keys that are kept warm. */
  readonly stats: () => CacheStats;
  /** Stops all timers, aborts the runs, and keeps no further values. */
  readonly close: () => void;
}
export interface CacheStats {
  readonly entries: number;
  readonly bytes: number;
  readonly warm: number;
  readonly flights: number;
}
/** The value that a run would produce. */
export interface Wanted {
  readonly key: string;
  /** A value that is younger than this, in milliseconds, makes the run unnecessary. */
  readonly freshMs: number;
  readonly ttlMs: number;
  readonly signal: AbortSignal;
}
/**
 * Returns a value that another process keeps, with its age in milliseconds, or the value of `run`, with `null`. Of several
 * processes that want the same, one runs if possible.
 */
export type Share<V> = (
  wanted: Wanted,
  run: (signal: AbortSignal) => Promise<V>,
) => Promise<{ readonly value: V; readonly ageMs: number | null }>;

/** A value as bytes, which another process reads. */
export interface Packing<V> {
  readonly pack: (value: V) => Uint8Array | Promise<Uint8Array>;
  readonly unpack: (packed: Uint8Array) => V;
}

export interface CacheOptions<V> {
  readonly maxBytes: number;
  /** The most keys that are kept warm: the most recently requested ones. */
  readonly warmEntries: number;
  /** Returns the bytes of a value. */
  readonly sizeOf: (value: V) => number;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
  /** By default, values are only kept here. */
  readonly share?: Share<V>;
  readonly tell?: (event: CacheEvent) => void;
}
