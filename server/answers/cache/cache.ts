/**
 * Keeps answers for a while, and keeps them warm while they are in use. Keys are opaque: the code that creates them decides
 * which requests share an entry.
 *
 * - Age counts from the start of the run that produced a value, not from its end. The statement's `now` is the start, so an age
 *   is never too small and a slow statement does not lengthen the life of its rows.
 * - An entry's life ends by the first of two clocks. By `nowMs` it ends at its TTL, and also if that clock is before the start
 *   of the run, because the age is then unknown. A timer also ends it when the TTL is over; setting the clock does not affect
 *   the timer. Setting the clock back, however far, never lengthens a life.
 * - Idleness counts from the last request for a key; if that is later than the clock, from now.
 * - A refresh counts as a use for the byte budget, like every write to the store.
 */
import { LRUCache } from 'lru-cache';
import type { Cache, Cached, CacheOptions, CachePolicy, CacheStats } from './contract.ts';
import type { Flight, Produce } from './flights.ts';
import { Flights } from './flights.ts';
import { WarmSet } from './warm-set.ts';

export type {
  Cache,
  Cached,
  CacheEvent,
  CacheOptions,
  CachePolicy,
} from './contract.ts';

/** The use of a key: one object for its entry and for the run that will replace it. */
interface Use<V> {
  policy: CachePolicy;
  /** The latest policy. */
  produce: Produce<V>;
  /** The bytes that `produce` occupies. */
  heldBytes: number;
  askedMs: number;
}
/** The value of a run, and when it was produced; `null`: by this run. */
interface Landed<V> {
  readonly value: V;
  readonly producedMs: number | null;
}
interface Entry<V> {
  readonly key: string;
  readonly use: Use<V>;
  answer: Cached<V>;
  /** When the next refresh is due. */
  dueMs: number;
  /** The number of refreshes that failed in a row. */
  failures: number;
  /** When its timer ends it, by `performance.now()`, which nobody sets. */
  readonly endsAt: number;
  /** The TTL is over; the entry only stays because its refresh is running. */
  over: boolean;
  timer: ReturnType<typeof setTimeout> | null;
}

/**
 * The bytes of an entry without its value and key: objects, two timers, the closure that refreshes it. Measured on Node
 * 20 with 200,000 empty values. Without it, many short answers to different parameters would exceed the budget many times.
 */
export const ENTRY_BYTES = 1_200;
/** The longest delay of `setTimeout`; a longer delay would be 1 ms. A longer TTL ends after 24 days, too. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
const FIRST_RETRY_MS = 1_000;

/** Creates an empty cache. It does not keep the process alive. */
export function createCache<V>(options: CacheOptions<V>): Cache<V> {
  return new WarmCache(options);
}

class WarmCache<V> implements Cache<V> {
  readonly #options: CacheOptions<V>;
  readonly #nowMs: () => number;
  readonly #store: LRUCache<string, Entry<V>>;
  readonly #runs: Flights<Landed<V>, Use<V>>;
  readonly #bypasses: Flights<V, null>;
  readonly #warm: WarmSet;
  #closed = false;

