/** One piece of work after the other. */

/** Returns a function that begins each piece of work when those before it have ended, also if they failed. */
export function takingTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}
