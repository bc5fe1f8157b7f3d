/**
 * Returns a function that starts `work`, but never twice at the same time. Calls during a run cause one more run afterwards. A
 * call settles when all runs are done, and rejects if `work` rejects.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let isAskedAgain = false;
  const run = async () => {
    do {
      isAskedAgain = false;
      await work();
    } while (isAskedAgain);
  };
  return () => {
    if (current !== null) isAskedAgain = true;
    current ??= run().finally(() => {
      current = null;
    });
    return current;
  };
}