  constructor(options: CacheOptions<V>) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#store = new LRUCache({
      maxSize: options.maxBytes,
      dispose: (entry, key, reason) => this.#disposed(entry, key, reason),
    });
    this.#runs = new Flights({
      nowMs: this.#nowMs,
      landed: (flight, landed) => this.#landed(flight, landed),
      failed: (flight, error) => this.#failed(flight, error),
    });
    this.#bypasses = new Flights({ nowMs: this.#nowMs });
    this.#warm = new WarmSet(options.warmEntries);
  }

  peek(key: string): Cached<V> | null {
    return this.#asked(key)?.answer ?? null;
  }

  async get(
    key: string,
    policy: CachePolicy | null,
    produce: Produce<V>,
    signal: AbortSignal,
    heldBytes = 0,
  ): Promise<Cached<V>> {
    signal.throwIfAborted();
    if (policy === null) return this.#bypass(key, produce, signal);
    const entry = this.#asked(key);
    if (entry !== null) {
      Object.assign(entry.use, { policy, produce, heldBytes });
      return entry.answer;
    }
    const flight = this.#join(key, { policy, produce, heldBytes, askedMs: this.#nowMs() });
    const { value, producedMs } = await this.#runs.wait(flight, signal);
    if (producedMs === null) return { value, producedMs: flight.startedMs, state: 'miss' };
    return { value, producedMs, state: 'hit' };
  }

  weigh(key: string): void {
    const entry = this.#store.peek(key);
    if (entry === undefined || entry.over) return;
    const size = this.#sizeOf(entry.answer.value, key) + entry.use.heldBytes;
    if (size > this.#options.maxBytes) this.#refuse(key);
    // the store accepts another size only with another entry
    else this.#keep({ ...entry }, size, false);
  }

  stats(): CacheStats {
    return {
      entries: this.#store.size,
      bytes: this.#store.calculatedSize,
      warm: this.#warm.size,
      flights: this.#runs.size + this.#bypasses.size,
    };
  }

  close(): void {
    this.#closed = true;
    const reason = new DOMException('The cache is closed.', 'AbortError');
    this.#runs.abort(reason);
    this.#bypasses.abort(reason);
    this.#store.clear();
  }

  async #bypass(key: string, produce: Produce<V>, signal: AbortSignal): Promise<Cached<V>> {
    const flight = this.#bypasses.find(key) ?? this.#bypasses.start(key, null, produce, false);
    const value = await this.#bypasses.wait(flight, signal);
    return { value, producedMs: flight.startedMs, state: 'bypass' };
  }

  #join(key: string, asked: Use<V>): Flight<Landed<V>, Use<V>> {
    const flight = this.#runs.find(key);
    if (flight === undefined) return this.#start(key, asked, false);
    Object.assign(flight.use, asked);
    return flight;
  }

  #start(key: string, use: Use<V>, isRefresh: boolean): Flight<Landed<V>, Use<V>> {
    const { share } = this.#options;
    const { produce, policy } = use;
    const own = async (signal: AbortSignal) => ({
      value: await produce(signal, isRefresh),
      producedMs: null,
    });
    if (share === undefined) return this.#runs.start(key, use, own, isRefresh);
    const { ttlMs, refreshMs } = policy;
    const shared = async (signal: AbortSignal) => {
      const wanted = { key, ttlMs, freshMs: isRefresh ? refreshMs : ttlMs, signal };
      const { value, ageMs } = await share(wanted, within => produce(within, isRefresh));
      return { value, producedMs: ageMs === null ? null : this.#nowMs() - ageMs };
    };
    return this.#runs.start(key, use, shared, isRefresh);
  }

  /** Returns the live entry of a key, and marks it as the last one asked for. */
  #asked(key: string): Entry<V> | null {
    const entry = this.#store.get(key);
    if (entry === undefined || !this.#isLive(entry)) return null;
    entry.use.askedMs = this.#nowMs();
    if (entry.use.policy.refreshMs > 0 && this.#warm.touch(key)) this.#schedule(entry);
    return entry;
  }

  #isLive(entry: Entry<V>): boolean {
    const { answer, use, over } = entry;
    if (!over && isWithin(use.policy.ttlMs, this.#nowMs() - answer.producedMs)) return true;
    this.#expire(entry);
    return false;
  }

  #expire(entry: Entry<V>): void {
    entry.over = true;
    // If a refresh is running, its outcome decides: its value replaces the entry, or the entry is removed.
    if (this.#runs.find(entry.key) === undefined) this.#drop(entry.key);
  }

  #drop(key: string): void {
    if (this.#store.delete(key)) this.#options.tell?.({ kind: 'dropped', key });
  }

  #landed(flight: Flight<Landed<V>, Use<V>>, { value, producedMs }: Landed<V>): void {
    const { key, held, asked, use, startedMs } = flight;
    const answer = { value, producedMs: producedMs ?? startedMs, state: 'hit' } as const;
    if (held) this.#options.tell?.({ kind: 'refreshed', key });
    // The byte budget removed the entry during the refresh, and nobody has asked for it since.
    if (this.#closed || (!asked && !this.#store.has(key))) return;
    const size = this.#sizeOf(value, key) + use.heldBytes;
    if (!isWithin(use.policy.ttlMs, this.#nowMs() - answer.producedMs)) this.#drop(key);
    else if (size > this.#options.maxBytes) this.#refuse(key);
    else this.#keep(this.#entryOf(flight, answer), size, asked);
  }

  #keep(entry: Entry<V>, size: number, asked: boolean): void {
    const { key, use, endsAt } = entry;
    const lifeMs = Math.min(endsAt - performance.now(), LONGEST_WAIT_MS);
    entry.timer = setTimeout(() => this.#expire(entry), lifeMs).unref();
    this.#store.set(key, entry, { size });
    if (asked && use.policy.refreshMs > 0) this.#warm.touch(key);
    if (this.#warm.has(key)) this.#schedule(entry);
  }

  #refuse(key: string): void {
    this.#store.delete(key);
    this.#options.tell?.({ kind: 'oversized', key });
  }

  #failed(flight: Flight<Landed<V>, Use<V>>, error: unknown): void {
    const { key, held } = flight;
    if (!held) return;
    this.#options.tell?.({ kind: 'refresh_failed', key, error });
    const entry = this.#store.peek(key);
    if (entry === undefined || !this.#isLive(entry)) return;
    entry.answer = { ...entry.answer, state: 'stale' };
    const backOffMs = FIRST_RETRY_MS * 2 ** entry.failures;
    entry.failures += 1;
    entry.dueMs = this.#nowMs() + Math.min(backOffMs, entry.use.policy.refreshMs);
    if (this.#warm.has(key)) this.#schedule(entry);
  }

  /** Schedules a refresh. A refresh that is due after the TTL never runs: its timer is removed with the entry. */
  #schedule(entry: Entry<V>): void {
    const { dueMs, use } = entry;
    const { refreshMs } = use.policy;
    const waitMs = Math.min(Math.max(0, dueMs - this.#nowMs()), refreshMs, LONGEST_WAIT_MS);
    this.#warm.arm(entry.key, waitMs, () => this.#refresh(entry));
  }

  #refresh({ key, use }: Entry<V>): void {
    const nowMs = this.#nowMs();
    use.askedMs = Math.min(use.askedMs, nowMs);
    // Idle: the entry expires by its TTL, and another entry may be kept warm instead.
    if (!isWithin(use.policy.ttlMs, nowMs - use.askedMs)) this.#warm.remove(key);
    else if (this.#runs.find(key) === undefined) this.#start(key, use, true);
  }

  #disposed(entry: Entry<V>, key: string, reason: LRUCache.DisposeReason): void {
    if (entry.timer !== null) clearTimeout(entry.timer);
    if (reason === 'set') return;
    this.#warm.remove(key);
    if (reason === 'evict') this.#options.tell?.({ kind: 'evicted', key });
  }

  #entryOf({ key, use }: Flight<Landed<V>, Use<V>>, answer: Cached<V>): Entry<V> {
    const dueMs = answer.producedMs + use.policy.refreshMs;
    const lifeMs = answer.producedMs + use.policy.ttlMs - this.#nowMs();
    const endsAt = performance.now() + lifeMs;
    return { key, use, answer, dueMs, endsAt, failures: 0, over: false, timer: null };
  }

  #sizeOf(value: V, key: string): number {
    // A key occupies at most two bytes per character.
    return this.#options.sizeOf(value) + 2 * key.length + ENTRY_BYTES;
  }
}

/** Whether an age is less than `ttlMs`; a negative age means that the clock was set back. */
function isWithin(ttlMs: number, ageMs: number): boolean {
  return ageMs >= 0 && ageMs < ttlMs;
}
