/**
 * How many statements of callers run at once: half of the statements, and at least two, so that the statements of one caller
 * leave a place to another one.
 */
export function confinedPlaces(concurrency: number): number {
  return Math.max(2, Math.floor(concurrency / 2));
}
