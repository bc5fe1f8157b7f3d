/** Pauses between reads of all files. */

/** A pause is at least this many times as long as the read before it. */
const PAUSE = 20;

/** When the next read is due, by `performance.now()`, if the last one began at `started` and ends now. */
export function nextAfter(started: number): number {
  return performance.now() + (performance.now() - started) * PAUSE;
}
