/** Current runs, called flights: at most one for each key, shared by all callers that wait for the same value. */

/**
 * Produces a value; the signal is aborted when nobody waits for it any more. Must settle, and limits its own time. `isRefresh`: no
 * caller asked for it.
 */
export type Produce<V> = (signal: AbortSignal, isRefresh: boolean) => Promise<V>;

export interface Flight<V, U> {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  /** Data that the owner needs when the run ends. */
  readonly use: U;
  /** Whether the run continues when nobody waits. */
  readonly held: boolean;
  readonly result: Promise<V>;
  /** Whether any caller has ever waited for it. */
  asked: boolean;
  waiting: number;
}

export interface FlightOwner<V, U> {
  readonly nowMs: () => number;
  /** Called before the waiting callers get the value; not called for an aborted run. */
  readonly landed?: (flight: Flight<V, U>, value: V) => void;
  readonly failed?: (flight: Flight<V, U>, error: unknown) => void;
}

export class Flights<V, U> {
  readonly #owner: FlightOwner<V, U>;
  readonly #byKey = new Map<string, Flight<V, U>>();
  readonly #controllers = new Map<Flight<V, U>, AbortController>();

  constructor(owner: FlightOwner<V, U>) {
    this.#owner = owner;
  }

  get size(): number {
    return this.#byKey.size;
  }

  find(key: string): Flight<V, U> | undefined {
    return this.#byKey.get(key);
  }

  /** Starts the run of a key. Throws if the key has one. Only `abort` aborts a `held` run. */
  start(key: string, use: U, produce: Produce<V>, held: boolean): Flight<V, U> {
    if (this.#byKey.has(key)) throw new Error('a key has one flight at a time');
    const controller = new AbortController();
    const startedMs = this.#owner.nowMs();
    // The executor also turns a synchronous error of `produce` into a rejection.
    const run = new Promise<V>(resolve => resolve(produce(controller.signal, held)));
    const result: Promise<V> = run.then(
      value => this.#land(flight, value),
      error => this.#fail(flight, error),
    );
    // Prevents an unhandled rejection if every caller has left. Waiting callers have their own promises.
    result.catch(() => undefined);
    const flight: Flight<V, U> = { key, startedMs, use, held, result, asked: !held, waiting: 0 };
    this.#byKey.set(key, flight);
    this.#controllers.set(flight, controller);
    return flight;
  }

  /** Settles with the flight's value or error. Rejects with the signal's reason as soon as the signal is aborted. */
  wait(flight: Flight<V, U>, signal: AbortSignal): Promise<V> {
    flight.asked = true;
    flight.waiting += 1;
    return new Promise<V>((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        flight.waiting -= 1;
        if (flight.waiting === 0 && !flight.held) this.#end(flight)?.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      const stay = () => signal.removeEventListener('abort', leave);
      flight.result.then(resolve, reject).finally(stay);
    });
  }

  /** Aborts every run. A late value still reaches the waiting callers, but not the owner. */
  abort(reason: unknown): void {
    for (const flight of [...this.#byKey.values()]) this.#end(flight)?.abort(reason);
  }

  #land(flight: Flight<V, U>, value: V): V {
    if (this.#end(flight) !== undefined) this.#owner.landed?.(flight, value);
    return value;
  }

  #fail(flight: Flight<V, U>, error: unknown): never {
    if (this.#end(flight) !== undefined) this.#owner.failed?.(flight, error);
    throw error;
  }

  /** Ends a flight, so that no caller can join it. Returns `undefined` if it had already ended. */
  #end(flight: Flight<V, U>): AbortController | undefined {
    const controller = this.#controllers.get(flight);
    this.#controllers.delete(flight);
    if (controller !== undefined) this.#byKey.delete(flight.key);
    return controller;
  }
}
