/** Counts running tasks, in all and by key. */
export interface Tally {
  readonly all: () => number;
  readonly of: (key: string) => number;
  readonly add: (key: string) => void;
  readonly remove: (key: string) => void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  let all = 0;
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    all: () => all,
    of,
    add: key => {
      counts.set(key, of(key) + 1);
      all += 1;
    },
    remove: key => {
      const left = of(key) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
      all -= 1;
    },
  };
}
