/** The clock, in milliseconds and microseconds. */
import type { Moment } from './route.ts';

/**
 * `clock` returns microseconds since 1970 UTC. The default is the machine's clock, read in milliseconds and converted to
 * microseconds only when needed.
 */
export function timesOf(clock: (() => bigint) | undefined): Times {
  if (clock === undefined) {
    const microsOf = (ms: number) => BigInt(ms) * 1_000n;
    const instant = () => {
      const ms = Date.now();
      return { ms, micros: () => microsOf(ms) };
    };
    return { clock: () => microsOf(Date.now()), nowMs: Date.now, instant };
  }
  const nowMs = () => Number(clock() / 1_000n);
  const instant = () => {
    const now = clock();
    return { ms: Number(now / 1_000n), micros: () => now };
  };
  return { clock, nowMs, instant };
}

export interface Times {
  readonly clock: () => bigint;
  readonly nowMs: () => number;
  readonly instant: () => Moment;
}
