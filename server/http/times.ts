/** The clock as its users want it. */
import type { Instant } from './exchange.ts';

/**
 * By default the machine's clock, which is read in milliseconds and made into microseconds where that is needed. `clock` gives
 * microseconds since 1970 UTC.
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
  readonly instant: () => Instant;
}
