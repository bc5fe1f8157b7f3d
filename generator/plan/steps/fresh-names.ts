/**
 * Returns each name only once, without regard to case. A name that is taken, or was returned before, gets the first number that
 * makes it new.
 */
export interface FreshNames {
  (name: string): string;
  /** Marks these names as taken. */
  readonly take: (names: Iterable<string>) => void;
}

export function freshNames(taken: Iterable<string>): FreshNames {
  const given = new Set([...taken].map(name => name.toLowerCase()));
  const fresh = (name: string) => {
    let free = name;
    for (let i = 2; given.has(free.toLowerCase()); i += 1) free = `${name}_${i}`;
    given.add(free.toLowerCase());
    return free;
  };
  const take = (names: Iterable<string>) => {
    for (const name of names) given.add(name.toLowerCase());
  };
  return Object.assign(fresh, { take });
}
