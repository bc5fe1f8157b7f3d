/** The keys that are kept warm, the least recently requested key first, each with the timer of its next refresh. */

type Timer = ReturnType<typeof setTimeout>;

export class WarmSet {
  readonly #limit: number;
  readonly #timers = new Map<string, Timer | null>();
  /** The last key in the order; `null` if there is none. */
  #latest: string | null = null;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#timers.size;
  }

  has(key: string): boolean {
    return this.#timers.has(key);
  }

  /**
   * Marks the key as the last one asked for. Beyond the limit, removes the least recently requested key. Returns
   * whether the key was added.
   */
  touch(key: string): boolean {
    if (key === this.#latest) return false;
    this.#latest = key;
    const timer = this.#timers.get(key);
    this.#timers.delete(key);
    this.#timers.set(key, timer ?? null);
    if (this.#timers.size <= this.#limit) return timer === undefined;
    const [oldest = key] = this.#timers.keys();
    this.remove(oldest);
    return oldest !== key;
  }

  /** Replaces the timer of a key in the set; keeps its place in the order. */
  arm(key: string, delayMs: number, due: () => void): void {
    this.disarm(key);
    this.#timers.set(key, setTimeout(due, delayMs).unref());
  }

  disarm(key: string): void {
    const timer = this.#timers.get(key);
    if (timer === undefined) return;
    if (timer !== null) clearTimeout(timer);
    this.#timers.set(key, null);
  }

  remove(key: string): void {
    this.disarm(key);
    this.#timers.delete(key);
    if (key === this.#latest) this.#latest = null;
  }
}
