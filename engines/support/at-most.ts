/**
 * Does work on each of `items`, on at most `most` of them at once. The results have the order of the items. Rejects
 * with the first failure, and starts no other item after it.
 */
export async function eachAtMost<T, R>(
  most: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const left = items.entries();
  const results = new Map<number, R>();
  let hasFailed = false;
  const worker = async () => {
    for (const [index, item] of left) {
      if (hasFailed) return;
      try {
        results.set(index, await work(item));
      } catch (cause) {
        hasFailed = true;
        throw cause;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return items.map((_, index) => results.get(index) as R);
}
